import type { Cents } from '../../foundation/index.ts';
import { entryOf } from '../../foundation/index.ts';
import { FILE_HEADER, SEGMENT_T, SEGMENT_U } from './layouts.ts';
import { type Layout, type NameIn, RECORD_LENGTH, type Read, readRecord } from './record.ts';

/** Movements that most banks share; others are `unknown` and change nothing. */
const MOVEMENTS = {
  '02': 'registered',
  '03': 'rejected',
  '06': 'settled',
  '09': 'written-off',
  '14': 'due-date-changed',
  // After a write-off, or without having been registered.
  '17': 'settled-late',
  '26': 'instruction-rejected',
  '28': 'fees',
  '44': 'settlement-reversed',
} as const;
export type CnabMovement = (typeof MOVEMENTS)[keyof typeof MOVEMENTS] | 'unknown';

const movementOf = (code: string): CnabMovement =>
  code in MOVEMENTS ? MOVEMENTS[code as keyof typeof MOVEMENTS] : 'unknown';

/** An event of a slip. Amounts in cents, days as `YYYY-MM-DD`. */
export interface CnabEvent {
  /** Line number in the file, from 1. */
  line: number;
  /** The bank's number of the record in its file, which stays the same when lines around it are missing or added. */
  record: number;
  movement: CnabMovement;
  /** The bank's two-character code. */
  code: string;
  /** Account and our-number, 34 positions in the bank's order. */
  block: string;
  /** Our-number, assuming FEBRABAN's order of the block. */
  ourNumber: string;
  /** Our own reference of the slip, as in the file that registered it. */
  reference: string;
  amountCents: Cents;
  paidCents: Cents;
  creditedCents: Cents;
  feeCents: Cents;
  dueDate: string | null;
  eventDate: string | null;
  creditDate: string | null;
  /** Up to five rejection reasons, two characters each. */
  reasons: string[];
}

export interface CnabError {
  line: number;
  /**
   * `other-positions`: a Santander file, which does not use FEBRABAN's positions. `other-service`: a lot about something other
   * than slips, reported once. `segment`: a record type that does not occur in a lot of slips.
   */
  problem:
    | 'length'
    | 'order'
    | 'fields'
    | 'count'
    | 'not-a-return'
    | 'other-positions'
    | 'other-service'
    | 'segment';
  /** Invalid fields. */
  fields?: string[];
}

export interface ReturnFile {
  bank: string;
  /** Incremented with each file of the agreement: the same number means the same file. */
  sequence: number;
  date: string | null;
  document: string;
  /** The bank's code of the agreement; banks add varying text around it. */
  agreement: string;
  events: CnabEvent[];
}

const text = (value: string | number | null): string => String(value ?? '');
const cents = (value: string | number | null): Cents => Number(value ?? 0);
const day = (value: string | number | null): string | null => (value === null ? null : String(value));

const OWN_POSITIONS = '033';

/** The fields read from each record. */
const OF_HEADER = ['bank', 'document', 'agreement', 'date', 'fileSequence'] as const;
const OF_T = ['movement', 'reference', 'dueDate', 'amount', 'companyId', 'fee', 'reasons'] as const;
const OF_U = ['movement', 'paid', 'credited', 'eventDate', 'creditDate'] as const;
type T = Read<(typeof OF_T)[number]>;
type U = Read<(typeof OF_U)[number]>;

const eventOf = (line: number, record: number, t: T, u: U, block: string): CnabEvent => ({
  line,
  record,
  movement: movementOf(text(t.movement)),
  code: text(t.movement),
  block,
  ourNumber: block.slice(14).trim(),
  reference: text(t.companyId) || text(t.reference),
  amountCents: cents(t.amount),
  paidCents: cents(u.paid),
  creditedCents: cents(u.credited),
  feeCents: cents(t.fee),
  dueDate: day(t.dueDate),
  eventDate: day(u.eventDate),
  creditDate: day(u.creditDate),
  reasons: (text(t.reasons).match(/.{2}/g) ?? []).filter((reason) => !/^(?:00| {2})$/.test(reason)),
});

/**
 * End of the last relevant field, by record type or segment. Programs trim blanks at the end of lines, so a shorter line may be
 * complete; one that ends before this position is truncated.
 */
const LEAST: Readonly<Record<string, number>> = { '0': 163, '5': 23, '9': 29, T: 213, U: 153 };
const LEAST_OF_OTHERS = 14;

const isWhole = (line: string): boolean => {
  const kind = line.charAt(7) === '3' ? line.charAt(13).toUpperCase() : line.charAt(7);
  return line.trimEnd().length <= RECORD_LENGTH && line.length >= (entryOf(LEAST, kind) ?? LEAST_OF_OTHERS);
};

/** Record types that may follow each record type, used to detect truncated files. */
const NEXT: Readonly<Record<string, string>> = {
  '': '0',
  '0': '19',
  '1': '35',
  '3': '35',
  '5': '19',
  '9': '',
};

/** Service codes of lots about slips: collection, or blank. */
const OF_SLIPS: readonly string[] = ['01', '00', ''];
/** Records in a lot of slips with further details about a slip, besides T and U: messages, guarantors, cheques, Pix. */
const BESIDE: readonly string[] = ['Y', 'W', 'S', 'V', 'R', 'Q', 'P', 'X', 'Z'];
/** Byte order mark that editors leave at the beginning of a file, in UTF-8 and as decoded as Latin 1. */
const MARK = /^(?:\ufeff|\u00ef\u00bb\u00bf)/;
/** First record number used for records that the bank numbers twice or not at all. */
const OWN_RECORDS = 1_500_000_000;

