import { formatDate, formatMoney, toCents } from '@orbita/domain/foundation';
import { Amount, AmountToCome } from '@orbita/ui/amount';
import { Card } from '@orbita/ui/card';
import { classes } from '@orbita/ui/classes.ts';
import { Disclosure } from '@orbita/ui/disclosure';
import { LinkAction } from '@orbita/ui/link-action';
import { type PriceRow, PriceTable } from '@orbita/ui/price-table';
import type { ReactNode } from 'react';
import { paymentTexts as t } from '../texts/payment.ts';
import { expectedOf, type Mode } from './choice.ts';
import type { Price, Simulation } from './queries.ts';

const money = (amount: number) => formatMoney(toCents(amount));

/**
 * How the first amount is made up, in cents: each discount takes off only what those before it leave. `late` is due when the
 * discount for paying in time is lost.
 */
export function partsOf(price: Pick<Price, 'amount' | 'plan'>, { rows }: Pick<Simulation, 'rows'>) {
  const [first] = rows;
  const base = toCents(rows.length > 1 ? (price.plan[0]?.value ?? price.amount) : price.amount);
  let left = base;
  const take = (amount = 0) => {
    const part = Math.min(left, toCents(amount));
    left -= part;
    return part;
  };
  const discount = take(first?.DiscountValue);
  const voucher = take(first?.VoucherDiscountValue);
  const late = left;
  return { base, discount, voucher, late, conditional: take(first?.ConditionalDiscountValue) };
}
type Parts = ReturnType<typeof partsOf>;

const rowsOf = (parts: Parts, count: number, voucher: string | null): PriceRow[] => {
  const discount = (label: string, cents: number): PriceRow[] =>
    cents > 0 ? [{ label, value: `− ${formatMoney(cents)}`, discount: true }] : [];
  return [
    { label: t.base(count), value: formatMoney(parts.base) },
    ...discount(t.discount, parts.discount),
    ...discount(t.voucherRow(voucher ?? ''), parts.voucher),
    ...discount(t.conditional, parts.conditional),
  ];
};

/** Every instalment with its due date, the total, and the conditions that the law requires to be shown (spec 14.1). */
function Installments({ price, simulation }: { price: Price; simulation: Simulation }) {
  const dueOf = (number: number) => price.plan.find((one) => one.Number === number)?.dueDate;
  return (
    <Disclosure summary={t.allInstallments}>
      <div className="stack">
        <PriceTable
          caption={t.installmentsCaption}
          captionHidden
          rows={simulation.rows.map(({ Number: number, FinalValue }) => ({
            label: t.installment(number, formatDate(dueOf(number) ?? price.plan[0]?.dueDate ?? '')),
            value: money(FinalValue),
          }))}
          total={{ label: t.total, value: money(simulation.total) }}
        />
        <p className="small muted">{t.conditions}</p>
      </div>
    </Disclosure>
  );
}

type HowProps = { price: Price; simulation: Simulation; voucher: string | null };

function Breakdown({ price, simulation, voucher }: HowProps) {
  const first = simulation.rows[0];
  if (!first) return null;
  const parts = partsOf(price, simulation);
  const inTime = first.ConditionalDiscountValue > 0;
  return (
    <>
      <PriceTable
        caption={t.how}
        rows={rowsOf(parts, simulation.rows.length, voucher)}
        total={{ label: t.now, value: money(first.FinalValue) }}
      />
      <div className="stack stack--tight">
        {simulation.total > 0 && (
          <p className="small">{t.totalLine(money(simulation.total), simulation.rows.length, inTime)}</p>
        )}
        {parts.conditional > 0 && <p className="small muted">{t.afterDue(formatMoney(parts.late))}</p>}
      </div>
      {simulation.rows.length > 1 && <Installments price={price} simulation={simulation} />}
    </>
  );
}

/** There are no discounts and no further instalments: the amount explains itself. */
const isPlain = ({ rows }: Simulation): boolean =>
  rows.length === 1 &&
  rows.every((row) => row.DiscountValue + row.VoucherDiscountValue + row.ConditionalDiscountValue === 0);

type HowCardProps = Omit<HowProps, 'simulation'> & { mode: Mode; simulation: Simulation | undefined };

/**
 * How the amount is made up; nothing if it explains itself. While the values of a price are loading, their placeholders keep
 * the size, so that nothing moves away from under a finger or the focus.
 */
export function HowCard({ mode, price, simulation, voucher }: HowCardProps) {
  const shown = simulation ?? expectedOf(price, mode);
  if (isPlain(shown)) return null;
  return (
    <Card look="flat" className="stack pay__how" aria-label={t.how}>
      <div className={classes('stack', !simulation && 'to-come')} aria-hidden={!simulation}>
        <Breakdown price={price} simulation={shown} voucher={simulation ? voucher : null} />
      </div>
    </Card>
  );
}

type TodayProps = {
  simulation: Simulation | undefined;
  /** The values could not be loaded. */
  failed: boolean;
  onRetry: () => void;
  deadline: ReactNode;
  /** The applied voucher. */
  children: ReactNode;
};

/** What is paid now, and until when. */
export function TodayCard({ simulation, failed, onRetry, deadline, children }: TodayProps) {
  const free = simulation?.firstValue === 0;
  return (
    <Card className="stack pay__today" aria-label={t.amountOf}>
      <div className="stack stack--tight" aria-live="polite">
        {!free && <p className="muted small">{t.payNow}</p>}
        {free && <p className="amount amount--words">{t.nothing}</p>}
        {!free && simulation && <Amount cents={toCents(simulation.firstValue)} />}
        {!simulation && !failed && <AmountToCome />}
        {!simulation && failed && (
          <p>
            {t.simulationFailed} <LinkAction onClick={onRetry}>{t.retry}</LinkAction>
          </p>
        )}
        {deadline}
      </div>
      {children}
    </Card>
  );
}
