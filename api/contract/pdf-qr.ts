import QRCode from 'qrcode';

/** Modules that stay white around a QR code, so that cameras find it. */
const QUIET = 4;
const ALT = 'QR code com o endereço da página de verificação';

/** Draws an address as a QR code of the given side, in black squares that stay sharp on paper. */
export function drawQr(
  pdf: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  url: string,
  side: number,
): void {
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' });
  const step = side / (modules.size + 2 * QUIET);
  if (pdf.y + side > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
  const { x, y } = pdf;
  const figure = pdf.struct('Figure', { alt: ALT }, () => {
    for (let row = 0; row < modules.size; row++)
      for (let column = 0; column < modules.size; column++)
        if (modules.get(row, column))
          pdf.rect(x + (column + QUIET) * step, y + (row + QUIET) * step, step, step);
    pdf.fill('#000000');
  });
  root.add(figure);
  figure.end();
  pdf.y = y + side;
}