type Numbered = { at: number; text: string };

/**
 * Non-empty lines with their positions in the file. People open files in editors, so a byte order mark, other line breaks, empty
 * lines, NUL characters and the old end-of-file character are ignored.
 */
const linesOf = (content: string): Numbered[] =>
  content
    .replace(MARK, '')
    .replaceAll('\u001a', '')
    .replaceAll('\0', ' ')
    .split(/\r?\r?\n|\r/)
    .flatMap((text, at) => (text.trim() === '' ? [] : [{ at, text }]));

/** Whether a line is the header of a return; anything before it is not part of the file. */
const isHeader = ({ text: line }: Numbered): boolean =>
  line.charAt(7) === '0' && line.charAt(142) === '2' && isWhole(line);

const digitsAt = (line: string, from: number, to: number): number => {
  const digits = line.slice(from - 1, to).trim();
  return /^[0-9]+$/.test(digits) ? Number(digits) : 0;
};
const sequenceOf = (line: string): number => digitsAt(line, 9, 13);

/** Whether a second half belongs to a first one: banks number the two consecutively, equally, or not at all. */
const follows = (t: string, u: string): boolean => {
  const [first, second] = [sequenceOf(t), sequenceOf(u)];
  return digitsAt(t, 4, 7) === digitsAt(u, 4, 7) && (second === first + 1 || second === first);
};

/**
 * Reads a decoded CNAB 240 file from a bank. Everything unambiguous is read: each invalid line is reported as an error with its
 * number, and the event it belongs to is left out. `file` is null when no readable return header is found.
 */
export function readReturn(content: string): { file: ReturnFile | null; errors: CnabError[] } {
  const all = linesOf(content);
  const start = Math.max(0, all.findIndex(isHeader));
  const lines = all.slice(start);
  const errors: CnabError[] = [];
  const bad = (at: number, problem: CnabError['problem'], fields?: string[]) => {
    errors.push({ line: at + 1, problem, ...(fields ? { fields } : {}) });
  };
  const reading = <const L extends Layout, N extends NameIn<L>>(
    layout: L,
    names: readonly N[],
    { at, text: line }: Numbered,
  ): Read<N> | undefined => {
    const read = readRecord(layout, line.padEnd(RECORD_LENGTH), names);
    if (read.ok) return read.values;
    bad(at, 'fields', read.fields);
    return undefined;
  };
  const first = lines[0] ?? { at: 0, text: '' };
  if (!isHeader(first)) bad(first.at, isWhole(first.text) ? 'not-a-return' : 'length');
  const header = errors.length === 0 ? reading(FILE_HEADER, OF_HEADER, first) : undefined;
  if (!header) return { file: null, errors };
  if (text(header.bank) === OWN_POSITIONS) {
    bad(first.at, 'other-positions');
    return { file: null, errors };
  }
  const file: ReturnFile = {
    bank: text(header.bank),
    sequence: Number(header.fileSequence),
    date: day(header.date),
    document: text(header.document),
    agreement: text(header.agreement),
    events: [],
  };
  const records = new Set<number>();
  const recordOf = ({ at, text: line }: Numbered): number => {
    const own = digitsAt(line, 4, 7) * 100_000 + sequenceOf(line);
    const record = sequenceOf(line) === 0 || records.has(own) ? OWN_RECORDS + at : own;
    records.add(record);
    return record;
  };
  for (const { at } of all.slice(0, start)) bad(at, 'order');
  let before = '';
  let inLot = 0;
  let lots = 0;
  let ofSlips = true;
  /** The first half that is waiting for its second one; `t` is missing when it could not be read. */
  let open: { line: Numbered; t: T | undefined } | undefined;
  /** Reports a first half whose second half is missing. */
  const closeOpen = () => {
    if (open) bad(open.line.at, 'order');
    open = undefined;
  };
  const second = (line: Numbered) => {
    const u = reading(SEGMENT_U, OF_U, line);
    const { t } = open ?? {};
    if (!open || !follows(open.line.text, line.text) || (u && t && u.movement !== t.movement))
      bad(line.at, 'order');
    else if (u && t) {
      const { at, text: half } = open.line;
      file.events.push(eventOf(at + 1, recordOf(open.line), t, u, half.slice(23, 57)));
    }
    open = undefined;
  };
  for (const line of lines) {
    const { at, text: signs } = line;
    const type = signs.charAt(7);
    inLot = type === '1' ? 1 : inLot + 1;
    if (!isWhole(signs)) {
      bad(at, 'length');
      continue;
    }
    if (!entryOf(NEXT, before)?.includes(type)) bad(at, 'order');
    before = type in NEXT ? type : before;
    if (type !== '3') closeOpen();
    if (type === '1') {
      lots += 1;
      ofSlips = OF_SLIPS.includes(signs.slice(9, 11).trim());
      if (!ofSlips) bad(at, 'other-service');
    }
    if (type === '5' && Number(signs.slice(17, 23)) !== inLot) bad(at, 'count');
    if (
      type === '9' &&
      (Number(signs.slice(17, 23)) !== lots || Number(signs.slice(23, 29)) !== lines.length)
    )
      bad(at, 'count');
    if (type !== '3' || !ofSlips) continue;
    const segment = signs.charAt(13).toUpperCase();
    if (segment === 'T') {
      closeOpen();
      open = { line, t: reading(SEGMENT_T, OF_T, line) };
    } else if (segment === 'U') second(line);
    else if (!BESIDE.includes(segment)) bad(at, 'segment');
  }
  closeOpen();
  if (before !== '9') bad(lines.at(-1)?.at ?? 0, 'order');
  return { file, errors };
}
