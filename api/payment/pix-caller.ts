import { randomUUID } from 'node:crypto';
import { writeDynamicBrCode } from '@orbita/domain/payment';
import { z } from 'zod';
import type { PixAccount } from '../platform/config.ts';
import { filled, profileOf } from '../platform/pix-profiles.ts';
import type { ReceivedPix } from '../platform/pix-recurrence-port.ts';
import { ProviderUnknown } from '../platform/ports.ts';
import { readEach } from './listed.ts';
import type { ProviderAnswer } from './provider-http.ts';
import { type AccountCall, openCalls, refused } from './provider-token.ts';

const SCOPES = ['cob', 'pix', 'webhook'];
/** Asked for only where the account says so, because a bank refuses a token with a scope that it does not sell. */
const RECURRENCE_SCOPES = ['cobv', 'payloadlocationrec', 'rec', 'cobr', 'webhookrec', 'webhookcobr'];

const scopesOf = ({ receiver }: PixAccount): string =>
  [...SCOPES, ...(receiver ? RECURRENCE_SCOPES : [])]
    .flatMap((name) => [`${name}.read`, `${name}.write`])
    .join(' ');

/** Cents as API Pix writes amounts. */
export const amountText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
/** Cents of an amount of API Pix. */
export const centsOf = (text: string): number => Math.round(Number(text) * 100);

/** Calls of one account of API Pix, as its bank wants them. */
export type PixCaller = {
  call: AccountCall;
  /** Entries of one page of a list. */
  pageSize: number;
  /** Who receives, as a code of ours names them; undefined where the bank writes the code. */
  merchant: PixAccount['merchant'];
};

/** Headers and query of a profile for one call; what the account does not say is left out. */
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

/** Opens the calls of an account. @throws when a file of the account is missing. */
export function openPixCaller(account: PixAccount): PixCaller {
  const { client, tokenBody, scopes, headers, query, pageSize } = profileOf(account);
  const call = openCalls(account, {
    provider: 'pix',
    client,
    tokenBody,
    scope:
      account.scope === undefined
        ? scopes === 'named'
          ? scopesOf(account)
          : undefined
        : account.scope || undefined,
    headers: () => sentWith(headers, account),
    query: sentWith(query, account),
  });
  return { call, pageSize, merchant: account.merchant };
}

/** An amount of API Pix, as its pattern says. */
export const amount = z.string().regex(/^\d{1,10}\.\d{2}$/);

const pix = z.object({
  endToEndId: z.string(),
  txid: z.string().nullish(),
  valor: amount,
  horario: z.string(),
  devolucoes: z.array(z.object({ valor: amount, status: z.string() })).nullish(),
});

/** A received Pix. Throws `ProviderUnknown` for something else. */
export function receivedPix(body: unknown): ReceivedPix {
  const read = pix.safeParse(body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no Pix');
  const { endToEndId, txid, valor, horario, devolucoes } = read.data;
  const refundedCents = (devolucoes ?? [])
    .filter(({ status }) => status === 'DEVOLVIDO')
    .reduce((sum, { valor: returned }) => sum + centsOf(returned), 0);
  return {
    ...{ endToEndId, txid: txid ?? null, amountCents: centsOf(valor), at: horario },
    ...(refundedCents > 0 ? { refundedCents } : {}),
  };
}

/**
 * The Pix of a charge, those that can be read: what is certain counts. Throws `ProviderUnknown` when none of them can be, so
 * that nobody takes a paid charge for one without money.
 */
export function receivedOf(pix: readonly unknown[] | null | undefined): ReceivedPix[] {
  const { items, unread } = readEach(pix ?? [], receivedPix);
  if (unread > 0 && items.length === 0)
    throw new ProviderUnknown('The provider answered something that is no Pix');
  return [...items];
}

/** Characters of the address in a code (BCB, Manual do BR Code). */
const MOST_ADDRESS = 77;
/** Where an answer has the code that pays a charge: Sicoob calls it `brcode`, Santander gives its address alone. */
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
 * The code that pays a charge: the bank's, or one of ours around its address, where the account says how the receiver is
 * named. Null while there is neither, or when the address does not fit a code.
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
/** Code by which Banco do Brasil refuses a question instead of answering an empty list. */
const NOTHING_FOUND = '4769515';
const isNothing = ({ status, body }: ProviderAnswer): boolean =>
  status >= 400 && status < 500 && problems.safeParse(body).data?.erros[0]?.codigo === NOTHING_FOUND;

/** More than a hundred thousand entries of one account in a period are not read. */
const MOST_PAGES = 1000;
const pages = z.object({ paginacao: z.object({ quantidadeDePaginas: z.coerce.number() }) });

/**
 * Every entry of a list of the standard in a period, page by page; `key` names the list in the answer. Throws
 * `ProviderUnknown` when an answer is no such list, because a part would look like something that is missing.
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
