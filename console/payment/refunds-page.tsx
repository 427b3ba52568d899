import type { Answer } from '@orbita/protocol';
import { ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { At } from '../base/facts.tsx';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { useMay } from '../base/me.ts';
import { useRows } from '../base/rows.ts';
import { chargeTexts, monthTexts, refundListTexts as t } from '../texts/payment.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { moneyText } from './money-text.ts';
import { RefundStateMark } from './state.tsx';

type Refund = Answer<'GET /operations/refunds'>['data'][number];

const WAITING = 'sem-resposta';

const columns: readonly Column<Refund>[] = [
  { key: 'amount', title: t.amount, className: 'num nowrap', cell: ({ amount }) => moneyText(amount) },
  { key: 'reason', title: t.reason, className: 'line', cell: ({ reason }) => reason },
  {
    key: 'of',
    title: t.of,
    className: 'nowrap',
    cell: ({ paymentId, monthId }) =>
      paymentId === null ? monthTexts.title(monthId ?? 0) : chargeTexts.title(paymentId),
  },
  { key: 'by', title: t.by, cell: ({ requestedBy }) => requestedBy },
  {
    key: 'at',
    title: t.at,
    className: 'nowrap',
    inBlock: t.at,
    cell: ({ requestedAt }) => <At instant={requestedAt} />,
  },
  {
    key: 'state',
    title: t.state,
    className: 'line',
    cell: ({ state, failure }) => (
      <>
        <RefundStateMark state={state} />
        {failure && <small>{failure}</small>}
      </>
    ),
  },
];

/** `/pagamentos/devolucoes`: refunds, and those the bank has not answered (spec 25.11). */
export default function RefundsPage() {
  const may = useMay();
  const { values, set } = useFilters(['situacao']);
  const institution = useInstitution()?.code;
  const waits = values.situacao === WAITING;
  const query = {
    ...(waits ? { state: 'waiting' as const } : {}),
    ...(institution ? { institution } : {}),
  };
  const { table, total } = useRows('GET /operations/refunds', {
    name: ['payment', 'refunds'],
    query,
    idOf: ({ id }) => String(id),
    renews: true,
  });
  return (
    <Content>
      <Head
        title={total ? t.title(total) : t.loadingTitle}
        lead={t.lead}
        actions={
          may('payments.approve') && (
            <ButtonLink kind="outline" href="/aprovacoes">
              {t.approvals}
            </ButtonLink>
          )
        }
      />
      <div className="filters">
        <FilterPills
          legend={t.filter}
          value={waits ? WAITING : ''}
          onChange={(situacao) => set({ situacao })}
          options={[
            { value: '', label: t.all },
            { value: WAITING, label: t.waiting },
          ]}
        />
      </div>
      <ListTable
        {...table}
        caption={t.caption}
        columns={columns}
        hrefOf={({ paymentId, monthId }) =>
          paymentId === null ? `/pagamentos/mensalidades/${monthId}` : `/pagamentos/${paymentId}`
        }
        empty={
          waits ? (
            <Empty mark="check" title={t.none} />
          ) : (
            <Empty mark="file" title={t.empty} text={t.emptyHelp} />
          )
        }
      />
    </Content>
  );
}
