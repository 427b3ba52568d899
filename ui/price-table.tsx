import type { ReactNode } from 'react';
import './styles/money.css';

export type PriceRow = {
  label: ReactNode;
  /** Formatted; a discount includes its minus sign: "− R$ 40,00". */
  value: ReactNode;
  discount?: boolean;
};

export type PriceTableProps = {
  caption: string;
  captionHidden?: boolean;
  rows: readonly PriceRow[];
  total?: { label: ReactNode; value: ReactNode };
};

/** How a price is made up: real table, green discounts, heavy rule, larger total. */
export function PriceTable({ caption, captionHidden, rows, total }: PriceTableProps) {
  return (
    <div className="price">
      <table className="price-table">
        <caption className={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows come whole and in order
            <tr key={index} className={row.discount ? 'price-table__discount' : undefined}>
              <th scope="row">{row.label}</th>
              <td translate="no">{row.value}</td>
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row">{total.label}</th>
              <td translate="no">{total.value}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
