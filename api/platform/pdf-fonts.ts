import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create as createFont } from 'fontkit';

const { resolve } = createRequire(import.meta.url);
const file = (name: string) => resolve(`@expo-google-fonts/noto-sans/${name}/NotoSans_${name}.ttf`);

/** Fonts of our documents by their names in the PDF; embedded, so that a copy has every letter that was accepted. */
const FILES = {
  plain: '400Regular',
  bold: '700Bold',
  italic: '400Regular_Italic',
  both: '700Bold_Italic',
} as const;
export type Font = keyof typeof FILES;

type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };
type Word = { glyphs: unknown[]; positions: Position[] };
type Parsed = { layout(text: string, features?: Record<string, boolean>): Word; _glyphs: object };

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
  const known = parsed.get(font) ?? withKeptWords(createFont(readFileSync(file(FILES[font]))) as Parsed);
  parsed.set(font, known);
  return known;
};

/** Makes the fonts known to a document; each is embedded with the letters that are used. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  // pdfkit takes a font of fontkit, too, which its types do not say.
  for (const font of Object.keys(FILES) as Font[])
    pdf.registerFont(font, fontOf(font) as unknown as Uint8Array);
}

// Noto Sans has all Latin, Greek and Cyrillic letters and the signs below; for others a question mark says that one is missing.
const PRINTABLE =
  /[\n\u0020-\u007e\u00a0-\u036f\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20bf\u2116\u2122]/;

/** The text with a visible sign in place of a letter that the fonts do not have. */
export const printable = (text: string): string =>
  [...text].map((mark) => (PRINTABLE.test(mark) ? mark : '?')).join('');
