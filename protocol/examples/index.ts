import { enrolmentExamples } from './enrolment.ts';
import type { Examples } from './records.ts';
import { selectionExamples } from './selection.ts';
import { teamExamples } from './team/index.ts';

export type { Example } from './records.ts';

/**
 * Worked examples of one whole enrolment (spec 24) and of the institution's work, for the documentation and for the schema tests.
 */
export const examples: Examples = { ...selectionExamples, ...enrolmentExamples, ...teamExamples };
