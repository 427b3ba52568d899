import { courseName } from '@orbita/domain/foundation';
import { QueueScreen } from '../act/queue-screen.tsx';
import { useGo } from '../base/institution.ts';
import { useMay } from '../base/me.ts';
import { workTexts as t } from '../texts/subscription-work.ts';
import type { Column } from '../ui/data-table.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { type QueueItem, useQueueOptions } from '../work/queues.ts';
import { APPLICATION_QUEUES, type ApplicationQueue, addressOfQueue, queueNamed } from './queue.ts';

const columns: readonly Column<QueueItem>[] = [
  { key: 'number', title: t.columns.number, className: 'numbers', cell: ({ itemId }) => itemId },
  { key: 'course', title: t.columns.course, className: 'line', cell: ({ title }) => courseName(title) },
];

/** All applications, or the pending items of one queue; nothing for people who may open no queue of applications. */
export function QueuePills({ queue }: { queue: ApplicationQueue | undefined }) {
  const may = useMay();
  const go = useGo();
  const own = APPLICATION_QUEUES.filter((one) => queueNamed(one, may));
  const options = useQueueOptions(own, (one) => t.heads[one].label);
  if (own.length === 0) return null;
  return (
    <FilterPills
      legend={t.queue}
      options={[{ value: '', label: t.all }, ...options]}
      value={queue ?? ''}
      onChange={(value) => go(value ? addressOfQueue(value as ApplicationQueue) : '/inscricoes')}
    />
  );
}

/** E-02, the list of a queue, in its order (spec 25.4.1). */
export function QueueList({ queue }: { queue: ApplicationQueue }) {
  const head = t.heads[queue];
  return (
    <QueueScreen
      queue={queue}
      title={head.label}
      head={head.title}
      path={(itemId) => addressOfQueue(queue, itemId)}
      texts={{ ...head, noneFree: t.noneFree }}
      filters={<QueuePills queue={queue} />}
      columns={columns}
    />
  );
}
