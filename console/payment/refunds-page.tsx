import type { Answer } from '@orbita/protocol';
import { ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useFilters, useList } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { usePollMs } from '../base/live.ts';
import { useMay } from '../base/me.ts';
import { exactly, when } from '../base/zone.ts';
import { chargeTexts, monthTexts, refundListTexts as t } from '../texts/payment.ts';
import { tableTexts } from '../texts/table.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { useSteadyRows } from '../ui/steady-rows.ts';
import { FilterPills } from '../ui/table-parts.tsx';
import { moneyText } from './money-text.ts';
import { RefundStateMark } from './state.tsx';

type Refund = Answer<'GET /operations/refunds'>['data'][number];

const AGAIN_MS = 30_000;
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
    cell: ({ requestedAt }) => (
      <time dateTime={requestedAt} title={exactly(requestedAt)}>
        {when(requestedAt)}
      </time>
    ),
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

/** `/pagamentos/devolucoes`: money that went back, and what its bank has not answered (spec 25.11). */
export default function RefundsPage() {
  const may = useMay();
  const { values, set } = useFilters(['situacao']);
  const institution = useInstitution()?.code;
  const waits = values.situacao === WAITING;
  const query = {
    ...(waits ? { state: 'waiting' as const } : {}),
    ...(institution ? { institution } : {}),
  };
  const list = useList<Refund>({
    key: ['payment', 'refunds', query],
    read: ({ cursor, pageSize, signal, background }) =>
      call('GET /operations/refunds', {
        query: { ...query, pageSize, ...(cursor ? { cursor } : {}) },
        signal,
        background,
      }),
    everyMs: usePollMs(AGAIN_MS),
  });
  const steady = useSteadyRows(list.page, list.answer?.data, ({ id }) => String(id));
  const total = list.answer && tableTexts.total(list.answer.total, list.answer.totalCapped);
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
        list={list}
        steady={steady}
        caption={t.caption}
        columns={columns}
        idOf={({ id }) => String(id)}
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
