import { formatDate } from '@orbita/domain/foundation';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { CheckIcon } from '@orbita/ui/icons/check';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { SearchInput } from '@orbita/ui/search-input';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { useMay, useMe } from '../base/me.ts';
import { Failed } from '../base/states.tsx';
import { catalogueTexts as t } from '../texts/catalogue.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { useRested } from '../ui/rested.ts';
import { State } from '../ui/state.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { isListed, LISTED, type Listed, pathOf, type Row, rowsOf, useEntries } from './queries.ts';
import { shownAmount } from './values.ts';

const columnsOf = (kind: Listed): readonly Column<Row>[] => [
  { key: 'title', title: t.name, cell: ({ title }) => <span translate="no">{title}</span> },
  {
    key: 'code',
    title: t.code,
    className: 'end',
    cell: ({ code }) => <code translate="no">{code}</code>,
  },
  ...(kind === 'prices' || kind === 'support'
    ? []
    : [
        {
          key: 'state',
          title: t.state,
          cell: ({ reason }: Row) =>
            reason === null ? (
              <State status="approved" icon={CheckIcon}>
                {t.open}
              </State>
            ) : (
              <State status="attention" icon={ClockIcon}>
                {t.reasons[reason]}
              </State>
            ),
        },
        {
          key: 'dates',
          title: t.dates,
          className: 'nowrap',
          cell: ({ from, to }: Row) =>
            from && to ? t.until(formatDate(from), formatDate(to)) : from ? formatDate(from) : '',
        },
        {
          key: 'seats',
          title: t.seats,
          className: 'num',
          inBlock: t.seats,
          cell: ({ taken, total }: Row) => (taken === null ? '' : `${taken} / ${total ?? '∞'}`),
        },
      ]),
  ...(kind === 'offers' || kind === 'prices'
    ? [
        {
          key: 'amount',
          title: t.amount,
          className: 'num',
          inBlock: t.amount,
          cell: ({ amount }: Row) => (amount === null ? '' : shownAmount(amount)),
        },
      ]
    : []),
];

/** E-10 `/catalogo`: the institution's entries, by kind, open or closed and why (spec 25.14). */
export default function CatalogueListPage() {
  const may = useMay();
  const { values, set } = useFilters(['ver', 'processo']);
  const kind: Listed = isListed(values.ver) ? values.ver : 'intakes';
  const [typed, setTyped] = useState('');
  const q = useRested(typed.trim());
  const list = useEntries(kind, {
    ...(q ? { q } : {}),
    ...(values.processo ? { intake: values.processo } : {}),
  });
  const rows = rowsOf(list.data?.pages);
  const me = useMe();
  const own = (useInstitution() ?? me.institutions[0])?.code;
  return (
    <Content>
      <Head
        title={t.title}
        lead={t.lead}
        actions={
          <>
            <ButtonLink kind="outline" href="/catalogo/versoes">
              {t.versions}
            </ButtonLink>
            {kind === 'vouchers' && may('catalogue.everyday') && (
              <ButtonLink kind="outline" href="/catalogo/novo/vouchers">
                {t.create.vouchers}
              </ButtonLink>
            )}
            {kind === 'offers' && may('catalogue.apply') && (
              <ButtonLink kind="outline" href="/catalogo/nova-oferta">
                {t.create.offers}
              </ButtonLink>
            )}
            {kind === 'support' &&
              rows &&
              !rows.some(({ code }) => code === own) &&
              may('catalogue.apply') && (
                <ButtonLink kind="outline" href="/catalogo/novo/support">
                  {t.create.support}
                </ButtonLink>
              )}
            {may('catalogue.apply') && (
              <ButtonLink kind="outline" href="/catalogo/arquivos">
                {t.upload}
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="filters">
        <FilterPills
          legend={t.kindLegend}
          value={kind}
          onChange={(ver) => set({ ver, processo: '' })}
          options={LISTED.map((value) => ({ value, label: t.kinds[value] }))}
        />
        <div className="find">
          <SearchInput aria-label={t.search} placeholder={t.search} {...typing(typed, setTyped)} />
        </div>
      </div>
      {list.error && !rows ? (
        <Failed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <DataTable
          caption={t.kinds[kind]}
          columns={columnsOf(kind)}
          rows={rows}
          idOf={({ code }) => code}
          hrefOf={({ code }) => pathOf(kind, code)}
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
            {t.more}
          </Button>
        </div>
      )}
    </Content>
  );
}
