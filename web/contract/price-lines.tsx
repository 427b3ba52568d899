import { formatMoney, toCents } from '@orbita/domain/foundation';
import { contractTexts as t } from '../texts/contract.ts';
import { Card } from '../ui/card.tsx';
import { PriceTable } from '../ui/price-table.tsx';
import type { ReviewPrice } from './queries.ts';

const money = (amount: number) => formatMoney(toCents(amount));

function PriceOption({
  one: { price, simulation },
  caption,
  captionHidden,
}: {
  one: ReviewPrice;
  caption: string;
  captionHidden: boolean;
}) {
  const count = price.plan.length;
  const conditional = simulation?.rows[0]?.ConditionalDiscountValue ?? 0;
  const total = price.plan.reduce((cents, { value }) => cents + toCents(value), 0);
  return (
    <PriceTable
      caption={caption}
      captionHidden={captionHidden}
      rows={[
        { label: t.plan(count), value: money(price.plan[0]?.value ?? price.amount) },
        ...(conditional > 0
          ? [{ label: t.discount, value: t.less(money(conditional)), discount: true }]
          : []),
        { label: t.interest, value: t.noInterest },
      ]}
      total={
        conditional > 0 && simulation
          ? { label: t.totalInTime, value: money(simulation.total) }
          : { label: t.total, value: formatMoney(total) }
      }
    />
  );
}

/** What is going to be paid, in each way it may be divided. */
export function PriceLines({ prices }: { prices: readonly ReviewPrice[] }) {
  return (
    <Card className="stack" aria-labelledby="valores">
      <h2 className="h3" id="valores">
        {t.price}
      </h2>
      {prices.map((one, at) => (
        <PriceOption
          key={one.price.priceId}
          one={one}
          caption={prices.length > 1 ? `${t.option(at + 1)} · ${one.price.description}` : t.price}
          captionHidden={prices.length === 1}
        />
      ))}
    </Card>
  );
}
