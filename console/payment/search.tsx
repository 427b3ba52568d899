import { toAmount } from '@orbita/domain/foundation';
import { MOST_MONEY_TERM, moneyTermsOf } from '@orbita/domain/payment';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Field } from '@orbita/ui/field';
import { SearchInput } from '@orbita/ui/search-input';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { centsOf } from '../base/amount.ts';
import { call } from '../base/api.ts';
import { Failed } from '../base/states.tsx';
import { searchTexts as t } from '../texts/payment.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Head } from '../ui/page.tsx';
import { columns } from './columns.tsx';

/** What is searched for: a number, or an amount on a day. */
export type Search = { q: string } | { amount: number | null; paidOn: string };

type Row = Answer<'POST /operations/payments/search'>['data'][number];

/** The typed search, and its errors. */
function readForm(
  q: string,
  amount: string,
  day: string,
): { search?: Search; q?: string; amount?: string; day?: string } {
  if (q.trim()) return moneyTermsOf(q).length > 0 ? { search: { q } } : { q: t.hint };
  const cents = amount.trim() ? centsOf(amount) : null;
  if (cents === undefined) return { amount: t.amountWrong };
  if (!day) return cents === null ? { q: t.missing } : { day: t.dayMissing };
  return { search: { amount: cents === null ? null : toAmount(cents), paidOn: day } };
}

/** Searches for a payment by number, or by amount and day (spec 25.11). */
export function SearchForm({ onSearch }: { onSearch: (search: Search) => void }) {
  const [q, setQ] = useState('');
  const [amount, setAmount] = useState('');
  const [day, setDay] = useState('');
  const [tried, setTried] = useState(false);
  const read = readForm(q, amount, day);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (read.search) onSearch(read.search);
  };
  const said = tried ? read : {};
  return (
    <form className="money-search" aria-label={t.label} onSubmit={send} noValidate>
      <Field label={t.q} hint={t.hint} error={said.q}>
        <SearchInput autoComplete="off" maxLength={MOST_MONEY_TERM} {...typing(q, setQ)} />
      </Field>
      <Field label={t.amount} error={said.amount}>
        <TextInput inputMode="decimal" autoComplete="off" {...typing(amount, setAmount)} />
      </Field>
      <Field label={t.day} error={said.day}>
        <TextInput type="date" {...typing(day, setDay)} />
      </Field>
      <Button type="submit" kind="outline">
        {t.send}
      </Button>
    </form>
  );
}

const withWhy = [
  ...columns,
  {
    key: 'by',
    title: t.by,
    inBlock: t.by,
    cell: ({ foundBy, months }: Row) =>
      [
        ...foundBy.map((by) => t.kinds[by]),
        ...(months.length > 0 ? [t.months(months.map(({ number }) => number).join(', '))] : []),
      ].join(', '),
  },
];

/** Address of a search result: the matching month, if there is exactly one. */
const hrefOf = ({ id, months: [month, another] }: Row): string =>
  month && !another ? `/pagamentos/mensalidades/${month.id}` : `/pagamentos/${id}`;

type FoundProps = { search: Search; onBack: () => void; onSearch: (search: Search) => void };

/** Search results, shown instead of the list. */
export function Found({ search, onBack, onSearch }: FoundProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', 'search', search],
    queryFn: ({ signal }) => call('POST /operations/payments/search', { body: search, signal }),
    // Results identify people, so they are not cached after leaving.
    gcTime: 0,
  });
  return (
    <>
      <Head
        title={data ? t.found(data.data.length) : t.busy}
        lead={data?.more ? t.more : undefined}
        actions={
          <Button kind="outline" onClick={onBack}>
            {t.back}
          </Button>
        }
      />
      <SearchForm onSearch={onSearch} />
      {error && !data ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : (
        <DataTable
          caption={t.label}
          columns={withWhy}
          rows={data?.data}
          idOf={({ id }) => String(id)}
          hrefOf={hrefOf}
          empty={<Empty mark="question" title={t.none} text={t.noneHelp} />}
        />
      )}
    </>
  );
}
