import { randomBytes, randomUUID } from 'node:crypto';
import { cardBrand, isCardNumber } from '@orbita/domain/payment';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { realNow } from '../clock.ts';
import type { World } from '../world.ts';
import { bankDonePage, bankPage } from './bank-page.ts';
import { BANK_CODE, type HolderCheck, holderCheckOf } from './cards.ts';
import { MPI_SCRIPT } from './mpi-script.ts';

const SECRET = 'sandbox-secret';
const CLIENT = /^sandbox-[a-z0-9_]+-[a-z0-9_-]+$/i;
const TOKEN_MINUTES = 20;

/** A purchase that a holder is asked to confirm; the card number is not stored. */
interface Asked {
  id: string;
  plan: HolderCheck;
  mastercard: boolean;
  last4: string;
  amount: number;
  merchant: string;
  confirmed: boolean | null;
}

type Json = Record<string, unknown>;
const part = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const open = (reply: FastifyReply): FastifyReply =>
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-headers', 'authorization, content-type')
    .header('access-control-allow-methods', 'POST');

const resultOf = (asked: Pick<Asked, 'mastercard'>, status: 'AUTHENTICATED' | 'FAILED' | 'NOT_ENROLLED') => {
  const good = status === 'AUTHENTICATED';
  return {
    Status: status,
    Cavv: good ? randomBytes(20).toString('base64') : null,
    Xid: good ? randomBytes(20).toString('base64') : null,
    Eci: asked.mastercard ? (good ? '02' : '00') : good ? '05' : '07',
    Version: ['2', '2.2.0'],
    DirectoryServerTransactionId: randomUUID(),
  };
};

/**
 * 3-D Secure of Cielo (MPI): a key for the merchant's server, the browser's script, and the page of an invented bank. What the
 * bank does depends on the card number.
 */
export function mpiRoutes(app: FastifyInstance, { ledger, origin }: World): void {
  const keys = ledger.table<{ merchant: string; expires: number }>('mpi-key');
  const asked = ledger.table<Asked>('holder-check');

  /** The merchant of a key that is still valid. */
  const merchantOf = (request: FastifyRequest): string | undefined => {
    const key = keys.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''));
    return key && realNow() < key.expires ? key.merchant : undefined;
  };

  app.post('/mpi/v2/auth/token', async (request, reply) => {
    const [id = '', secret] = Buffer.from(
      (request.headers.authorization ?? '').replace(/^Basic /i, ''),
      'base64',
    )
      .toString()
      .split(':');
    const { EstablishmentCode, MerchantName, MCC } = part(request.body);
    if (!CLIENT.test(id) || secret !== SECRET) return reply.code(401).send({ error: 'invalid_client' });
    if (!text(EstablishmentCode) || !text(MerchantName) || !/^\d{4}$/.test(text(MCC)))
      return reply.code(400).send({ error: 'invalid_request' });
    const token = randomBytes(24).toString('base64url');
    const expires = realNow() + TOKEN_MINUTES * 60_000;
    keys.put(token, { merchant: text(MerchantName), expires });
    return reply.code(201).send({
      access_token: token,
      token_type: 'bearer',
      expires_in: new Date(expires).toISOString().slice(0, 19),
    });
  });

  app.get('/mpi/Scripts/BP.Mpi.3ds21.min.js', async (_request, reply) =>
    open(reply)
      .type('text/javascript; charset=utf-8')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(MPI_SCRIPT),
  );

  app.options('/mpi/v2/3ds/*', async (_request, reply) => open(reply).code(204).send());

  app.post('/mpi/v2/3ds/init', async (request, reply) => {
    open(reply);
    if (!merchantOf(request)) return reply.code(401).send({});
    return { Token: randomUUID(), ReferenceId: randomUUID() };
  });

  app.post('/mpi/v2/3ds/enroll', async (request, reply) => {
    open(reply);
    const merchant = merchantOf(request);
    if (!merchant) return reply.code(401).send({});
    const body = part(request.body);
    const [number, amount] = [text(body.cardnumber), Number(body.totalamount)];
    if (!isCardNumber(number) || !Number.isInteger(amount) || amount <= 0 || !text(body.ordernumber))
      return reply.code(400).send({});
    const plan = holderCheckOf(number);
    if (plan === 'unavailable') return reply.code(503).send({});
    const mastercard = cardBrand(number) === 'mastercard';
    if (plan === 'not-enrolled')
      return { Status: 'NOT_ENROLLED', Authentication: resultOf({ mastercard }, 'NOT_ENROLLED') };
    if (plan === 'confirmed' || plan === 'refused') {
      const result = resultOf({ mastercard }, plan === 'confirmed' ? 'AUTHENTICATED' : 'FAILED');
      return { Status: 'AUTHENTICATION_CHECK_NEEDED', Authentication: result };
    }
    const id = randomUUID();
    asked.put(id, { id, plan, mastercard, last4: number.slice(-4), amount, merchant, confirmed: null });
    return {
      Status: 'ENROLLED',
      AcsUrl: `${origin()}/cielo/mpi/bank`,
      Pareq: id,
      AuthenticationTransactionId: id,
      Version: ['2', '2.2.0'],
    };
  });

  app.post('/mpi/v2/3ds/validate', async (request, reply) => {
    open(reply);
    if (!merchantOf(request)) return reply.code(401).send({});
    const found = asked.get(text(part(request.body).TransactionId));
    if (!found || found.confirmed === null) return reply.code(404).send({});
    return resultOf(found, found.confirmed ? 'AUTHENTICATED' : 'FAILED');
  });

  app.post('/mpi/bank', async (request, reply) => {
    const found = asked.get(text(part(request.body).creq));
    if (!found) return reply.code(404).send();
    return reply.type('text/html; charset=utf-8').send(bankPage(found));
  });

  app.post('/mpi/bank/answer', async (request, reply) => {
    const { id, code, refuse } = part(request.body);
    const found = asked.get(text(id));
    if (!found) return reply.code(404).send();
    const right = text(code).trim() === BANK_CODE && refuse === undefined;
    asked.put(found.id, { ...found, confirmed: right && found.plan === 'asks' });
    return reply.type('text/html; charset=utf-8').send(bankDonePage());
  });
}
