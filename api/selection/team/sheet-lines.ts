import { checkFile } from '@orbita/domain/document';
import { entryOf } from '@orbita/domain/foundation';
import type { ResultLine } from '@orbita/domain/selection';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { sheetProblem } from '../../document/inspection/sheet.ts';

/** Maximum number of lines, and of cells per line, that are read; one line more than allowed shows that there are too many. */
const MOST_LINES = 1_003;
const MOST_CELLS = 50;
/** Maximum unpacked size in bytes of one part of the file. */
const MOST_PART = 20 * 1024 * 1024;
/** Maximum length of a name or a score in a cell. */
const MOST_TEXT = 200;

/** The lines of a workbook's first visible sheet, or why it is refused, in words for the person who sent it. */
export type Sheet = { lines: ResultLine[] } | { refused: string };

/**
 * Pieces of XML in order: the name of a tag without its prefix (`/c` for a closing tag), its attributes, and the text after it.
 */
function* pieces(xml: string): Generator<{ tag: string; own: string; text: string }> {
  let at = xml.indexOf('<');
  while (at >= 0) {
    const end = xml.indexOf('>', at);
    if (end < 0) return;
    const next = xml.indexOf('<', end);
    const inside = xml.slice(at + 1, end);
    const closes = inside.startsWith('/');
    const [name = ''] = inside.slice(closes ? 1 : 0).split(/[\s/]/, 1);
    const tag = name.slice(name.indexOf(':') + 1);
    yield {
      tag: closes ? `/${tag}` : tag,
      own: inside,
      text: xml.slice(end + 1, next < 0 ? undefined : next),
    };
    if (!closes && inside.endsWith('/')) yield { tag: `/${tag}`, own: '', text: '' };
    at = next;
  }
}

const MARKS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return entryOf(MARKS, name) ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** The value of one of a tag's attributes; empty if missing. */
function own(of: string, name: string): string {
  const from = of.indexOf(` ${name}="`);
  if (from < 0) return '';
  const start = from + name.length + 3;
  const end = of.indexOf('"', start);
  return end < 0 ? '' : unescapeXml(of.slice(start, end));
}

/** Shared strings, in order, each with its runs joined; phonetic readings are left out. */
function textsOf(xml: string): string[] {
  const texts: string[] = [];
  let [now, spoken] = ['', false];
  for (const { tag, text } of pieces(xml)) {
    if (tag === 'si') now = '';
    if (tag === 'rPh' || tag === '/rPh') spoken = tag === 'rPh';
    if (tag === 't' && !spoken && now.length < MOST_TEXT) now += unescapeXml(text);
    if (tag === '/si') texts.push(now);
  }
  return texts;
}

/** Zero-based column of a cell reference such as `AB12`. */
const columnOf = (place: string): number => {
  let column = 0;
  for (const letter of place) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26 || column > MOST_CELLS) break;
    column = column * 26 + value;
  }
  return column - 1;
};

/** Programs store a score of 640.3 with all digits of its floating-point number. */
const numberText = (text: string): string => {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? String(Math.round(value * 1000) / 1000) : text;
};

function linesOf(xml: string, shared: readonly string[]): ResultLine[] {
  const lines: ResultLine[] = [];
  let cells: string[] = [];
  let [line, column, kind, value] = [0, -1, '', ''];
  for (const { tag, own: said, text } of pieces(xml)) {
    if (tag === 'row') {
      line = Number(own(said, 'r')) || line + 1;
      [cells, column] = [[], -1];
    }
    if (tag === 'c') {
      const place = columnOf(own(said, 'r'));
      column = place >= 0 ? place : column + 1;
      [kind, value] = [own(said, 't'), ''];
    }
    if (tag === 'v' || tag === 't') value = (value + unescapeXml(text)).slice(0, MOST_TEXT);
    if (tag === '/c' && column < MOST_CELLS) {
      while (cells.length < column) cells.push('');
      cells[column] =
        kind === 's'
          ? (shared[Number(value)] ?? '')
          : kind === '' || kind === 'n'
            ? numberText(value)
            : value;
    }
    if (tag === '/row') {
      if (cells.some((one) => one.trim() !== '')) lines.push({ line, cells });
      if (lines.length >= MOST_LINES) return lines;
    }
  }
  return lines;
}

async function textIn(zip: ZipFile, entry: Entry | undefined): Promise<string> {
  if (!entry || entry.uncompressedSize > MOST_PART) return '';
  const parts: Buffer[] = [];
  for await (const piece of await zip.openReadStreamPromise(entry)) parts.push(piece as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Path of the first sheet that people see, which a workbook refers to by a relationship. */
function firstSheet(workbook: string, relations: string): string | undefined {
  const sheets = [...pieces(workbook)].filter(({ tag }) => tag === 'sheet');
  const sheet = sheets.find(({ own: said }) => !/^(?:veryH|h)idden$/.test(own(said, 'state'))) ?? sheets[0];
  const wanted = sheet && own(sheet.own, 'r:id');
  const [relation] = [...pieces(relations)].filter(
    ({ tag, own: said }) => tag === 'Relationship' && own(said, 'Id') === wanted,
  );
  const target = relation && own(relation.own, 'Target');
  return target?.startsWith('/') ? target.slice(1) : target && `xl/${target}`;
}

/**
 * Lines of the first visible sheet of an XLSX file. The file may be anything that somebody sends, so it is inspected like every
 * spreadsheet before a part of it is read. Runs in a thread.
 */
export default async function sheetLines(bytes: Uint8Array): Promise<Sheet> {
  const content = Buffer.from(bytes);
  const verdict = checkFile(content, ['xlsx']);
  if (!verdict.ok) return { refused: verdict.text };
  const problem = await sheetProblem(content);
  if (problem) return { refused: problem.text };
  // Parts are read in a different order than stored, so the archive stays open until the last of them.
  const zip = await fromBufferPromise(content, { strictFileNames: true, autoClose: false });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  const read = (name: string | undefined) => textIn(zip, name === undefined ? undefined : entries.get(name));
  const path = firstSheet(await read('xl/workbook.xml'), await read('xl/_rels/workbook.xml.rels'));
  const shared = textsOf(await read('xl/sharedStrings.xml'));
  return { lines: linesOf(await read(path ?? 'xl/worksheets/sheet1.xml'), shared) };
}
