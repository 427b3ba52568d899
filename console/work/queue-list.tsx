import { QUEUES, type QueueName } from '@orbita/domain/work';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useFilters, useList } from '../base/list.ts';
import { usePollMs } from '../base/live.ts';
import { tableTexts } from '../texts/table.ts';
import type { RowMarks } from '../ui/data-table.tsx';
import { useSteadyRows } from '../ui/steady-rows.ts';
import { claimedText, useDecided } from './decided.tsx';
import { type QueueItem, useQueues } from './queues.ts';
import { assignedText, isAsked, Whose, WhoseAct } from './whose.tsx';

/** Without the socket a list is polled this often (spec 25.19). */
const LIST_AGAIN_MS = 30_000;

/**
 * The pending items of one queue, in order, as its list shows them (spec 25.3.4): rows that never move by themselves, with who
 * has them and who decided those that are gone, and how many are late.
 */
export function useQueueList(queue: QueueName) {
  const institution = useInstitution()?.code;
  const { values, set } = useFilters(['de']);
  const own = useQueues().data?.queues.find((one) => one.queue === queue)?.assigned ?? 0;
  // The person's own items come first; any other choice is in the address.
  const asked = isAsked(values.de) ? values.de : own > 0 ? 'me' : 'all';
  const list = useList<QueueItem>({
    key: ['queues', 'pages', queue, institution ?? '', asked],
    read: ({ cursor, pageSize, signal, background }) =>
      call('GET /operations/queues/{queue}', {
        params: { queue },
        query: { institution, pageSize, cursor, ...(asked === 'all' ? {} : { assigned: asked }) },
        signal,
        background,
      }),
    everyMs: usePollMs(LIST_AGAIN_MS),
  });
  const decided = useDecided(QUEUES[queue].kind);
  const idOf = ({ itemId }: QueueItem) => String(itemId);
  const steady = useSteadyRows(list.page, list.answer?.data, idOf);
  const waiting = new Set(list.answer?.data.map(({ itemId }) => itemId));
  const marksOf = ({ itemId, claim, assigned }: QueueItem): RowMarks => ({
    claimed: claimedText(claim) ?? assignedText(assigned),
    decided: waiting.has(itemId) ? undefined : decided(itemId),
  });
  const risks = (risk: QueueItem['risk']) => (steady.rows ?? []).filter((one) => one.risk === risk).length;
  return {
    table: { list, steady, idOf, marksOf },
    /** Filter by assignee, above the table. */
    whose: <Whose queue={queue} value={asked} own={own} onChange={(de) => set({ de })} />,
    /** Assignment of an item, in its row. */
    whoseAct: (item: QueueItem) => <WhoseAct queue={queue} item={item} />,
    late: risks('late'),
    atRisk: risks('at-risk'),
    /** Undefined until it is known, and if nothing is pending. */
    total:
      list.answer && list.answer.total > 0
        ? tableTexts.total(list.answer.total, list.answer.totalCapped)
        : undefined,
  };
}
