import { HIDDEN_IN_VIEW } from '@orbita/domain/staff';
import { CopyCode } from '@orbita/ui/copy-code';
import { Disclosure } from '@orbita/ui/disclosure';
import { Numbered } from '@orbita/ui/numbered';
import { PixLayout, QrPanel } from '@orbita/ui/qr-panel';
import { HiddenInView } from '../base/hidden-in-view.tsx';
import { pixTexts as t } from '../texts/payment.ts';
import type { Payment } from './queries.ts';

const steps = (confirm: string | undefined) => [
  t.steps[0],
  <>
    {t.stepPaste.before}
    <b>{t.stepPaste.strong}</b>
    {t.stepPaste.after}
  </>,
  ...(confirm ? [confirm] : []),
  t.steps[1],
];

type Props = {
  pix: NonNullable<Payment['pix']>;
  /** What else must be confirmed in the bank's app besides the payment. */
  confirm?: string | undefined;
};

/** Code to copy with its steps, and the QR code, which wide screens show at once. */
export function PixCode({ pix, confirm }: Props) {
  if (pix.copyPaste === HIDDEN_IN_VIEW) return <HiddenInView name={t.code} />;
  const qr = (
    <QrPanel src={pix.qrCode} label={t.qr}>
      <span className="small">{t.scan}</span>
    </QrPanel>
  );
  return (
    <PixLayout
      code={
        <section className="stack" aria-label={t.copySection}>
          <CopyCode name={t.code} clip value={pix.copyPaste} label={t.copy} />
          <Numbered steps={steps(confirm)} />
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
  );
}
