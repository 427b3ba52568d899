import type { PersonData } from '../person/queries.ts';
import type { StepProps } from '../subscription/step-props.ts';
import type { EnrollmentData } from './queries.ts';

/** What each part of the data is given. */
export type PartProps = StepProps & { person: PersonData; data: EnrollmentData };
