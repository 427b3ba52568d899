import { useState } from 'react';
import { differences } from './rows.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Rows that never move under pointer or focus (spec 25.3.4): later changes of a list are counted and marked, and shown when the
 * person asks for them. A different `list` (filters, page, or after one's own act) is shown at once.
 */
export function useSteadyRows<Row>(
  list: string,
  incoming: readonly Row[] | undefined,
  idOf: (row: Row) => string,
): { rows: readonly Row[] | undefined; changed: ReadonlySet<string>; count: number; update: () => void } {
  const [shown, setShown] = useState<{ list: string; rows: readonly Row[] } | undefined>();
  if (incoming && shown?.list !== list) {
    setShown({ list, rows: incoming });
    return { rows: incoming, changed: NONE, count: 0, update: () => undefined };
  }
  if (!incoming || !shown || shown.list !== list)
    return { rows: undefined, changed: NONE, count: 0, update: () => undefined };
  const { changed, count } = differences(shown.rows, incoming, idOf);
  return { rows: shown.rows, changed, count, update: () => setShown({ list, rows: incoming }) };
}
