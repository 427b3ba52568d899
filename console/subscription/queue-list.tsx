import { courseName } from '@orbita/domain/foundation';
import { Empty } from '@orbita/ui/empty';
import { Notice } from '@orbita/ui/notice';
import { useGo } from '../base/institution.ts';
import { ListTable } from '../base/list-table.tsx';
import { useMay } from '../base/me.ts';
import { exactly, when } from '../base/zone.ts';
import { workTexts as t } from '../texts/subscription-work.ts';
import { tableTexts } from '../texts/table.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { Due } from '../work/due.tsx';
import { NextItem } from '../work/next-item.tsx';
import { type QueueItem, useQueueList } from '../work/queue-list.ts';
import { isCounted, useQueues } from '../work/queues.ts';
import { useSkipSaid } from '../work/skip.ts';
import { APPLICATION_QUEUES, type ApplicationQueue, addressOfQueue, queueNamed } from './queue.ts';

const columns: readonly Column<QueueItem>[] = [
  { key: 'number', title: t.columns.number, className: 'numbers', cell: ({ itemId }) => itemId },
  { key: 'course', title: t.columns.course, className: 'line', cell: ({ title }) => courseName(title) },
  { key: 'place', title: t.columns.place, cell: ({ institutionCode }) => institutionCode },
  {
    key: 'waiting',
    title: t.columns.waiting,
    className: 'nowrap',
    cell: ({ waitingSince }) => <span title={exactly(waitingSince)}>{when(waitingSince)}</span>,
  },
  { key: 'due', title: t.columns.due, className: 'nowrap', cell: (item) => <Due {...item} /> },
];

/** Every application, or what waits in one queue; nothing for who opens no queue of applications. */
export function QueuePills({ queue }: { queue: ApplicationQueue | undefined }) {
  const may = useMay();
  const go = useGo();
  const counts = useQueues().data?.queues ?? [];
  const own = APPLICATION_QUEUES.filter((one) => queueNamed(one, may));
  if (own.length === 0) return null;
  const waiting = (one: ApplicationQueue) => {
    const found = counts.find((count) => count.queue === one);
    return found && isCounted(found) ? tableTexts.total(found.count, found.capped) : undefined;
  };
  return (
    <FilterPills
      legend={t.queue}
      options={[
        { value: '', label: t.all },
        ...own.map((one) => {
          const count = waiting(one);
          return { value: one, label: t.heads[one].label, ...(count === undefined ? {} : { count }) };
        }),
      ]}
      value={queue ?? ''}
      onChange={(value) => go(value ? addressOfQueue(value as ApplicationQueue) : '/inscricoes')}
    />
  );
}

/** E-02, the list of a queue, in its order (spec 25.4.1). */
export function QueueList({ queue }: { queue: ApplicationQueue }) {
  const { list, steady, marksOf, late, atRisk, total } = useQueueList(queue);
  const head = t.heads[queue];
  const said = useSkipSaid();
  return (
    <Content>
      <Head
        title={total ? head.title(total) : head.label}
        lead={t.late(late, atRisk) || undefined}
        actions={total && <NextItem queue={queue} label={t.start} group={head.label} noneFree={t.noneFree} />}
      />
      <div>
        <div role="status">{said && <Notice kind="warning" title={said} />}</div>
        <div className="filters">
          <QueuePills queue={queue} />
        </div>
      </div>
      <ListTable
        list={list}
        steady={steady}
        caption={head.label}
        columns={columns}
        idOf={({ itemId }) => String(itemId)}
        hrefOf={({ itemId }) => addressOfQueue(queue, itemId)}
        detailOf={({ skipped }) => (skipped ? t.skipped : undefined)}
        marksOf={marksOf}
        empty={<Empty mark="check" title={head.none} text={head.noneHelp} />}
      />
    </Content>
  );
}
