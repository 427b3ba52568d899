import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

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

const read = new Map<Font, Buffer>();
const contentOf = (font: Font): Buffer => {
  const known = read.get(font) ?? readFileSync(file(FILES[font]));
  read.set(font, known);
  return known;
};

/** Makes the fonts known to a document; each is embedded with the letters that are used. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const font of Object.keys(FILES) as Font[]) pdf.registerFont(font, contentOf(font));
}

// Noto Sans has all Latin, Greek and Cyrillic letters and the signs below; for others a question mark says that one is missing.
const PRINTABLE =
  /[\n\u0020-\u007e\u00a0-\u036f\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20bf\u2116\u2122]/;

/** The text with a visible sign in place of a letter that the fonts do not have. */
export const printable = (text: string): string =>
  [...text].map((mark) => (PRINTABLE.test(mark) ? mark : '?')).join('');

/**
 * Options of a text whose letters can be copied again: Noto Sans would draw a few letters, as in "Thị", from two signs
 * that copy as other letters. The types of pdfkit lack that a feature can be switched off.
 */
export const wholeLetters = (options: PDFKit.Mixins.TextOptions): PDFKit.Mixins.TextOptions =>
  Object.assign(options, { features: { ccmp: false } });
