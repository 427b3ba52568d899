import sql, { type Sql } from 'sql-template-tag';

/** A notification that a transaction sends on a channel. */
export type Note = { channel: string; payload: string };

/** Separates the payloads within one notification. */
const BETWEEN = '\n';
/** PostgreSQL accepts fewer than 8,000 bytes. */
const MOST_BYTES = 7_900;

/** Combines notes into as few notifications as possible, without duplicates. */
function joined(notes: readonly Note[]): Note[] {
  const sent: Note[] = [];
  for (const [channel, said] of Map.groupBy(notes, (note) => note.channel)) {
    let together = '';
    for (const payload of new Set(said.map((note) => note.payload))) {
      const longer = together ? `${together}${BETWEEN}${payload}` : payload;
      const fits = Buffer.byteLength(longer) <= MOST_BYTES;
      if (!fits) sent.push({ channel, payload: together });
      together = fits ? longer : payload;
    }
    sent.push({ channel, payload: together });
  }
  return sent;
}

/** Statement that sends all notifications of a transaction. */
export function notesStatement(notes: readonly Note[]): Sql {
  const sent = joined(notes);
  return sql`select pg_notify(n.channel, n.payload)
    from unnest(${sent.map(({ channel }) => channel)}::text[], ${sent.map(({ payload }) => payload)}::text[])
      as n (channel, payload)`;
}

/** Splits a notification into its payloads. */
export const payloadsOf = (payload: string): string[] => payload.split(BETWEEN);
