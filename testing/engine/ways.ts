import { type SubscriptionEvent, type Transition, transitions } from '@orbita/domain/subscription';

/** For rows that return to an earlier status: the events that led away from it. */
const CAME_BY: Partial<Record<SubscriptionEvent, readonly SubscriptionEvent[]>> = {
  unblocked: ['blocked'],
  'cancel-withdrawn': ['cancel-requested'],
  'cancel-denied': ['cancel-requested'],
  reinstated: ['payment-deadline-expired', 'intake-expired'],
};

function endsOf(row: Transition): readonly number[] {
  if (typeof row.to === 'number') return [row.to];
  if (row.to !== 'previous') return row.targets ?? [];
  const came = CAME_BY[row.event] ?? [];
  return transitions
    .filter(({ event, to }) => came.includes(event) && to === row.from?.[0])
    .flatMap(({ from }) => from ?? []);
}

/** Every way through the table: row, event, from, to and actor. TR-50 moves nothing. */
export const everyWay = (): string[] =>
  transitions
    .filter(({ id }) => id !== 'TR-50')
    .flatMap((row) =>
      (row.from ?? [null]).flatMap((from) =>
        endsOf(row).flatMap((to) =>
          row.actors.map((actor) => `${row.id} ${row.event} ${from} ${to} ${actor}`),
        ),
      ),
    );
