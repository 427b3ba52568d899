import { isRealDay } from '../../foundation/index.ts';

/**
 * What stands in a field of CNAB 240: `number` digits with zeros before them, `text` capitals without accents with blanks
 * after them, `code` letters and digits with zeros before them (documents), `date` DDMMAAAA with zeros for none, `cents`.
 */
type Kind = 'number' | 'text' | 'code' | 'date' | 'cents';

/** One field: name, first and last position (from 1), kind, and what is written when nothing is given. */
type Field = readonly [name: string, from: number, to: number, kind: Kind, fixed?: string | number];
/** All fields of a record that are not blank; positions that no field names are blanks. */
export type Layout = readonly Field[];

export type NameIn<L extends Layout> = L[number][0];
/** Values of a record: cents as integers, dates as `YYYY-MM-DD` or null, numbers as text or integers. */
export type Values<L extends Layout> = { readonly [N in NameIn<L>]?: string | number | null };
/** A record as it was read: texts without blanks around them, cents as integers, dates or null. */
export type Read<N extends string> = { readonly [K in N]: string | number | null };

export const RECORD_LENGTH = 240;

/** Capitals without accents, as all banks read them; other signs become blanks. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .replace(/[^\x20-\x5f]/g, ' ');

const wrong = (name: string, value: unknown): never => {
  throw new RangeError(`The field ${name} cannot hold ${typeof value === 'number' ? value : 'this text'}`);
};

const dateText = (name: string, value: string): string => {
  if (!isRealDay(value)) wrong(name, value);
  const [year, month, day] = value.split('-');
  return `${day}${month}${year}`;
};

function written([name, from, to, kind, fixed]: Field, given: string | number | null | undefined): string {
  const width = to - from + 1;
  const value = given ?? fixed ?? null;
  if (kind === 'text')
    return plainText(String(value ?? ''))
      .slice(0, width)
      .padEnd(width);
  if (value === null) return '0'.repeat(width);
  if (kind === 'date') return dateText(name, String(value));
  const text = String(value);
  const shape = kind === 'code' ? /^[0-9A-Z]*$/ : /^[0-9]*$/;
  if (text.length > width || !shape.test(text)) wrong(name, value);
  return text.padStart(width, '0');
}

/**
 * One record of 240 signs, without line break.
 * @throws RangeError for a number, document or date that its field cannot hold; texts are cut instead.
 */
export function writeRecord<const L extends Layout>(layout: L, values: Values<L>): string {
  let record = '';
  for (const field of layout) {
    const [name, from] = field;
    record = record.padEnd(from - 1) + written(field, values[name as NameIn<L>]);
  }
  return record.padEnd(RECORD_LENGTH);
}

/** undefined = the text is no such value. */
function read(kind: Kind, text: string): string | number | null | undefined {
  if (kind === 'text') return text.trim();
  if (kind === 'code') return text.trim().toUpperCase();
  // Banks leave numbers that mean nothing blank.
  const digits = text.trim() === '' ? '0'.repeat(text.length) : text;
  if (!/^[0-9]+$/.test(digits)) return undefined;
  if (kind === 'number') return digits;
  if (kind === 'cents') return Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
  // Nines stand for no day, as zeros do.
  if (/^(?:0+|9+)$/.test(digits)) return null;
  const day = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  return isRealDay(day) ? day : undefined;
}

/**
 * The values of some fields of a record, or the names of those that hold something else than they should. Banks use other
 * fields as they like, so a reader asks for what it needs.
 */
export function readRecord<const L extends Layout, N extends NameIn<L>>(
  layout: L,
  line: string,
  names: readonly N[],
): { ok: true; values: Read<N> } | { ok: false; fields: string[] } {
  const values: Record<string, string | number | null> = {};
  const fields: string[] = [];
  for (const [name, from, to, kind] of layout) {
    if (!names.some((one) => one === name)) continue;
    const value = read(kind, line.slice(from - 1, to));
    if (value === undefined) fields.push(name);
    else values[name] = value;
  }
  // Every name has its value when no field is wrong.
  return fields.length > 0 ? { ok: false, fields } : { ok: true, values: values as Read<N> };
}
