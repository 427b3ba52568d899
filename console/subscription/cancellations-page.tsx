import { courseName } from '@orbita/domain/foundation';
import { Empty } from '@orbita/ui/empty';
import { QueueScreen } from '../act/queue-screen.tsx';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { useRows } from '../base/rows.ts';
import { exactly, when } from '../base/zone.ts';
import { moneyText } from '../payment/money-text.ts';
import { cancellationTexts as t } from '../texts/cancellation.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import type { QueueItem } from '../work/queues.ts';
import { addressOfLeaving, type Cancellation, LEAVING_QUEUE as QUEUE, termOf } from './leaving.ts';

const DECIDED = 'decididos';

/** E-08 `/cancelamentos`: cancellation requests by due time, and those already decided (spec 25.12). */
export default function CancellationsPage() {
  const { values, set } = useFilters(['situacao']);
  const pills = (
    <FilterPills
      legend={t.filter}
      value={values.situacao === DECIDED ? DECIDED : ''}
      onChange={(situacao) => set({ situacao })}
      options={[
        { value: '', label: t.waiting },
        { value: DECIDED, label: t.decided },
      ]}
    />
  );
  return values.situacao === DECIDED ? <Decided pills={pills} /> : <Waiting pills={pills} />;
}

const waitingColumns: readonly Column<QueueItem>[] = [
  { key: 'number', title: t.number, className: 'numbers', cell: ({ itemId }) => itemId },
  {
    key: 'term',
    title: t.term,
    className: 'line',
    cell: ({ title }) => (title === 'withdrawal' ? t.withdrawal(null) : t.noWithdrawal),
  },
  {
    key: 'application',
    title: t.application,
    className: 'numbers',
    inBlock: t.application,
    cell: ({ subscriptionId }) => subscriptionId,
  },
];

const Waiting = ({ pills }: { pills: React.ReactNode }) => (
  <QueueScreen
    queue={QUEUE}
    title={t.loadingTitle}
    head={t.title}
    path={(itemId) => addressOfLeaving(QUEUE, itemId)}
    texts={t}
    filters={pills}
    columns={waitingColumns}
  />
);

const decidedColumns: readonly Column<Cancellation>[] = [
  {
    key: 'application',
    title: t.application,
    className: 'numbers',
    cell: ({ subscriptionId }) => subscriptionId,
  },
  {
    key: 'course',
    title: t.course,
    className: 'line',
    cell: ({ courseName: course }) => courseName(course),
  },
  { key: 'term', title: t.term, className: 'line', cell: termOf },
  {
    key: 'refund',
    title: t.refund,
    className: 'num nowrap',
    cell: ({ refund }) => (refund === null ? '—' : moneyText(refund)),
  },
  { key: 'state', title: t.state, cell: ({ state }) => t.states[state] },
  {
    key: 'asked',
    title: t.asked,
    className: 'nowrap',
    inBlock: t.asked,
    cell: ({ requestedAt }) => <span title={exactly(requestedAt)}>{when(requestedAt)}</span>,
  },
];

function Decided({ pills }: { pills: React.ReactNode }) {
  const institution = useInstitution()?.code;
  const query = { ...(institution ? { institution } : {}) };
  const { table } = useRows('GET /operations/cancellations', {
    name: ['cancellation', 'decided'],
    query: { ...query, state: 'decided' },
    idOf: ({ id }) => String(id),
  });
  return (
    <Content>
      <Head title={t.decidedTitle} />
      <div className="filters">{pills}</div>
      <ListTable
        {...table}
        caption={t.caption}
        columns={decidedColumns}
        hrefOf={({ id }) => `/cancelamentos/${id}`}
        empty={<Empty mark="check" title={t.noneDecided} />}
      />
    </Content>
  );
}
