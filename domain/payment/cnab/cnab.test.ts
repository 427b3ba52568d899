import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Remittance, readReturn, standardBlock, writeRemittance } from '../index.ts';
import * as layouts from './layouts.ts';
import { type Layout, plainText, readRecord, writeRecord } from './record.ts';

const ALL: [string, Layout][] = Object.entries(layouts);

describe('positions', () => {
  it.each(ALL)('of %s follow one another without overlap, within 240', (_name, layout) => {
    let last = 0;
    for (const [name, from, to] of layout) {
      expect([name, from > last, to >= from, to <= 240]).toEqual([name, true, true, true]);
      last = to;
    }
    expect(new Set(layout.map(([name]) => name)).size).toBe(layout.length);
    expect(writeRecord(layout, {})).toHaveLength(240);
  });
  it.each(ALL)('of %s read back what was written', (_name, layout) => {
    const anyValue = ([, from, to, kind]: Layout[number]) => {
      const width = to - from + 1;
      const signs = (all: string) =>
        fc
          .array(fc.constantFrom(...all), { minLength: width, maxLength: width })
          .map((given) => given.join(''));
      if (kind === 'cents') return fc.integer({ min: 0, max: 10 ** Math.min(width, 15) - 1 });
      if (kind === 'date') return fc.constantFrom(null, '2026-11-27', '2028-02-29');
      if (kind === 'number') return signs('0123456789');
      if (kind === 'code') return signs('0123456789ABCXYZ');
      return signs('ABC 0').map((text) => text.trim());
    };
    const record = fc.record(Object.fromEntries(layout.map((field) => [field[0], anyValue(field)])));
    const names = layout.map(([name]) => name);
    fc.assert(
      fc.property(record, (values) => {
        const line = writeRecord(layout, values);
        expect(line).toHaveLength(240);
        expect(readRecord(layout, line, names)).toEqual({ ok: true, values });
      }),
      { numRuns: 50 },
    );
  });
  it('hold only plain capitals, whole cents and real days', () => {
    expect(plainText('São João d’Água, nº 10 – çãé {x}')).toBe('SAO JOAO D AGUA, N  10   CAE  X ');
    expect(plainText('Kuñã G\u0303uarɨ Łu')).toBe('KUNA GUARI LU');
    const write = (kind: 'number' | 'code' | 'cents' | 'date', value: string | number) =>
      writeRecord([['field', 1, 8, kind]], { field: value }).slice(0, 8);
    expect(write('cents', 1234)).toBe('00001234');
    expect(write('code', '1AB')).toBe('000001AB');
    expect(write('date', '2026-11-27')).toBe('27112026');
    for (const [kind, value] of [
      ['number', '123456789'],
      ['number', '-1'],
      ['cents', 1.5],
      ['cents', -1],
      ['cents', 100_000_000],
      ['code', 'a'],
      ['date', '2026-02-30'],
      ['date', '27112026'],
    ] as const)
      expect(() => write(kind, value)).toThrow(RangeError);
  });
  it('are read by name, so that others may hold anything', () => {
    const line = 'XX'.padEnd(240);
    expect(readRecord(layouts.SEGMENT_U, line, ['paid'])).toEqual({ ok: true, values: { paid: 0 } });
    expect(readRecord(layouts.SEGMENT_U, line, ['bank', 'paid'])).toEqual({ ok: false, fields: ['bank'] });
    const day = `${' '.repeat(137)}31022026`.padEnd(240);
    expect(readRecord(layouts.SEGMENT_U, day, ['eventDate'])).toEqual({ ok: false, fields: ['eventDate'] });
  });
});

