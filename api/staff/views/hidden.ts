import { HIDDEN_IN_VIEW } from '@orbita/domain/staff';
import type { Answer, CallKey } from '@orbita/protocol';
import type { Reply } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';

type Payment = Answer<'GET /candidate/payments/{paymentId}'>;
type Essay = Answer<'GET /candidate/subscriptions/essays/{essayId}'>;

/** A payment without the data needed to pay it. */
const withoutKeys = (payment: Payment): Payment => ({
  ...payment,
  slip: payment.slip && { ...payment.slip, digitableLine: HIDDEN_IN_VIEW, barcode: HIDDEN_IN_VIEW },
  pix: payment.pix && { ...payment.pix, qrCode: HIDDEN_IN_VIEW, copyPaste: HIDDEN_IN_VIEW },
});

/** An essay in progress, without its current text. */
const withoutText = (essay: Essay): Essay =>
  essay.state === 'in-progress' ? { ...essay, title: HIDDEN_IN_VIEW, essay: HIDDEN_IN_VIEW } : essay;

type Hiding = { [K in CallKey]?: (body: Answer<K>) => Answer<K> };

/** What a view leaves out of its calls' responses (spec 25.6.3). */
const HIDING: Hiding = {
  'GET /candidate/subscriptions/essays/{essayId}': withoutText,
  // Health data: only for those who decide about it (spec 18).
  'GET /candidate/subscriptions/{id}/accommodation-request': () => ({ mayAsk: false, request: null }),
  'GET /candidate/payments/{paymentId}': withoutKeys,
  'GET /candidate/subscriptions/{id}/payments': (payments) => payments.map(withoutKeys),
  'GET /candidate/subscriptions/{id}/payment-options': (options) => ({
    ...options,
    openCharge: options.openCharge && withoutKeys(options.openCharge),
  }),
};

/** The picture of a slip shows its digitable line. */
const SHOWN_TO_NOBODY: readonly CallKey[] = ['GET /candidate/payments/{paymentId}/slip'];

/** Refuses calls whose response can't be shown in part (403). */
export function checkShown(key: CallKey): void {
  if (SHOWN_TO_NOBODY.includes(key)) fail('VIEW_ONLY');
}

/** A call's response as a view may show it. */
export function hiddenInView(key: CallKey, answer: Reply): Reply {
  const hide = HIDING[key] as ((body: unknown) => unknown) | undefined;
  return hide && answer.status === 200 ? { ...answer, body: hide(answer.body) } : answer;
}
