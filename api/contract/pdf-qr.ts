import { fillQr } from '../platform/pdf-qr.ts';

const ALT = 'QR code com o endereço da página de verificação';

/** Draws an address as a QR code of the given side length below the text. */
export function drawQr(
  pdf: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  url: string,
  side: number,
): void {
  if (pdf.y + side > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
  const { x, y } = pdf;
  const figure = pdf.struct('Figure', { alt: ALT }, () => fillQr(pdf, url, { x, y, side }));
  root.add(figure);
  figure.end();
  pdf.y = y + side;
}
