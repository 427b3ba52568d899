import { DOCUMENT_LABELS, type DocumentState } from '@orbita/domain/document';
import { Empty } from '@orbita/ui/empty';
import { Field } from '@orbita/ui/field';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { CheckIcon } from '@orbita/ui/icons/check';
import { CircleIcon } from '@orbita/ui/icons/circle';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { Notice } from '@orbita/ui/notice';
import { Select } from '@orbita/ui/select';
import { type ReactNode, useState } from 'react';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable, NoHits } from '../base/list-table.tsx';
import { atMostEvery, useTeamEvent } from '../base/live.ts';
import { useMay } from '../base/me.ts';
import { queryClient } from '../base/query.ts';
import { useRows } from '../base/rows.ts';
import { SavedFilters } from '../base/saved-filters.tsx';
import { exactly, when } from '../base/zone.ts';
import { ExportButton } from '../export/export-button.tsx';
import { documentTexts as t } from '../texts/document.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { State, type StateStatus } from '../ui/state.tsx';
import { claimedText, useDecided } from '../work/decided.tsx';
import { Due } from '../work/due.tsx';
import { NextItem } from '../work/next-item.tsx';
import { useQueueList } from '../work/queue-list.tsx';
import type { QueueItem } from '../work/queues.ts';
import { useSkipSaid } from '../work/skip.ts';
import '../styles/review.css';
import { DOCUMENT_QUEUES, type DocumentQueue, type DocumentRow } from './document.ts';
import { addressOfList, EVERY } from './list-address.ts';

const STATES = Object.keys(DOCUMENT_LABELS) as DocumentState[];
/** The stage at which each queue's documents are required. */
const STAGES = { 'enrolment-documents': 'enrollment', 'selection-documents': 'selection' } as const;
/** The list of all documents is refetched at most this often, however many are decided at once. */
const EVENTS_MS = 5000;

/** E-04, the list: pending items by queue, or all documents by state; filters are kept in the address (spec 25.8). */
export default function ListPage() {
  const may = useMay();
  const { values, set } = useFilters(['fila', 'situacao']);
  const reviews = may('documents.review');
  const queue = reviews
    ? DOCUMENT_QUEUES.find((one) => one === (values.fila || DOCUMENT_QUEUES[0]))
    : undefined;
  const state = STATES.find((one) => one === values.situacao);
  const said = useSkipSaid();
  const filters = (
    <div>
      <div role="status">{said && <Notice kind="warning" title={said} />}</div>
      <div className="row">
        {reviews && (
          <Field label={t.queue} id="fila">
            <Select
              value={queue ?? EVERY}
              onChange={({ currentTarget }) => set({ fila: currentTarget.value, situacao: '' })}
              options={[
                ...DOCUMENT_QUEUES.map((one) => ({ value: one, label: t.queues[one] })),
                { value: EVERY, label: t.all },
              ]}
            />
          </Field>
        )}
        {!queue && (
          <Field label={t.stateFilter} id="situacao">
            <Select
              value={state ?? ''}
              onChange={({ currentTarget }) => set({ situacao: currentTarget.value })}
              options={[
                { value: '', label: t.anyState },
                ...STATES.map((one) => ({ value: one, label: DOCUMENT_LABELS[one] })),
              ]}
            />
          </Field>
        )}
        <SavedFilters values={{ fila: values.fila, situacao: queue ? '' : values.situacao }} />
      </div>
    </div>
  );
  return queue ? (
    <QueueList key={queue} queue={queue} filters={filters} />
  ) : (
    <WholeList state={state} filters={filters} onClear={() => set({ situacao: '' })} />
  );
}

const queueColumns: readonly Column<QueueItem>[] = [
  { key: 'document', title: t.columns.document, cell: ({ title }) => title },
  {
    key: 'application',
    title: t.columns.application,
    className: 'num',
    cell: ({ subscriptionId }) => (subscriptionId === null ? '—' : subscriptionId),
  },
  {
    key: 'waiting',
    title: t.columns.waiting,
    className: 'nowrap',
    cell: ({ waitingSince }) => <span title={exactly(waitingSince)}>{when(waitingSince)}</span>,
  },
  { key: 'due', title: t.columns.due, className: 'nowrap', cell: (item) => <Due {...item} /> },
];

