/**
 * BR Code ("Pix copia e cola"): EMV QRCPS-MPM fields as in the Central Bank's manual. A repeated sequence of id(2) length(2)
 * value; the length counts characters, the CRC is computed over the UTF-8 bytes.
 */

/** Name of the arrangement, as written in field 00 of its templates. */
export const PIX_ARRANGEMENT = 'br.gov.bcb.pix';

/** CRC-16/CCITT-FALSE as four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

type Fields = ReadonlyMap<string, string>;

/** Fields of one level; undefined when the lengths do not match the text or an id repeats. */
function walk(text: string): Fields | undefined {
  const characters = [...text];
  const fields = new Map<string, string>();
  let at = 0;
  while (at < characters.length) {
    const head = characters.slice(at, at + 4).join('');
    if (!/^[0-9]{4}$/.test(head)) return undefined;
    const id = head.slice(0, 2);
    const end = at + 4 + Number(head.slice(2));
    if (end > characters.length || fields.has(id)) return undefined;
    fields.set(id, characters.slice(at + 4, end).join(''));
    at = end;
  }
  return fields;
}

/** The Pix template among ids `from`–`to`; templates of other payment schemes in the same code are skipped. */
function pixTemplate(fields: Fields, from: number, to: number): Fields | undefined {
  for (let id = from; id <= to; id++) {
    const value = fields.get(String(id));
    const template = value === undefined ? undefined : walk(value);
    if (template?.get('00')?.toLowerCase() === PIX_ARRANGEMENT) return template;
  }
  return undefined;
}

type BrCodeKind = 'static' | 'dynamic' | 'recurrence';

export interface BrCode {
  kind: BrCodeKind;
  /** Pix key of a static code. */
  key: string | null;
  /** Payload address of a dynamic code, without `https://`. */
  url: string | null;
  /** Pix Automático: recurrence address, alone or combined with a payment. */
  recurrenceUrl: string | null;
  /** Cents; null when the payload defines the amount or the payer types it, which some codes say by a zero. */
  amount: number | null;
  /** Null if the code has `***`. */
  txid: string | null;
  name: string;
  city: string;
}

type BrCodeProblem = 'crc' | 'structure' | 'mandatory';
export type BrCodeReading = { ok: true; code: BrCode } | { ok: false; problem: BrCodeProblem };

const bad = (problem: BrCodeProblem): BrCodeReading => ({ ok: false, problem });

/** Reads a code; checks the CRC, the lengths and the mandatory fields. */
export function readBrCode(payload: string): BrCodeReading {
  const body = payload.slice(0, -4);
  if (!body.endsWith('6304') || crc16(body) !== payload.slice(-4).toUpperCase()) return bad('crc');
  const fields = walk(payload);
  if (!fields || [...fields.keys()].at(-1) !== '63') return bad('structure');
  const code = codeOf(fields);
  return code ? { ok: true, code } : bad('mandatory');
}

const within = (text: string | undefined, most: number): text is string =>
  text !== undefined && text.length >= 1 && [...text].length <= most;

function codeOf(fields: Fields): BrCode | undefined {
  const account = pixTemplate(fields, 26, 51);
  const name = fields.get('59');
  const city = fields.get('60');
  const constants = fields.get('00') === '01' && fields.get('53') === '986' && fields.get('58') === 'BR';
  if (!account || !constants || !fields.has('52') || !within(name, 25) || !within(city, 15)) return undefined;
  const key = account.get('01') ?? null;
  const url = account.get('25') ?? null;
  const recurrenceUrl = pixTemplate(fields, 80, 99)?.get('25') ?? null;
  const kind = url ? 'dynamic' : key ? 'static' : recurrenceUrl ? 'recurrence' : undefined;
  const amount = amountOf(fields.get('54'));
  if (!kind || amount === undefined) return undefined;
  return { kind, key, url, recurrenceUrl, amount, txid: txidOf(fields), name, city };
}

function amountOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  if (text.length > 13 || !/^[0-9]+(\.[0-9]{0,2})?$/.test(text)) return undefined;
  const [reais = '0', cents = ''] = text.split('.');
  return Number(reais) * 100 + Number(cents.padEnd(2, '0')) || null;
}

function txidOf(fields: Fields): string | null {
  const txid = walk(fields.get('62') ?? '')?.get('05') ?? null;
  return txid === '***' ? null : txid;
}
