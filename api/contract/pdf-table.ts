import type { Cell, RowGroup } from './html-blocks.ts';
import {
  captionOf,
  extentOfBlocks,
  IN_CELL,
  type Item,
  isLine,
  layOut,
  type Placed,
  stacked,
} from './pdf-flow.ts';
import { dictionaryOf, type Element, type Line } from './pdf-lines.ts';
import { drawLines, nextPage, type PlacedLine, type Sheet } from './pdf-sheet.ts';

type Pdf = PDFKit.PDFDocument;

/** Maximum number of columns that fit on a page; in a wider table the cells are stacked. */
const MOST_COLUMNS = 24;
const PADDING = 4;
const BORDER = { width: 0.5, colour: '#888888' };
/** No word makes its column wider than this share of the table. */
const WIDEST = 0.4;

/** A cell with the first and last row and column that it covers. */
type Area = { cell: Cell; row: number; lastRow: number; column: number; lastColumn: number };
type Grid = { rows: Area[][]; columns: number };

/**
 * Places cells as a browser does: each in the first column not covered by a cell from above, with spans limited to the row group.
 * Columns in which no cell starts are dropped.
 */
function gridOf(groups: readonly RowGroup[]): Grid {
  const rows: Area[][] = [];
  for (const group of groups) {
    const end = rows.length + group.length - 1;
    let covered: Area[] = [];
    for (const cells of group) {
      const row = rows.length;
      const above = covered.filter(({ lastRow }) => lastRow >= row).sort((a, b) => a.column - b.column);
      let column = 0;
      let at = 0;
      const areas = cells.map((cell): Area => {
        for (let one = above[at]; one && one.column <= column; one = above[at]) {
          column = Math.max(column, one.lastColumn + 1);
          at += 1;
        }
        const free = above[at]?.column ?? Number.POSITIVE_INFINITY;
        const lastColumn = Math.min(column + cell.columns, free) - 1;
        const area = { cell, row, lastRow: Math.min(end, row + cell.rows - 1), column, lastColumn };
        column = lastColumn + 1;
        return area;
      });
      rows.push(areas);
      covered = [...above, ...areas.filter(({ lastRow }) => lastRow > row)];
    }
  }
  return withoutEmptyColumns(rows);
}

