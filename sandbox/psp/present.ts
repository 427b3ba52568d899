import { createHash } from 'node:crypto';
import { realNow } from '../clock.ts';
import type { Charge, ReceivedPix, StoredReturn, Webhook } from './types.ts';
import type { Page } from './validate.ts';

/** A refund in the standard's format (Devolucao). `settled` shows it in its final state, whatever the time. */
export function presentReturn(one: StoredReturn, settled = realNow() >= one.settlesAt) {
  const end = one.refused ? ('NAO_REALIZADO' as const) : ('DEVOLVIDO' as const);
  return {
    id: one.id,
    rtrId: one.rtrId,
    valor: one.valor,
    ...(one.descricao ? { descricao: one.descricao } : {}),
    horario: {
      solicitacao: one.askedAt,
      ...(settled && !one.refused ? { liquidacao: one.settledAt } : {}),
    },
    status: settled ? end : ('EM_PROCESSAMENTO' as const),
    ...(settled && one.refused ? { motivo: 'Negado pela conta do pagador' } : {}),
  };
}

/** A received Pix with its refunds; one of an authorisation has no key. */
export function presentPix({ devolucoes, chave, ...pix }: ReceivedPix, settled?: boolean) {
  return {
    ...pix,
    ...(chave === '' ? {} : { chave }),
    ...(devolucoes ? { devolucoes: devolucoes.map((one) => presentReturn(one, settled || undefined)) } : {}),
  };
}

/** A charge in the standard's format (CobGerada, CobCompleta). `revision` may select an older one. */
export function presentCharge(charge: Charge, revision = charge.revisions.length - 1) {
  const terms = charge.revisions[revision]!;
  return {
    calendario: { criacao: charge.createdAt, expiracao: terms.calendario.expiracao },
    txid: charge.txid,
    revisao: revision,
    loc: {
      id: charge.locationId,
      location: charge.location,
      tipoCob: 'cob',
      criacao: charge.createdAt,
      txid: charge.txid,
    },
    location: charge.location,
    status: charge.status,
    ...(terms.devedor ? { devedor: terms.devedor } : {}),
    valor: terms.valor,
    chave: terms.chave,
    ...(terms.solicitacaoPagador ? { solicitacaoPagador: terms.solicitacaoPagador } : {}),
    ...(terms.infoAdicionais ? { infoAdicionais: terms.infoAdicionais } : {}),
    pixCopiaECola: charge.copyPaste,
    ...(charge.pix.length > 0 ? { pix: charge.pix.map((one) => presentPix(one)) } : {}),
  };
}

/** The items of a page and the standard's description of the page. */
export function paginate<T>(items: T[], { paginaAtual, itensPorPagina }: Page) {
  const start = paginaAtual * itensPorPagina;
  return {
    items: items.slice(start, start + itensPorPagina),
    paginacao: {
      paginaAtual,
      itensPorPagina,
      quantidadeDePaginas: Math.max(1, Math.ceil(items.length / itensPorPagina)),
      quantidadeTotalDeItens: items.length,
    },
  };
}

/** Fourteen digits that are always the same for a client: the standard requires the receiver's CNPJ. */
export const receiverCnpj = (clientId: string): string =>
  BigInt(`0x${createHash('sha256').update(clientId).digest('hex').slice(0, 14)}`)
    .toString()
    .padStart(14, '0')
    .slice(0, 14);

/** A registered webhook (WebhookCompleto). */
export const presentWebhook = (webhook: Webhook) => ({
  webhookUrl: webhook.webhookUrl,
  chave: webhook.chave,
  cnpj: receiverCnpj(webhook.clientId),
  criacao: webhook.createdAt,
});