const REMITTANCE: Remittance = {
  agreement: {
    ...{ bank: '001', bankName: 'Banco do Brasil', company: 'Centro Universitário Alfa', wallet: '7' },
    ...{ document: '12ABC34501DE35', agreement: '001234567001417019', agency: '1234', agencyDigit: '3' },
    ...{ account: '12345', accountDigit: '5', bothDigit: '', species: '04', fileVersion: '083' },
    lotVersion: '042',
  },
  ...{ sequence: 7, day: '2026-11-23', time: '14:05:06' },
  slips: ['1', '2'].map((number) => ({
    ...{ ourNumber: `1234567000000012${number}`, reference: `A-${number}`, dueDate: '2026-11-27' },
    ...{ issueDate: '2026-11-23', amountCents: 40_000, writeOffDays: 10 },
    discount: { cents: 4_000, until: '2026-11-27' },
    payer: {
      ...{ name: 'Candidata Um de Nome Muito Comprido da Silva Exemplo', document: '11122233396' },
      ...{ address: 'Rua Exemplo, 10', district: 'Centro', zipCode: '30100001', city: 'Belo Horizonte' },
      state: 'MG',
    },
    messages: ['Matrícula em Administração'],
  })),
};

describe('remittance', () => {
  const text = writeRemittance(REMITTANCE);
  const lines = text.split('\r\n');

  it('has header, lot, three segments per slip and trailers, each of 240 plain characters with CRLF', () => {
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => line.charAt(7) + line.charAt(13).trim())).toEqual([
      ...['0', '1', '3P', '3Q', '3R', '3P', '3Q', '3R', '5', '9'].map((kind, at) =>
        at === 0 || at === 1 || at > 7 ? expect.stringMatching(new RegExp(`^${kind}`)) : kind,
      ),
    ]);
    for (const line of lines) expect(line).toMatch(/^[\x20-\x5f]{240}$/);
    expect(lines.slice(2, 8).map((line) => line.slice(8, 13))).toEqual([
      ...['00001', '00002', '00003', '00004', '00005', '00006'],
    ]);
    expect(lines[8]?.slice(17, 46)).toBe(`${'000008'}${'000002'}${'00000000000080000'}`);
    expect(lines[9]?.slice(3, 35)).toBe(`99999${' '.repeat(9)}000001000010000000`);
  });
  it('has account, reference, dates, amounts and payer in their positions', () => {
    const at = (line: number, from: number, to: number) => lines[line]?.slice(from - 1, to);
    expect([at(0, 1, 8), at(0, 18, 32), at(0, 143, 163)]).toEqual([
      ...['00100000', '212ABC34501DE35', '123112026140506000007'],
    ]);
    expect(at(0, 73, 102)).toBe('CENTRO UNIVERSITARIO ALFA'.padEnd(30));
    // Account, digits, our-number; then reference, due day, amount.
    expect(at(2, 18, 57)).toBe(`012343${'0000000123455 12345670000000121'.padEnd(34)}`);
    expect(at(2, 63, 100)).toBe(`${'A-1'.padEnd(15)}27112026000000000040000`);
    expect(at(2, 142, 165)).toBe('127112026000000000004000');
    expect(at(2, 221, 229)).toBe('300101009');
    expect(at(3, 18, 73)).toBe('1000011122233396CANDIDATA UM DE NOME MUITO COMPRIDO DA S');
    expect(at(3, 114, 153)).toBe(`${'CENTRO'.padEnd(15)}30100001${'BELO HORIZONTE'.padEnd(15)}MG`);
    expect(at(4, 100, 139)).toBe('MATRICULA EM ADMINISTRACAO'.padEnd(40));
  });
  it('requests write-offs by segment P only, after the new slips', () => {
    const [first] = REMITTANCE.slips;
    if (!first) throw new Error('No slip');
    const both = writeRemittance({ ...REMITTANCE, slips: [first], writeOffs: REMITTANCE.slips }).split(
      '\r\n',
    );
    expect(both.slice(2, 7).map((line) => line.slice(8, 17))).toEqual(
      ['P 01', 'Q 01', 'R 01', 'P 02', 'P 02'].map((end, at) => `0000${at + 1}${end}`),
    );
    expect(both[7]?.slice(17, 46)).toBe(`${'000007'}${'000003'}${'00000000000120000'}`);
    expect(writeRemittance({ ...REMITTANCE, slips: [], writeOffs: [first] }).split('\r\n')).toHaveLength(6);
  });
  it('accepts another order of account and our-number, and refuses what does not fit', () => {
    const block = 'X'.repeat(34);
    const slips = REMITTANCE.slips.map((slip) => ({ ...slip, block }));
    expect(
      writeRemittance({ ...REMITTANCE, slips })
        .split('\r\n')[2]
        ?.slice(23, 57),
    ).toBe(block);
    expect(standardBlock(REMITTANCE.agreement, '9')).toHaveLength(34);
    const change = (agreement: Partial<Remittance['agreement']>) => () =>
      writeRemittance({ ...REMITTANCE, agreement: { ...REMITTANCE.agreement, ...agreement } });
    expect(change({ agency: '123456' })).toThrow('agency');
    expect(change({ document: '12.ABC' })).toThrow('document');
    expect(change({ bank: '033' })).toThrow(RangeError);
  });
});

