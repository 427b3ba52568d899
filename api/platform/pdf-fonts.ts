import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create as createFont } from 'fontkit';

const { resolve } = createRequire(import.meta.url);
const noto = (name: string) => resolve(`@expo-google-fonts/noto-sans/${name}/NotoSans_${name}.ttf`);

/** Fonts of our documents by their names in the PDF; embedded, so that a copy contains every letter that was accepted. */
const FILES = {
  plain: () => noto('400Regular'),
  bold: () => noto('700Bold'),
  italic: () => noto('400Regular_Italic'),
  both: () => noto('700Bold_Italic'),
  /** Characters that the others lack: arrows, boxes, ticks, mathematics. */
  signs: () => resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
} as const;
export type Font = keyof typeof FILES;

type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };
type Word = { glyphs: unknown[]; positions: Position[] };
type Parsed = {
  layout(text: string, features?: Record<string, boolean>): Word;
  hasGlyphForCodePoint(point: number): boolean;
  _glyphs: object;
};

/** Noto Sans would compose a few letters, as in "Thị", of two glyphs that copy as different letters. */
const WHOLE_LETTERS = { ccmp: false };
/** Number of words cached for each font, and their maximum length: a few megabytes. */
const MOST_WORDS = 2_000;
const MOST_LETTERS = 40;

/**
 * Caches the layout of words: contracts of one institution consist of the same words. pdfkit scales the positions it is given,
 * so each caller gets its own.
 */
function withKeptWords(font: Parsed): Parsed {
  const words = new Map<string, Word>();
  const layOut = font.layout.bind(font);
  const laidOut = (text: string): Word => {
    // A glyph remembers the letter it was first created for, and another document may use the same glyph for a different
    // character.
    font._glyphs = {};
    return layOut(text, WHOLE_LETTERS);
  };
  font.layout = (text) => {
    const { glyphs, positions } = words.get(text) ?? laidOut(text);
    if (words.size > MOST_WORDS) words.clear();
    if (text.length <= MOST_LETTERS) words.set(text, { glyphs, positions });
    const own = positions.map((position) => ({ ...position }));
    return {
      glyphs,
      positions: own,
      get advanceWidth() {
        return own.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  return font;
}

const parsed = new Map<Font, Parsed>();

/** A font with its tables, which take longer to parse than a whole document takes to write. */
const fontOf = (font: Font): Parsed => {
  const known = parsed.get(font) ?? withKeptWords(createFont(readFileSync(FILES[font]())) as Parsed);
  parsed.set(font, known);
  return known;
};

/** Registers the fonts with a document; each is embedded with the letters that are used. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  // pdfkit also accepts a fontkit font, which its types do not say.
  for (const font of Object.keys(FILES) as Font[])
    pdf.registerFont(font, fontOf(font) as unknown as Uint8Array);
}

/**
 * Letters of scripts read from left to right, character by character; others would need shaping that nobody here could verify.
 */
const SIMPLE = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;
/** Invisible characters, such as joiners and direction marks. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;
const OTHER_BLANKS = /[\p{Zl}\p{Zp}\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]/gu;
const HARD_BLANKS = /[\u2007\u202f]/g;

const has = (font: Font, mark: string): boolean =>
  fontOf(font).hasGlyphForCodePoint(mark.codePointAt(0) ?? 0);
const places = new Map<string, 'text' | 'signs' | 'unseen' | undefined>();

/** Which font contains a character; undefined if none does. Cached per character: there are a few thousand. */
function placeOf(mark: string) {
  if (places.has(mark)) return places.get(mark);
  const simple = SIMPLE.test(mark);
  const place = UNSEEN.test(mark)
    ? 'unseen'
    : simple && has('plain', mark)
      ? 'text'
      : simple && has('signs', mark)
        ? 'signs'
        : undefined;
  if (places.size > MOST_WORDS) places.clear();
  places.set(mark, place);
  return place;
}

const pointOf = (mark: string): string =>
  (mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** Normalises spaces (regular and non-breaking), and composes letters with their accents. */
const composed = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\t\r\f\v]/g, ' ')
    .replace(OTHER_BLANKS, ' ')
    .replace(HARD_BLANKS, '\u00a0');

/**
 * The text as drawn by `piecesOf`, without invisible characters. A character that no font contains is replaced by its code
 * point: `[U+738B]`.
 */
export const printable = (text: string): string =>
  [...composed(text)]
    .map((mark) => {
      if (mark === '\n') return mark;
      const place = placeOf(mark);
      return place === 'unseen' ? '' : place ? mark : `[U+${pointOf(mark)}]`;
    })
    .join('');

/** The text using only Noto Sans, with a question mark for anything else. */
export const printableLetters = (text: string): string =>
  [...composed(text)]
    .map((mark) => (mark === '\n' || placeOf(mark) === 'text' ? mark : placeOf(mark) === 'unseen' ? '' : '?'))
    .join('');

/** Characters of a text that no font contains, without duplicates. */
export const unprintable = (text: string): string[] => [
  ...new Set([...composed(text)].filter((mark) => mark !== '\n' && placeOf(mark) === undefined)),
];

/** Splits printable text into pieces of one font each. */
export function piecesOf(text: string, font: Font): { text: string; font: Font }[] {
  const pieces: { text: string; font: Font }[] = [];
  for (const mark of text) {
    const of = placeOf(mark) === 'signs' ? 'signs' : font;
    const last = pieces.at(-1);
    if (last?.font === of) last.text += mark;
    else pieces.push({ text: mark, font: of });
  }
  return pieces;
}
