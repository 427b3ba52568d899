import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { type Strange, withUnreadable } from '../strange.ts';
import { crc16 } from './br-code.ts';
import { Problem } from './problem.ts';

/** The application key that banks of the sandbox give to every client. */
const APPLICATION_KEY = 'sandbox-application-key';

/** How a bank deviates from the standard, and what it therefore refuses. */
export interface BankRules {
  /** Where the credentials of a token request must be; anywhere else they are ignored. */
  client: 'basic' | 'post' | 'none';
  /** The token request must be JSON. */
  json?: true;
  /** A token request without scopes is refused. */
  scopes?: true;
  /** Headers required on every call besides the token. */
  headers?: Readonly<Record<string, RegExp | 'client'>>;
  /** Query parameters required on every call besides the token. */
  query?: Readonly<Record<string, string>>;
  /** The code of a charge has another name, or is only its address. */
  code?: 'brcode' | 'address';
  /** Notifications are a bare list. */
  noticeList?: true;
  /** An empty list is refused with this code. */
  emptyList?: string;
  /** Webhooks require this header, because the sandbox's receiver presents no certificate. */
  webhookHeader?: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Banks under `/psp/{name}`, modelled on what their clients in public repositories have to send. */
const BANKS: Readonly<Record<string, BankRules>> = {
  'banco-do-brasil': {
    client: 'basic',
    scopes: true,
    query: { 'gw-dev-app-key': APPLICATION_KEY },
    emptyList: '4769515',
  },
  itau: { client: 'post', headers: { 'x-itau-apikey': 'client', 'x-itau-correlationid': UUID } },
  bradesco: { client: 'basic' },
  santander: { client: 'post', code: 'address' },
  sicoob: { client: 'none', scopes: true, headers: { client_id: 'client' }, code: 'brcode' },
  sicredi: { client: 'basic', scopes: true },
  inter: { client: 'post', scopes: true, headers: { 'x-conta-corrente': /^\d+$/ }, noticeList: true },
  efi: { client: 'basic', json: true, webhookHeader: 'x-skip-mtls-checking' },
  banrisul: { client: 'post', scopes: true },
  c6: { client: 'basic' },
};

/** The standard's own behaviour. */
const STANDARD: BankRules = { client: 'basic' };

/** The rules of requests to a bank of its own. */
const asked = new WeakMap<object, BankRules>();

/**
 * The path under which the routes of all banks are: that of the standard. Which bank a request asks is kept for `rulesOf`.
 * With routes for each bank the sandbox took three times as long to start.
 */
export function standardPath(request: Pick<IncomingMessage, 'url'>): string {
  const { url = '/' } = request;
  const [, psp, name = '', ...rest] = url.split('/');
  const rules = psp === 'psp' && rest.length > 0 && Object.hasOwn(BANKS, name) ? BANKS[name] : undefined;
  if (!rules) return url;
  asked.set(request, rules);
  return `/psp/${rest.join('/')}`;
}

/** The rules of the bank that a request asks. */
export const rulesOf = ({ raw }: FastifyRequest): BankRules => asked.get(raw) ?? STANDARD;

const same = (given: unknown, right: string): boolean => {
  const [a, b] = [Buffer.from(String(given ?? '')), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const missing = (what: string) => new Problem(403, 'AcessoNegado', `A chamada não tem ${what}.`);

/** Refuses a call that lacks what the bank requires besides the token. @throws Problem 403. */
function checkCall(
  { headers, query, webhookHeader }: BankRules,
  request: FastifyRequest,
  clientId: string | undefined,
): void {
  for (const [name, wanted] of Object.entries(headers ?? {})) {
    const given = String(request.headers[name] ?? '');
    if (wanted === 'client' ? !same(given, clientId ?? '') : !wanted.test(given)) throw missing(name);
  }
  for (const [name, wanted] of Object.entries(query ?? {}))
    if (!same((request.query as Record<string, unknown>)[name], wanted)) throw missing(name);
  const registers = request.method === 'PUT' && /\/webhook/.test(request.url);
  if (webhookHeader && registers && request.headers[webhookHeader] !== 'true') throw missing(webhookHeader);
}

const LISTS = ['cobs', 'pix', 'recs', 'cobsr'] as const;

/** A code with the enabled quirks. */
function strangeCode(code: string, strange: Strange): string {
  if (strange.is('pix-wrong-code')) return `${code.slice(0, -4)}0000`;
  if (!strange.is('pix-zero-in-code')) return code;
  const open = code.slice(0, -4).replace('520400005303986', '52040000530398654010');
  return open + crc16(open);
}

/** A paid charge as it is shown too late: still open, with or without its money. */
function lateCharge(charge: Record<string, unknown>, strange: Strange): Record<string, unknown> {
  if (charge.status !== 'CONCLUIDA') return charge;
  const { pix: _, ...unpaid } = charge;
  if (strange.is('pix-charge-late')) return { ...unpaid, status: 'ATIVA' };
  return strange.is('pix-status-late') ? { ...charge, status: 'ATIVA' } : charge;
}

/** An answer in the bank's format, with the enabled quirks. */
function written(body: Record<string, unknown>, { code }: BankRules, strange: Strange): unknown {
  const { pixCopiaECola, ...rest } = body;
  let shown = body;
  if (typeof pixCopiaECola === 'string') {
    const text = strangeCode(pixCopiaECola, strange);
    shown = { ...rest, ...(code === 'address' ? {} : { [code ?? 'pixCopiaECola']: text }) };
    shown = lateCharge(shown, strange);
  }
  if (!strange.is('pix-unreadable-entry') || !('parametros' in body)) return shown;
  const lists = LISTS.flatMap((name) => {
    const list = shown[name];
    return Array.isArray(list) ? [[name, withUnreadable(list)] as const] : [];
  });
  return { ...shown, ...Object.fromEntries(lists) };
}

/** True for a list without entries; the list of received Pix has an empty list of charges beside its own. */
const isEmptyList = (body: Record<string, unknown>): boolean => {
  const lists = LISTS.flatMap((name) => (Array.isArray(body[name]) ? [body[name]] : []));
  return 'parametros' in body && lists.length > 0 && lists.every((list) => (list as unknown[]).length === 0);
};

/** Makes the routes of `app` behave like those of the bank that is asked. `clientOf` returns the client of a call's token. */
export function playBank(
  app: FastifyInstance,
  { strange, clock }: { strange: Strange; clock: Clock },
  clientOf: (request: FastifyRequest) => string | undefined,
): void {
  app.addHook('preHandler', async (request) => {
    if (!request.url.includes('/oauth/')) checkCall(rulesOf(request), request, clientOf(request));
    const { fim } = request.query as Record<string, unknown>;
    if (strange.is('pix-no-future') && typeof fim === 'string' && Date.parse(fim) > clock.now().getTime())
      throw new Problem(400, 'RequisicaoInvalida', 'O parâmetro fim está no futuro.');
  });
  app.addHook('preSerialization', async (request, reply, body) => {
    if (typeof body !== 'object' || body === null) return body;
    const rules = rulesOf(request);
    const answer = body as Record<string, unknown>;
    if (!rules.emptyList || !isEmptyList(answer)) return written(answer, rules, strange);
    reply.code(404);
    const mensagem = 'Não há informações para os dados informados.';
    return { erros: [{ codigo: rules.emptyList, versao: '1', mensagem, ocorrencia: 'SANDBOX' }] };
  });
}

/** A notification with the enabled quirks; `list` is that of the bank it was registered at. */
export function noticeBody(
  name: 'pix' | 'recs' | 'cobsr',
  item: unknown,
  strange: Strange,
  list = false,
): object {
  const repeated = strange.is('pix-notice-repeated') ? [item, item] : [item];
  const items = strange.is('pix-unreadable-entry') ? withUnreadable(repeated) : repeated;
  return list || strange.is('pix-notice-list') ? items : { [name]: items };
}
