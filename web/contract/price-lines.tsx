import { formatMoney, toCents } from '@orbita/domain/foundation';
import { contractTexts as t } from '../texts/contract.ts';
import { Card } from '../ui/card.tsx';
import { PriceTable } from '../ui/price-table.tsx';

const money = (amount: number) => formatMoney(toCents(amount));

/** One way to pay, as it is shown: amounts in reais. */
export type PriceLine = {
  key: number;
  description: string;
  installments: number;
  value: number;
  conditionalDiscount: number;
  total: number;
  totalInTime: number;
};

function PriceOption({
  one: { installments, value, conditionalDiscount, total, totalInTime },
  caption,
  captionHidden,
}: {
  one: PriceLine;
  caption: string;
  captionHidden: boolean;
}) {
  const discounted = conditionalDiscount > 0;
  return (
    <PriceTable
      caption={caption}
      captionHidden={captionHidden}
      rows={[
        { label: t.plan(installments), value: money(value) },
        ...(discounted
          ? [{ label: t.discount, value: t.less(money(conditionalDiscount)), discount: true }]
          : []),
        { label: t.interest, value: t.noInterest },
      ]}
      total={
        discounted
          ? { label: t.totalInTime, value: money(totalInTime) }
          : { label: t.total, value: money(total) }
      }
    />
  );
}

/** What is going to be paid, in each way it may be divided. */
export function PriceLines({ prices }: { prices: readonly PriceLine[] }) {
  return (
    <Card className="stack" aria-labelledby="valores">
      <h2 className="h3" id="valores">
        {t.price}
      </h2>
      {prices.map((one, at) => (
        <PriceOption
          key={one.key}
          one={one}
          caption={prices.length > 1 ? `${t.option(at + 1)} · ${one.description}` : t.price}
          captionHidden={prices.length === 1}
        />
      ))}
    </Card>
  );
}
