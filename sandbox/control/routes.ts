import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { CATALOGUES, MOST_CATALOGUE } from '../academic-catalogue/routes.ts';
import type { StoredSlip } from '../bank/types.ts';
import { BANK_FILES } from '../bank-files/bank-files.ts';
import { SaleRefused } from '../cards/acquirers.ts';
import { LOOK_UPS } from '../exam-score/routes.ts';
import { FAULT_PORTS, isFaultMode, isFaultPort } from '../faults.ts';
import { presentMessage } from '../outbox.ts';
import { PaymentRefused } from '../psp/problem.ts';
import { type Charge, expiresAt, termsOf } from '../psp/types.ts';
import { isRfc3339 } from '../psp/validate.ts';
import { isStrangeSide, STRANGE_SIDES } from '../strange.ts';
import { WHATSAPP_NUMBERS, write } from '../whatsapp/chat.ts';
import type { World } from '../world.ts';
import { bankFileControls } from './bank-file-controls.ts';
import { cardControls, WrongOrder } from './cards.ts';
import { recurrenceControls } from './recurrence-controls.ts';
import { Refused } from './refused.ts';
import { staffIdpControls } from './staff-idp-controls.ts';

interface PixOrder {
  result?: unknown;
  amount?: unknown;
  late?: unknown;
  duplicate?: unknown;
  recurrence?: unknown;
  clientId?: unknown;
}

const sameKey = (given: unknown, right: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(hash(given), hash(right));
};

/** Converts a number of reais, as in the product's JSON, to the standard's text with two decimals. */
const amountText = (amount: unknown): string | undefined => {
  if (amount === undefined || amount === null) return undefined;
  if (typeof amount !== 'number' || !(amount > 0) || amount >= 1e10)
    throw new Refused(422, 'amount deve ser um número de reais maior que zero.');
  return amount.toFixed(2);
};

const findCharge = (world: World, txid: string, clientId: unknown): Charge => {
  const found = world.psp
    .charges(typeof clientId === 'string' ? clientId : undefined)
    .filter((charge) => charge.txid === txid);
  if (found.length > 1) throw new Refused(409, 'Mais de um recebedor usa este txid: informe clientId.');
  if (!found[0]) throw new Refused(404, 'Cobrança não encontrada.');
  return found[0];
};

/**
 * What happens to a charge outside the product: `paid` settles it, `expired` and `denied` make the bank end it, `error` is a
 * failed attempt in the payer's bank, which leaves the charge unchanged.
 */
function settle(world: World, charge: Charge, order: PixOrder): Charge {
  if (order.result === 'paid')
    return world.psp.pay(charge, {
      amount: amountText(order.amount),
      late: order.late === true,
      duplicate: order.duplicate === true,
      recurrence: order.recurrence === 'rejected' ? 'rejected' : 'approved',
    });
  if (order.result === 'expired' || order.result === 'denied') return world.psp.remove(charge);
  if (order.result === 'error') return charge;
  throw new Refused(422, 'result deve ser paid, expired, denied ou error.');
}

const presentOpen = (charge: Charge) => ({
  txid: charge.txid,
  clientId: charge.clientId,
  chave: termsOf(charge).chave,
  amount: Number(termsOf(charge).valor.original),
  copyPaste: charge.copyPaste,
  createdAt: charge.createdAt,
  expiresAt: expiresAt(charge).toISOString(),
});

function pixControls(app: FastifyInstance, world: World): void {
  app.get('/pix', async () => world.psp.charges().filter(world.psp.isOpen).map(presentOpen));
  app.post('/pix/:txid', async (request, reply) => {
    const { txid } = request.params as { txid: string };
    const order = (request.body ?? {}) as PixOrder;
    const charge = settle(world, findCharge(world, txid, order.clientId), order);
    return reply
      .code(202)
      .send({ txid, status: charge.status, endToEndId: charge.pix.at(-1)?.endToEndId ?? null });
  });
}

interface SlipOrder extends PixOrder {
  by?: unknown;
}

const findSlip = ({ bank }: World, name: string, clientId: unknown): StoredSlip => {
  const mine = bank.slips(typeof clientId === 'string' ? clientId : undefined);
  const found = mine.filter((slip) => slip.codigoSolicitacao === name || slip.terms.seuNumero === name);
  if (found.length > 1)
    throw new Refused(409, 'Mais de um boleto tem este número: informe codigoSolicitacao.');
  if (!found[0]) throw new Refused(404, 'Boleto não encontrado.');
  return found[0];
};

/**
 * What happens to a slip outside the product: `paid` settles it, `expired` and `denied` make the bank write it off, `error`
 * makes its registration fail, `forged` sends a notification of a payment that never happened.
 */
function settleSlip({ bank }: World, slip: StoredSlip, order: SlipOrder): StoredSlip {
  if (order.result === 'paid') {
    const amount = amountText(order.amount);
    return bank.pay(slip, {
      cents: amount === undefined ? undefined : Math.round(Number(amount) * 100),
      byPix: order.by === 'pix',
      late: order.late === true,
      duplicate: order.duplicate === true,
    });
  }
  if (order.result === 'expired') return bank.end(slip, 'EXPIRADO');
  if (order.result === 'denied') return bank.end(slip, 'CANCELADO', 'BAIXA PELO BANCO');
  if (order.result === 'error') return bank.end(slip, 'FALHA_EMISSAO');
  if (order.result !== 'forged')
    throw new Refused(422, 'result deve ser paid, expired, denied, error ou forged.');
  bank.forge(slip);
  return slip;
}

