import { formatMoney, toCents } from '@orbita/domain/foundation';
import { Card } from '@orbita/ui/card';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { contractTexts as t } from '../texts/contract.ts';
import './contract.css';

const money = (amount: number) => formatMoney(toCents(amount));

/** One way to pay, as it is shown: amounts in reais. */
export type PriceLine = {
  key: number;
  description: string;
  installments: number;
  value: number;
  conditionalDiscount: number;
  /** What a voucher takes off the sum; the totals are without it. */
  voucherOff?: number;
  total: number;
  totalInTime: number;
};

function Plan({ one }: { one: PriceLine }) {
  const { installments, value, conditionalDiscount, voucherOff = 0, total, totalInTime } = one;
  const discounted = conditionalDiscount > 0;
  return (
    <li className="price-line">
      <b>{t.plan(installments, money(value))}</b>
      <span className="price-line__terms">
        {discounted && t.discount(money(conditionalDiscount))}
        {voucherOff > 0 && <small>{t.voucher(money(voucherOff))}</small>}
      </span>
      <span className="price-line__total">
        {money(discounted ? totalInTime : total)}
        <small>{discounted ? t.totalInTime : t.total}</small>
      </span>
    </li>
  );
}

/** What is going to be paid, a row for each way it may be divided; has its place before the amounts are there. */
export function PriceLines({ prices }: { prices: readonly PriceLine[] | undefined }) {
  return (
    <Card className="stack stack--tight" aria-labelledby="valores">
      <div className="row row--between">
        <h2 className="h3" id="valores">
          {t.price}
        </h2>
        <span className="small muted">{t.noInterest}</span>
      </div>
      {prices ? (
        <ul className="price-lines">
          {prices.map((one) => (
            <Plan key={one.key} one={one} />
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
