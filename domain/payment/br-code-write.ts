import type { Cents } from '../foundation/index.ts';
import { crc16, PIX_ARRANGEMENT } from './br-code.ts';

const MOST_FIELD = 99;
const MOST_ADDRESS = 77;
const MOST_AMOUNT = 13;

const field = (id: string, value: string): string => {
  const length = [...value].length;
  if (length > MOST_FIELD)
    throw new RangeError(`BR Code field ${id} has ${length} characters; the most is ${MOST_FIELD}`);
  return `${id}${String(length).padStart(2, '0')}${value}`;
};

// Names are reduced to ASCII, because some readers count bytes and others characters.
const plain = (text: string, most: number): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, most)
    .trim();

const bare = (url: string): string => url.replace(/^https:\/\//i, '');

/** Template of our arrangement with more fields behind its name. */
const template = (id: string, ...fields: string[]): string =>
  field(id, field('00', PIX_ARRANGEMENT) + fields.join(''));

const recurrence = (url: string | undefined): string =>
  url === undefined ? '' : template('80', field('25', bare(url)));

/** A whole code; `head` are the fields before the category, `account` is template 26. */
const sealed = (
  parts: {
    head?: string;
    account: string;
    amount?: string;
    txid?: string;
    recurrenceUrl?: string | undefined;
  },
  { name, city }: { name: string; city: string },
): string => {
  const body = [
    field('00', '01'),
    parts.head ?? '',
    parts.account,
    field('52', '0000'),
    field('53', '986'),
    parts.amount ?? '',
    field('58', 'BR'),
    field('59', plain(name, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', parts.txid ?? '***')),
    recurrence(parts.recurrenceUrl),
    '6304',
  ].join('');
  return body + crc16(body);
};

export interface DynamicCode {
  /** Payload address, with or without `https://`; at most 77 characters without it. */
  url: string;
  name: string;
  city: string;
  /** Pix Automático: recurrence address of a composite code. */
  recurrenceUrl?: string;
}

/** Writes a one-time dynamic code. @throws RangeError when an address does not fit. */
export function writeDynamicBrCode({ url, name, city, recurrenceUrl }: DynamicCode): string {
  const address = bare(url);
  if (address.length > MOST_ADDRESS)
    throw new RangeError(`the payload address has more than ${MOST_ADDRESS} characters`);
  const account = template('26', field('25', address));
  return sealed({ head: field('01', '12'), account, recurrenceUrl }, { name, city });
}

export interface StaticCode {
  /** Pix key as the directory of keys writes it, at most 77 characters. */
  key: string;
  name: string;
  city: string;
  /** Cents; left out when the payer types the amount. */
  amount?: Cents;
  /** 1 to 25 letters and digits; left out for "***". */
  txid?: string;
  /** Text for the payer; together with the key it must fit 73 characters. */
  note?: string;
  /** Pix Automático: recurrence address of a composite code. */
  recurrenceUrl?: string;
}

const amountField = (cents: Cents | undefined): string => {
  if (cents === undefined) return '';
  const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  if (!Number.isSafeInteger(cents) || cents <= 0 || text.length > MOST_AMOUNT)
    throw new RangeError('a BR Code has an amount above zero of at most 13 characters');
  return field('54', text);
};

/**
 * Writes a static code, which may be paid any number of times (BCB, Manual do BR Code). @throws RangeError when key, text,
 * amount or txid do not fit.
 */
export function writeStaticBrCode({
  key,
  name,
  city,
  amount,
  txid,
  note,
  recurrenceUrl,
}: StaticCode): string {
  if (key.length < 1 || key.length > MOST_ADDRESS) throw new RangeError('a Pix key has 1 to 77 characters');
  if (txid !== undefined && !/^[A-Za-z0-9]{1,25}$/.test(txid))
    throw new RangeError('the txid of a static code has 1 to 25 letters and digits');
  const text = note ? field('02', plain(note, MOST_FIELD)) : '';
  const account = template('26', field('01', key), text);
  return sealed(
    { account, amount: amountField(amount), ...(txid === undefined ? {} : { txid }), recurrenceUrl },
    { name, city },
  );
}

/**
 * Writes a code that asks for an authorisation alone, without a payment (journey 2 of Pix Automático). @throws RangeError
 * when the address does not fit.
 */
export const writeRecurrenceBrCode = ({
  recurrenceUrl,
  name,
  city,
}: Pick<DynamicCode, 'name' | 'city'> & { recurrenceUrl: string }): string =>
  sealed({ account: template('26'), recurrenceUrl }, { name, city });
