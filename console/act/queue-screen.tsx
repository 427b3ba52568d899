import { QUEUES, type QueueName } from '@orbita/domain/work';
import { Empty } from '@orbita/ui/empty';
import { Notice } from '@orbita/ui/notice';
import type { ReactNode } from 'react';
import { ListTable } from '../base/list-table.tsx';
import { exactly, when } from '../base/zone.ts';
import { reviewTexts as t } from '../texts/review.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { Due } from '../work/due.tsx';
import { NextItem } from '../work/next-item.tsx';
import { type QueueItem, useQueueList } from '../work/queue-list.ts';
import { useSkipSaid } from '../work/skip.ts';

const columns: readonly Column<QueueItem>[] = [
  { key: 'course', title: t.course, cell: ({ title }) => title },
  {
    key: 'application',
    title: t.application,
    className: 'num',
    cell: ({ subscriptionId }) => subscriptionId ?? '—',
  },
  {
    key: 'waiting',
    title: t.waiting,
    className: 'nowrap',
    cell: ({ waitingSince }) => <span title={exactly(waitingSince)}>{when(waitingSince)}</span>,
  },
  { key: 'due', title: t.due, className: 'nowrap', cell: (item) => <Due {...item} /> },
];

type Props = {
  queue: QueueName;
  title: string;
  /** "notas do ENEM esperam", after their number. */
  waits: string;
  path: (itemId: number) => string;
  texts: { none: string; noneHelp: string; noneFree: string };
  filters?: ReactNode;
};

/** The list of one queue: what waits, in its order, and the key that takes up the next one (spec 25.3.4). */
export function QueueScreen({ queue, title, waits, path, texts, filters }: Props) {
  const { list, steady, marksOf, late, atRisk, total } = useQueueList(queue);
  const said = useSkipSaid();
  return (
    <Content>
      <Head
        title={total ? t.head(total, waits) : title}
        lead={t.late(late, atRisk) || undefined}
        actions={total && <NextItem queue={queue} label={t.start} group={title} noneFree={texts.noneFree} />}
      />
      <div role="status">{said && <Notice kind="warning" title={said} />}</div>
      {filters}
      <ListTable
        list={list}
        steady={steady}
        caption={QUEUES[queue].label}
        columns={columns}
        idOf={({ itemId }) => String(itemId)}
        hrefOf={({ itemId }) => path(itemId)}
        detailOf={({ skipped }) => (skipped ? t.skipped : undefined)}
        marksOf={marksOf}
        empty={<Empty mark="file" title={texts.none} text={texts.noneHelp} />}
      />
    </Content>
  );
}
