import { writeBarcode, writeDynamicBrCode } from '@orbita/domain/payment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pdfText } from '../../../testing/pdf-text.ts';
import { slipPdfInThread } from './in-thread.ts';
import type { SlipDocument } from './slip-document.ts';
import { slipPdf } from './slip-pdf.ts';

const MM = 72 / 25.4;
const BARCODE = writeBarcode({
  ...{ bank: '077', dueDate: '2026-11-27', amountCents: 40_000, freeField: '0001112123456700000043218' },
});
const SLIP: SlipDocument = {
  barcode: BARCODE,
  beneficiary: {
    name: 'Centro Universitário Alfa Exemplo',
    document: '12ABC34501DE35',
    address: 'Avenida Modelo, 1000, Belo Horizonte – MG',
  },
  agreement: '0001/1234567',
  payer: { name: 'Responsável Um', document: '44455566619', address: 'Rua Exemplo, 10, Belo Horizonte – MG' },
  onBehalfOf: 'Candidata Um',
  ourNumber: '00000043218',
  reference: 'A-77',
  wallet: '112',
  issuedOn: '2026-11-23',
  dueDate: '2026-11-27',
  amountCents: 40_000,
  discount: { cents: 4_000, until: '2026-11-27' },
  instructions: ['Matrícula em Administração.'],
  pixCopyPaste: writeDynamicBrCode({ url: 'bank.example/qr/1', name: 'ALFA', city: 'BELO HORIZONTE' }),
};

type Rectangle = { x: number; y: number; width: number; height: number };

