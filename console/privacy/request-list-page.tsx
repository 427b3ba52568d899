import type { QueryInput } from '@orbita/protocol';
import { ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Select } from '@orbita/ui/select';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { useFilters } from '../base/list.ts';
import { NoHits } from '../base/list-table.tsx';
import { usePollMs } from '../base/live.ts';
import { useMay } from '../base/me.ts';
import { Failed } from '../base/states.tsx';
import { exactly, when } from '../base/zone.ts';
import { privacyTexts as t } from '../texts/privacy.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills, TableFoot } from '../ui/table-parts.tsx';
import { isOpen, type Request, RequestDue, RequestState } from './request.tsx';

const AGAIN_MS = 30_000;
const PAGE = 25;
const STATES = { '': 'open', respondidos: 'concluded', negados: 'denied' } as const;
const KINDS = Object.keys(t.kinds) as Request['kind'][];

const columns: readonly Column<Request>[] = [
  { key: 'kind', title: t.kind, className: 'line', cell: ({ kind }) => t.kinds[kind] },
  { key: 'person', title: t.person, cell: ({ person }) => <span translate="no">{person.name}</span> },
  {
    key: 'taken',
    title: t.taken,
    inBlock: t.taken,
    cell: ({ takenBy }) =>
      takenBy ? <span translate="no">{takenBy}</span> : <span className="muted">{t.nobody}</span>,
  },
  {
    key: 'due',
    title: t.due,
    className: 'nowrap',
    cell: (request) =>
      isOpen(request) ? (
        <RequestDue {...request} />
      ) : (
        <time dateTime={request.answeredAt ?? undefined} title={exactly(request.answeredAt ?? request.dueAt)}>
          {when(request.answeredAt ?? request.dueAt)}
        </time>
      ),
  },
  { key: 'state', title: t.state, cell: (request) => <RequestState {...request} /> },
];

/** E-08 `/privacidade`: requests about personal data, by deadline (spec 25.12). */
export default function RequestListPage() {
  const may = useMay();
  const { values, set } = useFilters(['situacao', 'tipo', 'pagina']);
  const shown = (values.situacao in STATES ? values.situacao : '') as keyof typeof STATES;
  const kind = KINDS.find((one) => one === values.tipo);
  const page = Math.max(1, Number.parseInt(values.pagina, 10) || 1);
  const query: QueryInput<'GET /operations/privacy-requests'> = {
    state: STATES[shown],
    ...(kind ? { kind } : {}),
    page,
    pageSize: PAGE,
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['privacy', 'list', query],
    queryFn: ({ signal }) => call('GET /operations/privacy-requests', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: usePollMs(AGAIN_MS),
  });
  const to = (next: number) => set({ pagina: next > 1 ? String(next) : '' });
  const news = shown === '' && !kind && data && data.total > 0;
  return (
    <Content>
      <Head
        title={news ? t.openTitle(data.total) : t.title}
        lead={t.lead}
        actions={
          may('privacy.kept') && (
            <ButtonLink kind="outline" href="/privacidade/guardados">
              {t.kept}
            </ButtonLink>
          )
        }
      />
      <div className="filters">
        <FilterPills
          legend={t.filter}
          value={shown}
          onChange={(situacao) => set({ situacao, pagina: '' })}
          options={[
            { value: '', label: t.open },
            { value: 'respondidos', label: t.answered },
            { value: 'negados', label: t.denied },
          ]}
        />
        <Select
          aria-label={t.kindFilter}
          value={kind ?? ''}
          placeholder={t.anyKind}
          options={KINDS.map((one) => ({ value: one, label: t.kinds[one] }))}
          onChange={(event) => set({ tipo: event.currentTarget.value, pagina: '' })}
        />
      </div>
      {error && !data ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : (
        <>
          <DataTable
            caption={t.caption}
            columns={columns}
            rows={data?.data}
            idOf={({ id }) => String(id)}
            hrefOf={({ id }) => `/privacidade/${id}`}
            empty={
              kind || shown !== '' ? (
                <NoHits onClear={() => set({ situacao: '', tipo: '', pagina: '' })} />
              ) : (
                <Empty mark="check" title={t.none} text={t.noneHelp} />
              )
            }
          />
          <TableFoot
            onPrevious={page > 1 ? () => to(page - 1) : undefined}
            onNext={data && page * PAGE < data.total ? () => to(page + 1) : undefined}
          />
        </>
      )}
    </Content>
  );
}
