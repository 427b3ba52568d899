import { Empty } from '@orbita/ui/empty';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useFilters, useList } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { usePollMs, useTeamEvent } from '../base/live.ts';
import { exactly, when } from '../base/zone.ts';
import { caseListTexts as t } from '../texts/document-case.ts';
import { applicationTexts } from '../texts/subscription.ts';
import { tableTexts } from '../texts/table.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { useSteadyRows } from '../ui/steady-rows.ts';
import { FilterPills } from '../ui/table-parts.tsx';
import { casePath, type DocumentCase } from './case.ts';

const AGAIN_MS = 30_000;
const STATES = { '': 'open', conta: 'kept', outra: 'given' } as const;

const name = (of: { name: string } | null) => of && <span translate="no">{of.name}</span>;
const at = (instant: string) => (
  <time dateTime={instant} title={exactly(instant)}>
    {when(instant)}
  </time>
);

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
    cell: ({ openedAt }) => at(openedAt),
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
    cell: ({ decidedAt }) => decidedAt && at(decidedAt),
  },
];

/** `/pessoas/documentos`: documents that an account and an imported person both have, and what was decided (spec 25.6.3). */
export default function CaseListPage() {
  const { values, set } = useFilters(['situacao']);
  const institution = useInstitution()?.code;
  const state = STATES[values.situacao as keyof typeof STATES] ?? 'open';
  const query = { state, ...(institution ? { institution } : {}) };
  const list = useList<DocumentCase>({
    key: ['document-case', 'list', query],
    read: ({ cursor, pageSize, signal, background }) =>
      call('GET /operations/document-cases', {
        query: { ...query, pageSize, ...(cursor ? { cursor } : {}) },
        signal,
        background,
      }),
    everyMs: usePollMs(AGAIN_MS),
  });
  const steady = useSteadyRows(list.page, list.answer?.data, ({ caseId }) => String(caseId));
  useTeamEvent('queue.changed', ({ queue }) => {
    if (queue === 'document-cases') list.retry();
  });
  const total = list.answer && tableTexts.total(list.answer.total, list.answer.totalCapped);
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
        list={list}
        steady={steady}
        caption={t.caption}
        columns={state === 'open' ? open : decided}
        idOf={({ caseId }) => String(caseId)}
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
