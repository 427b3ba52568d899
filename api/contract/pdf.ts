import PDFDocument from 'pdfkit';
import { registerFonts } from '../platform/pdf-fonts.ts';
import { type EvidencePage, evidenceBlocks } from './evidence.ts';
import { type Block, blocksOf } from './html-blocks.ts';
import { type Item, isLine, layOut, ON_PAGE } from './pdf-flow.ts';
import type { Element } from './pdf-lines.ts';
import { drawQr } from './pdf-qr.ts';
import { drawLines, MARGINS, nextPage, type PlacedLine, type Sheet, sheetOf } from './pdf-sheet.ts';
import { drawTable } from './pdf-table.ts';

type Pdf = PDFKit.PDFDocument;

const QR_SIDE = 104;

/** Draws lines and tables below each other, over as many pages as needed. */
function drawItems(sheet: Sheet, items: readonly Item[]): void {
  let page: PlacedLine[] = [];
  const flush = () => {
    drawLines(sheet.pdf, page);
    page = [];
  };
  for (const item of items) {
    if (!isLine(item)) {
      flush();
      drawTable(sheet, item, (inner) => drawItems(sheet, inner));
      continue;
    }
    const gap = sheet.y === sheet.top ? 0 : item.before;
    if (sheet.y + gap + item.height + item.keep > sheet.bottom) {
      flush();
      nextPage(sheet);
      page.push({ line: item, y: sheet.y });
      sheet.y += item.height;
    } else {
      page.push({ line: item, y: sheet.y + gap });
      sheet.y += gap + item.height;
    }
  }
  flush();
}

function writeBlocks(sheet: Sheet, root: Element, blocks: readonly Block[]): void {
  const box = { x: sheet.left, width: sheet.width };
  drawItems(sheet, layOut({ pdf: sheet.pdf, look: ON_PAGE, box, parent: root, inCell: false }, blocks));
}

function writeEvidence(sheet: Sheet, root: Element, page: EvidencePage): void {
  const { pdf } = sheet;
  nextPage(sheet);
  writeBlocks(sheet, root, evidenceBlocks(page));
  if (!page.verification) return;
  pdf.x = sheet.left;
  pdf.y = sheet.y + 6;
  drawQr(pdf, root, page.verification.url, QR_SIDE);
}

function numberPages(pdf: Pdf, identifier: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    pdf.switchToPage(start + at);
    // Without this, pdfkit would start a new page for text below the margin.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf
      .font('plain')
      .fontSize(8)
      .text(`${identifier} – página ${at + 1} de ${count}`, MARGINS.left, pdf.page.height - 36, {
        align: 'center',
        width: pdf.page.width - 2 * MARGINS.left,
        lineBreak: false,
      });
    pdf.endMarkedContent();
  }
}

export type PdfFacts = {
  title: string;
  /** Shown at the foot of every page. */
  identifier: string;
  at: Date;
  compress?: boolean;
};

/** A tagged document with page numbers, title and language. The same input always gives the same bytes. */
function makePdf(
  { title, identifier, at, compress = true }: PdfFacts,
  write: (sheet: Sheet, root: Element) => void,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: MARGINS,
    bufferPages: true,
    compress,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: title, Subject: identifier, CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  registerFonts(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  write(sheetOf(pdf), root);
  root.end();
  numberPages(pdf, identifier);
  pdf.end();
  return done;
}

/** The archived copy of an accepted contract: its text, followed by the evidence page (spec 13.1). */
export const contractPdf = (
  html: string,
  title: string,
  evidence: EvidencePage,
  compress = true,
): Promise<Buffer> =>
  makePdf({ title, identifier: evidence.identifier, at: evidence.acceptedAt, compress }, (sheet, root) => {
    writeBlocks(sheet, root, blocksOf(html));
    writeEvidence(sheet, root, evidence);
  });

/** A document of blocks below each other, over as many pages as needed. */
export const blocksPdf = (blocks: readonly Block[], facts: PdfFacts): Promise<Buffer> =>
  makePdf(facts, (sheet, root) => writeBlocks(sheet, root, blocks));
