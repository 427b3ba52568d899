import { randomBytes } from 'node:crypto';
import { isCardNumber } from '@orbita/domain/payment';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { realNow } from '../clock.ts';
import type { World } from '../world.ts';
import { cieloPlan } from './cards.ts';
import { SOP_SCRIPT } from './script.ts';

const SECRET = 'sandbox-secret';
const CLIENT = /^sandbox-[a-z0-9_]+-[a-z0-9_-]+$/i;
/** Lifetime of the OAuth token in seconds, and of the browser key it is exchanged for in minutes. */
const OAUTH_SECONDS = 599;
const KEY_MINUTES = 20;

interface Key {
  merchant: string;
  /** Real time in milliseconds. */
  expires: number;
  used: boolean;
}

const client = (authorization: string | undefined): string | undefined => {
  const [id = '', secret] = Buffer.from((authorization ?? '').replace(/^Basic /i, ''), 'base64')
    .toString()
    .split(':');
  return CLIENT.test(id) && secret === SECRET ? id : undefined;
};

const local = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19);

const open = (reply: FastifyReply): FastifyReply => reply.header('access-control-allow-origin', '*');

interface SentCard {
  HolderName?: string;
  RawNumber?: string;
  Expiration?: string;
  SecurityCode?: string;
  AccessToken?: string;
}

/** Invalid fields of a card, as the script passes them to `onInvalid`. */
function violations(card: SentCard): { Field: string; Message: string }[] {
  const wrong = (field: string, bad: boolean, message: string) =>
    bad ? [{ Field: field, Message: message }] : [];
  return [
    ...wrong('cardHolderName', !card.HolderName?.trim(), 'Nome do titular obrigatório'),
    ...wrong('cardNumber', !isCardNumber(card.RawNumber ?? ''), 'Número do cartão inválido'),
    ...wrong(
      'cardExpirationDate',
      !/^(?:0[1-9]|1[0-2])\/\d{4}$/.test(card.Expiration ?? ''),
      'Validade inválida',
    ),
    ...wrong('cardCvvc', !/^\d{3,4}$/.test(card.SecurityCode ?? ''), 'Código de segurança inválido'),
  ];
}

/**
 * Silent Order Post: the merchant's server uses an OAuth token to get a key for one card, with which the browser exchanges the
 * card for a token.
 */
export function sopRoutes(app: FastifyInstance, { ledger, acquirers }: World): void {
  const grants = ledger.table<Omit<Key, 'used'>>('sop-grant');
  const keys = ledger.table<Key>('sop-key');

  app.post('/oauth2/token', async (request, reply) => {
    const merchant = client(request.headers.authorization);
    const body = (request.body ?? {}) as { grant_type?: string };
    if (!merchant) return reply.code(401).send({ error: 'invalid_client' });
    if (body.grant_type !== 'client_credentials')
      return reply.code(400).send({ error: 'unsupported_grant_type' });
    const token = randomBytes(24).toString('base64url');
    grants.put(token, { merchant, expires: realNow() + OAUTH_SECONDS * 1000 });
    return { access_token: token, token_type: 'bearer', expires_in: OAUTH_SECONDS };
  });

  app.post('/post/api/public/v2/accesstoken', async (request: FastifyRequest, reply) => {
    const grant = grants.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''));
    if (!grant || realNow() >= grant.expires || request.headers.merchantid !== grant.merchant)
      return reply.code(401).send();
    const token = randomBytes(24).toString('base64url');
    const expires = realNow() + KEY_MINUTES * 60_000;
    keys.put(token, { merchant: grant.merchant, expires, used: false });
    return reply.code(201).send({
      MerchantId: grant.merchant,
      AccessToken: token,
      Issued: local(realNow()),
      ExpiresIn: local(expires),
    });
  });

  app.get('/post/scripts/silentorderpost-1.0.min.js', async (_request, reply) =>
    open(reply)
      .type('text/javascript; charset=utf-8')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(SOP_SCRIPT),
  );

  app.post('/post/api/public/v1/card', async (request, reply) => {
    open(reply);
    const card = (request.body ?? {}) as SentCard;
    const key = keys.get(card.AccessToken ?? '');
    if (!key || key.used || realNow() >= key.expires)
      return reply.code(401).send({ Code: 'AC001', Text: 'Access token inválido' });
    const wrong = violations(card);
    if (wrong.length > 0) return reply.code(400).send({ Invalid: wrong });
    keys.put(card.AccessToken ?? '', { ...key, used: true });
    const token = acquirers.tokenise(
      { provider: 'cielo', account: key.merchant },
      { number: card.RawNumber ?? '', holder: card.HolderName ?? '', expiry: card.Expiration ?? '' },
      cieloPlan(card.RawNumber ?? ''),
    );
    return reply.code(201).send({ PaymentToken: token.id });
  });
}
