import type { RecordProps } from '../subscription/record-props.ts';
import PaymentRecord from './payment-record.tsx';

/** What was paid for the application itself (S-34). */
export default function TaxRecord(props: RecordProps) {
  return <PaymentRecord {...props} purpose="tax" />;
}
