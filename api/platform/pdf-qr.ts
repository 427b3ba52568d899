import QRCode from 'qrcode';

/** White modules around a QR code, so that cameras find it. */
const QUIET = 4;

/**
 * Draws the black squares of a QR code into a square of the given side (in points, including the white border); they stay sharp
 * on paper. The caller must describe the code in the document structure.
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
