import { Parser } from 'htmlparser2';

/** Cleaned contract HTML as paragraphs, headings, list items and tables, for paper. */
export type Run = { text: string; bold: boolean; italic: boolean };
export type Block =
  | { kind: 'h1' | 'h2' | 'h3' | 'p' | 'li'; runs: Run[] }
  | { kind: 'table'; head: string[][]; rows: string[][] };

type TextKind = Exclude<Block['kind'], 'table'>;

const KINDS: Record<string, TextKind> = {
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  h4: 'h3',
  p: 'p',
  div: 'p',
  section: 'p',
  blockquote: 'p',
  dt: 'p',
  dd: 'p',
  caption: 'p',
  li: 'li',
};

/** Reads HTML that `cleanHtml` made: well-formed and of known elements only. */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  let kind: TextKind = 'p';
  let runs: Run[] = [];
  let bold = 0;
  let italic = 0;
  let table: Extract<Block, { kind: 'table' }> | undefined;
  let row: string[] | undefined;
  let cell: string | undefined;
  let inHead = false;

  const flush = () => {
    const first = runs.find(({ text }) => text.trim() !== '');
    if (first) blocks.push({ kind, runs });
    runs = [];
    kind = 'p';
  };
  const put = (text: string) => {
    if (cell !== undefined) cell += text;
    else if (!table && (runs.length > 0 || text.trim() !== '')) {
      runs.push({ text: runs.length === 0 ? text.trimStart() : text, bold: bold > 0, italic: italic > 0 });
    }
  };
  const tableMark = (name: string, closing: boolean): boolean => {
    if (name === 'table') {
      flush();
      if (closing && table) blocks.push(table);
      table = closing ? undefined : { kind: 'table', head: [], rows: [] };
    } else if (name === 'thead') inHead = !closing;
    else if (name === 'tr') {
      if (closing && row) (inHead ? table?.head : table?.rows)?.push(row);
      row = closing ? undefined : [];
    } else if (name === 'th' || name === 'td') {
      if (closing && cell !== undefined) row?.push(cell.trim());
      cell = closing ? undefined : '';
    } else return name === 'tbody' || name === 'tfoot';
    return true;
  };

  const mark = (name: string, closing: boolean) => {
    if (tableMark(name, closing)) return;
    if (name === 'strong' || name === 'b') bold += closing ? -1 : 1;
    else if (name === 'em' || name === 'i') italic += closing ? -1 : 1;
    else if (name === 'br') {
      if (!closing) put('\n');
    } else if (name === 'hr' || name === 'ul' || name === 'ol' || name === 'dl') flush();
    else if (KINDS[name] && cell === undefined) {
      flush();
      if (!closing) kind = KINDS[name];
    }
  };

  // The parser reports a text in pieces, one for each entity.
  let text = '';
  const endText = () => {
    if (text !== '') put(text.replace(/[ \t\r\n]+/g, ' '));
    text = '';
  };
  const parser = new Parser({
    ontext: (piece) => {
      text += piece;
    },
    onopentagname: (name) => {
      endText();
      mark(name, false);
    },
    onclosetag: (name) => {
      endText();
      mark(name, true);
    },
  });
  parser.end(html);
  endText();
  flush();
  return blocks;
}
