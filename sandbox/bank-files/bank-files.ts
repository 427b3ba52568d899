import type { World } from '../world.ts';

/** Table in which the bank counts its return files. */
export const BANK_FILES = 'bank-files';

/** The bank's possible responses to slips in a file. */
export const FILE_EVENTS = {
  accept: '02',
  reject: '03',
  pay: '06',
  'write-off': '09',
  'due-date': '14',
  'pay-late': '17',
  refuse: '26',
  fee: '28',
  reverse: '44',
} as const;
export type FileEvent = keyof typeof FILE_EVENTS;

export const isFileEvent = (value: unknown): value is FileEvent =>
  typeof value === 'string' && Object.hasOwn(FILE_EVENTS, value);

/** One order of a remittance, by FEBRABAN's positions. */
interface FiledSlip {
  /** 01 = register, 02 = write off. */
  order: string;
  block: string;
  wallet: string;
  reference: string;
  companyId: string;
  dueDate: string;
  cents: number;
  discountCents: number;
  name: string;
  document: string;
}

export interface Remittance {
  header: string;
  lotHeader: string;
  slips: FiledSlip[];
}

/** A file that is not a remittance. */
export class NoRemittance extends Error {}

/** The characters of a line from one position to another, counted from 1. */
const at = (line: string, from: number, to: number): string => line.slice(from - 1, to);

/** Reads a remittance the way a bank does, by positions only. @throws NoRemittance */
export function readFile(content: string): Remittance {
  const lines = content.split('\r\n').filter((line) => line !== '');
  const wrong = lines.findIndex((line) => line.length !== 240);
  if (wrong >= 0) throw new NoRemittance(`A linha ${wrong + 1} não tem 240 posições.`);
  const [header = '', lotHeader = ''] = lines;
  if (at(header, 8, 8) !== '0' || at(header, 143, 143) !== '1')
    throw new NoRemittance('Não é uma remessa CNAB 240.');
  const slips: FiledSlip[] = [];
  for (const line of lines) {
    const segment = at(line, 8, 8) === '3' ? at(line, 14, 14) : '';
    const last = slips.at(-1);
    if (segment === 'P')
      slips.push({
        ...{ order: at(line, 16, 17), block: at(line, 24, 57), wallet: at(line, 58, 58) },
        ...{ reference: at(line, 63, 77), companyId: at(line, 196, 220), dueDate: at(line, 78, 85) },
        ...{ cents: Number(at(line, 86, 100)), name: '', document: '' },
        discountCents: at(line, 142, 142) === '0' ? 0 : Number(at(line, 151, 165)),
      });
    if (segment === 'Q' && last) {
      last.document = at(line, 18, 33);
      last.name = at(line, 34, 73);
    }
  }
  return { header, lotHeader, slips };
}

export interface Answer {
  event: FileEvent;
  /** Positions in the file, from 1; absent: all of them. */
  only?: readonly number[] | undefined;
  /** Cents paid; absent: the amount less its discount. */
  cents?: number | undefined;
  /** Day of the event, `YYYY-MM-DD`. */
  day: string;
  /** Number of the file; absent: the next one. */
  sequence?: number | undefined;
}

const dateOf = (day: string): string => day.split('-').reverse().join('');
const number = (value: number, width: number): string => String(value).padStart(width, '0');

/** A line with texts at their positions. */
function line(places: readonly (readonly [from: number, text: string])[]): string {
  let written = '';
  for (const [from, text] of places) written = written.padEnd(from - 1) + text;
  return written.padEnd(240);
}

const FEE_CENTS = 190;

function detail(bank: string, slip: FiledSlip, place: number, { event, cents, day }: Answer): string[] {
  const movement = event === 'accept' && slip.order === '02' ? FILE_EVENTS['write-off'] : FILE_EVENTS[event];
  const pays = event === 'pay' || event === 'pay-late' || event === 'reverse';
  const paid = pays ? (cents ?? slip.cents - slip.discountCents) : 0;
  const fee = event === 'fee' || event === 'pay' ? FEE_CENTS : 0;
  const head = (segment: string, sequence: number) =>
    [
      [1, `${bank}00013${number(sequence, 5)}${segment}`],
      [16, movement],
    ] as const;
  const due = event === 'due-date' ? dateOf(day) : slip.dueDate;
  return [
    line([
      ...head('T', place * 2 + 1),
      ...([
        [18, '000000'],
        [24, slip.block],
        [58, slip.wallet],
        [59, slip.reference],
        [74, due],
        [82, number(slip.cents, 15)],
        [106, slip.companyId],
        [131, `09${slip.document.padEnd(16, '0')}`],
        [149, slip.name],
        [199, number(fee, 15)],
        [214, event === 'reject' || event === 'refuse' ? '48' : '00'],
      ] as const),
    ]),
    line([
      ...head('U', place * 2 + 2),
      ...([
        [18, '0'.repeat(60)],
        [78, number(paid, 15)],
        [93, number(Math.max(0, paid - fee), 15)],
        [108, '0'.repeat(30)],
        [138, dateOf(day)],
        [146, pays ? dateOf(day) : '00000000'],
      ] as const),
    ]),
  ];
}

const withSign = (text: string, from: number, sign: string): string =>
  text.slice(0, from - 1) + sign + text.slice(from - 1 + sign.length);

/**
 * A file that somebody opened and saved: with a byte order mark, trailing spaces stripped, lower-case letters, an empty line
 * and NUL characters.
 */
const touched = (lines: readonly string[]): string =>
  `\u00ef\u00bb\u00bf${lines.map((one) => one.trimEnd().replace(/^(.{13})([TU])/, (_all, head, letter) => head + letter.toLowerCase())).join('\n\n')}\n\x1a\0\0`;

/** The bank's return for a remittance: the same account, its own number, and one pair of lines per slip. */
export function answerFile(world: World, remittance: Remittance, answer: Answer): string {
  const { header, lotHeader, slips } = remittance;
  const bank = at(header, 1, 3);
  const counters = world.ledger.table<number>(BANK_FILES);
  const account = at(header, 1, 72);
  const sequence = answer.sequence ?? (counters.get(account) ?? 0) + 1;
  if (answer.sequence === undefined) counters.put(account, sequence);
  const chosen = slips.filter((_slip, index) => answer.only?.includes(index + 1) ?? true);
  const details = chosen.flatMap((slip, place) => detail(bank, slip, place, answer));
  const dated = withSign(withSign(header, 143, '2'), 144, dateOf(answer.day));
  const lines = [
    withSign(dated, 158, number(sequence, 6)),
    withSign(lotHeader, 9, 'T'),
    ...details,
    line([
      [1, `${bank}00015`],
      [18, number(details.length + 2, 6)],
    ]),
    line([
      [1, `${bank}99999`],
      [18, `000001${number(details.length + 4, 6)}`],
    ]),
  ];
  return world.strange.is('bank-file-touched') ? touched(lines) : lines.map((one) => `${one}\r\n`).join('');
}
