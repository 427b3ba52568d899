import type { Transition } from './transition.ts';
import { enrolmentTransitions } from './transitions-enrolment.ts';
import { entryTransitions } from './transitions-entry.ts';
import { selectionTransitions } from './transitions-selection.ts';

/** The transition table of spec 8.3, whole. Only these rows move a status. */
export const transitions: readonly Transition[] = [
  ...entryTransitions,
  ...selectionTransitions,
  ...enrolmentTransitions,
];
