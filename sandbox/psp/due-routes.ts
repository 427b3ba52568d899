import type { FastifyInstance } from 'fastify';
import type { Access } from './access.ts';
import { type DueCharge, dueTermsOf } from './due-types.ts';
import { receiverName } from './ids.ts';
import { echo, type Query, within } from './lists.ts';
import { paginate, presentPix, receiverCnpj } from './present.ts';
import { Problem } from './problem.ts';
import type { Psp } from './psp.ts';
import { isTxid, readPage } from './validate.ts';

/** Every receiver of this bank has this address. */
const ADDRESS = { logradouro: 'SBS Quadra 3', cidade: 'Brasilia', uf: 'DF', cep: '70074900' };

const txidOf = (params: unknown): string => {
  const { txid } = params as { txid: string };
  if (!isTxid(txid))
    throw new Problem(400, 'CobVOperacaoInvalida', 'O txid não respeita o schema.', [
      { razao: 'O campo não respeita o schema.', propriedade: 'cobv.txid', valor: txid },
    ]);
  return txid;
};

/** A charge as the standard shows it (CobVGerada, CobVCompleta). `revision` may name an older one. */
function present(charge: DueCharge, revision = charge.revisions.length - 1) {
  const terms = charge.revisions[revision] ?? dueTermsOf(charge);
  return {
    calendario: { criacao: charge.createdAt, ...terms.calendario },
    txid: charge.txid,
    revisao: revision,
    loc: {
      id: charge.locationId,
      location: charge.location,
      tipoCob: 'cobv',
      criacao: charge.createdAt,
      txid: charge.txid,
    },
    // The published schema requires it beside `loc`.
    location: charge.location,
    status: charge.status,
    devedor: terms.devedor,
    recebedor: { ...ADDRESS, cnpj: receiverCnpj(charge.clientId), nome: receiverName(charge.clientId) },
    valor: terms.valor,
    chave: terms.chave,
    ...(terms.solicitacaoPagador ? { solicitacaoPagador: terms.solicitacaoPagador } : {}),
    ...(terms.infoAdicionais ? { infoAdicionais: terms.infoAdicionais } : {}),
    pixCopiaECola: charge.copyPaste,
    ...(charge.pix.length > 0 ? { pix: charge.pix.map((one) => presentPix(one)) } : {}),
  };
}

/** Charges with a due date (`cobv`). */
export function dueChargeRoutes(app: FastifyInstance, { due }: Psp, access: Access): void {
  app.put('/cobv/:txid', async (request, reply) => {
    const clientId = access.clientOf(request, 'cobv.write');
    return reply.code(201).send(present(due.create(clientId, txidOf(request.params), request.body)));
  });
  app.patch('/cobv/:txid', async (request) => {
    const clientId = access.clientOf(request, 'cobv.write');
    return present(due.revise(clientId, txidOf(request.params), request.body));
  });
  app.get('/cobv/:txid', async (request) => {
    const charge = due.get(access.clientOf(request, 'cobv.read'), txidOf(request.params));
    if (!charge)
      throw new Problem(404, 'CobVNaoEncontrada', 'Cobrança não encontrada para o txid informado.');
    const { revisao } = request.query as Query;
    if (revisao === undefined) return present(charge);
    if (!/^\d{1,6}$/.test(revisao) || !charge.revisions[Number(revisao)])
      throw new Problem(400, 'CobVConsultaInvalida', 'A revisão não existe para a cobrança.');
    return present(charge, Number(revisao));
  });
  app.get('/cobv', async (request) => {
    const clientId = access.clientOf(request, 'cobv.read');
    const query = request.query as Query;
    const page = readPage(query, 'CobVConsultaInvalida');
    const all = due
      .list(clientId)
      .filter(({ createdAt }) => within(createdAt, page))
      .filter(({ status }) => !query.status || status === query.status)
      .filter((one) => !query.cpf || dueTermsOf(one).devedor.cpf === query.cpf)
      .filter((one) => !query.cnpj || dueTermsOf(one).devedor.cnpj === query.cnpj)
      .filter(() => query.locationPresente !== 'false');
    const { items, paginacao } = paginate(all, page);
    return {
      parametros: {
        inicio: page.inicio,
        fim: page.fim,
        ...echo(query, ['cpf', 'cnpj', 'status']),
        paginacao,
      },
      // The published schema requires `idCob` in lists, a name it defines nowhere.
      cobs: items.map((one) => ({ ...present(one), idCob: one.txid })),
    };
  });
}
