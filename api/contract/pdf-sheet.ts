import { dictionaryOf, type Element, type Label, type Line } from './pdf-lines.ts';

type Pdf = PDFKit.PDFDocument;

const MARGIN = 56;
const FOOT = 64;

/** Current position of the text on the pages of a document (points from the top). */
export type Sheet = {
  pdf: Pdf;
  y: number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly width: number;
};

export const MARGINS = { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOT };

export const sheetOf = (pdf: Pdf): Sheet => ({
  ...{ pdf, y: MARGIN, top: MARGIN, left: MARGIN },
  ...{ bottom: pdf.page.height - FOOT, width: pdf.page.width - 2 * MARGIN },
});

export function nextPage(sheet: Sheet): void {
  sheet.pdf.addPage();
  sheet.y = sheet.top;
}

/** A line and the position of its upper edge. */
export type PlacedLine = { line: Line; y: number };

/** Draws what an element of the structure has on this page as one piece of marked content, so that it reads as one. */
function mark(pdf: Pdf, element: Element, draw: () => void): void {
  const content = pdf.markStructureContent(dictionaryOf(element).S);
  draw();
  pdf.endMarkedContent();
  element.add(content);
}

function drawPieces(pdf: Pdf, pieces: readonly Label['piece'][], size: number, x: number, y: number): void {
  let at = x;
  for (const { text, font, width } of pieces) {
    // Positioned by the baseline, so that characters of another font are level with the letters.
    pdf
      .font(font)
      .fontSize(size)
      .text(text, at, y + size * 1.07, { lineBreak: false, baseline: 'alphabetic' });
    at += width;
  }
}

/** Draws lines of one page in the given order. */
export function drawLines(pdf: Pdf, placed: readonly PlacedLine[]): void {
  for (let at = 0; at < placed.length; ) {
    const { line, y } = placed[at] as PlacedLine;
    for (const { piece, x, element } of line.labels)
      mark(pdf, element, () => drawPieces(pdf, [piece], line.size, x, y));
    const from = at;
    at += 1;
    while (
      at < placed.length &&
      placed[at]?.line.element === line.element &&
      placed[at]?.line.labels.length === 0
    )
      at += 1;
    const same = placed.slice(from, at).filter((one) => one.line.pieces.length > 0);
    if (same.length === 0) continue;
    mark(pdf, line.element, () => {
      for (const one of same) drawPieces(pdf, one.line.pieces, one.line.size, one.line.x, one.y);
    });
  }
}
