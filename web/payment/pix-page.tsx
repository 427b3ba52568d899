import { Card } from '@orbita/ui/card';
import { LinkAction } from '@orbita/ui/link-action';
import { LiveLine } from '@orbita/ui/live-line';
import { Notice } from '@orbita/ui/notice';
import { useTitle } from '../base/title.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { pixTexts as t } from '../texts/payment.ts';
import { recurrenceTexts } from '../texts/payment-recurrence.ts';
import { Checking, Head, Paid, RenewOrOther } from './charge-parts.tsx';
import { PayerLinkCard } from './payer-link-card.tsx';
import { PixCode } from './pix-code.tsx';
import { PixEnd } from './pix-end.tsx';
import type { Payment } from './queries.ts';
import { RecurrenceTerms } from './recurrence-terms.tsx';
import type { Charge as ChargeActs } from './use-charge.ts';
import { useCurrent } from './use-current.ts';
import { useRemaining } from './use-remaining.ts';

/** Page of a charge that can be paid now, or could be a moment ago. */
export type ChargePageProps = StepProps & { payment: Payment; charge: ChargeActs; onOtherMethod: () => void };
type Pix = NonNullable<Payment['pix']>;

const isAutomatic = ({ method }: Payment): boolean => method === 'automatic-pix';
const titleOf = (payment: Payment): string => (isAutomatic(payment) ? recurrenceTexts.title : t.title);

/** S-30c and S-30d: code, QR, time left and the wait for the bank, or what to do once the code has ended. */
export function PixPage(props: ChargePageProps) {
  const payment = useCurrent(props.payment, props.reload);
  useTitle(titleOf(payment));
  return (
    <StepFrame subscription={props.subscription} steps={props.steps}>
      <Charge {...props} payment={payment} />
    </StepFrame>
  );
}

function Charge(props: ChargePageProps) {
  const { payment } = props;
  if (payment.state === 'expired') return <Expired {...props} />;
  if (payment.pix) return <WithCode {...props} pix={payment.pix} />;
  return payment.state === 'paid' ? (
    <Paid payment={payment} title={titleOf(payment)} />
  ) : (
    <Checking payment={payment} onOtherMethod={props.onOtherMethod} />
  );
}

function WithCode(props: ChargePageProps & { pix: Pix }) {
  const { payment, pix } = props;
  const remaining = useRemaining(payment.createdAt, pix.expiresAt);
  return remaining === 0 ? <Expired {...props} /> : <Open {...props} remaining={remaining} />;
}

function Open({
  payment,
  pix,
  remaining,
  onOtherMethod,
}: ChargePageProps & { pix: Pix; remaining: number | undefined }) {
  return (
    <>
      <Head
        payment={payment}
        title={titleOf(payment)}
        end={<PixEnd expiresAt={pix.expiresAt} remaining={remaining} />}
      />
      <PixCode pix={pix} confirm={isAutomatic(payment) ? recurrenceTexts.confirm : undefined} />
      {isAutomatic(payment) && <RecurrenceTerms subscriptionId={payment.subscriptionId} />}
      <Card look="soft" className="stack stack--tight">
        <LiveLine>{t.waiting}</LiveLine>
        <p className="small">{t.waitingHelp}</p>
      </Card>
      {/* Paying this code also authorises the monthly charges, so no link for another payer is offered. */}
      {!isAutomatic(payment) && <PayerLinkCard payment={payment} />}
      <div className="row row--acts">
        <LinkAction onClick={onOtherMethod}>{t.otherMethod}</LinkAction>
      </div>
    </>
  );
}

function Expired({ payment, charge, onOtherMethod }: ChargePageProps) {
  return (
    <>
      <Head payment={payment} title={titleOf(payment)} />
      <Notice kind="warning" role="status" title={payment.answerLate ? t.lateEnd : t.expired}>
        {payment.answerLate ? t.lateEndHelp : t.expiredHelp}
      </Notice>
      <RenewOrOther payment={payment} charge={charge} texts={t} onOtherMethod={onOtherMethod} />
    </>
  );
}
