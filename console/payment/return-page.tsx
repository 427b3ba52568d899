import type { Answer } from '@orbita/protocol';
import { Empty } from '@orbita/ui/empty';
import { Anchor } from '@orbita/ui/link';
import { WithName } from '@orbita/ui/with-name';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { call } from '../base/api.ts';
import { AwaitedItem, isMissing } from '../base/awaited-item.tsx';
import { useScreenTitle } from '../base/title.ts';
import { when } from '../base/zone.ts';
import { chargeTexts, fileTexts, returnTexts as t } from '../texts/payment.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { Mark } from '../ui/state.tsx';
import { moneyText } from './money-text.ts';
import { countsText, outcomeText, TO_LOOK_AT } from './outcomes.ts';

type Line = Answer<'GET /operations/slip-returns/{id}'>['lines'][number];

const columns: readonly Column<Line>[] = [
  { key: 'line', title: t.line, className: 'num', inBlock: t.line, cell: ({ line }) => line },
  {
    key: 'outcome',
    title: t.outcome,
    className: 'line',
    cell: ({ outcome }) => (
      <Mark kind={TO_LOOK_AT.includes(outcome) ? 'danger' : 'plain'}>{outcomeText(outcome)}</Mark>
    ),
  },
  { key: 'said', title: t.said, className: 'line', cell: ({ message }) => message },
  {
    key: 'paid',
    title: t.paid,
    className: 'num nowrap',
    cell: ({ paid }) => (paid === null ? '—' : moneyText(paid)),
  },
  {
    key: 'payment',
    title: t.payment,
    className: 'nowrap',
    cell: ({ paymentId }) =>
      paymentId === null ? (
        '—'
      ) : (
        <Anchor href={`/pagamentos/${paymentId}`}>{chargeTexts.title(paymentId)}</Anchor>
      ),
  },
];

/** `/pagamentos/arquivos/{id}`: the outcome of each line in a file from the bank (spec 25.11). */
export default function ReturnPage() {
  const id = Number(useParams().id);
  const title = Number.isSafeInteger(id) ? t.title(id) : t.loadingTitle;
  useScreenTitle(title);
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', 'return', id],
    queryFn: ({ signal }) => call('GET /operations/slip-returns/{id}', { params: { id }, signal }),
    enabled: Number.isSafeInteger(id),
  });
  if (!data || isMissing(id, error))
    return (
      <AwaitedItem
        id={id}
        title={title}
        error={error}
        onRetry={() => refetch()}
        texts={t}
        list="/pagamentos/arquivos"
      />
    );
  return (
    <Content>
      <Head
        title={`${fileTexts.fileOf(data.bank, data.sequence)} (${data.institution})`}
        lead={
          <WithName
            text={(name) => `${t.lead(name, when(data.readAt))} ${countsText(data.counts)}.`}
            name={data.importedBy}
          />
        }
      />
      <DataTable
        caption={t.caption}
        columns={columns}
        rows={data.lines.map((line, index) => ({ ...line, key: `${line.line} ${index}` }))}
        idOf={(line) => (line as Line & { key: string }).key}
        empty={<Empty mark="file" title={t.none} />}
      />
    </Content>
  );
}
