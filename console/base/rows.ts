import type { Answer, QueryInput } from '@orbita/protocol';
import { tableTexts } from '../texts/table.ts';
import { useSteadyRows } from '../ui/steady-rows.ts';
import { call, type OperationsCall } from './api.ts';
import { type ListAnswer, useList } from './list.ts';
import { usePollMs } from './live.ts';

/** Without the socket a list is asked again this often (spec 25.19). */
const AGAIN_MS = 30_000;

type RowOf<K extends OperationsCall> = Answer<K> extends { data: readonly (infer Row)[] } ? Row : never;

type Options<K extends OperationsCall> = {
  /** Under what it is remembered, before its query: whoever changes a row forgets it by this. */
  name: readonly string[];
  query: Omit<QueryInput<K>, 'cursor' | 'pageSize'>;
  idOf: (row: RowOf<K>) => string;
  /** It is asked again by itself while it is shown. */
  renews?: boolean;
  /** Grows with every own act, after which the rows begin anew. */
  round?: number;
};

/**
 * A list of one call as `<ListTable>` shows it, page by page: what was read, its steady rows, and how many there are in words, once
 * that is known.
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
      } as never) as Promise<ListAnswer<RowOf<K>>>, // the key is any list's, so its options are of no one call
    everyMs: renews && poll,
  });
  const page = round === undefined ? list.page : `${list.page} ${round}`;
  const steady = useSteadyRows(page, list.answer?.data, idOf);
  const total = list.answer && tableTexts.total(list.answer.total, list.answer.totalCapped);
  return { list, steady, total };
}
