import QRCode from 'qrcode';

/** Modules that stay white around a QR code, so that cameras find it. */
const QUIET = 4;

/**
 * Fills the black squares of a QR code into a square of the given side (points, white border included); squares stay
 * sharp on paper. Whoever calls it says in the structure of the document what the code is.
 */
export function fillQr(
  pdf: PDFKit.PDFDocument,
  text: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const step = side / (modules.size + 2 * QUIET);
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column))
        pdf.rect(x + (column + QUIET) * step, y + (row + QUIET) * step, step, step);
  pdf.fill('#000000');
}
