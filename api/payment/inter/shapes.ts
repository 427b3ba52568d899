import {
  daysBetween,
  entryOf,
  isCnpj,
  isCpf,
  isRealDay,
  nameForBank,
  toAmount,
  toCents,
} from '@orbita/domain/foundation';
import { lineOf } from '@orbita/domain/payment';
import { z } from 'zod';
import type { Listed } from '../../platform/listed.ts';
import { ProviderUnknown, type SlipCharge, type SlipOrder, type SlipPayer } from '../../platform/ports.ts';
import { identifier, momentOf } from '../answer-shapes.ts';
import { readEach } from '../listed.ts';

/** Formats that Banco Inter's API Cobrança v3 (boleto com Pix) writes and reads. */

const STATUS: Readonly<Record<string, SlipCharge['status']>> = {
  EM_PROCESSAMENTO: 'PROCESSING',
  A_RECEBER: 'OPEN',
  ATRASADO: 'OPEN',
  PROTESTO: 'OPEN',
  RECEBIDO: 'PAID',
  MARCADO_RECEBIDO: 'PAID',
  CANCELADO: 'CANCELLED',
  EXPIRADO: 'EXPIRED',
  FALHA_EMISSAO: 'FAILED',
};
const ORIGIN: Readonly<Record<string, 'slip' | 'pix'>> = { BOLETO: 'slip', PIX: 'pix' };
/** Ranks several slips under one reference; the one that counts comes first. */
const RANK: readonly SlipCharge['status'][] = [
  ...(['PAID', 'OPEN', 'PROCESSING', 'UNKNOWN', 'EXPIRED', 'CANCELLED', 'FAILED'] as const),
];

// Amounts are numbers in the answer about one slip and strings in the list.
const amount = z
  .union([z.number().nonnegative().max(99_999_999.99), z.string().regex(/^[0-9]{1,8}(\.[0-9]{1,2})?$/)])
  .transform((value) => toCents(Number(value)));
const day = z.string().refine(isRealDay).nullish().catch(null);
const digitsOf = (length: number) =>
  z
    .string()
    .transform((text) => text.replace(/[\s.]/g, ''))
    .pipe(
      z
        .string()
        .regex(/^[0-9]+$/)
        .length(length),
    );

// The bank may add fields and values at any time: an unknown status leads to another lookup, not to an error.
const slip = z.object({
  cobranca: z.object({
    codigoSolicitacao: z.string().refine(isRequestCode).nullish(),
    seuNumero: identifier.catch(''),
    situacao: z.string().catch(''),
    dataSituacao: z.string().max(40).nullish().catch(null),
    dataVencimento: day,
    valorNominal: amount,
    valorTotalRecebido: amount.nullish(),
    origemRecebimento: z.string().nullish().catch(null),
  }),
  boleto: z.unknown().optional(),
  pix: z.unknown().optional(),
});
const slipPart = z.object({
  nossoNumero: identifier.nullish(),
  linhaDigitavel: digitsOf(47),
  codigoBarras: digitsOf(44),
});
const pixPart = z.object({ txid: identifier, pixCopiaECola: z.string().min(1).max(512) });
type Slip = z.infer<typeof slip>;

const page = z.object({
  totalPaginas: z.number().int().nonnegative().catch(1),
  cobrancas: z.array(z.unknown()),
});
const issued = z.object({ codigoSolicitacao: z.string() });

/**
 * What was received. The API gives only the total, so the slip itself identifies the payment. A slip that the institution
 * marked as received by hand may have no total and then counts as fully paid.
 */
function receivedOf({ cobranca }: Slip, requestCode: string | null): SlipCharge['received'] {
  const { valorTotalRecebido, valorNominal, situacao, dataSituacao, origemRecebimento } = cobranca;
  const amountCents = valorTotalRecebido || (situacao === 'MARCADO_RECEBIDO' ? valorNominal : 0);
  if (amountCents === 0) return [];
  return [
    {
      reference: requestCode ?? cobranca.seuNumero,
      amountCents,
      at: momentOf(dataSituacao),
      by: entryOf(ORIGIN, origemRecebimento ?? '') ?? null,
    },
  ];
}

/**
 * Parses one of the two parts of a slip. Before registration, or after it failed, a part may be missing, empty, or full of
 * empty strings; then returns null.
 * @throws ProviderUnknown when a payable slip has a part that cannot be parsed.
 */
function partOf<T>(part: unknown, shape: z.ZodType<T>, open: boolean): T | null {
  const { data } = shape.safeParse(part);
  const said = Object.values(Object(part ?? {}) as object).some(Boolean);
  if (data === undefined && said && open)
    throw new ProviderUnknown('The provider answered a slip whose parts cannot be read');
  return data ?? null;
}

