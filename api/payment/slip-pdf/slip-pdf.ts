import { formatAmount, formatDate } from '@orbita/domain/foundation';
import { formatLine, lineOf, printedBank } from '@orbita/domain/payment';
import PDFDocument from 'pdfkit';
import { registerFonts } from '../../platform/pdf-fonts.ts';
import { fillQr } from '../../platform/pdf-qr.ts';
import { BARS_HEIGHT, drawBars, MM } from './bars.ts';
import { type Box, cell, figure, frame, paragraph, type Sheet, write } from './cells.ts';
import { bankName, instructionLines, PAYMENT_PLACE, partyLine, type SlipDocument } from './slip-document.ts';

const LEFT = 10;
const WIDTH = 190;
/** Width of the form's right column: due date, amounts. */
const SIDE = 45;
const ROW = 7.5;
/** Heights of rows with two and three lines. */
const PARTY = 11;
const PAYER = 15;
/** Height of each of the five fields beside the instructions. */
const EXTRA = 7;
const LABEL = 6;
const HEADER = 9;
const QR_SIDE = 46;

/** Draws the bank, its code and the digitable line in digits of about 3.5 mm, as FEBRABAN requires. */
function header(sheet: Sheet, slip: SlipDocument, y: number): void {
  const bank = slip.barcode.slice(0, 3);
  const box = (x: number, width: number): Box => ({ x: LEFT + x, y: y + 2, width, height: HEADER });
  const line = formatLine(lineOf(slip.barcode));
  paragraph(sheet, () => {
    write(sheet, bankName(bank), box(0, 26), { size: 10, bold: true });
    write(sheet, printedBank(bank), box(26, 16), { size: 12, bold: true, align: 'center' });
    write(sheet, line, { ...box(42, WIDTH - 42), y: y + 1 }, { size: 13.5, align: 'right' });
  });
  frame(sheet, { x: LEFT, y: y + HEADER, width: WIDTH, height: 0 });
}

type Field = [label: string, value: string, width: number];

/** Draws a row of fields; the last one goes into the right column. */
function row(
  sheet: Sheet,
  y: number,
  fields: readonly Field[],
  last: [label: string, value: string],
  height = ROW,
): void {
  let x = LEFT;
  for (const [label, value, width] of fields) {
    cell(sheet, label, value, { x, y, width, height }, { size: 8 });
    x += width;
  }
  const side = { x: LEFT + WIDTH - SIDE, y, width: SIDE, height };
  cell(sheet, last[0], last[1], side, { align: 'right', bold: true });
}

const beneficiaryText = ({ beneficiary }: SlipDocument): string =>
  [partyLine(beneficiary), beneficiary.address].filter(Boolean).join('\n');

const payerLines = ({ payer, onBehalfOf }: SlipDocument): string[] => [
  partyLine(payer),
  ...(payer.address ? [payer.address] : []),
  ...(onBehalfOf ? [`Referente a: ${onBehalfOf}`] : []),
];

/** Draws the part that the payer keeps, with the Pix code if there is one. Returns its bottom edge in millimetres. */
function receipt(sheet: Sheet, slip: SlipDocument, top: number): number {
  const { dueDate, amountCents, ourNumber, reference, pixCopyPaste } = slip;
  const wide = WIDTH - SIDE;
  header(sheet, slip, top);
  let y = top + HEADER;
  row(sheet, y, [['Beneficiário', beneficiaryText(slip), wide]], ['Vencimento', formatDate(dueDate)], PARTY);
  y += PARTY;
  row(
    sheet,
    y,
    [
      ['Número do documento', reference, wide / 2],
      ['Nosso número', ourNumber, wide / 2],
    ],
    ['Valor do documento', `R$ ${formatAmount(amountCents)}`],
  );
  y += ROW;
  cell(sheet, 'Pagador', payerLines(slip), { x: LEFT, y, width: WIDTH, height: PAYER }, { size: 8 });
  y += PAYER;
  const text = { x: LEFT, y: y + 3, width: WIDTH - (pixCopyPaste ? QR_SIDE + 6 : 0), height: 26 };
  paragraph(sheet, () => write(sheet, instructionLines(slip).join('\n'), text, { size: 9 }));
  if (!pixCopyPaste) return y + 34;
  const qr = { x: (LEFT + WIDTH - QR_SIDE) * MM, y: (y + 1) * MM, side: QR_SIDE * MM };
  figure(sheet, 'QR code para pagar este boleto com Pix', () => fillQr(sheet.pdf, pixCopyPaste, qr));
  const call = 'Ou pague com Pix: leia o QR code no aplicativo do seu banco.';
  const below = { ...text, y: y + 32, height: 10 };
  paragraph(sheet, () => write(sheet, call, below, { size: 9, bold: true }));
  return y + QR_SIDE + 6;
}

