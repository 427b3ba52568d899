import { QUEUES, type QueueName } from '@orbita/domain/work';
import type { Answer } from '@orbita/protocol';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useList } from '../base/list.ts';
import { usePollMs } from '../base/live.ts';
import { tableTexts } from '../texts/table.ts';
import type { RowMarks } from '../ui/data-table.tsx';
import { useSteadyRows } from '../ui/steady-rows.ts';
import { claimedText, useDecided } from './decided.tsx';

export type QueueItem = Answer<'GET /operations/queues/{queue}'>['data'][number];

/** Without the socket a list is asked for this often (spec 25.19). */
const LIST_AGAIN_MS = 30_000;

/**
 * What waits in one queue, in its order, as its list shows it (spec 25.3.4): rows that never move by themselves, with who has
 * them and who decided what is no longer there, and how many of them are late.
 */
export function useQueueList(queue: QueueName) {
  const institution = useInstitution()?.code;
  const list = useList<QueueItem>({
    key: ['queues', 'pages', queue, institution ?? ''],
    read: ({ cursor, pageSize, signal, background }) =>
      call('GET /operations/queues/{queue}', {
        params: { queue },
        query: { institution, pageSize, cursor },
        signal,
        background,
      }),
    everyMs: usePollMs(LIST_AGAIN_MS),
  });
  const decided = useDecided(QUEUES[queue].kind);
  const steady = useSteadyRows(list.page, list.answer?.data, ({ itemId }) => String(itemId));
  const waiting = new Set(list.answer?.data.map(({ itemId }) => itemId));
  const marksOf = ({ itemId, claim }: QueueItem): RowMarks => ({
    claimed: claimedText(claim),
    decided: waiting.has(itemId) ? undefined : decided(itemId),
  });
  const risks = (risk: QueueItem['risk']) => (steady.rows ?? []).filter((one) => one.risk === risk).length;
  return {
    list,
    steady,
    marksOf,
    late: risks('late'),
    atRisk: risks('at-risk'),
    /** Undefined until it is known, and where nothing waits. */
    total:
      list.answer && list.answer.total > 0
        ? tableTexts.total(list.answer.total, list.answer.totalCapped)
        : undefined,
  };
}
