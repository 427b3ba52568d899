import type { Block, Table, TextKind } from './html-blocks.ts';
import {
  type Element,
  extentOf,
  type Line,
  lineHeight,
  pieceOf,
  type Words,
  wordsOf,
  wrap,
} from './pdf-lines.ts';

type Pdf = PDFKit.PDFDocument;

/** Sizes and gaps (points) of headings and paragraphs, on the page and in table cells. */
export type Look = Record<TextKind, { size: number; before: number }>;
export const ON_PAGE: Look = {
  h1: { size: 17, before: 8 },
  h2: { size: 12.5, before: 11 },
  h3: { size: 11, before: 10 },
  p: { size: 10, before: 7 },
};
export const IN_CELL: Look = {
  h1: { size: 10, before: 4 },
  h2: { size: 9, before: 4 },
  h3: { size: 8.5, before: 3 },
  p: { size: 8, before: 3 },
};
const TAGS = { h1: 'H1', h2: 'H2', h3: 'H3', p: 'P' } as const;
const KEEP = 50;
/** Indentation of list text, relative to the font size; it stops growing after some levels and in narrow columns. */
const INDENT = 1.7;
const LEAST_WIDTH = 4;

/** A table to be drawn at this place of the page; the flow leaves room for it. */
export type Placed = { table: Table; x: number; width: number; element: Element };
export type Item = Line | Placed;
export const isLine = (item: Item): item is Line => !('table' in item);

type Box = { x: number; width: number };
export type Where = { pdf: Pdf; look: Look; box: Box; parent: Element; inCell: boolean };

const added = (pdf: Pdf, parent: Element, tag: string): Element => {
  const element = pdf.struct(tag);
  parent.add(element);
  return element;
};

const narrower = ({ x, width }: Box, by: number): Box => {
  const step = Math.min(by, Math.max(0, width - LEAST_WIDTH) / 4);
  return { x: x + step, width: width - step };
};

const wordsIn = (pdf: Pdf, look: Look, block: Extract<Block, { kind: TextKind }>): Words =>
  wordsOf(pdf, block.runs, look[block.kind].size, block.kind !== 'p');

function textLines({ pdf, look, box, parent }: Where, block: Extract<Block, { kind: TextKind }>): Line[] {
  const { size, before } = look[block.kind];
  const element = added(pdf, parent, TAGS[block.kind]);
  return wrap(pdf, wordsIn(pdf, look, block), size, box.width).map((pieces, at) => ({
    ...{ pieces, size, element, x: box.x, height: lineHeight(size), labels: [] },
    before: at === 0 ? before : 0,
    keep: block.kind === 'p' ? 0 : KEEP,
  }));
}

function listItems(where: Where, { items }: Extract<Block, { kind: 'list' }>): Item[] {
  const { pdf, look, box, parent } = where;
  const { size } = look.p;
  const list = added(pdf, parent, 'L');
  return items.flatMap(({ mark, blocks }): Item[] => {
    const item = added(pdf, list, 'LI');
    const label = mark && {
      piece: pieceOf(pdf, `${mark} `, 'plain', size),
      x: box.x,
      element: added(pdf, item, 'Lbl'),
    };
    const body = added(pdf, item, 'LBody');
    const by = Math.max(size * INDENT, label ? label.piece.width : 0);
    const inner = layOut({ ...where, box: narrower(box, by), parent: body }, blocks);
    const [first] = inner;
    if (!label) return inner;
    if (first && isLine(first)) {
      first.labels.unshift(label);
      // List items are closer together than paragraphs.
      first.before = Math.min(first.before, look.p.before / 2);
      return inner;
    }
    const alone: Line = {
      ...{ pieces: [], size, element: body, x: box.x, height: lineHeight(size), labels: [label] },
      ...{ before: look.p.before / 2, keep: 0 },
    };
    return [alone, ...inner];
  });
}

/** A table inside a cell, or with more columns than a page has room for, with its cells stacked below each other. */
export function stacked(where: Where, table: Table, element: Element): Item[] {
  const { pdf } = where;
  const caption = table.caption.length === 0 ? [] : captionOf(where, table, element);
  const rows = table.groups.flat().flatMap((row) => {
    const tr = added(pdf, element, 'TR');
    return row.flatMap((cell) =>
      layOut({ ...where, parent: added(pdf, tr, cell.head ? 'TH' : 'TD') }, cell.blocks),
    );
  });
  return [...caption, ...rows];
}

export const captionOf = (where: Where, { caption }: Table, element: Element): Item[] =>
  caption.length === 0
    ? []
    : layOut({ ...where, inCell: true, parent: added(where.pdf, element, 'Caption') }, caption);

/** Lays out blocks below each other as lines and places of tables. Nothing is drawn yet, but the tag structure is built. */
export function layOut(where: Where, blocks: readonly Block[]): Item[] {
  const { pdf, look, box, parent, inCell } = where;
  return blocks.flatMap((block): Item[] => {
    if (block.kind === 'list') return listItems(where, block);
    if (block.kind === 'indent')
      return layOut({ ...where, box: narrower(box, look.p.size * INDENT) }, block.blocks);
    if (block.kind !== 'table') return textLines(where, block);
    const element = added(pdf, parent, 'Table');
    return inCell ? stacked(where, block, element) : [{ table: block, ...box, element }];
  });
}

/** Minimum and preferred widths of blocks (points). */
export function extentOfBlocks(
  pdf: Pdf,
  look: Look,
  blocks: readonly Block[],
): { widest: number; whole: number } {
  const all = blocks.map((block) => {
    if (block.kind === 'table')
      return extentOfBlocks(pdf, look, [
        ...block.caption,
        ...block.groups.flat(2).flatMap((cell) => cell.blocks),
      ]);
    if (block.kind === 'list' || block.kind === 'indent') {
      const inner = block.kind === 'list' ? block.items.flatMap((item) => item.blocks) : block.blocks;
      const { widest, whole } = extentOfBlocks(pdf, look, inner);
      const by = look.p.size * INDENT;
      return { widest: widest + by, whole: whole + by };
    }
    return extentOf(wordsIn(pdf, look, block));
  });
  return {
    widest: Math.max(0, ...all.map(({ widest }) => widest)),
    whole: Math.max(0, ...all.map(({ whole }) => whole)),
  };
}
