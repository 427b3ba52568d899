import { Empty } from '@orbita/ui/empty';
import { At } from '../base/facts.tsx';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { useTeamEvent } from '../base/live.ts';
import { useRows } from '../base/rows.ts';
import { SavedFilters } from '../base/saved-filters.tsx';
import { exactly } from '../base/zone.ts';
import '../styles/application.css';
import '../styles/approval.css';
import { kindWords, approvalTexts as t } from '../texts/approval.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { type Approval, amountOf, RequestState, untilOf } from './state.tsx';

const DECIDED = 'encerrados';

const common: readonly Column<Approval>[] = [
  {
    key: 'summary',
    title: t.summary,
    className: 'line',
    cell: ({ summary, fields: [first] }) => (
      <>
        {summary}
        {first && (
          <small className="asked__first">
            {first.label}: <bdi>{first.after.join(', ')}</bdi>
          </small>
        )}
      </>
    ),
  },
  { key: 'kind', title: t.kind, cell: ({ kind }) => kindWords[kind] },
  { key: 'amount', title: t.amount, className: 'num nowrap', cell: amountOf },
  {
    key: 'by',
    title: t.by,
    cell: ({ requestedBy, mine }) => (mine ? t.mine : <span translate="no">{requestedBy.name}</span>),
  },
];

const waiting: readonly Column<Approval>[] = [
  ...common,
  {
    key: 'asked',
    title: t.asked,
    className: 'nowrap',
    inBlock: t.asked,
    cell: ({ requestedAt }) => <At instant={requestedAt} />,
  },
  {
    key: 'ends',
    title: t.due,
    className: 'nowrap',
    cell: ({ expiresAt }) => (
      <time dateTime={expiresAt} title={exactly(expiresAt)}>
        {t.until(untilOf(expiresAt))}
      </time>
    ),
  },
];

const decided: readonly Column<Approval>[] = [
  ...common,
  { key: 'state', title: t.state, cell: ({ state }) => <RequestState state={state} /> },
];

/** `/aprovacoes`: what awaits a second person, and what was decided (spec 25.4.4). */
export default function ListPage() {
  const { values, set } = useFilters(['situacao']);
  const institution = useInstitution()?.code;
  const over = values.situacao === DECIDED;
  const query = {
    state: over ? ('decided' as const) : ('waiting' as const),
    ...(institution ? { institution } : {}),
  };
  const { table, list, total } = useRows('GET /operations/approvals', {
    name: ['approval', 'list'],
    query,
    idOf: ({ id }) => String(id),
    renews: true,
  });
  useTeamEvent('approval.changed', () => list.retry());
  const title = () => {
    if (over) return t.decidedTitle;
    if (total === undefined) return t.loadingTitle;
    return total === '0' ? t.none : t.waitingTitle(total);
  };
  return (
    <Content>
      <Head title={title()} lead={t.lead} />
      <div className="filters">
        <FilterPills
          legend={t.filter}
          value={over ? DECIDED : ''}
          onChange={(situacao) => set({ situacao })}
          options={[
            { value: '', label: t.waiting },
            { value: DECIDED, label: t.decided },
          ]}
        />
        <SavedFilters values={values} />
      </div>
      <ListTable
        {...table}
        caption={t.caption}
        columns={over ? decided : waiting}
        hrefOf={({ id }) => `/aprovacoes/${id}`}
        empty={
          over ? (
            <Empty mark="check" title={t.noneDecided} />
          ) : (
            <Empty mark="check" title={t.none} text={t.noneHelp} />
          )
        }
      />
    </Content>
  );
}
