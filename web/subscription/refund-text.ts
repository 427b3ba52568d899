import { formatMoney, toCents } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import type { NoticeKind } from '@orbita/ui/notice';
import { cancelTexts as t } from '../texts/leaving.ts';

export type Leaving = Answer<'GET /candidate/subscriptions/{id}/cancellation'>;
type Paid = Leaving['paid'];

const has = (paid: Paid, purpose: Paid[number]['purpose']): boolean =>
  paid.some((one) => one.purpose === purpose);

function withdrawalWords(paid: Paid): string {
  if (!has(paid, 'tax')) return t.withdrawalWhy('contract');
  return t.withdrawalWhy(has(paid, 'enrollment') ? 'both' : 'fee');
}

/** The fee is a separate contract; other payments follow the enrolment contract if one was accepted (spec 7.5). */
function judgedWords(paid: Paid, contractAccepted: boolean): string {
  if (!has(paid, 'enrollment')) return t.fee;
  if (!contractAccepted) return t.byInstitution;
  return has(paid, 'tax') ? t.byContractAndFee : t.byContract;
}

/** What is refunded on a cancellation now (S-36). */
export function refundText({ atOnce, refund, paid, contractAccepted }: Leaving): {
  kind: NoticeKind;
  title?: string;
  text: string;
} {
  if (atOnce) return { kind: 'warning', text: t.atOnce };
  const whole = paid.filter(({ withdrawal }) => withdrawal);
  const judged = paid.filter(({ withdrawal }) => !withdrawal);
  const words = [
    whole.length > 0 && withdrawalWords(whole),
    judged.length > 0 && judgedWords(judged, contractAccepted),
    paid.length === 0 && t.unchecked,
  ];
  return {
    kind: 'info',
    title: refund.amount === null ? t.judged : t.withdrawal(formatMoney(toCents(refund.amount))),
    text: words.filter(Boolean).join(' '),
  };
}
