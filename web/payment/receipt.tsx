import { formatMoney, toCents } from '@orbita/domain/foundation';
import { methodShown } from '@orbita/domain/payment';
import { Button } from '@orbita/ui/button';
import { Facts } from '@orbita/ui/facts';
import { PrinterIcon } from '@orbita/ui/icons/printer';
import { Notice } from '@orbita/ui/notice';
import { tenantDateTime } from '../base/zone.ts';
import { usePrint } from '../document/print-ticket.ts';
import { paymentTexts, confirmedTexts as t } from '../texts/payment.ts';
import type { Payment } from './queries.ts';

/** What was paid, how and when; for a waived payment, that nothing was. */
export function Receipt({ payment }: { payment: Payment }) {
  const free = payment.method === 'waived';
  return (
    <Facts
      inline
      facts={[
        { label: t.amount, value: free ? paymentTexts.nothing : formatMoney(toCents(payment.amount)) },
        {
          label: free ? t.waived : t.method,
          value: methodShown({ ...payment, cents: toCents(payment.amount) }),
        },
        ...(payment.paidAt ? [{ label: t.paidAt, value: tenantDateTime(payment.paidAt) }] : []),
        { label: t.number, value: `nº ${payment.subscriptionId}` },
      ]}
    />
  );
}

/** Opens the receipt for printing. */
export function PrintReceipt({ payment }: { payment: Payment }) {
  const { busy, problem, print } = usePrint();
  return (
    <>
      <Button
        kind="outline"
        small
        icon={PrinterIcon}
        busy={busy && t.printing}
        onClick={() =>
          void print({
            kind: 'receipt',
            subscriptionId: payment.subscriptionId,
            refId: payment.paymentId,
          })
        }
      >
        {payment.method === 'waived' ? t.printProof : t.print}
      </Button>
      {problem && <Notice kind="danger" role="alert" title={problem} />}
    </>
  );
}
