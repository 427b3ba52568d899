import { providerLabel } from '@orbita/domain/tenancy';
import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../base/api.ts';
import { At } from '../base/facts.tsx';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable } from '../base/list-table.tsx';
import { useMay } from '../base/me.ts';
import { useRows } from '../base/rows.ts';
import { when } from '../base/zone.ts';
import { chargeTexts, differenceTexts as t } from '../texts/payment.ts';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { type Difference, sideText } from './difference.ts';
import { useMoneyReload } from './queries.ts';

const CompareDialog = lazy(() =>
  import('./compare-dialog.tsx').then((all) => ({ default: all.CompareDialog })),
);
const ExplainDialog = lazy(() =>
  import('./explain-dialog.tsx').then((all) => ({ default: all.ExplainDialog })),
);

const STATES = { '': 'open', corrigidas: 'applied', explicadas: 'resolved' } as const;

const columnsFor = (
  onExplain: ((difference: Difference) => void) | undefined,
): readonly Column<Difference>[] => [
  { key: 'kind', title: t.kind, className: 'line', cell: ({ kind }) => t.kinds[kind] },
  { key: 'ours', title: t.ours, inBlock: t.ours, cell: ({ ours }) => sideText(ours) },
  { key: 'theirs', title: t.theirs, inBlock: t.theirs, cell: ({ theirs }) => sideText(theirs) },
  {
    key: 'reference',
    title: t.reference,
    inBlock: t.reference,
    className: 'charge-numbers',
    cell: ({ reference, provider, paymentId }) => (
      <>
        <span translate="no">{reference}</span>
        <small>
          {providerLabel(provider)}
          {paymentId !== null && (
            <>
              {' · '}
              <Anchor href={`/pagamentos/${paymentId}`}>{chargeTexts.title(paymentId)}</Anchor>
            </>
          )}
        </small>
      </>
    ),
  },
  {
    key: 'found',
    title: t.found,
    className: 'nowrap',
    inBlock: t.found,
    cell: ({ createdAt }) => <At instant={createdAt} />,
  },
  {
    key: 'act',
    title: t.explain,
    className: 'end',
    cell: (difference) =>
      difference.state === 'open' && onExplain ? (
        <Button kind="outline" small onClick={() => onExplain(difference)}>
          {t.explain}
        </Button>
      ) : (
        difference.reason
      ),
  },
];

/** `/pagamentos/diferencas`: differences between a bank's records and ours, and nothing else (spec 25.11). */
export default function DifferencesPage() {
  const may = useMay();
  const { values, set } = useFilters(['situacao']);
  const institution = useInstitution()?.code;
  const reload = useMoneyReload();
  const [explaining, setExplaining] = useState<Difference>();
  const [comparing, setComparing] = useState(false);
  const [said, setSaid] = useState('');
  const state = STATES[values.situacao as keyof typeof STATES] ?? 'open';
  const query = { state, ...(institution ? { institution } : {}) };
  const [round, setRound] = useState(0);
  const { table, total } = useRows('GET /operations/reconciliation-differences', {
    name: ['payment', 'differences'],
    query,
    idOf: ({ id }) => String(id),
    renews: true,
    round: round,
  });
  const settles = may('payments.settle');
  const done = async (text: string) => {
    setExplaining(undefined);
    setComparing(false);
    setSaid(text);
    await reload();
    setRound((before) => before + 1);
  };
  return (
    <Content>
      <Head
        title={total ? t.title(total) : t.loadingTitle}
        lead={t.lead}
        actions={settles && <Button onClick={() => setComparing(true)}>{t.compare.open}</Button>}
      />
      <div role="status">{said && <Notice kind="success" title={said} />}</div>
      <Pending institution={institution} />
      <div className="filters">
        <FilterPills
          legend={t.filter}
          value={values.situacao in STATES ? values.situacao : ''}
          onChange={(situacao) => set({ situacao })}
          options={[
            { value: '', label: t.open },
            { value: 'corrigidas', label: t.applied },
            { value: 'explicadas', label: t.resolved },
          ]}
        />
      </div>
      <ListTable
        {...table}
        caption={t.caption}
        columns={columnsFor(settles ? setExplaining : undefined)}
        empty={
          state === 'open' ? (
            <Empty mark="check" title={t.none} text={t.noneHelp} />
          ) : (
            <Empty mark="check" title={t.noneOther} />
          )
        }
      />
      <Suspense>
        {explaining && (
          <ExplainDialog
            difference={explaining}
            onClose={() => setExplaining(undefined)}
            onDone={(text) => void done(text)}
          />
        )}
        {comparing && (
          <CompareDialog onClose={() => setComparing(false)} onDone={(text) => void done(text)} />
        )}
      </Suspense>
    </Content>
  );
}

/** Banks whose list could not be read, so that silence is not mistaken for agreement. */
function Pending({ institution }: { institution: string | undefined }) {
  const { data } = useQuery({
    queryKey: ['payment', 'reconciliations', 'failed', institution ?? ''],
    queryFn: ({ signal }) =>
      call('GET /operations/reconciliations', {
        query: { state: 'failed', pageSize: 20, ...(institution ? { institution } : {}) },
        signal,
      }),
  });
  const open = (data?.data ?? []).filter(({ nextAttemptAt }) => nextAttemptAt !== null);
  return open.map(({ id, provider, institution: code, nextAttemptAt }) => (
    <Notice key={id} kind="warning" title={t.pending(`${providerLabel(provider)} (${code})`)}>
      {nextAttemptAt && <p>{t.next(when(nextAttemptAt))}</p>}
    </Notice>
  ));
}