/** Draws the part for the bank ("ficha de compensação"). */
function bankPart(sheet: Sheet, slip: SlipDocument, top: number): void {
  const { agreement, issuedOn, reference, ourNumber, wallet, amountCents, dueDate } = slip;
  const wide = WIDTH - SIDE;
  header(sheet, slip, top);
  let y = top + HEADER;
  row(sheet, y, [['Local de pagamento', PAYMENT_PLACE, wide]], ['Vencimento', formatDate(dueDate)]);
  y += ROW;
  const owner: Field = ['Beneficiário', beneficiaryText(slip), wide];
  row(sheet, y, [owner], ['Agência/Código do beneficiário', agreement], PARTY);
  y += PARTY;
  row(
    sheet,
    y,
    [
      ['Data do documento', formatDate(issuedOn), 30],
      ['Número do documento', reference, 45],
      ['Espécie doc.', 'DM', 20],
      ['Aceite', 'N', 15],
      ['Data do processamento', formatDate(issuedOn), wide - 110],
    ],
    ['Nosso número', ourNumber],
  );
  y += ROW;
  row(
    sheet,
    y,
    [
      ['Uso do banco', '', 30],
      ['Carteira', wallet, 25],
      ['Espécie', 'R$', 20],
      ['Quantidade', '', 35],
      ['Valor', '', wide - 110],
    ],
    ['(=) Valor do documento', `R$ ${formatAmount(amountCents)}`],
  );
  y += ROW;
  const label = 'Instruções (texto de responsabilidade do beneficiário)';
  cell(sheet, label, instructionLines(slip), { x: LEFT, y, width: wide, height: 5 * EXTRA }, { size: 8 });
  const extras = ['(-) Desconto', '(-) Outras deduções', '(+) Mora/Multa', '(+) Outros acréscimos'];
  [...extras, '(=) Valor cobrado'].forEach((name, at) => {
    cell(sheet, name, '', { x: LEFT + wide, y: y + at * EXTRA, width: SIDE, height: EXTRA });
  });
  y += 5 * EXTRA;
  cell(sheet, 'Pagador', payerLines(slip), { x: LEFT, y, width: WIDTH, height: PAYER }, { size: 8 });
  y += PAYER + 2;
  figure(sheet, `Código de barras ${slip.barcode}`, () =>
    drawBars(sheet.pdf, slip.barcode, (LEFT + 5) * MM, y * MM),
  );
  const mark = { x: LEFT + 115, y, width: WIDTH - 115, height: BARS_HEIGHT / MM };
  paragraph(sheet, () =>
    write(sheet, 'Autenticação mecânica – Ficha de compensação', mark, { size: LABEL, align: 'right' }),
  );
}

/**
 * Renders the slip on one A4 page: the payer's receipt above, the bank's part below, with the barcode in its exact size. The
 * same slip always yields the same bytes.
 * @throws RangeError when the barcode does not have 44 digits.
 */
export function slipPdf(slip: SlipDocument, compress = true): Promise<Uint8Array> {
  const issued = new Date(`${slip.issuedOn}T12:00:00Z`);
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: 0, left: 0, right: 0, bottom: 0 },
    compress,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: {
      Title: `Boleto ${slip.reference}`,
      Author: slip.beneficiary.name,
      CreationDate: issued,
      ModDate: issued,
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  registerFonts(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const sheet = { pdf, root };
  const end = receipt(sheet, slip, 12);
  frame(sheet, { x: 0, y: end + 4, width: 210, height: 0 }, true);
  bankPart(sheet, slip, end + 10);
  root.end();
  pdf.end();
  return done;
}
