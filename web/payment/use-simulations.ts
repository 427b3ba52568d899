import { ApiError } from '@orbita/client/errors.ts';
import { VOUCHER_TEXTS } from '@orbita/domain/payment';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Choice, type ChoiceAct, isMonthly, modeOf, voucherOf } from './choice.ts';
import { type PaymentOptions, type Price, simulationQuery } from './queries.ts';

type Chosen = {
  subscriptionId: number;
  options: PaymentOptions;
  price: Price | undefined;
  choice: Choice;
  act: (act: ChoiceAct) => void;
};

/** Values of the choice, with the payment's voucher; one that does not apply there goes back to its field. */
export function useSimulations({ subscriptionId, options, price, choice, act }: Chosen) {
  const voucher = voucherOf(options, choice);
  const query = useQuery({
    ...simulationQuery(subscriptionId, {
      priceId: price?.priceId ?? 0,
      method: choice.method ?? 'pix',
      voucher,
      monthly: price !== undefined && isMonthly(price, modeOf(choice)),
    }),
    enabled: price !== undefined,
    // Another payment method costs the same: the old values stay until they are confirmed.
    placeholderData: (before, query) =>
      query?.queryKey[2] === price?.priceId && query?.queryKey[4] === voucher ? before : undefined,
  });
  const refused = query.error instanceof ApiError && query.error.status === 404 && voucher;
  useEffect(() => {
    if (refused) act({ act: 'refused', text: VOUCHER_TEXTS.notFound, kept: refused });
  }, [refused, act]);
  return query;
}
