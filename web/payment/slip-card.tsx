import { formatDate, formatMoney, toCents } from '@orbita/domain/foundation';
import { formatLine } from '@orbita/domain/payment';
import { HIDDEN_IN_VIEW } from '@orbita/domain/staff';
import { Amount } from '@orbita/ui/amount';
import { Card } from '@orbita/ui/card';
import { CopyButton, CopyCode } from '@orbita/ui/copy-code';
import { Disclosure } from '@orbita/ui/disclosure';
import { QrPanel } from '@orbita/ui/qr-panel';
import type { ReactNode } from 'react';
import { HiddenInView } from '../base/hidden-in-view.tsx';
import { pixTexts, slipTexts as t } from '../texts/payment.ts';
import type { Payment } from './queries.ts';

export type Slip = NonNullable<Payment['slip']>;

/** Amount, due date and digitable line of a slip; `children` are the ways to save it. */
export function SlipCard({ amount, slip, children }: { amount: number; slip: Slip; children: ReactNode }) {
  const full = formatMoney(toCents(amount) + toCents(slip.discountUntilDue ?? 0));
  return (
    <Card className="stack">
      <div className="row row--between row--end">
        <div>
          <p className="muted small">{slip.discountUntilDue ? t.amount : t.amountOnly}</p>
          <Amount cents={toCents(amount)} />
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
      {slip.digitableLine === HIDDEN_IN_VIEW ? (
        <HiddenInView name={t.line} />
      ) : (
        <CopyCode name={t.line} nameShown value={formatLine(slip.digitableLine)} label={t.copy} />
      )}
      {children}
      {slip.discountUntilDue && <p className="small muted">{t.afterDue(full)}</p>}
    </Card>
  );
}

/** The Pix that pays the same slip. */
export function SlipPix({ pix }: { pix: NonNullable<Payment['pix']> }) {
  if (pix.copyPaste === HIDDEN_IN_VIEW) return <HiddenInView name={pixTexts.code} />;
  return (
    <Disclosure summary={t.pixSummary}>
      <div className="stack">
        <p className="small">{t.pixNote}</p>
        <QrPanel src={pix.qrCode} label={pixTexts.qr} />
        <CopyButton value={pix.copyPaste} label={pixTexts.copy} kind="outline" />
      </div>
    </Disclosure>
  );
}