type Happening = { movement: string; paid?: number; fee?: number; reasons?: string };

/** Return file of the bank for some slips. */
function returned(happenings: readonly Happening[]): string[] {
  const bank = '001';
  const details = happenings.flatMap(({ movement, paid = 0, fee = 0, reasons = '' }, at) => [
    writeRecord(layouts.SEGMENT_T, {
      ...{ bank, lot: 1, sequence: at * 2 + 1, movement, agency: '1234', reasons, fee },
      block: standardBlock(REMITTANCE.agreement, `1234567000000000${at}`),
      ...{ companyId: `A-${at}`, dueDate: '2026-11-27', amount: 40_000, name: 'CANDIDATA UM' },
    }),
    writeRecord(layouts.SEGMENT_U, {
      ...{ bank, lot: 1, sequence: at * 2 + 2, movement, paid, credited: Math.max(0, paid - fee) },
      ...{ eventDate: '2026-11-26', creditDate: paid > 0 ? '2026-11-27' : null },
    }),
  ]);
  return [
    writeRecord(layouts.FILE_HEADER, {
      ...{ bank, lot: 0, direction: '2', date: '2026-11-26', fileSequence: 31, document: '12ABC34501DE35' },
    }),
    writeRecord(layouts.LOT_HEADER, { bank, lot: 1, operation: 'T' }),
    ...details,
    writeRecord(layouts.LOT_TRAILER, { bank, lot: 1, records: details.length + 2 }),
    writeRecord(layouts.FILE_TRAILER, { bank, lot: 9999, lots: 1, records: details.length + 4 }),
  ];
}
const PAID = { movement: '06', paid: 36_000, fee: 103 };
const read = (lines: readonly string[], end = '\r\n') => readReturn(lines.map((line) => line + end).join(''));
const changed = (lines: string[], at: number, change: (line: string) => string) =>
  lines.map((line, index) => (index === at ? change(line) : line));

