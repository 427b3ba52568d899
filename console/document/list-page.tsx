import { DOCUMENT_LABELS, type DocumentState } from '@orbita/domain/document';
import { Button, ButtonLink } from '@orbita/web/ui/button';
import { Empty } from '@orbita/web/ui/empty';
import { Field } from '@orbita/web/ui/field';
import { AlertIcon } from '@orbita/web/ui/icons/alert';
import { CheckIcon } from '@orbita/web/ui/icons/check';
import { CircleIcon } from '@orbita/web/ui/icons/circle';
import { ClockIcon } from '@orbita/web/ui/icons/clock';
import { Select } from '@orbita/web/ui/select';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../app/api.ts';
import { useGo, useInstitution } from '../app/institution.ts';
import { useMay } from '../app/me.ts';
import { SavedFilters } from '../app/saved-filters.tsx';
import { Failed } from '../app/states.tsx';
import { exactly, hour, when } from '../app/zone.ts';
import { ExportButton } from '../export/export-button.tsx';
import { documentTexts as t } from '../texts/document.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import { Content, Head } from '../ui/page.tsx';
import { State, type StateStatus } from '../ui/state.tsx';
import { Due } from '../work/due.tsx';
import '../styles/bench.css';
import type { DocumentQueue, DocumentRow, QueueItem } from './document.ts';

const QUEUES: readonly DocumentQueue[] = ['enrolment-documents', 'selection-documents'];
const STATES = Object.keys(DOCUMENT_LABELS) as DocumentState[];
const ROWS = 50;
/** When the documents of a queue are asked for. */
const STAGES = { 'enrolment-documents': 'enrollment', 'selection-documents': 'selection' } as const;

/** E-04, the list: what waits by queue, or every document by its state; filters live in the address (spec 25.8). */
export default function ListPage() {
  const may = useMay();
  const [address, setAddress] = useSearchParams();
  const asked = address.get('fila');
  const reviews = may('documents.review');
  const queue = reviews ? QUEUES.find((one) => one === (asked ?? QUEUES[0])) : undefined;
  const set = (name: string, value: string) =>
    setAddress(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const filters = (
    <div className="row">
      {reviews && (
        <Field label={t.queue} id="fila">
          <Select
            value={queue ?? 'todos'}
            onChange={({ target }) => set('fila', target.value)}
            options={[
              ...QUEUES.map((one) => ({ value: one, label: t.queues[one] })),
              { value: 'todos', label: t.all },
            ]}
          />
        </Field>
      )}
      {!queue && (
        <Field label={t.stateFilter} id="situacao">
          <Select
            value={address.get('situacao') ?? ''}
            onChange={({ target }) => set('situacao', target.value)}
            options={[
              { value: '', label: t.anyState },
              ...STATES.map((state) => ({ value: state, label: DOCUMENT_LABELS[state] })),
            ]}
          />
        </Field>
      )}
      <SavedFilters values={{ fila: asked ?? '', situacao: queue ? '' : (address.get('situacao') ?? '') }} />
    </div>
  );
  return queue ? (
    <QueueList key={queue} queue={queue} filters={filters} />
  ) : (
    <WholeList filters={filters} onClear={() => set('situacao', '')} />
  );
}

const claimedText = (claim: QueueItem['claim']): string | undefined => {
  if (!claim) return undefined;
  return claim.mine ? t.mine : t.claimed(claim.by, hour(claim.since));
};

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

/** What waits in one queue, in its order. */
function QueueList({ queue, filters }: { queue: DocumentQueue; filters: ReactNode }) {
  const institution = useInstitution()?.code;
  const go = useGo();
  const query = useInfiniteQuery({
    queryKey: ['queues', 'pages', queue, institution ?? ''],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call('GET /operations/queues/{queue}', {
        params: { queue },
        query: { institution, pageSize: ROWS, cursor: pageParam },
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const rows = query.data?.pages.flatMap(({ data }) => data);
  const first = query.data?.pages[0];
  const free = rows?.find(({ claim }) => !claim || claim.mine);
  const start = () => free && go(`/documentos/${free.itemId}`, { state: 'next' });
  useKeys(t.title, [{ key: 'n', label: t.start, run: () => void start() }]);
  const count = first && (first.totalCapped ? '1.000+' : String(first.total));
  const danger = t.headLate(
    rows?.filter(({ risk }) => risk === 'late').length ?? 0,
    rows?.filter(({ risk }) => risk === 'at-risk').length ?? 0,
  );
  return (
    <Content>
      <Head
        title={count && first.total > 0 ? t.head(count) : t.title}
        lead={danger || undefined}
        actions={
          <>
            <ExportButton
              list="documents"
              query={{ ...(institution ? { institution } : {}), state: 'sent', stage: STAGES[queue] }}
            />
            {free && (
              <ButtonLink href={`/documentos/${free.itemId}`} aria-keyshortcuts="N">
                {t.start}
                <Kbd keys="N" />
              </ButtonLink>
            )}
          </>
        }
      />
      {filters}
      {query.error && !rows ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          caption={t.queues[queue]}
          columns={queueColumns}
          rows={rows}
          idOf={({ itemId }) => String(itemId)}
          hrefOf={({ itemId }) => `/documentos/${itemId}`}
          marksOf={({ claim }) => ({ claimed: claimedText(claim) })}
          empty={<Empty mark="file" title={t.none} text={t.noneHelp} />}
        />
      )}
      <More query={query} />
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

/** Every document, by its state. */
function WholeList({ filters, onClear }: { filters: ReactNode; onClear: () => void }) {
  const institution = useInstitution()?.code;
  const [address] = useSearchParams();
  const state = STATES.find((one) => one === address.get('situacao'));
  const query = useInfiniteQuery({
    queryKey: ['documents', 'pages', state ?? '', institution ?? ''],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call('GET /operations/documents', {
        query: { state, institution, pageSize: ROWS, cursor: pageParam },
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const rows = query.data?.pages.flatMap(({ data }) => data);
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
      {query.error && !rows ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          caption={t.all}
          columns={documentColumns}
          rows={rows}
          idOf={({ id }) => String(id)}
          hrefOf={({ id }) => `/documentos/${id}`}
          detailOf={({ required }) => (required ? undefined : t.optional)}
          marksOf={({ claim }) => ({ claimed: claimedText(claim) })}
          empty={
            <div className="section">
              <p>{t.empty}</p>
              {state && (
                <Button kind="outline" small onClick={onClear}>
                  {t.clear}
                </Button>
              )}
            </div>
          }
        />
      )}
      <More query={query} />
    </Content>
  );
}

type MoreProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

const More = ({ query }: MoreProps) =>
  query.hasNextPage && (
    <div className="row">
      <Button
        kind="outline"
        busy={query.isFetchingNextPage && t.opening}
        onClick={() => void query.fetchNextPage()}
      >
        {t.more}
      </Button>
    </div>
  );
