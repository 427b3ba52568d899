import { Anchor } from '@orbita/ui/link';
import { Skeleton } from '@orbita/ui/skeleton';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keysTexts } from '../texts/keys.ts';
import { tableTexts as t } from '../texts/table.ts';
import { announce } from './announce.tsx';
import { type KeyBinding, useKeys } from './keys.ts';
import { chosenAfter, rowAfter } from './rows.ts';

/** Loading is announced once it takes this long. */
const LONG_MS = 1000;

export type Column<Row> = {
  key: string;
  /** Column head; units belong here ("Valor (R$)"). */
  title: string;
  /** `num` is right-aligned and tabular; when rows are blocks, `line` takes a line of its own, `start` and `end` set the side. */
  className?: string;
  /** Label before the cell when rows are blocks and the column head is not visible. */
  inBlock?: string;
  cell: (row: Row) => ReactNode;
};

/** Further information about a row, always given by a word or a shape besides the colour. */
export type RowMarks = {
  /** "Com Bruna desde 14:20". */
  claimed?: ReactNode;
  /** "Decidido por Júlia às 14:29": the row stays, greyed out. */
  decided?: ReactNode;
  /** It changed since the list was read. */
  changed?: boolean | undefined;
};

export type DataTableProps<Row> = {
  /** Name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined during the first load. */
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  /** Address of a row; its first cell is the link. */
  hrefOf?: ((row: Row) => string | undefined) | undefined;
  /** Opens a row that has no address. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Called with the row that keys or focus moved to. */
  onCurrent?: ((row: Row) => void) | undefined;
  /** Small second line of the first cell. */
  detailOf?: ((row: Row) => ReactNode) | undefined;
  marksOf?: ((row: Row) => RowMarks) | undefined;
  /** Check boxes in front of the rows. "Todos" covers only this page. */
  selection?: { chosen: ReadonlySet<string>; choose: (chosen: ReadonlySet<string>) => void } | undefined;
  /** Actions at the end of a row. */
  actsOf?: ((row: Row) => ReactNode) | undefined;
  /** Shown instead of rows if there are none. */
  empty: ReactNode;
};

const PLACES = [0, 1, 2, 3, 4];