/** Parses one slip. @throws ProviderUnknown when it is not a slip, or when its line and its barcode do not match. */
export function readSlip(body: unknown): SlipCharge {
  const read = slip.safeParse(body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no slip');
  const { cobranca } = read.data;
  const requestCode = cobranca.codigoSolicitacao ?? null;
  const received = receivedOf(read.data, requestCode);
  const status = entryOf(STATUS, cobranca.situacao) ?? 'UNKNOWN';
  const open = status === 'OPEN';
  const boleto = partOf(read.data.boleto, slipPart, open);
  const pix = partOf(read.data.pix, pixPart, open);
  // Nobody should pay such a slip; money already received for it counts all the same.
  if (boleto && received.length === 0 && lineOf(boleto.codigoBarras) !== boleto.linhaDigitavel)
    throw new ProviderUnknown('The line and the barcode of the slip differ');
  return {
    reference: cobranca.seuNumero,
    requestCode,
    // A paid slip without an amount cannot be booked: the next lookup will say more.
    status: status === 'PAID' && received.length === 0 ? 'UNKNOWN' : status,
    amountCents: cobranca.valorNominal,
    dueDate: cobranca.dataVencimento ?? null,
    ourNumber: boleto?.nossoNumero ?? null,
    digitableLine: boleto?.linhaDigitavel ?? null,
    barcode: boleto?.codigoBarras ?? null,
    pixCopyPaste: pix?.pixCopiaECola ?? null,
    pixTxid: pix?.txid ?? null,
    received,
  };
}

/** Parses a page of the list. @throws ProviderUnknown when it is not one. */
export function readPage(body: unknown): { pages: number; slips: Listed<SlipCharge> } {
  const read = page.safeParse(body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no list of slips');
  return { pages: read.data.totalPaginas, slips: readEach(read.data.cobrancas, readSlip) };
}

/** The request code of a slip that the bank accepted. @throws ProviderUnknown when the answer has none. */
export function readRequestCode(body: unknown): string {
  const read = issued.safeParse(body);
  if (!read.success || !isRequestCode(read.data.codigoSolicitacao))
    throw new ProviderUnknown('The provider answered no request code');
  return read.data.codigoSolicitacao;
}

/** Request codes are UUIDs; nothing else is ever written into a URL path. */
export function isRequestCode(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

/** Of the slips with this reference, the one that counts; undefined if there is none. */
export const bestOf = (slips: readonly SlipCharge[], reference: string): SlipCharge | undefined =>
  slips
    .filter((one) => one.reference === reference)
    .sort((a, b) => RANK.indexOf(a.status) - RANK.indexOf(b.status))[0];

const LINE = 78;
const LINES = 5;

/** Splits a note into lines between words; longer words and surplus lines are cut off. */
function linesOf(note: string): string[] {
  const lines: string[] = [];
  for (const word of note.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && longer.length <= LINE) lines[lines.length - 1] = longer;
    else lines.push(word.slice(0, LINE));
  }
  return lines.slice(0, LINES);
}

const wrong = (what: string): never => {
  throw new RangeError(`Not a slip of API Cobrança: ${what}`);
};

const payerOf = (payer: SlipPayer) => {
  const { document, state, zipCode } = payer;
  if (!isCpf(document) && !isCnpj(document)) wrong('document');
  if (!/^[A-Z]{2}$/.test(state)) wrong('state');
  if (!/^[0-9]{8}$/.test(zipCode)) wrong('zip code');
  for (const part of ['name', 'street', 'city'] as const) if (payer[part].trim() === '') wrong(part);
  return {
    cpfCnpj: document,
    tipoPessoa: isCpf(document) ? 'FISICA' : 'JURIDICA',
    nome: nameForBank(payer.name, 100),
    endereco: nameForBank(payer.street, 100),
    numero: payer.number.slice(0, 10),
    complemento: nameForBank(payer.complement, 30),
    bairro: nameForBank(payer.district, 60),
    cidade: nameForBank(payer.city, 60),
    uf: state,
    cep: zipCode,
  };
};

export const isSlipReference = (text: string): boolean => /^[A-Za-z0-9-]{1,15}$/.test(text);

/** Body of the request that creates a slip. @throws RangeError for values that the API would reject. */
export function writeOrder(order: SlipOrder) {
  const { reference, amountCents, dueDate, daysPayableAfterDue, discount } = order;
  if (!isSlipReference(reference)) wrong('reference');
  if (!Number.isInteger(amountCents) || amountCents <= 0) wrong('amount');
  if (!isRealDay(dueDate)) wrong('due date');
  if (!Number.isInteger(daysPayableAfterDue) || daysPayableAfterDue < 0 || daysPayableAfterDue > 60)
    wrong('days after the due date');
  if (discount && !(isRealDay(discount.until) && discount.until <= dueDate)) wrong('day of the discount');
  if (discount && !(discount.cents > 0 && discount.cents < amountCents)) wrong('discount');
  const lines = linesOf(order.note);
  return {
    seuNumero: reference,
    valorNominal: toAmount(amountCents),
    dataVencimento: dueDate,
    numDiasAgenda: daysPayableAfterDue,
    pagador: payerOf(order.payer),
    ...(discount
      ? {
          desconto: {
            codigo: 'VALORFIXODATAINFORMADA',
            quantidadeDias: daysBetween(discount.until, dueDate),
            valor: toAmount(discount.cents),
          },
        }
      : {}),
    ...(lines.length > 0
      ? { mensagem: Object.fromEntries(lines.map((line, at) => [`linha${at + 1}`, line])) }
      : {}),
    formasRecebimento: ['BOLETO', 'PIX'],
  };
}
