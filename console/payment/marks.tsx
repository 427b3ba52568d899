import type { Attention, MonthMark, WayOut } from '@orbita/domain/payment';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { lazy, Suspense, useState } from 'react';
import type { Outcome } from '../act/outcome.tsx';
import { useMay } from '../base/me.ts';
import { markTexts, chargeTexts as t, wayTexts } from '../texts/payment.ts';
import { attentionTexts } from '../texts/subscription.ts';
import { Section } from '../ui/page.tsx';
import { readOnlyNotice } from '../work/hindered.tsx';
import { moneyText } from './money-text.ts';
import type { OpenMonth, OpenPayment } from './queries.ts';

const RefundDialog = lazy(() => import('./refund-dialog.tsx').then((all) => ({ default: all.RefundDialog })));
const ResolveDialog = lazy(() =>
  import('./resolve-dialog.tsx').then((all) => ({ default: all.ResolveDialog })),
);
const CompareDialog = lazy(() =>
  import('./compare-dialog.tsx').then((all) => ({ default: all.CompareDialog })),
);

/** Marked money: a payment or a month. */
export type Money = { kind: 'payment'; item: OpenPayment } | { kind: 'month'; item: OpenMonth };
type Chosen = { way: WayOut; mark: Attention | MonthMark | null };

type Props = { money: Money; canAct: boolean; onDone: (outcome: Outcome) => void };

const textOfMark = (mark: Attention | MonthMark): string =>
  Object.hasOwn(markTexts, mark) ? markTexts[mark] : attentionTexts.other;

/** What the money was received for, and why somebody must look at it, each reason with its possible actions (spec 25.11). */
export function Marks({ money, canAct, onDone }: Props) {
  const may = useMay();
  const [chosen, setChosen] = useState<Chosen>();
  const { item } = money;
  const settles = may('payments.settle');
  const refunds = may('payments.refund');
  const isHers = (way: WayOut): boolean =>
    way === 'reinstate' ? may('subscriptions.read') : way === 'refund' ? refunds : settles;
  const hasLeft = item.left > 0 && refunds;
  if (item.marks.length === 0 && !hasLeft) return null;
  const choose = (way: WayOut, mark: Chosen['mark']) => setChosen({ way, mark });
  return (
    <Section title={t.marks}>
      {item.marks.map(({ mark, ways }) => (
        <Notice key={mark} kind="warning" title={textOfMark(mark)}>
          {item.received !== null && <p>{t.received(moneyText(item.received), moneyText(item.amount))}</p>}
          <div className="row">
            {ways.filter(isHers).map((way, at) =>
              way === 'reinstate' ? (
                <ButtonLink key={way} kind="outline" small href={`/inscricoes/${item.subscriptionId}`}>
                  {wayTexts[way]}
                </ButtonLink>
              ) : (
                <Button
                  key={way}
                  kind={at === 0 ? 'primary' : 'outline'}
                  small
                  disabled={!canAct}
                  onClick={() => choose(way, mark)}
                >
                  {wayTexts[way]}
                </Button>
              ),
            )}
          </div>
        </Notice>
      ))}
      {item.marks.length > 0 && !settles && readOnlyNotice('payments.settle')}
      {item.marks.length === 0 && hasLeft && (
        <div className="row">
          <Button kind="outline" small disabled={!canAct} onClick={() => choose('refund', null)}>
            {t.refund}
          </Button>
          <span className="meta">{t.left(moneyText(item.left))}</span>
        </div>
      )}
      {chosen && (
        <Suspense>
          <WayDialog
            money={money}
            chosen={chosen}
            onClose={() => setChosen(undefined)}
            onDone={(outcome) => {
              setChosen(undefined);
              onDone(outcome);
            }}
          />
        </Suspense>
      )}
    </Section>
  );
}

type WayProps = { money: Money; chosen: Chosen; onClose: () => void; onDone: (outcome: Outcome) => void };

function WayDialog({ money, chosen: { way, mark }, onClose, onDone }: WayProps) {
  const { kind, item } = money;
  if (way === 'refund')
    return (
      <RefundDialog
        application={{ id: item.subscriptionId }}
        of={
          kind === 'payment' ? { paymentId: item.id, monthId: null } : { paymentId: null, monthId: item.id }
        }
        onClose={onClose}
        onOutcome={async (outcome) => onDone(outcome)}
      />
    );
  if (way === 'compare')
    return <CompareDialog institution={item.institutionCode} onClose={onClose} onDone={onDone} />;
  if (mark === null || way === 'reinstate') return null;
  const of =
    kind === 'payment'
      ? ({ kind, id: item.id, mark: mark as Attention } as const)
      : ({ kind, id: item.id, mark: mark as MonthMark } as const);
  return <ResolveDialog way={way} of={of} version={item.version} onClose={onClose} onDone={onDone} />;
}
