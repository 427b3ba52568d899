import { withoutAccents } from '../foundation/index.ts';
import { crc16, PIX_ARRANGEMENT } from './br-code.ts';

const MOST_FIELD = 99;
const MOST_ADDRESS = 77;

const field = (id: string, value: string): string => {
  const length = [...value].length;
  if (length > MOST_FIELD)
    throw new RangeError(`BR Code field ${id} has ${length} characters; the most is ${MOST_FIELD}`);
  return `${id}${String(length).padStart(2, '0')}${value}`;
};

// Names are reduced to ASCII, because some readers count bytes and others characters.
const plain = (text: string, most: number): string =>
  withoutAccents(text)
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, most)
    .trim();

const bare = (url: string): string => url.replace(/^https:\/\//i, '');

/** A template with the name of the Pix arrangement, followed by other fields. */
const template = (id: string, ...fields: string[]): string =>
  field(id, field('00', PIX_ARRANGEMENT) + fields.join(''));

const recurrence = (url: string | undefined): string =>
  url === undefined ? '' : template('80', field('25', bare(url)));

/** A complete code; `head` are the fields before the category, `account` is template 26. */
const sealed = (
  parts: { head: string; account: string; recurrenceUrl: string | undefined },
  { name, city }: { name: string; city: string },
): string => {
  const body = [
    field('00', '01'),
    parts.head,
    parts.account,
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', plain(name, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', '***')),
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

/**
 * Writes a one-time dynamic code, for banks that return an address instead of a code. @throws RangeError when the address is too
 * long.
 */
export function writeDynamicBrCode({ url, name, city, recurrenceUrl }: DynamicCode): string {
  const address = bare(url);
  if (address.length > MOST_ADDRESS)
    throw new RangeError(`the payload address has more than ${MOST_ADDRESS} characters`);
  const account = template('26', field('25', address));
  return sealed({ head: field('01', '12'), account, recurrenceUrl }, { name, city });
}
