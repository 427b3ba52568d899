import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { ApiError, NetworkError, textOf } from '@orbita/client/errors.ts';
import { randomId } from '@orbita/client/random-id.ts';
import { isOpenCharge } from '@orbita/domain/payment';
import { useRef, useState } from 'react';
import { call } from '../base/api.ts';
import { queryClient } from '../base/query.ts';
import { pixTexts, slipTexts, paymentTexts as t } from '../texts/payment.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { optionsKey, type Payment, type PaymentBody, type PaymentOptions, paymentsQuery } from './queries.ts';

/** An acquirer may take half a minute for an authorisation, and the answer comes after it. */
const CHARGE_MS = 45_000;

type ChargeProblem =
  /** A message for the page. */
  | { kind: 'refused'; text: string }
  /** Another charge is open: should it be replaced? */
  | { kind: 'open'; body: PaymentBody }
  /** The card was denied; its own page shows the options (S-33b). */
  | { kind: 'denied'; text: string }
  /** It was already paid; the next step appears by itself. */
  | { kind: 'paid'; text: string };

/** Errors after which the page is outdated. */
const STALE = ['ALREADY_PAID', 'NOT_PAYABLE', 'CLASS_HOLD_EXPIRED', 'INTAKE_INACTIVE', 'OFFER_INACTIVE'];
const READ_MS = 3_000;

const NOT_MADE: Partial<Record<PaymentBody['method'], string>> = {
  pix: pixTexts.failed,
  'automatic-pix': pixTexts.failed,
  slip: slipTexts.failed,
};

/** Text for a failed creation; if the answer was lost the result is unknown, which is not a failure. */
export function chargeText(error: unknown, method: PaymentBody['method']): string {
  if (error instanceof NetworkError) return t.noAnswer;
  const failed = !(error instanceof ApiError) || error.status >= 500;
  return failed ? (NOT_MADE[method] ?? textOf(error)) : textOf(error);
}

/** Records a charge as the newest one, so that its page shows at once and again after a return. */
function rememberCharge(subscriptionId: number, payment: Payment): void {
  adoptAnswer<PaymentOptions>(
    queryClient,
    optionsKey(subscriptionId),
    (before) => before && { ...before, openCharge: isOpenCharge(payment.state) ? payment : null },
  );
  adoptAnswer<Payment[]>(
    queryClient,
    paymentsQuery(subscriptionId).queryKey,
    (before) => before && [payment, ...before.filter(({ paymentId }) => paymentId !== payment.paymentId)],
  );
}

export type Charge = {
  /** Creating or renewing is under way. */
  busy: boolean;
  problem: ChargeProblem | undefined;
  create: (body: PaymentBody) => Promise<Payment | undefined>;
  renew: (payment: Payment) => Promise<Payment | undefined>;
  /** Handles a refusal that came before the charge itself was requested. */
  refuse: (error: unknown, body: PaymentBody) => Promise<void>;
  dismiss: () => void;
};

/**
 * Creates and renews charges: one at a time, one idempotency key per request (spec 14.4, 14.7). `onVoucher` is called when the
 * voucher no longer applies.
 */
export function useCharge(
  subscriptionId: number,
  reload: () => Promise<void>,
  onVoucher: () => void,
): Charge {
  const keys = useRef(idempotencyKeys(randomId));
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ChargeProblem>();

  const made = async (payment: Payment) => {
    keys.current.answered();
    rememberCharge(subscriptionId, payment);
    await reload();
    return payment;
  };
  const refused = async (error: unknown, body: PaymentBody): Promise<void> => {
    const code = error instanceof ApiError ? error.code : '';
    if (error instanceof ApiError) keys.current.answered();
    if (code === 'OPEN_CHARGE') {
      await reload();
      return setProblem({ kind: 'open', body });
    }
    if (code === 'CARD_DENIED') {
      await reload();
      return setProblem({ kind: 'denied', text: textOf(error) });
    }
    if (code === 'ALREADY_PAID') {
      setProblem({ kind: 'paid', text: textOf(error) });
      // Time to read why the page is about to change.
      return void setTimeout(() => void reload(), READ_MS);
    }
    if (code === 'VOUCHER_INVALID') onVoucher();
    setProblem({ kind: 'refused', text: chargeText(error, body.method) });
    if (STALE.includes(code) || error instanceof NetworkError) await reload();
  };
  const act = async (body: PaymentBody, send: () => Promise<Payment>) => {
    // A second click before the button is rendered as busy must not send again.
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      return await made(await send());
    } catch (error) {
      await refused(error, body);
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return {
    busy,
    problem,
    create: (body) =>
      act(body, () =>
        call('POST /candidate/subscriptions/{id}/payments', {
          params: { id: subscriptionId },
          body,
          idempotencyKey: keys.current.keyFor(body),
          timeoutMs: CHARGE_MS,
        }),
      ),
    renew: ({ paymentId, purpose, installments, method }) =>
      act({ purpose, installments, priceId: 0, method: method === 'waived' ? 'pix' : method }, () =>
        call('POST /candidate/payments/{paymentId}/renew', { params: { paymentId } }),
      ),
    refuse: refused,
    dismiss: () => setProblem(undefined),
  };
}
