import { type ResultLine, type Results, resultsIn } from './results-file.ts';

const isEnd = (sign: string | undefined): boolean => sign === '\n' || sign === '\r';

/**
 * Lines of a CSV text (RFC 4180): a cell in quotes may contain the separator, line breaks and doubled quotes. `unclosed` is the
 * line of quotes that do not end, or not with their cell; nothing from there on is read.
 */
function linesIn(text: string, separator: string): { lines: ResultLine[]; unclosed?: number } {
  const lines: ResultLine[] = [];
  let [at, line] = [0, 1];
  const skipSpaces = (from: number): number => {
    let next = from;
    while (text[next] === ' ') next += 1;
    return next;
  };
  /** The cell at this place; undefined if its quotes do not end with it. */
  const cellHere = (): string | undefined => {
    const start = skipSpaces(at);
    if (text[start] !== '"') {
      const from = at;
      while (at < text.length && text[at] !== separator && !isEnd(text[at])) at += 1;
      return text.slice(from, at);
    }
    let cell = '';
    for (at = start; text[at] === '"'; ) {
      const end = text.indexOf('"', at + 1);
      if (end < 0) return undefined;
      // The second of two quotes begins another piece of the same cell.
      cell += (at === start ? '' : '"') + text.slice(at + 1, end);
      at = end + 1;
    }
    line += cell.split(/\r\n|\n|\r/).length - 1;
    at = skipSpaces(at);
    return at === text.length || text[at] === separator || isEnd(text[at]) ? cell : undefined;
  };
  while (at < text.length) {
    const first = line;
    const cells: string[] = [];
    for (;;) {
      const opened = line;
      const cell = cellHere();
      if (cell === undefined) return { lines, unclosed: opened };
      cells.push(cell);
      if (text[at] !== separator) break;
      at += 1;
    }
    lines.push({ line: first, cells });
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
  }
  return { lines };
}

/** The separator of the columns' names, which contain none themselves. */
const separatorOf = (text: string): string => {
  const head = text.split(/[\r\n]/, 1)[0] ?? '';
  return [';', '\t'].find((one) => head.includes(one)) ?? ',';
};

/**
 * Text of a file as spreadsheets save it: UTF-8, UTF-16 with its mark, and anything else in the code page of Windows for western
 * languages.
 */
export function resultsText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads results from the text of a CSV file (cells separated by `;`, `,` or tabs), like `resultsIn`. */
export function readResults(given: string, roll: ReadonlySet<number>): Results {
  const refused = (line: number, message: string): Results => ({ rows: [], problems: [{ line, message }] });
  const text = given.replace(/^\uFEFF/, '');
  const { lines, unclosed } = linesIn(text, separatorOf(text));
  if (unclosed !== undefined) return refused(unclosed, 'há aspas que não fecham a célula.');
  const width = lines[0]?.cells.length ?? 0;
  // The comma of 640,5 without quotes begins another cell.
  const wide = lines.find(({ cells }) => cells.slice(width).some((cell) => cell.trim() !== ''));
  return wide ? refused(wide.line, 'há mais células do que colunas.') : resultsIn(lines, roll);
}
