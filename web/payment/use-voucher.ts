import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { textOf } from '@orbita/client/errors.ts';
import { isFinal } from '@orbita/client/final.ts';
import { normaliseVoucherCode, VOUCHER_TEXTS } from '@orbita/domain/payment';
import { useEffect, useRef, useState } from 'react';
import { call } from '../base/api.ts';
import { queryClient } from '../base/query.ts';
import { paymentTexts as t } from '../texts/payment.ts';
import type { Choice, ChoiceAct } from './choice.ts';
import { optionsKey, type PaymentOptions, type Price } from './queries.ts';

type Chosen = {
  subscriptionId: number;
  options: PaymentOptions;
  price: Price | undefined;
  /** A whole amount is charged month by month. */
  monthly: boolean;
  choice: Choice;
  act: (act: ChoiceAct) => void;
};

/** Ids of the voucher's field, and of the button that removes an applied voucher. */
export const VOUCHER_FIELD = 'cupom';
export const VOUCHER_REMOVE = 'cupom-remover';

/** Why a voucher was not accepted: it does not apply, or the server gave no verdict. */
const refusalText = (error: unknown): string =>
  isFinal(error) ? VOUCHER_TEXTS.notFound : textOf(error, t.voucherFailed);

/** Applies a voucher to the payment and removes it; the server stores it, so that every device has it. */
export function useVoucher({ subscriptionId, options, price, monthly, choice, act }: Chosen) {
  const [doing, setDoing] = useState<'apply' | 'remove'>();
  const moved = useRef<string>(undefined);
  const asked = useRef(0);
  const { voucher, purpose } = options;
  // The pressed control is gone then; the focus moves to its replacement.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the voucher has changed
  useEffect(() => {
    if (moved.current) document.getElementById(moved.current)?.focus();
    moved.current = undefined;
  }, [voucher]);

  const keep = async (code: string | null) => {
    await call('PUT /candidate/subscriptions/{id}/payment-voucher', {
      params: { id: subscriptionId },
      body: { purpose, voucher: code },
    });
    moved.current = code ? VOUCHER_REMOVE : VOUCHER_FIELD;
    adoptAnswer<PaymentOptions>(
      queryClient,
      optionsKey(subscriptionId),
      (known) => known && { ...known, voucher: code },
    );
  };
  const apply = async () => {
    const code = normaliseVoucherCode(choice.typed);
    if (!code || !price) return act({ act: 'refused', text: VOUCHER_TEXTS.notFound });
    const mine = ++asked.current;
    setDoing('apply');
    try {
      await call('GET /candidate/subscriptions/{id}/discount/{voucher}/{priceId}', {
        params: { id: subscriptionId, voucher: code, priceId: price.priceId },
        ...(monthly ? { query: { recurrency: 'true' as const } } : {}),
      });
      if (mine !== asked.current) return;
      await keep(code);
      act({ act: 'applied' });
    } catch (error) {
      if (mine === asked.current) act({ act: 'refused', text: refusalText(error) });
    } finally {
      setDoing(undefined);
    }
  };
  const remove = async () => {
    setDoing('remove');
    try {
      if (voucher === null) document.getElementById(VOUCHER_FIELD)?.focus();
      else await keep(null);
      act({ act: 'removed' });
    } catch {
      act({ act: 'refused', text: t.voucherStays });
    } finally {
      setDoing(undefined);
    }
  };
  /** The code being typed is no longer the one being checked. */
  const type = (text: string) => {
    asked.current += 1;
    act({ act: 'typed', text });
  };
  return { doing, apply, remove, type };
}
export type VoucherActs = ReturnType<typeof useVoucher>;