/** The pending items of one queue, in order. */
function QueueList({ queue, filters }: { queue: DocumentQueue; filters: ReactNode }) {
  const institution = useInstitution()?.code;
  const { table, whose, whoseAct, late, atRisk, total } = useQueueList(queue);
  return (
    <Content>
      <Head
        title={total ? t.head(total) : t.title}
        lead={t.headLate(late, atRisk) || undefined}
        actions={
          <>
            <ExportButton
              list="documents"
              query={{ ...(institution ? { institution } : {}), state: 'sent', stage: STAGES[queue] }}
            />
            {total && <NextItem queue={queue} label={t.start} group={t.title} noneFree={t.noneFree} />}
          </>
        }
      />
      {filters}
      {whose}
      <ListTable
        {...table}
        caption={t.queues[queue]}
        columns={queueColumns}
        hrefOf={({ itemId }) => `/documentos/${itemId}`}
        detailOf={({ skipped }) => (skipped ? t.skipped : undefined)}
        actsOf={whoseAct}
        empty={<Empty mark="file" title={t.none} text={t.noneHelp} />}
      />
    </Content>
  );
}

const looks: Record<DocumentState, { status: StateStatus; icon: typeof CheckIcon }> = {
  pending: { status: 'neutral', icon: CircleIcon },
  sent: { status: 'in-review', icon: ClockIcon },
  approved: { status: 'approved', icon: CheckIcon },
  rejected: { status: 'rejected', icon: AlertIcon },
  waived: { status: 'approved', icon: CheckIcon },
};

const documentColumns: readonly Column<DocumentRow>[] = [
  { key: 'document', title: t.columns.document, cell: ({ name }) => name },
  {
    key: 'application',
    title: t.columns.application,
    className: 'num',
    cell: ({ subscriptionId }) => subscriptionId,
  },
  {
    key: 'waiting',
    title: t.columns.waiting,
    className: 'nowrap',
    cell: ({ waitingSince }) =>
      waitingSince ? <span title={exactly(waitingSince)}>{when(waitingSince)}</span> : '—',
  },
  {
    key: 'state',
    title: t.columns.state,
    cell: ({ state }) => <State {...looks[state]}>{DOCUMENT_LABELS[state]}</State>,
  },
];

type WholeProps = { state: DocumentState | undefined; filters: ReactNode; onClear: () => void };

/** All documents, by state. */
function WholeList({ state, filters, onClear }: WholeProps) {
  const institution = useInstitution()?.code;
  const [again] = useState(() =>
    atMostEvery(EVENTS_MS, () => void queryClient.invalidateQueries({ queryKey: ['documents', 'pages'] })),
  );
  const onNews = ({ kind }: { kind: string }) => kind === 'document' && again();
  useTeamEvent('item.claimed', onNews);
  useTeamEvent('item.decided', onNews);
  const decided = useDecided('document');
  const { table, list, steady } = useRows('GET /operations/documents', {
    name: ['documents', 'pages'],
    query: { state, institution },
    idOf: ({ id }) => String(id),
    renews: true,
  });
  const waiting = new Set(list.answer?.data.filter((one) => one.state === 'sent').map(({ id }) => id));
  return (
    <Content>
      <Head
        title={t.title}
        actions={
          <ExportButton
            list="documents"
            query={{ ...(institution ? { institution } : {}), ...(state ? { state } : {}) }}
          />
        }
      />
      {filters}
      <ListTable
        {...table}
        caption={t.all}
        columns={documentColumns}
        hrefOf={({ id }) => addressOfList({ id, fila: EVERY, situacao: state })}
        detailOf={({ required }) => (required ? undefined : t.optional)}
        marksOf={({ id, claim }) => ({
          claimed: claimedText(claim),
          // Until the person asks for the changes the row shows the state it had.
          decided: steady.changed.has(String(id)) && !waiting.has(id) ? decided(id) : undefined,
        })}
        empty={
          state ? <NoHits title={t.empty} onClear={onClear} /> : <Empty mark="file" title={t.noDocument} />
        }
      />
    </Content>
  );
}
