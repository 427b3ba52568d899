import type { Transition } from './transition.ts';
import { enrolmentTransitions } from './transitions-enrolment.ts';
import { entryTransitions } from './transitions-entry.ts';
import { selectionTransitions } from './transitions-selection.ts';

const rows = [...entryTransitions, ...selectionTransitions, ...enrolmentTransitions] as const;

type KeyOf<Row> = Row extends Pick<Transition, 'id' | 'event'> ? `${Row['id']} ${Row['event']}` : never;

/** Every row by its name: identifier and event. What is kept by these keys can leave no row out. */
export type RowKey = KeyOf<(typeof rows)[number]>;

/** The transition table of spec 8.3, whole. Only these rows move a status. */
export const transitions: readonly Transition[] = rows;
