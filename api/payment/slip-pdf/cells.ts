import { printableLetters } from '../../platform/pdf-fonts.ts';
import { MM } from './bars.ts';

/** A rectangle of the form, in millimetres from the upper left corner of the page. */
export type Box = { x: number; y: number; width: number; height: number };

const LABEL_SIZE = 6;
const PADDING = 1;

/** The document, with the structure element under which everything is tagged. */
export type Sheet = { pdf: PDFKit.PDFDocument; root: PDFKit.PDFStructureElement };

/** Tags what `draw` writes as one paragraph, so that a screen reader reads label and value together. */
export function paragraph({ pdf, root }: Sheet, draw: () => void): void {
  const element = pdf.struct('P', {}, draw);
  root.add(element);
  element.end();
}

/** Tags what `draw` draws as a figure with alternative text. */
export function figure({ pdf, root }: Sheet, alt: string, draw: () => void): void {
  const element = pdf.struct('Figure', { alt }, draw);
  root.add(element);
  element.end();
}

/** Draws lines that only frame the form; screen readers skip them. */
export function frame({ pdf }: Sheet, { x, y, width, height }: Box, dashed = false): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.lineWidth(0.5).strokeColor('#000000');
  if (dashed) pdf.dash(3, { space: 2 });
  if (height === 0)
    pdf
      .moveTo(x * MM, y * MM)
      .lineTo((x + width) * MM, y * MM)
      .stroke();
  else pdf.rect(x * MM, y * MM, width * MM, height * MM).stroke();
  pdf.undash();
  pdf.endMarkedContent();
}

export type Look = { size?: number; bold?: boolean; align?: 'left' | 'right' | 'center' };

/** Writes one text inside a box; overflowing text is cut with an ellipsis. */
export function write(
  { pdf }: Sheet,
  text: string,
  box: Box,
  { size = 9, bold, align = 'left' }: Look = {},
): void {
  pdf
    .font(bold ? 'bold' : 'plain')
    .fontSize(size)
    .fillColor('#000000')
    .text(printableLetters(text), box.x * MM, box.y * MM, {
      width: box.width * MM,
      height: box.height * MM,
      align,
      ellipsis: true,
      lineGap: 0.5,
    });
}

/** Draws a field of the form: a frame with a small label above its value. */
export function cell(
  sheet: Sheet,
  label: string,
  value: string | readonly string[],
  box: Box,
  look: Look = {},
): void {
  frame(sheet, box);
  const inside = { ...box, x: box.x + PADDING, width: box.width - 2 * PADDING };
  paragraph(sheet, () => {
    write(sheet, label, { ...inside, y: box.y + 0.3, height: 3 }, { size: LABEL_SIZE });
    const text = typeof value === 'string' ? value : value.join('\n');
    if (text !== '') write(sheet, text, { ...inside, y: box.y + 2.9, height: box.height - 3 }, look);
  });
}
