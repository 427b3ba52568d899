import { QUEUES } from '@orbita/domain/work';
import { QueueScreen } from '../act/queue-screen.tsx';
import { useGo } from '../base/institution.ts';
import { useMay } from '../base/me.ts';
import { listTexts, moneyQueueTexts as t } from '../texts/payment.ts';
import type { Column } from '../ui/data-table.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { type QueueItem, useQueueOptions } from '../work/queues.ts';
import { marksIn } from './money-text.ts';

const MONEY_QUEUES = ['attention', 'month-attention'] as const;
export type MoneyQueue = (typeof MONEY_QUEUES)[number];

/** The queue of marked money named by an address, if the person may open it. */
export const moneyQueueNamed = (
  name: string | null | undefined,
  may: ReturnType<typeof useMay>,
): MoneyQueue | undefined => MONEY_QUEUES.find((queue) => queue === name && may(...QUEUES[queue].openers));

/** Address of a queue of marked money, or of an item in it, which leads back there. */
export const addressOfMoney = (queue: MoneyQueue, id?: number): string => {
  const page = queue === 'month-attention' && id !== undefined ? '/pagamentos/mensalidades' : '/pagamentos';
  return `${page}${id === undefined ? '' : `/${id}`}?fila=${queue}`;
};

const columns: readonly Column<QueueItem>[] = [
  { key: 'number', title: t.columns.number, className: 'numbers', cell: ({ itemId }) => itemId },
  { key: 'why', title: t.columns.why, className: 'line', cell: ({ title }) => marksIn(title) },
  {
    key: 'application',
    title: t.columns.application,
    className: 'numbers',
    inBlock: t.columns.application,
    cell: ({ subscriptionId }) => subscriptionId ?? '—',
  },
];

const COUNTER = 'manual-payments' as const;

/** Switches between all payments and the pending items of a queue, and links to what is confirmed at the institution. */
export function MoneyQueuePills({ queue }: { queue: MoneyQueue | undefined }) {
  const may = useMay();
  const go = useGo();
  const own = [...MONEY_QUEUES, COUNTER].filter((one) => may(...QUEUES[one].openers));
  const options = useQueueOptions(own, (one) =>
    one === COUNTER ? listTexts.toConfirm : one === 'attention' ? listTexts.marked : listTexts.markedMonths,
  );
  if (own.length === 0) return null;
  return (
    <FilterPills
      legend={listTexts.show}
      options={[{ value: '', label: listTexts.all }, ...options]}
      value={queue ?? ''}
      onChange={(value) => {
        if (value === COUNTER) return go(`/inscricoes?fila=${COUNTER}`);
        go(value ? addressOfMoney(value as MoneyQueue) : '/pagamentos');
      }}
    />
  );
}

/** E-07, marked money in queue order (spec 25.11). */
export function MoneyQueueList({ queue }: { queue: MoneyQueue }) {
  const head = t.heads[queue];
  return (
    <QueueScreen
      queue={queue}
      title={head.label}
      head={head.title}
      path={(itemId) => addressOfMoney(queue, itemId)}
      texts={{ ...head, noneFree: t.noneFree }}
      filters={<MoneyQueuePills queue={queue} />}
      columns={columns}
    />
  );
}
