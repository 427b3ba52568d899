import { readFileSync } from 'node:fs';
import { withoutFinalSlashes } from '@orbita/domain/foundation';
import { z } from 'zod';
import type { PixAccount } from '../platform/config.ts';
import type { ReceivedPix } from '../platform/pix-recurrence-port.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { type Circuit, createCircuit } from './circuit.ts';
import { type Caller, createCaller, type ProviderAnswer } from './provider-http.ts';

const SCOPES = ['cob', 'pix', 'webhook'];
/** Asked for only where the account says so, because a bank refuses a token with a scope that it does not sell. */
const RECURRENCE_SCOPES = ['cobv', 'payloadlocationrec', 'rec', 'cobr', 'webhookrec', 'webhookcobr'];

const scopesOf = ({ receiver }: PixAccount): string =>
  [...SCOPES, ...(receiver ? RECURRENCE_SCOPES : [])]
    .flatMap((name) => [`${name}.read`, `${name}.write`])
    .join(' ');

/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000;

/** Cents as API Pix writes amounts. */
export const amountText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
/** Cents of an amount of API Pix. */
export const centsOf = (text: string): number => Math.round(Number(text) * 100);

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.coerce.number().catch(300) });

/** Status codes that mean the provider will never do what was requested. */
export const FINAL_REFUSALS: readonly number[] = [400, 404, 409, 422];

/** A 5xx does not tell whether the request was executed, except 503, which means it was not. */
export const refused = ({ status, body }: ProviderAnswer): Error => {
  const { type, detail } = z
    .object({ type: z.string().catch(''), detail: z.string().catch('') })
    .catch({ type: '', detail: '' })
    .parse(body ?? {});
  const text = `The provider answered ${status} ${type.split('/').at(-1) ?? ''} ${detail}`.trim();
  return status >= 500 && status !== 503 ? new ProviderUnknown(text) : new ProviderUnavailable(text);
};

export type PixCall = (
  method: 'GET' | 'PUT' | 'PATCH' | 'POST',
  path: string,
  body?: unknown,
) => Promise<ProviderAnswer>;

/** Calls with a token that is cached until it expires and renewed once when the provider rejects it. */
function authorised(account: PixAccount, send: Caller, circuit: Circuit): PixCall {
  let token: { value: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    const basic = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64');
    const answer = await send({
      method: 'POST',
      url: account.tokenUrl,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopesOf(account) }).toString(),
    }).catch((error: Error) => {
      // Without a token no charge was requested yet, so even a time-out is known to have had no effect.
      throw new ProviderUnavailable(error.message, { cause: error });
    });
    const read = tokenAnswer.safeParse(answer.body);
    if (answer.status !== 200 || !read.success)
      throw new ProviderUnavailable(`No token: the provider answered ${answer.status}`);
    token = {
      value: read.data.access_token,
      until: performance.now() + read.data.expires_in * 1000 - TOKEN_MARGIN_MS,
    };
    return token.value;
  };
  const current = (): Promise<string> => {
    if (token && token.until > performance.now()) return Promise.resolve(token.value);
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return (method, path, body) =>
    circuit(async () => {
      const once = async () =>
        send({
          method,
          url: `${withoutFinalSlashes(account.baseUrl)}${path}`,
          headers: {
            authorization: `Bearer ${await current()}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      let answer = await once();
      if (answer.status === 401) {
        token = undefined;
        answer = await once();
      }
      if (answer.status >= 500) throw refused(answer);
      return answer;
    });
}

/** Calls of one account, with its client certificate, its token and a circuit breaker. @throws when a file is missing. */
export function openPixCaller(account: PixAccount): PixCall {
  const file = (name: string | undefined) => (name ? readFileSync(name) : undefined);
  const [cert, key, ca] = [file(account.certFile), file(account.keyFile), file(account.caFile)];
  const send = createCaller({ ...(cert ? { cert } : {}), ...(key ? { key } : {}), ...(ca ? { ca } : {}) });
  return authorised(account, send, createCircuit());
}

/** An amount of API Pix, as its pattern says. */
export const amount = z.string().regex(/^\d{1,10}\.\d{2}$/);

const pix = z.object({
  endToEndId: z.string(),
  txid: z.string().nullish(),
  valor: amount,
  horario: z.string(),
});

/** A received Pix. Throws `ProviderUnknown` for something else. */
export function receivedPix(body: unknown): ReceivedPix {
  const read = pix.safeParse(body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no Pix');
  const { endToEndId, txid, valor, horario } = read.data;
  return { endToEndId, txid: txid ?? null, amountCents: centsOf(valor), at: horario };
}

const PAGE = 100;
/** More than a hundred thousand entries of one account in a period are not read. */
const MOST_PAGES = 1000;
const pages = z.object({ paginacao: z.object({ quantidadeDePaginas: z.coerce.number() }) });

/**
 * Every entry of a list of the standard in a period, page by page; `key` names the list in the answer. Throws
 * `ProviderUnknown` when an answer is no such list, because a part would look like something that is missing.
 */
export async function everyPage(
  call: PixCall,
  path: string,
  key: string,
  { from, to, cpf }: { from: Date; to: Date; cpf?: string },
): Promise<unknown[]> {
  const found: unknown[] = [];
  const shape = z.object({ parametros: pages, [key]: z.array(z.unknown()) });
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      inicio: from.toISOString(),
      fim: to.toISOString(),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAGE),
      ...(cpf === undefined ? {} : { cpf }),
    });
    const answer = await call('GET', `${path}?${query}`);
    if (answer.status !== 200) throw refused(answer);
    const read = shape.safeParse(answer.body);
    if (!read.success) throw new ProviderUnknown(`The provider answered something that is no list of ${key}`);
    const items = z.array(z.unknown()).parse(read.data[key]);
    found.push(...items);
    const { parametros } = read.data as z.output<typeof shape> & { parametros: z.output<typeof pages> };
    if (items.length === 0 || page + 1 >= parametros.paginacao.quantidadeDePaginas) return found;
  }
  throw new ProviderUnknown('The provider has more entries than are read');
}
