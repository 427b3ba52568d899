import { formatMoney, toCents } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { Card } from '@orbita/ui/card';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { contractTexts as t } from '../texts/contract.ts';
import './contract.css';

const money = (amount: number) => formatMoney(toCents(amount));

/** One way to pay; amounts in reais, the totals before any voucher discount. */
type ContractPlan = Answer<'GET /candidate/subscriptions/{id}/get-subscription-contract'>['plans'][number];

function Plan({ one }: { one: ContractPlan }) {
  const { installments, value, equal, whole, conditionalDiscount, voucherOff, total, totalInTime } = one;
  const discounted = conditionalDiscount > 0;
  return (
    <li className="price-line">
      <b>{t.plan(installments, money(value), equal)}</b>
      <span className="price-line__terms">
        {discounted && t.discount(money(conditionalDiscount), whole)}
        {voucherOff > 0 && <small>{t.voucher(money(voucherOff))}</small>}
      </span>
      <span className="price-line__total">
        {money(discounted ? totalInTime : total)}
        <small>{discounted ? t.totalInTime : t.total}</small>
      </span>
    </li>
  );
}

/** What is going to be paid, a row for each way to divide it; its space is reserved before the amounts arrive. */
export function PriceLines({ plans }: { plans: readonly ContractPlan[] | undefined }) {
  return (
    <Card className="stack stack--tight" aria-labelledby="valores">
      <div className="row row--between">
        <h2 className="h3" id="valores">
          {t.price}
        </h2>
        <span className="small muted">{t.noInterest}</span>
      </div>
      {plans ? (
        <ul className="price-lines">
          {plans.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two ways to pay may read alike, and none moves.
            <Plan key={place} one={one} />
          ))}
        </ul>
      ) : (
        <Loading label={t.pricesLoading}>
          <Skeleton height="4.65rem" />
          <Skeleton height="4.65rem" />
        </Loading>
      )}
    </Card>
  );
}
