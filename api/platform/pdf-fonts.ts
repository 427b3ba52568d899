import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create as createFont } from 'fontkit';

const { resolve } = createRequire(import.meta.url);
const noto = (name: string) => resolve(`@expo-google-fonts/noto-sans/${name}/NotoSans_${name}.ttf`);

/** Fonts of our documents by their names in the PDF; embedded, so that a copy has every letter that was accepted. */
const FILES = {
  plain: () => noto('400Regular'),
  bold: () => noto('700Bold'),
  italic: () => noto('400Regular_Italic'),
  both: () => noto('700Bold_Italic'),
  /** Signs that the others lack: arrows, boxes, ticks, mathematics. */
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

/** Noto Sans would draw a few letters, as in "Thị", from two signs that copy as other letters. */
const WHOLE_LETTERS = { ccmp: false };
/** How many words are kept for each font, and the longest of them: some megabytes. */
const MOST_WORDS = 2_000;
const MOST_LETTERS = 40;

/**
 * Keeps how words are laid out: contracts of one institution consist of the same words. pdfkit scales the positions it
 * is given, so each caller gets its own.
 */
function withKeptWords(font: Parsed): Parsed {
  const words = new Map<string, Word>();
  const layOut = font.layout.bind(font);
  const laidOut = (text: string): Word => {
    // A glyph keeps the letter it was first made for, and a sign of another document may be drawn alike.
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

/** A font with its tables, which take longer to read than a whole document takes to write. */
const fontOf = (font: Font): Parsed => {
  const known = parsed.get(font) ?? withKeptWords(createFont(readFileSync(FILES[font]())) as Parsed);
  parsed.set(font, known);
  return known;
};

/** Makes the fonts known to a document; each is embedded with the letters that are used. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  // pdfkit takes a font of fontkit, too, which its types do not say.
  for (const font of Object.keys(FILES) as Font[])
    pdf.registerFont(font, fontOf(font) as unknown as Uint8Array);
}

/** Letters of scripts that are read from left to right, sign by sign; others would need shaping that nobody here could judge. */
const SIMPLE = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;
/** Signs that nobody sees, such as joiners and marks of direction. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;
const OTHER_BLANKS = /[\p{Zl}\p{Zp}\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]/gu;
const HARD_BLANKS = /[\u2007\u202f]/g;

const has = (font: Font, mark: string): boolean =>
  fontOf(font).hasGlyphForCodePoint(mark.codePointAt(0) ?? 0);
const places = new Map<string, 'text' | 'signs' | 'unseen' | undefined>();

/** Which font has a sign. The answer is kept for each sign: there are some thousands. */
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

/** Blanks of one kind, those that hold words together, and letters and accents in one. */
const composed = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\t\r\f\v]/g, ' ')
    .replace(OTHER_BLANKS, ' ')
    .replace(HARD_BLANKS, '\u00a0');

/**
 * The text as `piecesOf` draws it, without signs that nobody sees. One that no font has is named by its number in Unicode:
 * `[U+738B]`.
 */
export const printable = (text: string): string =>
  [...composed(text)]
    .map((mark) => {
      if (mark === '\n') return mark;
      const place = placeOf(mark);
      return place === 'unseen' ? '' : place ? mark : `[U+${pointOf(mark)}]`;
    })
    .join('');

/** The text in letters of Noto Sans alone, with a question mark in place of others. */
export const printableLetters = (text: string): string =>
  [...composed(text)]
    .map((mark) => (mark === '\n' || placeOf(mark) === 'text' ? mark : placeOf(mark) === 'unseen' ? '' : '?'))
    .join('');

/** Signs of a text that no font has, each once. */
export const unprintable = (text: string): string[] => [
  ...new Set([...composed(text)].filter((mark) => mark !== '\n' && placeOf(mark) === undefined)),
];

/** A printable text in pieces of one font each. */
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
