import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { realNow } from '../clock.ts';
import type { Ledger } from '../ledger.ts';
import { type BankRules, rulesOf } from './banks.ts';
import { Problem } from './problem.ts';

const RESOURCES = [
  'cob',
  'cobv',
  'pix',
  'webhook',
  'payloadlocationrec',
  'rec',
  'cobr',
  'webhookrec',
  'webhookcobr',
] as const;
export type Scope = `${(typeof RESOURCES)[number]}.${'read' | 'write'}`;
const SCOPES = RESOURCES.flatMap((name): Scope[] => [`${name}.read`, `${name}.write`]);

const SECRET = 'sandbox-secret';
const CLIENT = /^sandbox-[a-z0-9_]+-[a-z0-9_-]+$/i;

interface Grant {
  clientId: string;
  scopes: string[];
  /** Real time in milliseconds: a bank's token does not follow the test clock. */
  expires: number;
}

export interface Access {
  issue(clientId: string, scopes: readonly string[]): string;
  /** What the request's token permits; undefined without a valid token. */
  grantOf(request: FastifyRequest): Grant | undefined;
  /** The client of the request's token. Throws 401 without a valid token, 403 without the scope. */
  clientOf(request: FastifyRequest, scope: Scope): string;
  seconds: number;
}

/** Signed tokens, so that they survive a restart of the sandbox as a bank's tokens survive its deployments. */
export function openAccess(ledger: Ledger, seconds: number): Access {
  const keys = ledger.table<string>('token-key');
  if (!keys.get('key')) keys.put('key', randomBytes(32).toString('hex'));
  const sign = (text: string) => createHmac('sha256', keys.get('key')!).update(text).digest();

  const read = (token: string): Grant | undefined => {
    const [payload, signature] = token.split('.');
    if (!payload || !signature) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const right = sign(payload);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Grant;
  };

  const grantOf = (request: FastifyRequest): Grant | undefined => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const grant = token ? read(token) : undefined;
    return grant && grant.expires > realNow() ? grant : undefined;
  };
  return {
    seconds,
    grantOf,
    issue: (clientId, scopes) => {
      const grant: Grant = { clientId, scopes: [...scopes], expires: realNow() + seconds * 1000 };
      const payload = Buffer.from(JSON.stringify(grant)).toString('base64url');
      return `${payload}.${sign(payload).toString('base64url')}`;
    },
    clientOf: (request, scope) => {
      const grant = grantOf(request);
      if (!grant) throw new Problem(401, 'AcessoNegado', 'Token ausente, inválido ou expirado.');
      if (!grant.scopes.includes(scope))
        throw new Problem(403, 'AcessoNegado', `O token não tem o escopo ${scope}.`);
      return grant.clientId;
    },
  };
}

/** True for valid credentials of the sandbox: every institution of any catalogue has an account. */
export const isClient = (id: string, secret: string): boolean => CLIENT.test(id) && secret === SECRET;

const basicClient = (header: string | undefined): string | undefined => {
  const encoded = /^Basic (\S+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return isClient(id, secret.join(':')) ? id : undefined;
};

type TokenForm = Record<string, string | undefined>;

/** The client of a token request, whose credentials must be where this bank looks for them. */
const clientAt = ({ client }: BankRules, request: FastifyRequest): string | undefined => {
  const form = (request.body ?? {}) as TokenForm;
  const { authorization } = request.headers;
  if (client === 'basic') return form.client_secret === undefined ? basicClient(authorization) : undefined;
  const { client_id: id = '', client_secret: secret } = form;
  if (authorization !== undefined) return undefined;
  if (client === 'post') return isClient(id, secret ?? '') ? id : undefined;
  return secret === undefined && isClient(id, SECRET) ? id : undefined;
};

/** `POST /oauth/token`, the client credentials grant of RFC 6749 as interpreted by the bank that is asked. */
export function tokenRoute(app: FastifyInstance, access: Access): void {
  app.post('/oauth/token', async (request, reply) => {
    const rules = rulesOf(request);
    reply.header('cache-control', 'no-store');
    const json = (request.headers['content-type'] ?? '').startsWith('application/json');
    if (json !== (rules.json ?? false)) return reply.code(400).send({ error: 'invalid_request' });
    const clientId = clientAt(rules, request);
    if (!clientId)
      return reply
        .code(401)
        .header('www-authenticate', 'Basic realm="psp"')
        .send({ error: 'invalid_client' });
    const body = (request.body ?? {}) as TokenForm;
    if (body.grant_type !== 'client_credentials')
      return reply.code(400).send({ error: 'unsupported_grant_type' });
    if (rules.scopes && !body.scope?.trim()) return reply.code(400).send({ error: 'invalid_scope' });
    const wanted = body.scope?.trim() ? body.scope.trim().split(/\s+/) : [...SCOPES];
    const scopes = SCOPES.filter((scope) => wanted.includes(scope));
    if (scopes.length === 0) return reply.code(400).send({ error: 'invalid_scope' });
    return {
      access_token: access.issue(clientId, scopes),
      token_type: 'Bearer',
      expires_in: access.seconds,
      scope: scopes.join(' '),
    };
  });
}
