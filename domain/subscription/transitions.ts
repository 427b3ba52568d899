import type { Status } from './statuses.ts';
import type { SubscriptionEvent, Transition } from './transition.ts';
import { enrolmentTransitions } from './transitions-enrolment.ts';
import { entryTransitions } from './transitions-entry.ts';
import { selectionTransitions } from './transitions-selection.ts';
import { applicationTypes } from './types.ts';

const rows = [...entryTransitions, ...selectionTransitions, ...enrolmentTransitions] as const;

type KeyOf<Row> = Row extends Pick<Transition, 'id' | 'event'> ? `${Row['id']} ${Row['event']}` : never;

/** Every row by id and event; a record with this key type must cover all rows. */
export type RowKey = KeyOf<(typeof rows)[number]>;

/** The whole transition table of spec 8.3; a status changes only through these rows. */
export const transitions: readonly Transition[] = rows.map((row) => ({
  types: applicationTypes,
  effects: [],
  ...row,
}));

/**
 * The row with which this event creates an application (TR-01, TR-02).
 * @throws Error when there is no such row.
 */
export function creationRow(event: 'create' | 'create-incomplete'): Transition {
  const row = transitions.find((one) => one.from === null && one.event === event);
  if (!row) throw new Error(`No row creates by ${event}`);
  return row;
}
/** Statuses in which the table has a row for an event. */
export const statusesWith = (event: SubscriptionEvent): readonly Status[] => [
  ...new Set(transitions.filter((one) => one.event === event).flatMap(({ from }) => from ?? [])),
];
