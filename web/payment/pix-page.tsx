import { serverNow } from '../app/server-clock.ts';
import { useTitle } from '../app/title.ts';
import { momentText } from '../subscription/deadline.ts';
import type { StepProps } from '../subscription/shell-page.tsx';
import { StepFrame } from '../subscription/step-frame.tsx';
import { pixTexts as t } from '../texts/payment.ts';
import { recurrenceTexts } from '../texts/payment-recurrence.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyCode } from '../ui/copy-code.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Deadline } from '../ui/deadline.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { RefreshIcon } from '../ui/icons/refresh.tsx';
import { ShareIcon } from '../ui/icons/share.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { LiveLine } from '../ui/live-line.tsx';
import { Notice } from '../ui/notice.tsx';
import { Numbered } from '../ui/numbered.tsx';
import { PixLayout, QrPanel } from '../ui/qr-panel.tsx';
import { Checking, Head, Paid, RenewProblem } from './charge-parts.tsx';
import type { Payment } from './queries.ts';
import { RecurrenceTerms } from './recurrence-terms.tsx';
import type { Charge as ChargeActs } from './use-charge.ts';
import { useCurrent } from './use-current.ts';
import { useRemaining } from './use-remaining.ts';

/** Page of a charge that can be paid now, or was a moment ago. */
export type ChargePageProps = StepProps & { payment: Payment; charge: ChargeActs; onOtherMethod: () => void };
type Pix = NonNullable<Payment['pix']>;

const isAutomatic = ({ method }: Payment): boolean => method === 'automatic-pix';
const titleOf = (payment: Payment): string => (isAutomatic(payment) ? recurrenceTexts.title : t.title);

const steps = (payment: Payment) => [
  t.steps[0],
  <>
    {t.stepPaste.before}
    <b>{t.stepPaste.strong}</b>
    {t.stepPaste.after}
  </>,
  ...(isAutomatic(payment) ? [recurrenceTexts.confirm] : []),
  t.steps[1],
];

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
    <Checking payment={payment} />
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
}: ChargePageProps & { pix: Pix; remaining?: number }) {
  const qr = (
    <QrPanel src={pix.qrCode} label={t.qr}>
      <span className="small">{t.scan}</span>
    </QrPanel>
  );
  const end =
    remaining === undefined ? (
      <Deadline>{t.validUntil(momentText(pix.expiresAt, serverNow()))}</Deadline>
    ) : (
      <Countdown label={t.expiresIn} remainingMs={remaining} />
    );
  return (
    <>
      <Head payment={payment} title={titleOf(payment)} end={end} />
      <PixLayout
        code={
          <section className="stack" aria-label={t.copySection}>
            <CopyCode name={t.code} clip value={pix.copyPaste} label={t.copy} />
            <Numbered steps={steps(payment)} />
          </section>
        }
        qr={
          <section aria-label={t.qrSection}>
            <Disclosure className="only-phone" summary={t.showQr}>
              {qr}
            </Disclosure>
            <div className="only-tablet">{qr}</div>
          </section>
        }
      />
      {isAutomatic(payment) && <RecurrenceTerms subscriptionId={payment.subscriptionId} />}
      <Card look="soft" className="stack stack--tight">
        <LiveLine>{t.waiting}</LiveLine>
        <p className="small">{t.waitingHelp}</p>
      </Card>
      <div className="row row--acts">
        <ShareButton code={pix.copyPaste} />
        <LinkAction onClick={onOtherMethod}>{t.otherMethod}</LinkAction>
      </div>
    </>
  );
}

/** Shares the code with another app, if the device supports it. */
function ShareButton({ code }: { code: string }) {
  if (typeof navigator.share !== 'function') return null;
  // Closing the share sheet rejects the promise; there is nothing to do.
  const share = () => void navigator.share({ text: code }).catch(() => undefined);
  return (
    <Button kind="outline" small icon={ShareIcon} onClick={share}>
      {t.share}
    </Button>
  );
}

function Expired({ payment, charge, onOtherMethod }: ChargePageProps) {
  return (
    <>
      <Head payment={payment} title={titleOf(payment)} />
      <Notice kind="warning" role="status" title={t.expired}>
        {t.expiredHelp}
      </Notice>
      <RenewProblem charge={charge} />
      <div className="row">
        <Button
          icon={RefreshIcon}
          busy={charge.busy && t.renewing}
          onClick={() => void charge.renew(payment)}
        >
          {t.renew}
        </Button>
        <Button kind="quiet" onClick={onOtherMethod}>
          {t.otherMethod}
        </Button>
      </div>
    </>
  );
}