/** Every rectangle of an uncompressed document, in points. */
const rectangles = (pdf: Uint8Array): Rectangle[] =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/^([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re$/gm),
  ].map(([, x, y, width, height]) => ({
    ...{ x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
  }));

const isBar = ({ height, width }: Rectangle) => Math.abs(height - 13 * MM) < 0.01 && width < 2 * MM;

// The table of ISO/IEC 16390, written out a second time: n narrow, W wide.
const TABLE = ['nnWWn', 'WnnnW', 'nWnnW', 'WWnnn', 'nnWnW', 'WnWnn', 'nWWnn', 'nnnWW', 'WnnWn', 'nWnWn'];

/** The digits that a scanner reads from the drawn bars and the gaps between them. */
function scanned(bars: readonly Rectangle[]): string {
  const widths = bars.flatMap((bar, at) => {
    const next = bars[at + 1];
    return next ? [bar.width, next.x - bar.x - bar.width] : [bar.width];
  });
  const narrow = Math.min(...widths);
  const signs = widths.map((width) => (width > narrow * 1.75 ? 'W' : 'n')).join('');
  if (!signs.startsWith('nnnn') || !signs.endsWith('Wnn')) throw new Error('No start or stop');
  let digits = '';
  for (let at = 4; at < signs.length - 3; at += 10) {
    const ten = [...signs.slice(at, at + 10)];
    for (const half of [0, 1]) digits += TABLE.indexOf(ten.filter((_, index) => index % 2 === half).join(''));
  }
  return digits;
}
const barsOf = (pdf: Uint8Array) =>
  rectangles(pdf)
    .filter(isBar)
    .sort((a, b) => a.x - b.x);

describe('printed slip', () => {
  it('has bars of 103 mm by 13 mm with a white margin, which read as the barcode', async () => {
    const bars = barsOf(await slipPdf(SLIP, false));
    const [first, last] = [bars[0], bars.at(-1)];
    if (!first || !last) throw new Error('No bars');
    expect((last.x + last.width - first.x) / MM).toBeCloseTo(103, 2);
    expect(scanned(bars)).toBe(SLIP.barcode);
    const widths = [...new Set(bars.map(({ width }) => (width / MM).toFixed(3)))].sort();
    expect(widths).toEqual(['0.286', '0.714']);
    // The frame of the form starts at 10 mm; nothing is drawn between it and the bars.
    expect(first.x / MM).toBeGreaterThanOrEqual(15 - 1e-6);
    const beside = rectangles(await slipPdf(SLIP, false)).filter(
      (one) => !isBar(one) && one.y < first.y + first.height && one.y + one.height > first.y,
    );
    expect(beside).toEqual([]);
  });
  it('reads back whatever was drawn', async () => {
    const boleto = fc.record({
      bank: fc.constantFrom('001', '077', '341'),
      dueDate: fc.constantFrom('2026-11-27', '2049-10-13', null),
      amountCents: fc.integer({ min: 0, max: 9_999_999_999 }),
      freeField: fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: 25, maxLength: 25 })
        .map((all) => all.join('')),
    });
    await fc.assert(
      fc.asyncProperty(boleto, async (given) => {
        const barcode = writeBarcode(given);
        expect(scanned(barsOf(await slipPdf({ ...SLIP, barcode }, false)))).toBe(barcode);
      }),
      { numRuns: 5 },
    );
  });
  it('states payer, payee, purpose, due date and discount', async () => {
    // The published sample slip of Banco Inter, whose line is known.
    const barcode = '07791100200000002000001112123456700000043218';
    const text = (await pdfText(await slipPdf({ ...SLIP, barcode }))).replace(/\s+/g, ' ');
    for (const part of [
      ...['07790.00116 12123.456704 00000.432187 1 10020000000200', '077-9', 'Banco Inter'],
      ...[
        'Centro Universitário Alfa Exemplo – CNPJ 12.ABC.345/01DE-35',
        'Avenida Modelo, 1000',
        '0001/1234567',
      ],
      ...['Responsável Um – CPF 444.555.666-19', 'Rua Exemplo, 10', 'Referente a: Candidata Um'],
      ...['27/11/2026', 'R$ 400,00', '00000043218', 'A-77', 'Matrícula em Administração.'],
      'Pague até 27/11/2026 com desconto de R$ 40,00: R$ 360,00. Depois deste dia, o valor é R$ 400,00.',
      'Ou pague com Pix',
    ])
      expect(text).toContain(part);
  });
  it("has every field of the standard form under its own name in the bank's part", async () => {
    const text = (await pdfText(await slipPdf(SLIP))).replace(/\s+/g, ' ');
    const bank = text.slice(text.indexOf('Local de pagamento'));
    for (const field of [
      ...['Vencimento 27/11/2026', 'Agência/Código do beneficiário 0001/1234567'],
      ...['Data do documento 23/11/2026', 'Número do documento A-77', 'Espécie doc. DM', 'Aceite N'],
      ...['Data do processamento 23/11/2026', 'Nosso número 00000043218', 'Uso do banco', 'Carteira 112'],
      ...['Espécie R$', 'Quantidade', 'Valor', '(=) Valor do documento R$ 400,00'],
      ...['Instruções (texto de responsabilidade do beneficiário)', '(-) Desconto', '(-) Outras deduções'],
      ...['(+) Mora/Multa', '(+) Outros acréscimos', '(=) Valor cobrado', 'Ficha de compensação'],
    ])
      expect(bank).toContain(field);
  });
  it('is one page with title, language and alternative text, and the same bytes every time', async () => {
    const pdf = Buffer.from(await slipPdf(SLIP, false));
    expect(pdf.equals(await slipPdf(SLIP, false))).toBe(true);
    const raw = pdf.toString('latin1');
    const parts = ['/Count 1', '/Lang (pt-BR)', '/StructTreeRoot', '(Boleto A-77)', '/FontFile2'];
    expect(parts.filter((part) => !raw.includes(part))).toEqual([]);
    expect(raw.match(/\/Alt \(/g)).toHaveLength(2);
    const long = {
      ...SLIP,
      beneficiary: { ...SLIP.beneficiary, name: 'Instituição '.repeat(40) },
      payer: { ...SLIP.payer, address: 'Rua '.repeat(200) },
      instructions: Array.from({ length: 30 }, () => 'Uma linha muito longa de instruções. '.repeat(10)),
    };
    expect(Buffer.from(await slipPdf(long, false)).includes('/Count 1\n')).toBe(true);
  });
  it('without Pix and without discount shows neither', async () => {
    const plain = { ...SLIP, pixCopyPaste: null, discount: null, onBehalfOf: null };
    const text = await pdfText(await slipPdf(plain));
    for (const part of ['Pix', 'desconto', 'Referente']) expect(text).not.toContain(part);
    const squares = (pdf: Uint8Array) => rectangles(pdf).filter(({ width }) => width < 2 * MM).length;
    const [without, withPix] = [await slipPdf(plain, false), await slipPdf(SLIP, false)];
    expect(squares(without)).toBe(barsOf(without).length);
    expect(squares(withPix)).toBeGreaterThan(400);
  });
  it('can also be made in a thread, and an invalid barcode is refused', async () => {
    expect((await slipPdfInThread(1, SLIP)).equals(await slipPdf(SLIP))).toBe(true);
    const wrong = { ...SLIP, barcode: SLIP.barcode.slice(1) };
    await expect(slipPdfInThread(1, wrong)).rejects.toThrow('44 digits');
  });
});
