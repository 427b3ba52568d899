import { createHash } from 'node:crypto';
import { realNow } from '../clock.ts';
import type { Charge, ChargeTerms, ReceivedPix, StoredReturn, Webhook } from './types.ts';
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

type ShownTerms = Pick<ChargeTerms, 'chave' | 'solicitacaoPagador' | 'infoAdicionais'> & {
  calendario: object;
  valor: object;
  devedor?: object;
};

/** A charge of either kind in the standard's format. `revision` may select an older one. */
export function presentRevision(
  charge: Charge<ShownTerms>,
  tipoCob: 'cob' | 'cobv',
  revision = charge.revisions.length - 1,
) {
  const { calendario, devedor, valor, chave, solicitacaoPagador, infoAdicionais } =
    charge.revisions[revision]!;
  return {
    calendario: { criacao: charge.createdAt, ...calendario },
    txid: charge.txid,
    revisao: revision,
    loc: {
      id: charge.locationId,
      location: charge.location,
      tipoCob,
      criacao: charge.createdAt,
      txid: charge.txid,
    },
    // The published schema of charges with a due date requires it beside `loc`.
    location: charge.location,
    status: charge.status,
    ...(devedor ? { devedor } : {}),
    valor,
    chave,
    ...(solicitacaoPagador ? { solicitacaoPagador } : {}),
    ...(infoAdicionais ? { infoAdicionais } : {}),
    pixCopiaECola: charge.copyPaste,
    ...(charge.pix.length > 0 ? { pix: charge.pix.map((one) => presentPix(one)) } : {}),
  };
}

/** An immediate charge (CobGerada, CobCompleta). */
export const presentCharge = (charge: Charge, revision?: number) => presentRevision(charge, 'cob', revision);

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
