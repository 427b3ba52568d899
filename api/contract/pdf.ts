import PDFDocument from 'pdfkit';
import { type Font, printable, registerFonts } from '../platform/pdf-fonts.ts';
import { EVIDENCE_NOTE, EVIDENCE_TITLE, type EvidencePage, evidenceLines } from './evidence.ts';
import { type Block, blocksOf, type Run } from './html-blocks.ts';
import { drawQr } from './pdf-qr.ts';

type Pdf = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

const MARGIN = 56;
const LIST_INDENT = 16;
const QR_SIDE = 104;
const SIZES = { h1: 17, h2: 12.5, h3: 11, p: 10, li: 10 } as const;
const TAGS = { h1: 'H1', h2: 'H2', h3: 'H3', p: 'P', li: 'P' } as const;

const fontOf = ({ bold, italic }: Run, heading: boolean): Font => {
  if (bold || heading) return italic ? 'both' : 'bold';
  return italic ? 'italic' : 'plain';
};

/** Characters without a blank that still fit into a line. The library's time grows with the square of a longer word. */
const LONG_WORD = /\S{80}(?=\S)/g;
const shown = (text: string): string => printable(text).replace(LONG_WORD, '$&\n');

/**
 * Text is left-aligned, because justified lines lose their blanks when copied or read aloud by a screen
 * reader.
 */
function writeRuns(pdf: Pdf, runs: readonly Run[], kind: keyof typeof SIZES): void {
  const heading = kind.startsWith('h');
  const left = kind === 'li' ? MARGIN + LIST_INDENT : MARGIN;
  const width = pdf.page.width - MARGIN - left;
  pdf.fontSize(SIZES[kind]);
  if (kind === 'li') {
    if (pdf.y > pdf.page.height - 2 * MARGIN) pdf.addPage();
    const { y } = pdf;
    pdf.font('plain').text('•', MARGIN + 4, y, { lineBreak: false });
    pdf.y = y;
  }
  runs.forEach((run, at) => {
    const options = { width, continued: at < runs.length - 1, lineGap: 2 };
    pdf.font(fontOf(run, heading));
    if (at === 0) pdf.text(shown(run.text), left, pdf.y, options);
    else pdf.text(shown(run.text), options);
  });
  pdf.x = MARGIN;
}

const inside = (pdf: Pdf, root: Element, tag: string, write: () => void) => {
  const element = pdf.struct(tag, {}, write);
  root.add(element);
  element.end();
};

type Table = Extract<Block, { kind: 'table' }>;

/** Columns that a page has room for, and characters of a cell that surely fit on one. */
const MOST_COLUMNS = 24;
const MOST_IN_CELL = 1_000;

/** A table that no page can hold is written row by row, so that nothing of it is cut off. */
function writeRows(pdf: Pdf, root: Element, { head, rows }: Table): void {
  for (const row of [...head, ...rows])
    writeBlock(pdf, root, { kind: 'p', runs: [{ text: row.join(' · '), bold: false, italic: false }] });
}

function writeTable(pdf: Pdf, root: Element, block: Table): void {
  const all = [...block.head, ...block.rows];
  const columns = all.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns === 0) return;
  if (columns > MOST_COLUMNS || all.some((row) => row.some((text) => text.length > MOST_IN_CELL))) {
    writeRows(pdf, root, block);
    return;
  }
  // The library fails at a row with fewer cells than the others.
  const whole = (row: string[]) => [...row, ...Array<string>(columns - row.length).fill('')];
  const data = [
    ...block.head.map((row) =>
      whole(row).map((text) => ({
        ...{ text: shown(text), type: 'TH' as const },
        font: { src: 'bold', size: 8 },
      })),
    ),
    ...block.rows.map((row) =>
      whole(row).map((text) => ({ text: shown(text), font: { src: 'plain', size: 8 } })),
    ),
  ];
  pdf.x = MARGIN;
  // The types of pdfkit lack `structParent`, which tags rows and cells.
  const options: PDFKit.Mixins.TableOptionsWithData & { structParent: Element } = {
    data,
    structParent: root,
    defaultStyle: { border: 0.5, borderColor: '#888888', padding: 4 },
  };
  pdf.table(options);
  pdf.x = MARGIN;
}

function writeBlock(pdf: Pdf, root: Element, block: Block): void {
  if (block.kind === 'table') {
    writeTable(pdf, root, block);
    pdf.moveDown(0.6);
    return;
  }
  // A heading must not be the last line of a page.
  if (block.kind.startsWith('h') && pdf.y > pdf.page.height - MARGIN - 70) pdf.addPage();
  if (block.kind === 'h2' || block.kind === 'h3') pdf.moveDown(0.4);
  inside(pdf, root, TAGS[block.kind], () => writeRuns(pdf, block.runs, block.kind));
  pdf.moveDown(block.kind === 'li' ? 0.2 : 0.5);
}

function writeEvidence(pdf: Pdf, root: Element, page: EvidencePage): void {
  pdf.addPage();
  const plain = (text: string): Run => ({ text, bold: false, italic: false });
  writeBlock(pdf, root, { kind: 'h1', runs: [plain(EVIDENCE_TITLE)] });
  for (const [label, value] of evidenceLines(page)) {
    writeBlock(pdf, root, {
      kind: 'p',
      runs: [{ text: `${label}: `, bold: true, italic: false }, plain(value)],
    });
  }
  writeBlock(pdf, root, { kind: 'p', runs: [plain(EVIDENCE_NOTE)] });
  if (page.verification) drawQr(pdf, root, page.verification.url, QR_SIDE);
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
      .text(`${identifier} – página ${at + 1} de ${count}`, MARGIN, pdf.page.height - 36, {
        align: 'center',
        width: pdf.page.width - 2 * MARGIN,
        lineBreak: false,
      });
    pdf.endMarkedContent();
  }
}

/**
 * The archived copy of an accepted contract: its text, then the evidence page (spec 13.1). Tagged, with title
 * and language, page numbers on every page. The same input always gives the same bytes.
 */
export function contractPdf(
  html: string,
  title: string,
  evidence: EvidencePage,
  compress = true,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 8 },
    bufferPages: true,
    compress,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: {
      Title: title,
      Subject: evidence.identifier,
      CreationDate: evidence.acceptedAt,
      ModDate: evidence.acceptedAt,
    },
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
  for (const block of blocksOf(html)) writeBlock(pdf, root, block);
  writeEvidence(pdf, root, evidence);
  root.end();
  numberPages(pdf, evidence.identifier);
  pdf.end();
  return done;
}
