import { formatDate, formatMoney, toCents } from '@orbita/domain/foundation';
import type { ReactNode } from 'react';
import { paymentTexts as t } from '../texts/payment.ts';
import { Amount, AmountToCome } from '../ui/amount.tsx';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { type PriceRow, PriceTable } from '../ui/price-table.tsx';
import { expectedOf, type Mode } from './choice.ts';
import type { Price, Simulation } from './queries.ts';

const money = (amount: number) => formatMoney(toCents(amount));

/** How the first amount comes about; empty when nothing is taken off. */
function rowsOf(price: Price, simulation: Simulation, voucher: string | null): PriceRow[] {
  const first = simulation.rows[0];
  if (!first) return [];
  const base =
    first.FinalValue + first.DiscountValue + first.VoucherDiscountValue + first.ConditionalDiscountValue;
  const shown = simulation.rows.length > 1 ? (price.plan[0]?.value ?? base) : base;
  const discount = (label: string, value: number): PriceRow[] =>
    value > 0 ? [{ label, value: `− ${money(value)}`, discount: true }] : [];
  return [
    { label: t.base(simulation.rows.length), value: money(shown) },
    ...discount(t.discount, first.DiscountValue),
    ...discount(t.voucherRow(voucher ?? ''), first.VoucherDiscountValue),
    ...discount(t.conditional, first.ConditionalDiscountValue),
  ];
}

/** Every instalment with its day, the total, and the conditions the law asks to be shown (spec 14.1). */
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

type BreakdownProps = { price: Price; simulation: Simulation; voucher: string | null };

function Breakdown({ price, simulation, voucher }: BreakdownProps) {
  const first = simulation.rows[0];
  if (!first) return null;
  const inTime = first.ConditionalDiscountValue > 0;
  return (
    <>
      <PriceTable caption={t.how} captionHidden rows={rowsOf(price, simulation, voucher)} />
      <div className="stack stack--tight">
        <p className="small">{t.totalLine(money(simulation.total), simulation.rows.length, inTime)}</p>
        {inTime && (
          <p className="small muted">
            {t.afterDue(money(first.FinalValue + first.ConditionalDiscountValue))}
          </p>
        )}
      </div>
      {simulation.rows.length > 1 && <Installments price={price} simulation={simulation} />}
    </>
  );
}

export type PriceCardProps = {
  mode: Mode;
  price: Price | undefined;
  simulation: Simulation | undefined;
  voucher: string | null;
  /** Said in place of an amount: nothing is chosen yet, or the question failed. Absent while it is being asked. */
  instead: ReactNode;
  deadline: ReactNode;
  /** Voucher field and notes. */
  children: ReactNode;
};

/**
 * What is paid now, until when, and why that much. While the values of a price are asked for, their places keep their
 * size, so that nothing below moves away from under a finger or the focus.
 */
export function PriceCard({ mode, price, simulation, voucher, instead, deadline, children }: PriceCardProps) {
  return (
    <Card className="stack" aria-label={t.amountOf}>
      <div className="stack stack--tight" aria-live="polite">
        <p className="muted small">{t.payNow}</p>
        {simulation ? <Amount cents={toCents(simulation.firstValue)} /> : (instead ?? <AmountToCome />)}
        {deadline}
      </div>
      {price && simulation && <Breakdown price={price} simulation={simulation} voucher={voucher} />}
      {price && !simulation && !instead && (
        <div className="stack to-come" aria-hidden="true">
          <Breakdown price={price} simulation={expectedOf(price, mode)} voucher={null} />
        </div>
      )}
      {children}
    </Card>
  );
}
