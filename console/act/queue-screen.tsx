import { QUEUES, type QueueName } from '@orbita/domain/work';
import { Empty } from '@orbita/ui/empty';
import { Notice } from '@orbita/ui/notice';
import type { ReactNode } from 'react';
import { ListTable } from '../base/list-table.tsx';
import { PlaceName } from '../base/place.tsx';
import { exactly, when } from '../base/zone.ts';
import { reviewTexts as t } from '../texts/review.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { Due } from '../work/due.tsx';
import { NextItem } from '../work/next-item.tsx';
import { useQueueList } from '../work/queue-list.tsx';
import type { QueueItem } from '../work/queues.ts';
import { useSkipSaid } from '../work/skip.ts';

const place: Column<QueueItem> = {
  key: 'place',
  title: t.place,
  cell: ({ institutionCode }) => <PlaceName code={institutionCode} />,
};
const dates: readonly Column<QueueItem>[] = [
  {
    key: 'waiting',
    title: t.waiting,
    className: 'nowrap',
    cell: ({ waitingSince }) => <span title={exactly(waitingSince)}>{when(waitingSince)}</span>,
  },
  { key: 'due', title: t.due, className: 'nowrap', cell: (item) => <Due {...item} /> },
];

const usual: readonly Column<QueueItem>[] = [
  { key: 'course', title: t.course, cell: ({ title }) => title },
  {
    key: 'application',
    title: t.application,
    className: 'num',
    cell: ({ subscriptionId }) => subscriptionId ?? '—',
  },
];

type Props = {
  queue: QueueName;
  title: string;
  /** "12 notas do ENEM esperam". */
  head: (total: string) => string;
  path: (itemId: number) => string;
  texts: { none: string; noneHelp: string; noneFree: string };
  filters?: ReactNode;
  /** Columns that distinguish items beyond course and application; the institution follows them. */
  columns?: readonly Column<QueueItem>[];
};

/** The list of one queue: the pending items in order, and the key that takes up the next one (spec 25.3.4). */
export function QueueScreen({ queue, title, head, path, texts, filters, columns }: Props) {
  const { table, whose, whoseAct, late, atRisk, total } = useQueueList(queue);
  const said = useSkipSaid();
  return (
    <Content>
      <Head
        title={total ? head(total) : title}
        lead={t.late(late, atRisk) || undefined}
        actions={total && <NextItem queue={queue} label={t.start} group={title} noneFree={texts.noneFree} />}
      />
      <div>
        <div role="status">{said && <Notice kind="warning" title={said} />}</div>
        {filters && <div className="filters">{filters}</div>}
      </div>
      {whose}
      <ListTable
        {...table}
        caption={QUEUES[queue].label}
        columns={[...(columns ? [...columns, place] : usual), ...dates]}
        hrefOf={({ itemId }) => path(itemId)}
        detailOf={({ skipped }) => (skipped ? t.skipped : undefined)}
        actsOf={whoseAct}
        empty={<Empty mark="check" title={texts.none} text={texts.noneHelp} />}
      />
    </Content>
  );
}
