import { isRealDay, withoutAccents } from '../../foundation/index.ts';

/**
 * Kinds of CNAB 240 fields: `number` digits with leading zeros, `text` capitals without accents with trailing blanks, `code`
 * letters and digits with leading zeros (documents), `date` DDMMAAAA or zeros for none, `cents`.
 */
type Kind = 'number' | 'text' | 'code' | 'date' | 'cents';

/** One field: name, first and last position (from 1), kind, and the default value. */
type Field = readonly [name: string, from: number, to: number, kind: Kind, fixed?: string | number];
/** All named fields of a record; other positions are blank. */
export type Layout = readonly Field[];

export type NameIn<L extends Layout> = L[number][0];
/** Values of a record: cents as integers, dates as `YYYY-MM-DD` or null, numbers as text or integers. */
export type Values<L extends Layout> = { readonly [N in NameIn<L>]?: string | number | null };
/** A record as read: texts trimmed, cents as integers, dates as `YYYY-MM-DD` or null. */
export type Read<N extends string> = { readonly [K in N]: string | number | null };

export const RECORD_LENGTH = 240;

/** Capitals without accents, which all banks can read; other characters become blanks. */
export const plainText = (text: string): string =>
  withoutAccents(text)
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
 * One record of 240 characters, without line break.
 * @throws RangeError for a number, document or date that does not fit into its field; texts are truncated instead.
 */
export function writeRecord<const L extends Layout>(layout: L, values: Values<L>): string {
  let record = '';
  for (const field of layout) {
    const [name, from] = field;
    record = record.padEnd(from - 1) + written(field, values[name as NameIn<L>]);
  }
  return record.padEnd(RECORD_LENGTH);
}

/** The value of a field; undefined when the text is not of its kind. */
function read(kind: Kind, text: string): string | number | null | undefined {
  if (kind === 'text') return text.trim();
  if (kind === 'code') return text.trim().toUpperCase();
  // Banks leave unused numbers blank.
  const digits = text.trim() === '' ? '0'.repeat(text.length) : text;
  if (!/^[0-9]+$/.test(digits)) return undefined;
  if (kind === 'number') return digits;
  if (kind === 'cents') return Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
  // All nines mean no date, just as zeros do.
  if (/^(?:0+|9+)$/.test(digits)) return null;
  const day = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  return isRealDay(day) ? day : undefined;
}

/**
 * The values of the requested fields of a record, or the names of those that are invalid. Banks use other fields as they like, so
 * a reader requests only what it needs.
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
  // When no field is invalid, every name has a value.
  return fields.length > 0 ? { ok: false, fields } : { ok: true, values: values as Read<N> };
}
