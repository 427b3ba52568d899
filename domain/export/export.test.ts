import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Cell,
  chosenColumns,
  csvHead,
  csvLines,
  defused,
  EXPORT_LIST_NAMES,
  EXPORT_LISTS,
  exportFileName,
  momentText,
  xlsxRows,
} from './index.ts';

/** Characters that begin a formula in some program, whitespace that hides them, and other things people type. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...[
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '＝',
        '＋',
        '－',
        '＠',
        ' ',
        '\u00a0',
        '\u3000',
        '\u200b',
        '\ufeff',
      ],
      ...['"', "'", ';', ',', '|', '<', '>', '&', '\0', '\u0001', 'a', '1', '_x003D_', '\ud800', '😀'],
      ...['=HYPERLINK("https://malicioso.test";"x")', "+cmd|' /C calc'!A0"],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const wall = fc.integer({ min: Date.UTC(1900, 2, 1), max: Date.UTC(2200, 0, 1) });
const cell: fc.Arbitrary<Cell> = fc.oneof(
  ...[hostile, fc.string(), fc.integer(), fc.constant(null), wall.map((at): Cell => ({ wall: at }))],
);

/** Parses a file of `csvLines` by the rules of the format (quotes are doubled inside quotes). */
function readCsv(text: string): { text: string; quoted: boolean }[][] {
  const rows: { text: string; quoted: boolean }[][] = [];
  let row: { text: string; quoted: boolean }[] = [];
  let at = 0;
  while (at < text.length) {
    let value = '';
    const quoted = text[at] === '"';
    if (quoted) {
      for (at += 1; ; at += 1) {
        if (text[at] !== '"') value += text[at];
        else if (text[at + 1] === '"') {
          value += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else while (text[at] !== ';' && text[at] !== '\r') value += text[at++];
    row.push({ text: value, quoted });
    if (text[at] === ';') at += 1;
    else {
      expect(text.slice(at, at + 2)).toBe('\r\n');
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  expect(row).toEqual([]);
  return rows;
}

describe('text in a file', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("https://malicioso.test";"x")', `'=HYPERLINK("https://malicioso.test";"x")`],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['  =1', "'  =1"],
    ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
    ['\n=1', "'\n=1"],
    [' \t', "' \t"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    [' ＠1', "' ＠1"],
    ['\0=1', "'=1"],
    ['\u200b=1', "'=1"],
    ['\ufeff=1', "'=1"],
  ])('that begins like a formula is defused: %j', (given, wanted) => expect(defused(given)).toBe(wanted));

  it.each([
    'Ana',
    '',
    ' ',
    'a=1',
    "'=1",
    '1-2',
    'Curso - noite',
    'a@b.test',
    '31900000001',
    'linha\nsegunda',
  ])('stays unchanged: %j', (given) => expect(defused(given)).toBe(given));

  it('never begins like a formula, however it was typed, and is escaped only once', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string()), (text) => {
        const safe = defused(text);
        expect(safe.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/);
        expect(safe).not.toMatch(/^[^\S\t\r]*[\t\r]/);
        expect(defused(safe)).toBe(safe);
        expect(safe.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('CSV', () => {
  it('has the UTF-8 mark, `;`, CRLF, quoted texts and bare numbers', () => {
    expect(csvHead(['Inscrição', 'Nome'])).toBe('\ufeff"Inscrição";"Nome"\r\n');
    expect(
      csvLines([
        [5001, 'Ana "A" Lima; filha', null],
        [-1.5, '=1', ''],
      ]),
    ).toBe('5001;"Ana ""A"" Lima; filha";\r\n-1,5;"\'=1";""\r\n');
  });

  it('round-trips every row, whatever was typed', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 }), (rows) => {
        const read = readCsv(csvLines(rows));
        expect(read.map((row) => row.map(({ text }) => text))).toEqual(
          rows.map((row) =>
            row.map((one) =>
              typeof one === 'string'
                ? defused(one)
                : one === null
                  ? ''
                  : String(typeof one === 'number' ? one : momentText(one)),
            ),
          ),
        );
        expect(read.map((row) => row.map(({ quoted }) => quoted))).toEqual(
          rows.map((row) => row.map((one) => typeof one === 'string' || typeof (one ?? 0) === 'object')),
        );
      }),
    );
  });
});

describe('XLSX', () => {
  it('writes text as string cells, numbers as numbers and times as days since 1900, each in its place', () => {
    const noon = { wall: Date.UTC(2026, 0, 12, 12) };
    expect(xlsxRows([[5001, 'a <b> & "c"', null, noon]], 7)).toBe(
      '<row r="7"><c r="A7"><v>5001</v></c>' +
        '<c r="B7" t="inlineStr"><is><t xml:space="preserve">a &lt;b&gt; &amp; &quot;c&quot;</t></is></c>' +
        '<c r="D7" s="1"><v>46034.5</v></c></row>',
    );
    const wide = xlsxRows([Array.from({ length: 704 }, (_, at) => at)], 1);
    for (const [at, letters] of [
      ...([
        [0, 'A'],
        [25, 'Z'],
        [26, 'AA'],
        [51, 'AZ'],
        [52, 'BA'],
        [701, 'ZZ'],
        [702, 'AAA'],
      ] as const),
    ])
      expect(wide).toContain(`<c r="${letters}1"><v>${at}</v></c>`);
  });

  it('has no other kind of cell and no broken character, whatever was typed', () => {
    const rest =
      /^(?:<row r="\d+">(?:<c r="[A-Z]+\d+"(?: s="1")?><v>-?[\d.]+<\/v><\/c>|<c r="[A-Z]+\d+" t="inlineStr"><is><t xml:space="preserve">[^<>]*<\/t><\/is><\/c>)*<\/row>)*$/;
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 6 }), (rows) => {
        expect(xlsxRows(rows, 2)).toMatch(rest);
      }),
    );
  });

  it('escapes typed text that looks like a spreadsheet escape, and cuts what exceeds a cell', () => {
    expect(xlsxRows([['_x003D_1']], 1)).toContain('_x005F_x003D_1');
    const long = xlsxRows([['😀'.repeat(20_000)]], 1);
    expect(long).toContain('😀');
    expect(long.isWellFormed()).toBe(true);
    expect(long.length).toBeLessThan(33_000);
  });
});

describe('a list', () => {
  it('has the selected columns in its own order, each once, and no unknown ones', () => {
    expect(chosenColumns('documents', ['state', 'number', 'state'])?.map(({ key }) => key)).toEqual([
      'number',
      'state',
    ]);
    expect(chosenColumns('documents', ['number', 'name'])).toBeUndefined();
  });

  it('names its columns once', () => {
    for (const list of EXPORT_LIST_NAMES) {
      const { columns } = EXPORT_LISTS[list];
      expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length);
      expect(new Set(columns.map(({ label }) => label)).size).toBe(columns.length);
    }
  });

  it('of essays contains nothing about their authors', () => {
    const keys: string[] = EXPORT_LISTS.essays.columns.map(({ key }) => key);
    expect(EXPORT_LISTS.essays.columns.filter((column) => 'personal' in column)).toEqual([]);
    for (const hidden of ['application', 'name', 'title', 'text', 'grade', 'grader'])
      expect(keys).not.toContain(hidden);
  });

  it('is named only after itself and its day', () => {
    expect(exportFileName('subscriptions', '2026-01-12', 'csv')).toBe('orbita-inscricoes-2026-01-12.csv');
  });
});
