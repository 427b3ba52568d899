import { z } from 'zod';
import type { PixAccount } from '../platform/config.ts';
import type { ReceivedPix } from '../platform/pix-recurrence-port.ts';
import { ProviderUnknown } from '../platform/ports.ts';
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

/** Calls of one account of API Pix, with every scope that it needs. @throws when a file of the account is missing. */
export function openPixCaller(account: PixAccount): AccountCall {
  const basic = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64');
  return openCalls(account, {
    headers: { authorization: `Basic ${basic}` },
    form: { scope: scopesOf(account) },
  });
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

const PAGE = 100;
/** More than a hundred thousand entries of one account in a period are not read. */
const MOST_PAGES = 1000;
const pages = z.object({ paginacao: z.object({ quantidadeDePaginas: z.coerce.number() }) });

/**
 * Every entry of a list of the standard in a period, page by page; `key` names the list in the answer. Throws
 * `ProviderUnknown` when an answer is no such list, because a part would look like something that is missing.
 */
export async function everyPage(
  call: AccountCall,
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