describe('return', () => {
  it('reports the outcome of each slip', () => {
    const { file, errors } = read(returned([PAID, { movement: '03', reasons: '0348' }]));
    expect(errors).toEqual([]);
    expect(file).toMatchObject({ bank: '001', sequence: 31, date: '2026-11-26', document: '12ABC34501DE35' });
    expect(file?.events).toMatchObject([
      {
        ...{ line: 3, movement: 'settled', code: '06', ourNumber: '12345670000000000', reference: 'A-0' },
        ...{ amountCents: 40_000, paidCents: 36_000, creditedCents: 35_897, feeCents: 103, reasons: [] },
        ...{ dueDate: '2026-11-27', eventDate: '2026-11-26', creditDate: '2026-11-27' },
      },
      { line: 5, movement: 'rejected', reasons: ['03', '48'], paidCents: 0, creditDate: null },
    ]);
  });
  it.each([
    ['02', 'registered'],
    ['09', 'written-off'],
    ['14', 'due-date-changed'],
    ['17', 'settled-late'],
    ['26', 'instruction-rejected'],
    ['28', 'fees'],
    ['44', 'settlement-reversed'],
    ['99', 'unknown'],
    ['', 'unknown'],
  ])('movement %s is %s', (code, movement) => {
    expect(read(returned([{ movement: code }])).file?.events).toMatchObject([{ movement, code }]);
  });
  it('is read with other line breaks, trimmed lines and the old end-of-file mark', () => {
    const lines = returned([PAID]);
    const whole = read(lines);
    expect(read(lines, '\n')).toEqual(whole);
    expect(read(lines.map((line) => line.trimEnd()))).toEqual(whole);
    expect(readReturn(`${lines.join('\r\n')}\r\n\u001a`)).toEqual(whole);
  });
  it('names each wrong line and still reads the others', () => {
    const lines = returned([PAID, PAID, PAID]);
    // The first record of the second slip is truncated, the second record of the third has letters in an amount.
    const torn = changed(lines, 4, (line) => line.slice(0, 120));
    expect(read(torn)).toMatchObject({
      file: { events: [{ line: 3 }, { line: 7 }] },
      errors: [
        { line: 5, problem: 'length' },
        { line: 6, problem: 'order' },
      ],
    });
    const longer = changed(lines, 5, (line) => `${line.padEnd(240)}0`);
    expect(read(longer).errors).toContainEqual({ line: 6, problem: 'length' });
    const letters = changed(lines, 7, (line) => `${line.slice(0, 77)}X${line.slice(78)}`);
    expect(read(letters)).toMatchObject({
      file: { events: [{ line: 3 }, { line: 5 }] },
      errors: [{ line: 8, problem: 'fields', fields: ['paid'] }],
    });
    const wrongDay = changed(lines, 2, (line) => `${line.slice(0, 73)}31022026${line.slice(81)}`);
    expect(read(wrongDay)).toMatchObject({
      file: { events: [{ line: 5 }, { line: 7 }] },
      errors: [{ line: 3, problem: 'fields', fields: ['dueDate'] }],
    });
    const others = changed(lines, 3, (line) => `${line.slice(0, 15)}02${line.slice(17)}`);
    expect(read(others).errors).toEqual([{ line: 4, problem: 'order' }]);
  });
  it('detects what is missing', () => {
    const lines = returned([PAID, PAID]);
    const without = (at: number) => read(lines.filter((_line, index) => index !== at)).errors;
    const count = [
      { line: 6, problem: 'count' },
      { line: 7, problem: 'count' },
    ];
    expect(without(3)).toEqual([{ line: 3, problem: 'order' }, ...count]);
    expect(without(2)).toEqual([{ line: 3, problem: 'order' }, ...count]);
    expect(without(5)).toEqual([{ line: 5, problem: 'order' }, ...count]);
    expect(without(lines.length - 1)).toEqual([{ line: 7, problem: 'order' }]);
    expect(without(1)).toEqual(expect.arrayContaining([{ line: 2, problem: 'order' }]));
  });
  it.each([
    ['', 'length'],
    ['x', 'length'],
    ['x'.repeat(240), 'not-a-return'],
    [writeRemittance(REMITTANCE), 'not-a-return'],
    [returned([PAID]).join('\n').replace(/^001/, '033'), 'other-positions'],
  ])('is refused as no return (%#)', (content, problem) => {
    expect(readReturn(content)).toEqual({ file: null, errors: [{ line: 1, problem }] });
  });
  it('never throws, and an event has the same name whenever its file comes', () => {
    const lines = returned([PAID, PAID]);
    const spot = fc.record({
      line: fc.nat({ max: 7 }),
      at: fc.nat({ max: 239 }),
      sign: fc.string({ maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(spot, { maxLength: 5 }), (spots) => {
        const broken = spots.reduce(
          (all, { line, at, sign }) =>
            changed(all, line, (one) => one.slice(0, at) + sign + one.slice(at + 1)),
          lines,
        );
        const { file, errors } = read(broken);
        expect(file !== null || errors.length > 0).toBe(true);
      }),
    );
    expect(read(lines, '\n').file?.events).toEqual(read(lines).file?.events);
  });
});

describe('a return edited by people', () => {
  const MOVES = ['02', '06', '09', '17'] as const;
  const details = fc.array(
    fc.record({ movement: fc.constantFrom(...MOVES), paid: fc.integer({ min: 1, max: 99_999_999 }) }),
    { minLength: 1, maxLength: 6 },
  );
  /** Events without their line numbers. */
  const known = (file: ReturnType<typeof readReturn>['file']) =>
    (file?.events ?? []).map(({ line: _, ...event }) => event);

  it('is read the same after any editor', () => {
    const touch = fc.record({
      mark: fc.constantFrom('', '\ufeff', '\u00ef\u00bb\u00bf'),
      breaks: fc.constantFrom('\n', '\r\n', '\r\r\n', '\r', '\n\n', '\n   \r\n'),
      end: fc.constantFrom('', '\u001a', '\0\0\0', '\n\n\u001a\0', '   '),
      trimmed: fc.boolean(),
      small: fc.boolean(),
    });
    fc.assert(
      fc.property(details, touch, (all, { mark, breaks, end, trimmed, small }) => {
        const lines = returned(all);
        const changed = lines
          .map((line) => (trimmed ? line.trimEnd() : line))
          .map((line) =>
            small && line.charAt(7) === '3'
              ? line.slice(0, 13) + line.charAt(13).toLowerCase() + line.slice(14)
              : line,
          );
        const found = readReturn(`${mark}${changed.join(breaks)}${breaks}${end}`);
        expect(found.errors).toEqual([]);
        expect(known(found.file)).toEqual(known(read(lines).file));
      }),
    );
  });

  it('never yields an event the bank did not write: what is missing is named', () => {
    fc.assert(
      fc.property(details, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (all, places) => {
        const lines = returned(all);
        const gone = new Set(places.map((place) => 1 + (place % (lines.length - 1))));
        const { file, errors } = read(lines.filter((_line, at) => !gone.has(at)));
        const good = known(read(lines).file);
        for (const event of known(file)) expect(good).toContainEqual(event);
        expect(errors.length).toBeGreaterThan(0);
      }),
    );
  });

  it('keeps every event around unreadable lines', () => {
    const junk = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.constantFrom('x'.repeat(240), '00100013'.padEnd(240, 'Z')),
    );
    fc.assert(
      fc.property(details, fc.array(fc.tuple(fc.nat(), junk), { maxLength: 4 }), (all, added) => {
        const lines = returned(all);
        const with_ = [...lines];
        // Only between pairs: inside one, nobody could tell what belongs together.
        for (const [place, text] of added) {
          const pair = place % all.length;
          const at = with_.indexOf(lines[2 + pair * 2] ?? '');
          with_.splice(at, 0, text.replaceAll(/[\r\n]/g, ' '));
        }
        expect(known(read(with_).file)).toEqual(known(read(lines).file));
      }),
    );
  });

  it('begins at its header, whatever somebody wrote above it', () => {
    const lines = returned([PAID]);
    expect(read(['Retorno de ontem', '', ...lines])).toMatchObject({
      errors: [{ line: 1, problem: 'order' }],
      file: { events: [{ line: 5, paidCents: 36_000 }] },
    });
  });

  it('has no day for all nines, and names a lot of another service once', () => {
    const lines = returned([PAID]);
    const nines = changed(lines, 2, (line) => `${line.slice(0, 73)}99999999${line.slice(81)}`);
    expect(read(nines)).toMatchObject({
      errors: [],
      file: { events: [{ dueDate: null, paidCents: 36_000 }] },
    });
    const other = [
      `0010002${'1C20'.padEnd(233)}`,
      `001000230000${'1A000'.padEnd(228)}`,
      `001000230000${'2B'.padEnd(228)}`,
      `00100025${' '.repeat(9)}000004`.padEnd(240),
    ];
    const mixed = [
      ...lines.slice(0, -1),
      ...other,
      (lines.at(-1) ?? '').replace(/000001000006/, '000002000010'),
    ];
    expect(read(mixed)).toMatchObject({
      errors: [{ line: 6, problem: 'other-service' }],
      file: { events: [{ line: 3, paidCents: 36_000 }] },
    });
  });
});
