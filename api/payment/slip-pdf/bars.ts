import { itfPattern } from '@orbita/domain/payment';

/** Points of a millimetre. */
export const MM = 72 / 25.4;

/**
 * FEBRABAN: 103 mm by 13 mm with at least 5 mm of white before it. With 44 digits in this width, wide bars of 2.5 times a
 * narrow one leave 0.286 mm for the narrow ones; wider ones would make the code longer than its place.
 */
const WIDTH = 103 * MM;
export const BARS_HEIGHT = 13 * MM;
const WIDE = 2.5;

/** Draws the bars of a slip as rectangles, from the point of their upper left corner. */
export function drawBars(pdf: PDFKit.PDFDocument, barcode: string, x: number, y: number): void {
  const parts = itfPattern(barcode).map((wide) => (wide ? WIDE : 1));
  const unit = WIDTH / parts.reduce((sum, part) => sum + part, 0);
  let at = x;
  parts.forEach((part, index) => {
    if (index % 2 === 0) pdf.rect(at, y, part * unit, BARS_HEIGHT);
    at += part * unit;
  });
  pdf.fill('#000000');
}
