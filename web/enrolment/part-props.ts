import type { PersonData } from '../person/queries.ts';
import type { StepProps } from '../subscription/step-props.ts';
import type { EnrollmentData } from './queries.ts';

/** Props of each part of the data. */
export type PartProps = StepProps & { person: PersonData; data: EnrollmentData };
