import { createHash } from 'node:crypto';
import type { Charge, Webhook } from './types.ts';
import type { Page } from './validate.ts';

/** A charge as the standard shows it (CobGerada, CobCompleta). `revision` may name an older one. */
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
    ...(charge.pix.length > 0 ? { pix: charge.pix } : {}),
  };
}

/** The page's items and the standard's description of the page. */
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

/** Fourteen digits that are always the same for a client: the standard wants the receiver's CNPJ. */
const receiverCnpj = (clientId: string): string =>
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