function withoutEmptyColumns(rows: Area[][]): Grid {
  const begun = [...new Set(rows.flat().map(({ column }) => column))].sort((a, b) => a - b);
  const places = new Map(begun.map((column, at) => [column, at]));
  const before = (column: number) => {
    let [low, high] = [0, begun.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((begun[middle] ?? 0) <= column) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const moved = rows.map((row) =>
    row.map((area) => ({
      ...area,
      column: places.get(area.column) ?? 0,
      lastColumn: before(area.lastColumn),
    })),
  );
  return { rows: moved, columns: begun.length };
}

/** Column widths based on the needs of their cells; together as wide as the table. */
function widthsOf(pdf: Pdf, { rows, columns }: Grid, width: number): number[] {
  const least = Array<number>(columns).fill(2 * PADDING + 6);
  const liked = [...least];
  for (const { cell, column, lastColumn } of rows.flat()) {
    const { widest, whole } = extentOfBlocks(pdf, IN_CELL, cell.blocks);
    const share = 1 / (lastColumn - column + 1);
    const padding = 2 * PADDING + 1;
    for (let at = column; at <= lastColumn; at++) {
      least[at] = Math.max(least[at] ?? 0, (Math.min(widest, width * WIDEST) + padding) * share);
      liked[at] = Math.max(liked[at] ?? 0, (Math.min(whole, width * 2) + padding) * share);
    }
  }
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  const left = width - sum(least);
  if (left < 0) return least.map((one) => (one * width) / sum(least));
  const wishes = liked.map((one, at) => one - (least[at] ?? 0) + 0.01);
  return least.map((one, at) => one + (left * (wishes[at] ?? 0)) / sum(wishes));
}

/** A cell while its table is drawn: the remaining lines, and its position on this page. */
type Open = Area & {
  lines: Line[];
  next: number;
  x: number;
  width: number;
  top: number;
  y: number;
  drawn: PlacedLine[];
};
type Frame = { x: number; y: number; width: number; height: number };
type Leaf = { cells: Set<Open>; frames: Frame[] };

const gapOf = (open: Open, line: Line): number => (open.drawn.length === 0 ? 0 : line.before);

/** Height of a cell's remaining lines. */
function restOf(open: Open): number {
  let rest = 0;
  for (let at = open.next; at < open.lines.length; at++) {
    const line = open.lines[at] as Line;
    rest += line.height + (at === open.next ? gapOf(open, line) : line.before);
  }
  return rest;
}

/** Places as many lines of a cell as fit above `to`. */
function fill(open: Open, to: number): void {
  for (let line = open.lines[open.next]; line; line = open.lines[open.next]) {
    const y = open.y + gapOf(open, line);
    if (y + line.height > to - PADDING + 0.01) return;
    open.drawn.push({ line, y });
    open.y = y + line.height;
    open.next += 1;
  }
}

function flush({ pdf }: Sheet, leaf: Leaf): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.lineWidth(BORDER.width).strokeColor(BORDER.colour);
  for (const { x, y, width, height } of leaf.frames) pdf.rect(x, y, width, height);
  pdf.stroke();
  pdf.endMarkedContent();
  // Cell by cell, so that copying from the page yields whole cells.
  const cells = [...leaf.cells].sort((a, b) => a.row - b.row || a.column - b.column);
  for (const cell of cells) {
    drawLines(pdf, cell.drawn);
    cell.drawn = [];
  }
  leaf.cells.clear();
  leaf.frames = [];
}

/** Starts the cells of a row: builds their structure and lays out their lines. */
function opened(sheet: Sheet, areas: readonly Area[], edges: readonly number[], row: Element): Open[] {
  const { pdf } = sheet;
  return areas.map((area): Open => {
    const { cell, column, lastColumn } = area;
    const x = edges[column] ?? 0;
    const width = (edges[lastColumn + 1] ?? 0) - x;
    const element = pdf.struct(cell.head ? 'TH' : 'TD');
    const spans = {
      ...(area.lastRow > area.row ? { RowSpan: area.lastRow - area.row + 1 } : {}),
      ...(lastColumn > column ? { ColSpan: lastColumn - column + 1 } : {}),
    };
    dictionaryOf(element).A = {
      O: 'Table',
      ...spans,
      ...(cell.head ? { Scope: cell.scope } : {}),
    };
    row.add(element);
    const box = { x: x + PADDING, width: width - 2 * PADDING };
    const lines = layOut({ pdf, look: IN_CELL, box, parent: element, inCell: true }, cell.blocks).filter(
      isLine,
    );
    return { ...area, lines, next: 0, x, width, top: sheet.y, y: sheet.y + PADDING, drawn: [] };
  });
}

/** Rows up to this share of a page move to the next page as a whole; taller ones continue across pages. */
const WHOLE = 0.35;

/**
 * Draws a table. Cells are as high as their rows need; whatever does not fit on the page continues at the top of the next one, in
 * the same columns.
 */
export function drawTable(
  sheet: Sheet,
  { table, x, width, element }: Placed,
  flow: (items: Item[]) => void,
): void {
  const { pdf } = sheet;
  const where = { pdf, look: IN_CELL, box: { x, width }, parent: element, inCell: true };
  const grid = gridOf(table.groups);
  if (grid.columns > MOST_COLUMNS) {
    flow(stacked(where, table, element));
    return;
  }
  flow(captionOf(where, table, element));
  if (grid.columns === 0) return;
  sheet.y += 6;
  const edges = [x];
  for (const one of widthsOf(pdf, grid, width)) edges.push((edges.at(-1) ?? 0) + one);
  const leaf: Leaf = { cells: new Set(), frames: [] };
  let open: Open[] = [];
  const frame = ({ x: left, width: wide, top }: Open, bottom: number) => {
    if (bottom > top) leaf.frames.push({ x: left, y: top, width: wide, height: bottom - top });
  };
  const endPage = (bottom: number) => {
    for (const one of open) frame(one, bottom);
    flush(sheet, leaf);
    nextPage(sheet);
    for (const one of open) Object.assign(one, { top: sheet.y, y: sheet.y + PADDING });
  };
  const place = (to: number) => {
    for (const one of open) {
      fill(one, to);
      if (one.drawn.length > 0) leaf.cells.add(one);
    }
  };
  grid.rows.forEach((areas, row) => {
    const tr = pdf.struct('TR');
    element.add(tr);
    open.push(...opened(sheet, areas, edges, tr));
    for (let first = true; ; first = false) {
      const ending = open.filter(({ lastRow }) => lastRow === row);
      const to = Math.max(sheet.y + 2 * PADDING, ...ending.map((one) => one.y + restOf(one) + PADDING));
      if (to <= sheet.bottom) {
        place(to);
        sheet.y = to;
        for (const one of ending) frame(one, to);
        open = open.filter(({ lastRow }) => lastRow > row);
        return;
      }
      const moves = first && sheet.y > sheet.top && to - sheet.y < (sheet.bottom - sheet.top) * WHOLE;
      if (!moves) place(sheet.bottom);
      endPage(moves ? sheet.y : sheet.bottom);
    }
  });
  flush(sheet, leaf);
}
