import { formatDate, formatMoney, toCents } from '@orbita/domain/foundation';
import { formatLine } from '@orbita/domain/payment';
import { useState } from 'react';
import { call, textOf } from '../app/api.ts';
import { keepFile } from '../app/keep-file.ts';
import { useTitle } from '../app/title.ts';
import { usePrint } from '../document/print-ticket.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import { pixTexts, slipTexts as t } from '../texts/payment.ts';
import { Amount } from '../ui/amount.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { CopyButton, CopyCode } from '../ui/copy-code.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { ClockIcon } from '../ui/icons/clock.tsx';
import { DownloadIcon } from '../ui/icons/download.tsx';
import { PrinterIcon } from '../ui/icons/printer.tsx';
import { RefreshIcon } from '../ui/icons/refresh.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { LiveLine } from '../ui/live-line.tsx';
import { Notice } from '../ui/notice.tsx';
import { Numbered } from '../ui/numbered.tsx';
import { QrPanel } from '../ui/qr-panel.tsx';
import { Head, Paid, RenewProblem } from './charge-parts.tsx';
import type { ChargePageProps } from './pix-page.tsx';
import type { Payment } from './queries.ts';
import { useCurrent } from './use-current.ts';

type Slip = NonNullable<Payment['slip']>;

const steps = [
  t.steps.pay,
  <>
    <b>{t.steps.confirm}</b> {t.steps.noProof}
  </>,
  t.steps.told,
];

/** S-30b: line to copy, print and PDF, Pix of the same slip, and the wait for the bank. */
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
  const full = formatMoney(toCents(payment.amount) + toCents(slip.discountUntilDue ?? 0));
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
      <Card className="stack">
        <div className="row row--between row--end">
          <div>
            <p className="muted small">{slip.discountUntilDue ? t.amount : t.amountOnly}</p>
            <Amount cents={toCents(payment.amount)} />
          </div>
          <div>
            <p className="muted small">{t.due}</p>
            <p>
              <b>
                <time dateTime={slip.dueDate}>{formatDate(slip.dueDate)}</time>
              </b>
            </p>
          </div>
        </div>
        <CopyCode name={t.line} nameShown value={formatLine(slip.digitableLine)} label={t.copy} />
        <Keep payment={payment} />
        {slip.discountUntilDue && <p className="small muted">{t.afterDue(full)}</p>}
      </Card>
      {payment.pix && (
        <Disclosure summary={t.pixSummary}>
          <div className="stack">
            <p className="small">{t.pixNote}</p>
            <QrPanel src={payment.pix.qrCode} label={pixTexts.qr} />
            <CopyButton value={payment.pix.copyPaste} label={pixTexts.copy} kind="outline" />
          </div>
        </Disclosure>
      )}
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

/** Print and PDF of the slip, and why one of them did not come. */
function Keep({ payment }: { payment: Payment }) {
  const { busy, problem, print } = usePrint(t.notFetched);
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState<string>();
  const download = async () => {
    setLoading(true);
    setFailed(undefined);
    try {
      const { pdf } = await call('GET /candidate/payments/{paymentId}/slip', {
        params: { paymentId: payment.paymentId },
      });
      const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
      keepFile(new Blob([bytes], { type: 'application/pdf' }), `boleto-${payment.paymentId}.pdf`);
    } catch (error) {
      setFailed(textOf(error, t.notFetched));
    } finally {
      setLoading(false);
    }
  };
  const told = problem ?? failed;
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
      <Button
        kind="quiet"
        block
        icon={DownloadIcon}
        busy={loading && t.downloading}
        onClick={() => void download()}
      >
        {t.download}
      </Button>
      {told && <Notice kind="danger" role="alert" title={told} />}
    </>
  );
}

/** The bank registers a slip after it was asked for; the page changes by itself. */
function Registering({ payment }: { payment: Payment }) {
  return (
    <>
      <Head payment={payment} title={t.titleWaiting} />
      <Card look="soft" className="stack stack--tight">
        <LiveLine>{t.processing}</LiveLine>
        <p className="small">{t.processingHelp}</p>
      </Card>
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
          {pixTexts.otherMethod}
        </Button>
      </div>
    </>
  );
}