function slipControls(app: FastifyInstance, world: World): void {
  const present = (slip: StoredSlip) => ({
    codigoSolicitacao: slip.codigoSolicitacao,
    seuNumero: slip.terms.seuNumero,
    clientId: slip.clientId,
    payer: slip.terms.pagador.cpfCnpj,
    situacao: world.bank.situation(slip),
    amount: slip.terms.valorNominal,
    linhaDigitavel: slip.linhaDigitavel,
    dataVencimento: slip.terms.dataVencimento,
  });
  app.get('/slips', async () => world.bank.slips().map(present));
  // A slip is identified by the bank's code or by the product's number.
  app.post('/slips/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const order = (request.body ?? {}) as SlipOrder;
    return reply.code(202).send(present(settleSlip(world, findSlip(world, name, order.clientId), order)));
  });
}

function clockControls(app: FastifyInstance, world: World): void {
  app.get('/clock', async () => ({ now: world.clock.setting() }));
  app.put('/clock', async (request) => {
    const { now, run } = (request.body ?? {}) as { now?: unknown; run?: unknown };
    if (now !== null && !(typeof now === 'string' && isRfc3339(now)))
      throw new Refused(422, 'now deve ser um instante RFC 3339 ou null.');
    world.clock.set(now === null ? null : new Date(now), run === true);
    return { now: world.clock.setting() };
  });
}

/** Student systems: their secrets, and what was sent to them. */
function academicControls(app: FastifyInstance, world: World): void {
  app.get('/academic/:system', async (request) => {
    const { system } = request.params as { system: string };
    return world.academic.notices(system);
  });
  app.put('/academic/:system', async (request, reply) => {
    const { system } = request.params as { system: string };
    const { secrets, answersNumbers } = (request.body ?? {}) as {
      secrets?: unknown;
      answersNumbers?: unknown;
    };
    if (!Array.isArray(secrets) || !secrets.every((one) => typeof one === 'string'))
      throw new Refused(422, 'secrets deve ser uma lista de segredos.');
    world.academic.connect({ name: system, secrets, answersNumbers: answersNumbers !== false });
    return reply.code(204).send();
  });
}

/** Academic catalogues: sets a tenant's content; null removes it. */
function academicCatalogueControls(app: FastifyInstance, world: World): void {
  const kept = world.ledger.table<unknown>(CATALOGUES);
  app.put('/academic-catalogue/:alias', { bodyLimit: MOST_CATALOGUE }, async (request, reply) => {
    const { alias } = request.params as { alias: string };
    kept.put(alias, request.body);
    return reply.code(204).send();
  });
}

/** Controls of the sandbox, behind the header `x-control-key`. */
export function controlRoutes(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!sameKey(request.headers['x-control-key'], world.controlKey))
      return reply.code(401).send({ error: 'Chave de controle inválida.' });
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status =
      error instanceof Refused || error instanceof WrongOrder
        ? error.status
        : error instanceof PaymentRefused || error instanceof SaleRefused
          ? 409
          : (error.statusCode ?? 500);
    return reply.code(status).send({ error: error.message });
  });

  pixControls(app, world);
  recurrenceControls(app, world);
  slipControls(app, world);
  cardControls(app, world);
  bankFileControls(app, world);
  clockControls(app, world);

  academicControls(app, world);
  academicCatalogueControls(app, world);
  staffIdpControls(app, world);

  app.get('/outbox', async (request) => {
    const { to, newest } = request.query as { to?: string; newest?: string };
    const found = world.outbox.list(to);
    return (newest === undefined ? found : found.slice(0, Number(newest))).map(presentMessage);
  });
  app.get('/faults', async () =>
    Object.fromEntries(FAULT_PORTS.map((port) => [port, world.faults.mode(port)])),
  );
  app.put('/faults', async (request, reply) => {
    const { port, mode } = (request.body ?? {}) as { port?: unknown; mode?: unknown };
    if (!isFaultPort(port)) throw new Refused(422, `port deve ser ${FAULT_PORTS.join(', ')}.`);
    if (!isFaultMode(mode)) throw new Refused(422, 'mode deve ser down, slow ou ok.');
    world.faults.set(port, mode);
    return reply.code(204).send();
  });
  app.get('/strange', async () =>
    Object.fromEntries(STRANGE_SIDES.map((side) => [side, world.strange.is(side)])),
  );
  app.put('/strange', async (request, reply) => {
    const { side, on } = (request.body ?? {}) as { side?: unknown; on?: unknown };
    if (!isStrangeSide(side)) throw new Refused(422, `side deve ser ${STRANGE_SIDES.join(', ')}.`);
    if (typeof on !== 'boolean') throw new Refused(422, 'on deve ser true ou false.');
    world.strange.set(side, on);
    return reply.code(204).send();
  });
  app.post('/whatsapp/:to', async (request, reply) => {
    const { to } = request.params as { to: string };
    const { text } = (request.body ?? {}) as { text?: unknown };
    const [number] = Object.keys(WHATSAPP_NUMBERS);
    if (typeof text !== 'string' || !/^\d{7,15}$/.test(to) || !number)
      throw new Refused(422, 'text deve ser um texto, e o número só ter dígitos.');
    await write(world, number, to, text);
    return reply.code(204).send();
  });
  app.post('/reset', async (_request, reply) => {
    world.psp.reset();
    world.bank.reset();
    world.acquirers.reset();
    world.outbox.clear();
    world.academic.clear();
    world.staffAccounts.clear();
    world.ledger.table(LOOK_UPS).clear();
    world.ledger.table(CATALOGUES).clear();
    world.ledger.table(BANK_FILES).clear();
    world.faults.clear();
    world.strange.clear();
    world.clock.set(null);
    return reply.code(204).send();
  });
}
