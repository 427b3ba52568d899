import { Empty } from '@orbita/ui/empty';
import { At } from '../base/facts.tsx';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { useTeamEvent } from '../base/live.ts';
import { useRows } from '../base/rows.ts';
import { caseListTexts as t } from '../texts/document-case.ts';
import { applicationTexts } from '../texts/subscription.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { casePath, type DocumentCase } from './case.ts';

const STATES = { '': 'open', conta: 'kept', outra: 'given' } as const;

const name = (of: { name: string } | null) => of && <span translate="no">{of.name}</span>;

const common: readonly Column<DocumentCase>[] = [
  {
    key: 'document',
    title: t.document,
    className: 'line',
    cell: ({ documentType, documentMasked }) => (
      <>
        {applicationTexts.documents[documentType]}{' '}
        <span className="numbers" translate="no">
          {documentMasked}
        </span>
      </>
    ),
  },
  { key: 'account', title: t.account, inBlock: t.account, cell: ({ account }) => name(account) },
];

const open: readonly Column<DocumentCase>[] = [
  ...common,
  { key: 'brought', title: t.brought, inBlock: t.brought, cell: ({ brought }) => name(brought) },
  { key: 'by', title: t.by, inBlock: t.by, cell: ({ broughtBy }) => <span translate="no">{broughtBy}</span> },
  {
    key: 'since',
    title: t.since,
    inBlock: t.since,
    className: 'nowrap',
    cell: ({ openedAt }) => <At instant={openedAt} />,
  },
];

const decided: readonly Column<DocumentCase>[] = [
  ...common,
  {
    key: 'decided',
    title: t.decided,
    inBlock: t.decided,
    cell: ({ decidedBy }) => decidedBy && <span translate="no">{decidedBy}</span>,
  },
  {
    key: 'at',
    title: t.since,
    inBlock: t.since,
    className: 'nowrap',
    cell: ({ decidedAt }) => decidedAt && <At instant={decidedAt} />,
  },
];

/** `/pessoas/documentos`: documents shared by an account and an imported person, and those decided (spec 25.6.3). */
export default function CaseListPage() {
  const { values, set } = useFilters(['situacao']);
  const institution = useInstitution()?.code;
  const state = STATES[values.situacao as keyof typeof STATES] ?? 'open';
  const query = { state, ...(institution ? { institution } : {}) };
  const { table, list, total } = useRows('GET /operations/document-cases', {
    name: ['document-case', 'list'],
    query,
    idOf: ({ caseId }) => String(caseId),
    renews: true,
  });
  useTeamEvent('queue.changed', ({ queue }) => {
    if (queue === 'document-cases') list.retry();
  });
  const title = () => {
    if (state !== 'open') return t.decidedTitle;
    if (total === undefined) return t.loadingTitle;
    return total === '0' ? t.none : t.waitingTitle(total);
  };
  return (
    <Content>
      <Head title={title()} lead={t.lead} />
      <div className="filters">
        <FilterPills
          legend={t.filter}
          value={values.situacao in STATES ? values.situacao : ''}
          onChange={(situacao) => set({ situacao })}
          options={[
            { value: '', label: t.open },
            { value: 'conta', label: t.kept },
            { value: 'outra', label: t.given },
          ]}
        />
      </div>
      <ListTable
        {...table}
        caption={t.caption}
        columns={state === 'open' ? open : decided}
        hrefOf={({ caseId }) => casePath(caseId)}
        empty={
          state === 'open' ? (
            <Empty mark="check" title={t.none} text={t.noneHelp} />
          ) : (
            <Empty mark="check" title={t.noneOther} />
          )
        }
      />
    </Content>
  );
}
