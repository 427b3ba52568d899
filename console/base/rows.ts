import type { Answer, QueryInput } from '@orbita/protocol';
import { tableTexts } from '../texts/table.ts';
import { useSteadyRows } from '../ui/steady-rows.ts';
import { call, type OperationsCall } from './api.ts';
import { type ListAnswer, useList } from './list.ts';
import { usePollMs } from './live.ts';

/** Without the socket a list is refetched this often (spec 25.19). */
const AGAIN_MS = 30_000;

type RowOf<K extends OperationsCall> = Answer<K> extends { data: readonly (infer Row)[] } ? Row : never;

type Options<K extends OperationsCall> = {
  /** Prefix of its query key, before the query: a change of a row invalidates by this. */
  name: readonly string[];
  query: Omit<QueryInput<K>, 'cursor' | 'pageSize'>;
  idOf: (row: RowOf<K>) => string;
  /** It is refetched by itself while it is shown. */
  renews?: boolean;
  /** Increases with every action of this person, after which the rows start afresh. */
  round?: number;
};

/**
 * A list of one call, page by page: what was read, its steady rows, the number of rows in words, once known, and what
 * `<ListTable>` needs to show it.
 */
export function useRows<K extends OperationsCall>(
  key: K,
  { name, query, idOf, renews = false, round }: Options<K>,
) {
  const poll = usePollMs(AGAIN_MS);
  const list = useList<RowOf<K>>({
    key: [...name, query],
    read: ({ cursor, pageSize, signal, background }) =>
      call(key, {
        query: { ...query, pageSize, ...(cursor ? { cursor } : {}) },
        signal,
        background,
      } as never) as Promise<ListAnswer<RowOf<K>>>, // the key may be any list's, so its options belong to no particular call
    everyMs: renews && poll,
  });
  const page = round === undefined ? list.page : `${list.page} ${round}`;
  const steady = useSteadyRows(page, list.answer?.data, idOf);
  const total = list.answer && tableTexts.total(list.answer.total, list.answer.totalCapped);
  return { list, steady, total, table: { list, steady, idOf } };
}
