import { randomUUID } from 'node:crypto';
import { writeDynamicBrCode } from '@orbita/domain/payment';
import { z } from 'zod';
import type { PixAccount } from '../platform/config.ts';
import { filled, profileOf } from '../platform/pix-profiles.ts';
import type { ReceivedPix } from '../platform/pix-recurrence-port.ts';
import { ProviderUnknown } from '../platform/ports.ts';
import { identifier, momentOf } from './answer-shapes.ts';
import { type ClientCertificate, clientCertificate } from './client-certificate.ts';
import { readEach } from './listed.ts';
import type { ProviderAnswer } from './provider-http.ts';
import { type AccountCall, type Manners, openCalls, refused } from './provider-token.ts';

const SCOPES = ['cob', 'pix', 'webhook'];
/**
 * Requested only for accounts with recurrences, because a bank rejects a token request that contains a scope it does not sell.
 */
const RECURRENCE_SCOPES = ['cobv', 'payloadlocationrec', 'rec', 'cobr', 'webhookrec', 'webhookcobr'];

const scopesOf = ({ receiver }: PixAccount): string =>
  [...SCOPES, ...(receiver ? RECURRENCE_SCOPES : [])]
    .flatMap((name) => [`${name}.read`, `${name}.write`])
    .join(' ');

/** Formats cents as API Pix writes amounts, like `"12.50"`. */
export const amountText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
/** Parses an API Pix amount into cents. */
export const centsOf = (text: string): number => Math.round(Number(text) * 100);

/** API Pix calls of one account, the way its bank expects them. */
export type PixCaller = {
  call: AccountCall;
  /** Number of entries on one page of a list. */
  pageSize: number;
  /** The receiver's name for codes that we build ourselves; undefined if the bank builds them. */
  merchant: PixAccount['merchant'];
  certificateUntil: ClientCertificate['until'];
};

/** Headers or query of a profile for one call; those for which the account has no value are left out. */
const sentWith = (
  values: Readonly<Record<string, string>>,
  { clientId, applicationKey, accountNumber }: PixAccount,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = filled(value, { clientId, applicationKey, accountNumber, requestId: randomUUID() });
      return text === undefined ? [] : [[name, text]];
    }),
  );

/** Opens the calls of an account, over connections and a token of their own. */
export function openPixCaller(account: PixAccount): PixCaller {
  const certificate = clientCertificate(account, 'pix');
  const { client, tokenBody, scopes, headers, query, pageSize } = profileOf(account);
  const scope = scopes === 'named' ? scopesOf(account) : undefined;
  const manners: Manners = {
    provider: 'pix',
    client,
    tokenBody,
    scope: account.scope === undefined ? scope : account.scope || undefined,
    headers: () => sentWith(headers, account),
    query: sentWith(query, account),
  };
  const call = openCalls(account, manners, certificate);
  return { call, pageSize, merchant: account.merchant, certificateUntil: certificate.until };
}

/** An API Pix amount, in the format required by the standard. */
export const amount = z.string().regex(/^\d{1,10}\.\d{2}$/);

const refund = z.object({ valor: amount, status: z.string() });
// What cannot be read of a refund must not hide the payment.
const refunds = z
  .array(refund.nullable().catch(null))
  .transform((all) => all.flatMap((one) => (one ? [one] : [])));
const pix = z.object({
  endToEndId: identifier,
  txid: identifier.nullish().catch(null),
  valor: amount,
  horario: z.string().nullish().catch(null),
  // The standard requires a list, but one of its own examples has a single refund without one.
  devolucoes: z
    .union([refunds, refund.transform((one) => [one])])
    .nullish()
    .catch(null),
});

/** Parses a received Pix. Throws `ProviderUnknown` if the body is not one. */
export function receivedPix(body: unknown): ReceivedPix {
  const read = pix.safeParse(body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no Pix');
  const { endToEndId, txid, valor, horario, devolucoes } = read.data;
  const refundedCents = (devolucoes ?? [])
    .filter(({ status }) => status === 'DEVOLVIDO')
    .reduce((sum, { valor: returned }) => sum + centsOf(returned), 0);
  return {
    ...{ endToEndId, txid: txid ?? null, amountCents: centsOf(valor), at: momentOf(horario) },
    ...(refundedCents > 0 ? { refundedCents } : {}),
  };
}

/**
 * The received Pix of a charge that can be parsed. Throws `ProviderUnknown` when there are some but none can be parsed, so that
 * a paid charge is not taken for an unpaid one.
 */
export function receivedOf(pix: readonly unknown[] | null | undefined): ReceivedPix[] {
  const { items, unread } = readEach(pix ?? [], receivedPix);
  if (unread > 0 && items.length === 0)
    throw new ProviderUnknown('The provider answered something that is no Pix');
  return [...items];
}

/** Maximum length of the URL in a code (BCB, Manual do BR Code). */
const MOST_ADDRESS = 77;
/** Where an answer may contain the payment code: Sicoob calls it `brcode`, Santander gives only its URL. */
export const codeFields = {
  pixCopiaECola: z.string().nullish().catch(null),
  brcode: z.string().nullish().catch(null),
  location: z.string().max(200).nullish().catch(null),
  loc: z
    .object({ location: z.string().max(200) })
    .nullish()
    .catch(null),
};
type CodeFields = { [key in keyof typeof codeFields]?: z.output<(typeof codeFields)[key]> };

/**
 * The payment code of a charge: the bank's, or one that we build around its URL if the account configures a receiver. Null if
 * neither is available or the URL does not fit into a code.
 */
export function codeOf(
  { pixCopiaECola, brcode, location, loc }: CodeFields,
  merchant: PixCaller['merchant'],
): string | null {
  const given = pixCopiaECola || brcode;
  if (given) return given;
  const url = (location || loc?.location || '').replace(/^https:\/\//i, '');
  return merchant && url !== '' && url.length <= MOST_ADDRESS
    ? writeDynamicBrCode({ url, ...merchant })
    : null;
}

const problems = z.object({ erros: z.array(z.object({ codigo: z.coerce.string() })).min(1) });
/** Code with which Banco do Brasil refuses a query instead of returning an empty list. */
const NOTHING_FOUND = '4769515';
const isNothing = ({ status, body }: ProviderAnswer): boolean =>
  status >= 400 && status < 500 && problems.safeParse(body).data?.erros[0]?.codigo === NOTHING_FOUND;

/** Limit on the pages read: with the usual page size, a hundred thousand entries of an account in one period. */
const MOST_PAGES = 1000;
const pages = z.object({ paginacao: z.object({ quantidadeDePaginas: z.coerce.number() }) });

/**
 * All entries of a paginated list of the standard in a period; `key` is the name of the list in the answer. Throws
 * `ProviderUnknown` when a page is not such a list, because in a partial list charges would seem to be missing.
 */
export async function everyPage(
  { call, pageSize }: Pick<PixCaller, 'call' | 'pageSize'>,
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
      'paginacao.itensPorPagina': String(pageSize),
      ...(cpf === undefined ? {} : { cpf }),
    });
    const answer = await call('GET', `${path}?${query}`);
    if (isNothing(answer)) return found;
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
