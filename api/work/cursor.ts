import { fail } from '../platform/http/errors.ts';

const HOUR_MICROS = 3_600_000_000;
/** The year 2200 in microseconds since 1970. */
const LATEST = 7_258_118_400_000_000;
const MOST_TIE = 2 ** 31 - 1;

/** Where a page of a queue ended: when its first page was read, and the last row by risk and order. */
export type Mark = { asOf: number; risk: 0 | 1 | 2; key: number; tie: number; id: number };

/** Where a page continues in one institution: rows after this position in its order. */
export type Bound = { key: number; tie: number; id: number };

export const writeCursor = ({ asOf, risk, key, tie, id }: Mark): string =>
  Buffer.from(JSON.stringify([asOf, risk, key, tie, id])).toString('base64url');

const within = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

/** The mark in a cursor; 422 for any text that we did not issue. */
export function readCursor(cursor: string): Mark {
  try {
    const [asOf, risk, key, tie, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (
      within(asOf, 0, LATEST) &&
      within(risk, 0, 2) &&
      within(key, 0, LATEST) &&
      within(tie, -MOST_TIE - 1, MOST_TIE) &&
      within(id, 0, Number.MAX_SAFE_INTEGER)
    )
      return { asOf, risk: risk as Mark['risk'], key, tie, id };
  } catch {
    // The error is thrown below.
  }
  fail('VALIDATION', { errors: [{ field: 'cursor', message: 'Must be a nextCursor of this list' }] });
}

/**
 * Translates a mark to one institution. Items are sorted by risk first, then by the order of the queue. Within an institution
 * both agree, because what is due first is at risk first. The time from which items are at risk differs between institutions, so
 * the same mark lies elsewhere in each.
 */
export function boundIn(mark: Mark, aheadHours: number, dueAfterHours: number): Bound {
  const endOfRisk = mark.asOf + (aheadHours - dueAfterHours) * HOUR_MICROS;
  const isBefore = mark.key <= endOfRisk;
  const stays = mark.risk === 0 || (mark.risk === 1 ? isBefore : !isBefore);
  return stays ? mark : { key: endOfRisk, tie: MOST_TIE, id: Number.MAX_SAFE_INTEGER };
}
