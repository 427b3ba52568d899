import { Card } from '@orbita/ui/card';
import { Empty } from '@orbita/ui/empty';
import { Notice } from '@orbita/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-props.ts';
import { recurrenceTexts } from '../texts/payment-recurrence.ts';
import { recordTexts as t } from '../texts/record.ts';
import { type Payment, paymentsQuery } from './queries.ts';
import { PrintReceipt, Receipt } from './receipt.tsx';
import { RecurrenceCard } from './recurrence-card.tsx';
import { authorisedBy, isNotAuthorised } from './recurrence-query.ts';

type Props = RecordProps & { purpose?: Payment['purpose'] };

/** What was paid for the enrolment, each payment with its receipt, and the months charged automatically. */
export default function PaymentRecord({ subscription, purpose = 'enrollment' }: Props) {
  const payments = useQuery(paymentsQuery(subscription.id));
  return (
    <Loaded query={payments}>
      {(all) => {
        const settled = all.filter(
          (one) => one.purpose === purpose && (one.state === 'paid' || one.state === 'refunded'),
        );
        if (settled.length === 0) return <Empty mark="check" title={t.noPayment} text={t.noPaymentHelp} />;
        return (
          <>
            {settled.map((payment, index) => (
              <Card key={payment.paymentId} className="stack">
                <h2 className="h3">{t.paymentOf(index + 1, settled.length)}</h2>
                <Receipt payment={payment} />
                {isNotAuthorised(payment) && <Notice kind="warning" title={recurrenceTexts.notDone} />}
                {payment.state === 'paid' ? <PrintReceipt payment={payment} /> : <p>{t.refunded}</p>}
              </Card>
            ))}
            {authorisedBy(settled) && <RecurrenceCard subscriptionId={subscription.id} />}
          </>
        );
      }}
    </Loaded>
  );
}
