import { dayInZone } from '@orbita/domain/foundation';
import { type Situation, type StoredSlip, situationOf, ZONE } from './types.ts';

const REGISTERED: readonly Situation[] = ['A_RECEBER', 'ATRASADO', 'RECEBIDO', 'CANCELADO', 'EXPIRADO'];
const amount = (cents: number): string => (cents / 100).toFixed(2);

/** The two parts of an unregistered slip: absent, or both with empty texts. */
const EMPTY = {
  boleto: { nossoNumero: '', codigoBarras: '', linhaDigitavel: '' },
  pix: { txid: '', pixCopiaECola: '' },
};

const parts = (slip: StoredSlip, situacao: Situation, empty = false) => {
  if (!REGISTERED.includes(situacao)) return empty ? EMPTY : {};
  const { nossoNumero, codigoBarras, linhaDigitavel, txid, pixCopiaECola } = slip;
  return {
    boleto: { nossoNumero, codigoBarras, linhaDigitavel },
    ...(slip.terms.formasRecebimento.includes('PIX') ? { pix: { txid, pixCopiaECola } } : {}),
  };
};

const settled = (slip: StoredSlip) =>
  slip.paid ? { valorTotalRecebido: amount(slip.paid.cents), origemRecebimento: slip.paid.origin } : {};

/** A slip as the bank returns a single one: amounts are numbers. */
export function presentSlip(slip: StoredSlip, now: Date, empty = false) {
  const { terms, end } = slip;
  const situacao = situationOf(slip, now);
  return {
    cobranca: {
      codigoSolicitacao: slip.codigoSolicitacao,
      seuNumero: terms.seuNumero,
      dataEmissao: slip.dataEmissao,
      dataVencimento: terms.dataVencimento,
      valorNominal: terms.valorNominal,
      tipoCobranca: 'SIMPLES',
      situacao,
      dataSituacao: end ? dayInZone(new Date(end.at), ZONE) : slip.dataEmissao,
      ...settled(slip),
      ...(end?.reason ? { motivoCancelamento: end.reason } : {}),
      arquivada: false,
      descontos: terms.desconto ? [terms.desconto] : [],
      pagador: terms.pagador,
    },
    ...parts(slip, situacao, empty),
  };
}

/** A slip as in a list: amounts are strings, and of the payer only name and document. */
export function presentListed(slip: StoredSlip, now: Date, empty = false) {
  const { cobranca, ...rest } = presentSlip(slip, now, empty);
  const { arquivada, descontos, pagador, ...shown } = cobranca;
  return {
    cobranca: {
      ...shown,
      valorNominal: cobranca.valorNominal.toFixed(2),
      pagador: { nome: pagador.nome, cpfCnpj: pagador.cpfCnpj },
    },
    ...rest,
  };
}

/** A slip as in a notification: one flat object. */
export function presentNotice(slip: StoredSlip, situacao: Situation, at: string) {
  const { boleto, pix } = { boleto: {}, pix: {}, ...parts(slip, situacao) };
  return {
    codigoSolicitacao: slip.codigoSolicitacao,
    seuNumero: slip.terms.seuNumero,
    situacao,
    dataHoraSituacao: at,
    ...settled(slip),
    ...boleto,
    ...pix,
  };
}
