import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { At } from '../base/facts.tsx';
import { Failed } from '../base/states.tsx';
import { catalogueTexts } from '../texts/catalogue.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';

const t = catalogueTexts.version;
type Version = Answer<'GET /operations/catalogue/versions'>['data'][number];

const columns: readonly Column<Version>[] = [
  { key: 'version', title: t.number, cell: ({ version }) => t.one(version) },
  {
    key: 'at',
    title: t.at,
    className: 'nowrap',
    cell: ({ at }) => <At instant={at} />,
  },
  { key: 'by', title: t.by, cell: ({ by }) => <span translate="no">{by}</span> },
  { key: 'source', title: t.source, cell: ({ source }) => t.sources[source] },
  { key: 'entries', title: t.entries, className: 'num', inBlock: t.entries, cell: ({ entries }) => entries },
];

/** E-10 `/catalogo/versoes`: who changed the catalogue, when and how (spec 25.14). */
export default function VersionsPage() {
  const list = useInfiniteQuery({
    queryKey: ['catalogue', 'versions'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('GET /operations/catalogue/versions', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const rows = list.data?.pages.flatMap(({ data }) => data);
  return (
    <Content>
      <Head title={t.title} lead={t.lead} />
      {list.error && !rows ? (
        <Failed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <DataTable
          caption={t.title}
          columns={columns}
          rows={rows}
          idOf={({ version }) => String(version)}
          hrefOf={({ version }) => `/catalogo/versoes/${version}`}
          empty={<Empty mark="question" title={t.none} />}
        />
      )}
      {list.hasNextPage && (
        <div className="row">
          <Button
            kind="outline"
            busy={list.isFetchingNextPage && t.loading}
            onClick={() => void list.fetchNextPage()}
          >
            {catalogueTexts.more}
          </Button>
        </div>
      )}
    </Content>
  );
}
