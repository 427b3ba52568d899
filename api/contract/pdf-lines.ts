import { type Font, piecesOf, printable } from '../platform/pdf-fonts.ts';
import type { Run } from './html-blocks.ts';

type Pdf = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;
/** The dictionary of a structure element, which pdfkit's types lack: its tag, and attributes. */
export const dictionaryOf = (element: Element): { S: string; A?: Record<string, unknown> } =>
  (element as unknown as { dictionary: { data: { S: string } } }).dictionary.data;
export type Piece = { text: string; font: Font; width: number };
/** A list mark drawn before a line: `3.`. */
export type Label = { piece: Piece; x: number; element: Element };
/** One line as drawn; `before` is the gap above it, which is left out at the top of a page. */
export type Line = {
  pieces: Piece[];
  size: number;
  x: number;
  height: number;
  before: number;
  element: Element;
  labels: Label[];
  /** Space that must remain below, so that a heading is not the last line of a page. */
  keep: number;
};

type Word = { pieces: Piece[]; width: number };
export type Words = (Word | 'break')[];

/** Longer words are measured in parts, because the library's time grows with the square of the length. */
const PARTS = /.{1,60}/gsu;
export const lineHeight = (size: number): number => size * 1.36 + 2;

const fontOf = ({ bold, italic }: Run, heading: boolean): Font => {
  if (bold || heading) return italic ? 'both' : 'bold';
  return italic ? 'italic' : 'plain';
};

const measured = (pdf: Pdf, text: string, font: Font, size: number): number =>
  pdf.font(font).fontSize(size).widthOfString(text);

export const pieceOf = (pdf: Pdf, text: string, font: Font, size: number): Piece => ({
  text,
  font,
  width: measured(pdf, text, font, size),
});

/** Splits runs into words; the font may change within a word. */
export function wordsOf(pdf: Pdf, runs: readonly Run[], size: number, heading: boolean): Words {
  const words: Words = [];
  let word: Word | undefined;
  const end = () => {
    if (word) words.push(word);
    word = undefined;
  };
  for (const run of runs) {
    if (run.text === '\n') {
      end();
      words.push('break');
      continue;
    }
    printable(run.text)
      .split(/[ \n]/)
      .forEach((text, at) => {
        if (at > 0) end();
        for (const piece of piecesOf(text, fontOf(run, heading))) {
          word ??= { pieces: [], width: 0 };
          for (const part of piece.text.match(PARTS) ?? []) {
            const of = pieceOf(pdf, part, piece.font, size);
            word.pieces.push(of);
            word.width += of.width;
          }
        }
      });
  }
  end();
  return words;
}

/** Width of the widest word, and of all words on one line (points). */
export function extentOf(words: Words): { widest: number; whole: number } {
  let [widest, whole, line] = [0, 0, 0];
  for (const word of words) {
    if (word === 'break') line = 0;
    else {
      line += word.width + 3;
      widest = Math.max(widest, word.width);
    }
    whole = Math.max(whole, line);
  }
  return { widest, whole };
}

/** Splits a word into parts that each fit on a line. */
function broken(pdf: Pdf, { pieces }: Word, size: number, width: number): Word[] {
  const parts: Word[] = [];
  let part: Word = { pieces: [], width: 0 };
  for (const { text, font } of pieces)
    for (const mark of text) {
      const wide = measured(pdf, mark, font, size);
      if (part.width + wide > width && part.pieces.length > 0) {
        parts.push(part);
        part = { pieces: [], width: 0 };
      }
      const last = part.pieces.at(-1);
      if (last?.font === font) last.text += mark;
      else part.pieces.push({ text: mark, font, width: 0 });
      part.width += wide;
    }
  parts.push(part);
  return parts;
}

/**
 * Breaks words into lines of the given width. Text is left-aligned, because justified lines lose their blanks when copied or read
 * aloud.
 */
export function wrap(pdf: Pdf, words: Words, size: number, width: number): Piece[][] {
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  let filled = 0;
  const end = () => {
    if (line.length > 0) lines.push(line.map(({ text, font }) => pieceOf(pdf, text, font, size)));
    line = [];
    filled = 0;
  };
  const put = ({ pieces, width: wide }: Word) => {
    for (const piece of pieces) {
      const last = line.at(-1);
      if (last?.font === piece.font) last.text += piece.text;
      else line.push({ ...piece });
    }
    filled += wide;
  };
  const blank = () => {
    const last = line.at(-1);
    if (!last) return;
    last.text += ' ';
    filled += measured(pdf, ' ', last.font, size);
  };
  for (const word of words) {
    if (word === 'break') {
      blank();
      end();
      continue;
    }
    // The blank stays at the end of the line, so that copied words do not run together.
    blank();
    if (filled + word.width <= width) put(word);
    else {
      end();
      const parts = word.width <= width ? [word] : broken(pdf, word, size, width);
      parts.forEach((part, at) => {
        if (at > 0) end();
        put(part);
      });
    }
  }
  end();
  return lines;
}
