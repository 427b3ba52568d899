import { entryOf } from '@orbita/domain/foundation';
import { parseDocument } from 'htmlparser2';
import { type ListType, listMark } from './list-marks.ts';

type ChildNode = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<ChildNode, { attribs: unknown }>;

/** A piece of text in one style; a lone `\n` is a forced line break. */
export type Run = { text: string; bold: boolean; italic: boolean };
export type Cell = { head: boolean; scope: 'Row' | 'Column'; columns: number; rows: number; blocks: Block[] };
/** Rows of one `thead`, `tbody` or `tfoot`; no cell spans beyond it. */
export type RowGroup = Cell[][];
export type TextKind = 'h1' | 'h2' | 'h3' | 'p';
export type Table = { kind: 'table'; caption: Block[]; groups: RowGroup[] };
export type Block =
  | { kind: TextKind; runs: Run[] }
  | { kind: 'list'; items: { mark: string; blocks: Block[] }[] }
  | { kind: 'indent'; blocks: Block[] }
  | Table;

const HEADINGS: Record<string, TextKind> = { h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h3' };
const INLINE = new Set(['strong', 'b', 'em', 'i', 'u', 'sup', 'sub', 'small', 'span']);
const INDENTED = new Set(['blockquote', 'dd']);
const GROUPS = new Set(['thead', 'tbody', 'tfoot']);
const CELLS = new Set(['td', 'th']);

const nameOf = (node: ChildNode): string => ('name' in node ? node.name : '');
const childrenOf = (node: ChildNode): ChildNode[] => ('children' in node ? node.children : []);
const attributesOf = (node: ChildNode): Record<string, string> => ('attribs' in node ? node.attribs : {});
const isItem = (node: ChildNode): boolean => nameOf(node) === 'li';
const isBlank = (node: ChildNode): boolean =>
  !('children' in node) && !('data' in node && /\S/.test(node.data));

type Style = { kind: TextKind; bold: boolean; italic: boolean };
const PLAIN: Style = { kind: 'p', bold: false, italic: false };

/** Collects inline content into paragraphs; a block in between ends the current one. */
function createFlow() {
  const blocks: Block[] = [];
  let runs: Run[] = [];
  let kind: TextKind = 'p';
  const end = () => {
    if (runs.some(({ text }) => /\S/.test(text))) blocks.push({ kind, runs });
    runs = [];
  };
  return {
    put: (run: Run, of: TextKind) => {
      if (runs.length === 0) kind = of;
      runs.push(run);
    },
    add: (block: Block) => {
      end();
      blocks.push(block);
    },
    end,
    blocks,
  };
}
type Flow = ReturnType<typeof createFlow>;

const blocksIn = (nodes: readonly ChildNode[], style = PLAIN): Block[] => {
  const flow = createFlow();
  read(nodes, style, flow);
  flow.end();
  return flow.blocks;
};

function listOf(list: ChildNode): Block {
  const items: { mark: string; blocks: Block[] }[] = [];
  const { type = '1', start, reversed } = attributesOf(list);
  const step = reversed === undefined ? 1 : -1;
  let number = Number(start ?? (step === 1 ? 1 : childrenOf(list).filter(isItem).length)) - step;
  const markOf = (item: ChildNode): string => {
    if (nameOf(list) === 'ul') return '•';
    const own = attributesOf(item);
    number = own.value === undefined ? number + step : Number(own.value);
    return listMark((own.type ?? type) as ListType, number);
  };
  for (const node of childrenOf(list)) {
    if (isBlank(node)) continue;
    // Content between items is kept, without a list mark.
    const mark = isItem(node) ? markOf(node) : '';
    items.push({ mark, blocks: blocksIn(isItem(node) ? childrenOf(node) : [node]) });
  }
  return { kind: 'list', items };
}

const spanOf = (value: string | undefined): number => Math.max(1, Number(value ?? 1) || 1);

function cellOf(node: Element, inHead: boolean): Cell {
  const { scope, colspan, rowspan } = node.attribs;
  const head = node.name === 'th' || inHead;
  return {
    head,
    scope: scope?.startsWith('row') ? 'Row' : 'Column',
    columns: spanOf(colspan),
    rows: spanOf(rowspan),
    blocks: blocksIn(node.children, { ...PLAIN, bold: head }),
  };
}

/** Nothing inside a table is lost: content outside cells becomes a cell, as wide as the table if it is between rows. */
const loose = (node: ChildNode, columns: number): Cell => ({
  ...{ head: false, scope: 'Column', columns, rows: 1 },
  blocks: blocksIn([node]),
});
const ALL_COLUMNS = 999;

function rowsOf(nodes: readonly ChildNode[], inHead: boolean): RowGroup {
  return nodes.flatMap((node): Cell[][] => {
    if (isBlank(node)) return [];
    if (CELLS.has(nameOf(node))) return [[cellOf(node as Element, inHead)]];
    if (nameOf(node) !== 'tr') return [[loose(node, ALL_COLUMNS)]];
    return [
      childrenOf(node).flatMap((inner) =>
        isBlank(inner)
          ? []
          : CELLS.has(nameOf(inner))
            ? [cellOf(inner as Element, inHead)]
            : [loose(inner, 1)],
      ),
    ];
  });
}

function tableOf(table: ChildNode): Table {
  const result: Table = { kind: 'table', caption: [], groups: [] };
  let direct: ChildNode[] = [];
  const endDirect = () => {
    const rows = rowsOf(direct, false);
    if (rows.length > 0) result.groups.push(rows);
    direct = [];
  };
  for (const node of childrenOf(table)) {
    if (nameOf(node) === 'caption' && direct.every(isBlank) && result.groups.length === 0)
      result.caption.push(...blocksIn(childrenOf(node), { ...PLAIN, bold: true }));
    else if (GROUPS.has(nameOf(node))) {
      endDirect();
      result.groups.push(rowsOf(childrenOf(node), nameOf(node) === 'thead'));
    } else direct.push(node);
  }
  endDirect();
  return result;
}

function read(nodes: readonly ChildNode[], style: Style, flow: Flow): void {
  for (const node of nodes) {
    const name = nameOf(node);
    const heading = entryOf(HEADINGS, name);
    if (name === '') {
      if ('data' in node) flow.put({ text: node.data, bold: style.bold, italic: style.italic }, style.kind);
    } else if (name === 'br') flow.put({ text: '\n', bold: false, italic: false }, style.kind);
    else if (INLINE.has(name)) {
      const bold = style.bold || name === 'strong' || name === 'b';
      const italic = style.italic || name === 'em' || name === 'i';
      read(childrenOf(node), { ...style, bold, italic }, flow);
    } else if (name === 'table') flow.add(tableOf(node));
    else if (name === 'ul' || name === 'ol') flow.add(listOf(node));
    else if (INDENTED.has(name)) flow.add({ kind: 'indent', blocks: blocksIn(childrenOf(node), style) });
    else {
      flow.end();
      read(childrenOf(node), heading ? { ...style, kind: heading } : style, flow);
      flow.end();
    }
  }
}

/**
 * Parses HTML produced by `cleanHtml`, with known elements only but in any order, into headings, paragraphs, lists and tables.
 */
export const blocksOf = (html: string): Block[] => blocksIn(parseDocument(withoutBreaks(html)).children);

/** Line breaks of the source become blanks, because `\n` in a text represents `<br>`. */
const withoutBreaks = (html: string): string => html.replace(/[\r\n\t\f]/g, ' ');
