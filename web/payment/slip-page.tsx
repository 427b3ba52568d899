import { Button } from '@orbita/ui/button';
import { Chip } from '@orbita/ui/chip';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { PrinterIcon } from '@orbita/ui/icons/printer';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { Numbered } from '@orbita/ui/numbered';
import { call } from '../base/api.ts';
import { useTitle } from '../base/title.ts';
import { usePrint } from '../document/print-ticket.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import { slipTexts as t } from '../texts/payment.ts';
import { Head, Paid, RenewOrOther, Unanswered } from './charge-parts.tsx';
import { PayerLinkCard } from './payer-link-card.tsx';
import type { ChargePageProps } from './pix-page.tsx';
import type { Payment } from './queries.ts';
import { type Slip, SlipCard, SlipPix } from './slip-card.tsx';
import { SlipDownload } from './slip-download.tsx';
import { useCurrent } from './use-current.ts';

const steps = [
  t.steps.pay,
  <>
    <b>{t.steps.confirm}</b> {t.steps.noProof}
  </>,
  t.steps.notified,
];

/** S-30b: line to copy, print and PDF, Pix for the same slip, and the wait for the bank. */
export function SlipPage(props: ChargePageProps) {
  const payment = useCurrent(props.payment, props.reload);
  useTitle(payment.slip ? t.title : t.titleWaiting);
  return (
    <StepFrame subscription={props.subscription} steps={props.steps}>
      <Charge {...props} payment={payment} />
    </StepFrame>
  );
}

function Charge(props: ChargePageProps) {
  const { payment } = props;
  if (payment.state === 'expired') return <Ended {...props} />;
  if (payment.slip) return <Open {...props} slip={payment.slip} />;
  return payment.state === 'paid' ? (
    <Paid payment={payment} title={t.titleWaiting} />
  ) : (
    <Registering payment={payment} />
  );
}

function Open({ payment, slip, onOtherMethod }: ChargePageProps & { slip: Slip }) {
  return (
    <>
      <div className="stack stack--tight">
        <div>
          <Chip icon={ClockIcon}>{t.waiting}</Chip>
        </div>
        <h1 className="title-small" tabIndex={-1}>
          {t.title}
        </h1>
      </div>
      <SlipCard amount={payment.amount} slip={slip}>
        <Print payment={payment} />
        <SlipDownload
          name={`boleto-${payment.paymentId}.pdf`}
          load={() =>
            call('GET /candidate/payments/{paymentId}/slip', { params: { paymentId: payment.paymentId } })
          }
        />
      </SlipCard>
      {payment.pix && <SlipPix pix={payment.pix} />}
      <PayerLinkCard payment={payment} />
      <section className="stack" aria-labelledby="depois">
        <h2 id="depois">{t.next}</h2>
        <Numbered steps={steps} />
      </section>
      <Notice title={t.otherTitle} titleAs="h2">
        <p>{t.otherHelp}</p>
        <p>
          <LinkAction onClick={onOtherMethod}>{t.other}</LinkAction>
        </p>
      </Notice>
    </>
  );
}

/** Prints the slip, and says why if that fails. */
function Print({ payment }: { payment: Payment }) {
  const { busy, problem, print } = usePrint(t.notFetched);
  return (
    <>
      <Button
        kind="outline"
        block
        icon={PrinterIcon}
        busy={busy && t.printing}
        onClick={() =>
          void print({ kind: 'slip', subscriptionId: payment.subscriptionId, refId: payment.paymentId })
        }
      >
        {t.print}
      </Button>
      {problem && <Notice kind="danger" role="alert" title={problem} />}
    </>
  );
}

/** The bank registers a slip only after it was requested; the page changes by itself. */
function Registering({ payment }: { payment: Payment }) {
  return (
    <>
      <Head payment={payment} title={t.titleWaiting} />
      <Unanswered
        payment={payment}
        texts={{
          ...{ now: payment.slipWait ? t.byFile : t.processing, help: t.processingHelp },
          ...{ late: t.late, lateHelp: t.lateHelp },
        }}
      />
    </>
  );
}

function Ended({ payment, charge, onOtherMethod }: ChargePageProps) {
  return (
    <>
      <Head payment={payment} title={t.titleWaiting} />
      <Notice kind="warning" role="status" title={t.ended}>
        {t.endedHelp}
      </Notice>
      <RenewOrOther payment={payment} charge={charge} texts={t} onOtherMethod={onOtherMethod} />
    </>
  );
}
