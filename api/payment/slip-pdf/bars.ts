import { itfPattern } from '@orbita/domain/payment';

/** Points per millimetre. */
export const MM = 72 / 25.4;

/**
 * FEBRABAN: 103 mm by 13 mm with at least 5 mm of white in front. With 44 digits in this width, wide bars of 2.5 times a narrow
 * one leave 0.286 mm for the narrow ones; a wider ratio would exceed the space.
 */
const WIDTH = 103 * MM;
export const BARS_HEIGHT = 13 * MM;
const WIDE = 2.5;

/** Draws the barcode of a slip as rectangles; `x` and `y` are the upper left corner in points. */
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
