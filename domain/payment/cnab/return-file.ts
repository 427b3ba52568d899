import type { Cents } from '../../foundation/index.ts';
import { FILE_HEADER, SEGMENT_T, SEGMENT_U } from './layouts.ts';
import { type Layout, type NameIn, RECORD_LENGTH, type Read, readRecord } from './record.ts';

/** Movements that most banks share; others are `unknown` and change nothing. */
const MOVEMENTS = {
  '02': 'registered',
  '03': 'rejected',
  '06': 'settled',
  '09': 'written-off',
  '14': 'due-date-changed',
  // After it was written off, or without having been registered.
  '17': 'settled-late',
  '26': 'instruction-rejected',
  '28': 'fees',
  '44': 'settlement-reversed',
} as const;
export type CnabMovement = (typeof MOVEMENTS)[keyof typeof MOVEMENTS] | 'unknown';

const movementOf = (code: string): CnabMovement =>
  code in MOVEMENTS ? MOVEMENTS[code as keyof typeof MOVEMENTS] : 'unknown';

/** One thing that happened to a slip. Amounts in cents, days `YYYY-MM-DD`. */
export interface CnabEvent {
  /** Line of the file, from 1. */
  line: number;
  movement: CnabMovement;
  /** The bank's own two signs. */
  code: string;
  /** Account and our-number, 34 places in the order of the bank. */
  block: string;
  /** Our-number in FEBRABAN's order of the block. */
  ourNumber: string;
  /** Our number of the slip, as the file that registered it had it. */
  reference: string;
  amountCents: Cents;
  paidCents: Cents;
  creditedCents: Cents;
  feeCents: Cents;
  dueDate: string | null;
  eventDate: string | null;
  creditDate: string | null;
  /** Up to five reasons of a rejection, two signs each. */
  reasons: string[];
}

export interface CnabError {
  line: number;
  /** `other-positions`: a file of Santander, which does not keep FEBRABAN's. */
  problem: 'length' | 'order' | 'fields' | 'count' | 'not-a-return' | 'other-positions';
  /** Fields that hold something else than they should. */
  fields?: string[];
}

export interface ReturnFile {
  bank: string;
  /** Counts up with each file of the agreement: the same number is the same file. */
  sequence: number;
  date: string | null;
  document: string;
  /** What the bank calls the agreement; banks write more or less around it. */
  agreement: string;
  events: CnabEvent[];
}

const text = (value: string | number | null): string => String(value ?? '');
const cents = (value: string | number | null): Cents => Number(value ?? 0);
const day = (value: string | number | null): string | null => (value === null ? null : String(value));

const OWN_POSITIONS = '033';

/** What is read of each record. */
const OF_HEADER = ['bank', 'document', 'agreement', 'date', 'fileSequence'] as const;
const OF_T = ['movement', 'reference', 'dueDate', 'amount', 'companyId', 'fee', 'reasons'] as const;
const OF_U = ['movement', 'paid', 'credited', 'eventDate', 'creditDate'] as const;
type T = Read<(typeof OF_T)[number]>;
type U = Read<(typeof OF_U)[number]>;

const eventOf = (line: number, t: T, u: U, block: string): CnabEvent => ({
  line,
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
 * Where the last value that counts ends, by the type or segment of a record. Programs cut blanks at the end of lines, so a
 * shorter line may be whole; one that ends before this place is torn.
 */
const LEAST: Readonly<Record<string, number>> = { '0': 163, '5': 23, '9': 29, T: 213, U: 153 };
const LEAST_OF_OTHERS = 14;

const isWhole = (line: string): boolean => {
  const kind = line.charAt(7) === '3' ? line.charAt(13) : line.charAt(7);
  return line.trimEnd().length <= RECORD_LENGTH && line.length >= (LEAST[kind] ?? LEAST_OF_OTHERS);
};

/** The parts of a file that may follow each record type, so that a torn file is noticed. */
const NEXT: Readonly<Record<string, string>> = {
  '': '0',
  '0': '19',
  '1': '35',
  '3': '35',
  '5': '19',
  '9': '',
};

/**
 * Reads a file of CNAB 240 from a bank, already decoded (banks send ASCII or Latin 1). Everything that can be read is
 * read: each wrong line is an error with its number, and what it was about is left out. `file` is null when the first
 * line is no header of a return that can be read.
 */
export function readReturn(content: string): { file: ReturnFile | null; errors: CnabError[] } {
  // Old systems mark the end of a file by this sign.
  const lines = content.replaceAll('\u001a', '').split(/\r?\n/);
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  const errors: CnabError[] = [];
  const bad = (line: number, problem: CnabError['problem'], fields?: string[]) => {
    errors.push({ line, problem, ...(fields ? { fields } : {}) });
  };
  const reading = <const L extends Layout, N extends NameIn<L>>(
    layout: L,
    names: readonly N[],
    at: number,
  ): Read<N> | undefined => {
    const read = readRecord(layout, (lines[at] ?? '').padEnd(RECORD_LENGTH), names);
    if (read.ok) return read.values;
    bad(at + 1, 'fields', read.fields);
    return undefined;
  };
  const [first = ''] = lines;
  const isReturn = first.charAt(7) === '0' && first.charAt(142) === '2';
  if (!isWhole(first) || !isReturn) bad(1, isWhole(first) ? 'not-a-return' : 'length');
  const header = errors.length === 0 ? reading(FILE_HEADER, OF_HEADER, 0) : undefined;
  if (!header) return { file: null, errors };
  if (text(header.bank) === OWN_POSITIONS) {
    bad(1, 'other-positions');
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
  let before = '';
  let inLot = 0;
  let lots = 0;
  /** The first half that waits for its second; `t` is missing when it could not be read. */
  let open: { at: number; t: T | undefined } | undefined;
  /** A first half whose second half never came. */
  const closeOpen = () => {
    if (open) bad(open.at + 1, 'order');
    open = undefined;
  };
  lines.forEach((line, at) => {
    const type = line.charAt(7);
    inLot = type === '1' ? 1 : inLot + 1;
    if (!isWhole(line)) {
      bad(at + 1, 'length');
      return;
    }
    if (!NEXT[before]?.includes(type)) bad(at + 1, 'order');
    before = type in NEXT ? type : before;
    if (type === '1') lots += 1;
    if (type !== '3') closeOpen();
    if (type === '5' && Number(line.slice(17, 23)) !== inLot) bad(at + 1, 'count');
    if (type === '9' && (Number(line.slice(17, 23)) !== lots || Number(line.slice(23, 29)) !== lines.length))
      bad(at + 1, 'count');
    const segment = type === '3' ? line.charAt(13) : '';
    if (segment === 'T') {
      closeOpen();
      open = { at, t: reading(SEGMENT_T, OF_T, at) };
    }
    if (segment === 'U') {
      const u = reading(SEGMENT_U, OF_U, at);
      if (!open || (u && open.t && u.movement !== open.t.movement)) bad(at + 1, 'order');
      else if (u && open.t)
        file.events.push(eventOf(open.at + 1, open.t, u, (lines[open.at] ?? '').slice(23, 57)));
      open = undefined;
    }
  });
  if (before !== '9') bad(lines.length, 'order');
  return { file, errors };
}