/**
 * A dense table (spec 25.3.4): the first cell of a row is its header and its link; j, k and arrows move through the rows, x
 * selects. Below 768 px rows become blocks.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, selection, actsOf } = props;
  const table = useRef<HTMLTableElement>(null);
  const { current, setCurrent } = useRowKeys(props, table);
  if (rows?.length === 0) return <>{props.empty}</>;
  return (
    <div className="table-wrap">
      <table className="table table--stack" ref={table} aria-busy={rows ? undefined : true}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="fit">
                <PageBox {...props} />
              </th>
            )}
            {columns.map(({ key, title, className }) => (
              <th key={key} scope="col" className={className}>
                {title}
              </th>
            ))}
            {actsOf && (
              <th scope="col" className="fit">
                <span className="visually-hidden">{t.acts}</span>
              </th>
            )}
          </tr>
        </thead>
        {rows ? (
          <tbody>
            {rows.map((row, at) => (
              <TableRow
                key={props.idOf(row)}
                {...props}
                row={row}
                current={at === current}
                onFocus={() => {
                  setCurrent(at);
                  props.onCurrent?.(row);
                }}
              />
            ))}
          </tbody>
        ) : (
          <tbody className="table__places">
            {PLACES.map((place) => (
              <tr key={place}>
                {columns.map(({ key, className }, at) =>
                  at === 0 ? (
                    <th key={key} scope="row">
                      <Skeleton width="60%" />
                    </th>
                  ) : (
                    <td key={key} className={className}>
                      <Skeleton width="70%" />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        )}
      </table>
      {!rows && <LoadingSaid />}
    </div>
  );
}

/** Screen readers find that rows are loading; it is announced only if that takes long. */
function LoadingSaid() {
  useEffect(() => {
    const timer = setTimeout(() => announce(t.loading), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return <p className="visually-hidden">{t.loading}</p>;
}

type TableRowProps<Row> = DataTableProps<Row> & { row: Row; current: boolean; onFocus: () => void };

function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, idOf, marksOf, selection, actsOf, current, onFocus } = props;
  const marks = marksOf?.(row) ?? {};
  const id = idOf(row);
  const [first, ...others] = columns;
  return (
    <tr
      data-row={id}
      data-current={current || undefined}
      data-changed={marks.changed || undefined}
      data-decided={marks.decided ? true : undefined}
      onFocus={onFocus}
    >
      {selection && (
        <td className="fit">
          <label className="pick">
            <span className="visually-hidden">{t.choose}</span>
            <input
              type="checkbox"
              className="box"
              checked={selection.chosen.has(id)}
              onChange={() => selection.choose(chosenAfter(selection.chosen, [id]))}
            />
          </label>
        </td>
      )}
      <th scope="row" className={first?.className}>
        <Opener {...props}>{first?.cell(row)}</Opener>
        {props.detailOf && <small>{props.detailOf(row)}</small>}
        {marks.changed && <span className="visually-hidden"> {t.changed}</span>}
        {(marks.decided ?? marks.claimed) && <small>{marks.decided ?? marks.claimed}</small>}
      </th>
      {others.map(({ key, className, inBlock, cell }) => (
        <td key={key} className={className}>
          {inBlock && <span className="table__label">{inBlock} </span>}
          {cell(row)}
        </td>
      ))}
      {actsOf && (
        <td className="fit">
          <div className="table__acts">{actsOf(row)}</div>
        </td>
      )}
    </tr>
  );
}

function Opener<Row>({ row, hrefOf, onOpen, children }: TableRowProps<Row> & { children: ReactNode }) {
  const href = hrefOf?.(row);
  if (href)
    return (
      <Anchor className="table__open" href={href}>
        {children}
      </Anchor>
    );
  if (onOpen)
    return (
      <button type="button" className="table__open" onClick={() => onOpen(row)}>
        {children}
      </button>
    );
  return <span className="table__name">{children}</span>;
}

/** Selects what is visible, never more. */
function PageBox<Row>({ rows = [], idOf, selection }: DataTableProps<Row>) {
  const ids = rows.map(idOf);
  const all = ids.length > 0 && ids.every((id) => selection?.chosen.has(id));
  return (
    <label className="pick">
      <span className="visually-hidden">{t.choosePage}</span>
      <input
        type="checkbox"
        className="box"
        checked={all}
        onChange={() => selection?.choose(all ? new Set() : new Set(ids))}
      />
    </label>
  );
}

/** Keys of a list. The current row gets the focus, so Enter activates it natively. */
function useRowKeys<Row>(
  { rows, idOf, selection, hrefOf, onOpen, onCurrent }: DataTableProps<Row>,
  table: { current: HTMLTableElement | null },
) {
  const [current, setCurrent] = useState(-1);
  const lastChosen = useRef<number | undefined>(undefined);
  const count = rows?.length ?? 0;
  const opens = Boolean(hrefOf ?? onOpen);
  const go = (step: 1 | -1) => {
    const at = rowAfter(current, step, count);
    if (at === undefined) return;
    setCurrent(at);
    const gone = rows?.[at];
    if (gone) onCurrent?.(gone);
    const row = table.current?.querySelectorAll('tbody > tr')[at];
    row?.querySelector<HTMLElement>('.table__open, .box, button')?.focus();
  };
  const choose = (range: boolean) => {
    const ids = (rows ?? []).map(idOf);
    const from = range ? (lastChosen.current ?? current) : current;
    lastChosen.current = current;
    const between = ids.slice(Math.min(from, current), Math.max(from, current) + 1);
    selection?.choose(
      range ? new Set([...selection.chosen, ...between]) : chosenAfter(selection.chosen, between),
    );
  };
  const bindings: KeyBinding[] = [
    { key: 'j', label: keysTexts.nextRow, run: () => go(1) },
    { key: 'ArrowDown', label: keysTexts.nextRow, run: () => go(1) },
    { key: 'k', label: keysTexts.previousRow, run: () => go(-1) },
    { key: 'ArrowUp', label: keysTexts.previousRow, run: () => go(-1) },
  ];
  if (opens) bindings.push({ key: 'Enter', label: keysTexts.openRow, run: () => go(1) });
  if (selection)
    bindings.push(
      { key: 'x', label: keysTexts.selectRow, run: () => choose(false) },
      { key: 'Shift+x', label: keysTexts.selectRange, run: () => choose(true) },
    );
  useKeys(keysTexts.lists, bindings);
  return { current, setCurrent };
}
