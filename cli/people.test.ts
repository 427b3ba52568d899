import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { examCandidate } from '../testing/exam-scores.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { testCandidate } from '../testing/on-behalf.ts';
import { parseTable, yesOrNo } from './csv.ts';

let harness: Harness;
const folder = mkdtempSync(join(tmpdir(), 'orbita-people-'));
const run = commandLine(() => harness.url, OPERATIONS_TOKEN);
const file = (text: string) => {
  const path = join(folder, `${Math.random()}.csv`);
  writeFileSync(path, text);
  return path;
};
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness.stop());

describe('a table', () => {
  it('is read with quotes, separators in them, and any line ends', () => {
    const { lines, problems } = parseTable(
      '\uFEFF"name";document\r\n"Silva; Ana";1\r\n\r\n"Ana ""Nina""";2\r\n',
      ['document', 'name'],
      ['document'],
    );
    expect(problems).toEqual([]);
    expect(lines).toEqual([
      { line: 2, cells: { name: 'Silva; Ana', document: '1' } },
      { line: 4, cells: { name: 'Ana "Nina"', document: '2' } },
    ]);
  });

  it.each([
    ['tabs', 'name\tdocument\nAna\t1\n', 2],
    ['old ends of lines, and the other separator in a cell', 'name,document\r"Ana; Bia",1\r', 2],
    ['empty columns and rows', 'name;document;;\r\n;;;\r\nAna;1;;\r\n;;;\r\n', 3],
  ])('is read with %s', (_, text, line) => {
    const { lines, problems } = parseTable(text, ['document', 'name'], ['document']);
    expect(problems).toEqual([]);
    expect(lines).toEqual([{ line, cells: { name: expect.stringMatching(/^Ana/), document: '1' } }]);
  });

  it.each([
    [
      'a column that is there twice',
      'name;document;name\nAna;1;Bia\n',
      ['1 name: This column is there twice'],
    ],
    ['a cell without a column', 'name;document;\nAna;1;x\n', ['2 : 3 cells, but 2 columns']],
    ['more cells than columns', 'name,document\nAna,1,5\n', ['2 : 3 cells, but 2 columns']],
  ])('refuses %s', (_, text, wanted) => {
    const { lines, problems } = parseTable(text, ['document', 'name'], ['document']);
    expect(lines).toEqual([]);
    expect(problems.map(({ line, path, message }) => `${line} ${path}: ${message}`)).toEqual(wanted);
  });

  it('says yes and no in both languages', () => {
    expect(['TRUE', 'Verdadeiro', 'sim', '1', 'não', 'na\u0303o', 'FALSO', '0'].map(yesOrNo)).toEqual([
      ...[true, true, true, true, false, false, false, false],
    ]);
    expect(['', 'x', 'constructor', 'talvez'].map(yesOrNo)).toEqual(Array.from({ length: 4 }));
  });

  it('that ends inside a quote names a line', () => {
    const { lines, problems } = parseTable('name\n"Ana\n', ['name'], []);
    expect(lines).toEqual([]);
    expect(problems).toEqual([{ line: expect.any(Number), path: '', message: expect.any(String) }]);
  });
});

it('imports people, and reports refused rows by their number', async () => {
  const path = file(
    'document,name,email,externalId\n' +
      '52998224725,"Ana Nunes",ana.nunes@exemplo.test,A-1\n' +
      '11111111111,Errada Silva,,A-2\n' +
      '390.533.447-05,Bia Souza,,A-3\n',
  );
  const { exit, out } = await run('--json', 'person', 'import', '-f', path);
  expect(exit).toBe(1);
  const rows = JSON.parse(out) as { line: number; path: string; result: string }[];
  expect(rows.map(({ line, path: of }) => [line, of])).toEqual([
    [2, null],
    [3, 'document'],
    [4, null],
  ]);
  expect(rows[0]?.result).toMatch(/^person \d+$/);
  expect(rows[1]?.result).toMatch(/^VALIDATION: /);
  expect((await run('person', 'import', '-f', file('name\nAna\n'))).out).toMatch(
    /1 +document +This column is missing/,
  );
  expect((await run('person', 'import', '-f', join(folder, 'none.csv'))).exit).toBe(2);
});

it('reads birth dates as a Portuguese spreadsheet saves them again, and no other order', async () => {
  const path = file(
    'document;name;birthDate\n' +
      '111.444.777-35;Caio Lima;05/03/2001\n' +
      '123.456.789-09;Davi Melo;3/5/2001\n' +
      '987.654.321-00;Elis Reis;31/02/2001\n',
  );
  const { out } = await run('--json', 'person', 'import', '-f', path);
  const rows = JSON.parse(out) as { line: number; path: string; result: string }[];
  expect(rows.map(({ line, path: of }) => [line, of])).toEqual([
    [2, null],
    [3, 'birthDate'],
    [4, 'birthDate'],
  ]);
  const shown = await run('--json', 'person', 'show', rows[0]?.result.replace('person ', '') ?? '');
  expect(shown.out).toContain('2001-03-05');
});

it('imports applications; the same file again finds the same ones', async () => {
  const path = file(
    'document;name;offerCode;courseCode;poleCode;level;applicationExternalId\n' +
      '52998224725;Ana Nunes;ADM-ESSAY;ADM;BH;high-school;B-1\n' +
      '390.533.447-05;Bia Souza;NADA;ADM;BH;high-school;B-2\n',
  );
  const first = await run('subscription', 'import', '-f', path);
  expect(first.exit).toBe(1);
  expect(first.out).toMatch(/2 +– +application \d+/);
  expect(first.out).toMatch(/3 +– +NOT_FOUND/);
  const again = await run('subscription', 'import', '-f', path);
  expect(again.out).toBe(first.out);
});

it('sends nothing of a file in another encoding, or with words that are neither yes nor no', async () => {
  const path = file('');
  writeFileSync(path, Buffer.from('document,name\n52998224725,José Nunes\n', 'latin1'));
  const other = await run('person', 'import', '-f', path);
  expect([other.exit, other.err]).toEqual([2, expect.stringContaining('is not UTF-8')]);
  const odd = await run(
    ...['--json', 'person', 'import', '-f'],
    file('document,name,singleName\n52998224725,Ana,talvez\n'),
  );
  expect([odd.exit, JSON.parse(odd.out)]).toEqual([
    1,
    { errors: [expect.objectContaining({ path: 'singleName' })] },
  ]);
});

it('sends nothing of a file with invalid numbers', async () => {
  const path = file(
    'personId,offerCode,courseCode,poleCode,level,expectedYear\n' +
      'x1,ADM-ESSAY,ADM,BH,,\n' +
      '1,ADM-ESSAY,ADM,BH,high-school,20x6\n' +
      '1,ADM-ESSAY,ADM,BH,,2026\n',
  );
  const { exit, out } = await run('--json', 'subscription', 'import', '-f', path);
  const { errors } = JSON.parse(out) as { errors: { line: number; path: string }[] };
  expect([exit, errors.map(({ line, path: of }) => `${line} ${of}`)]).toEqual([
    1,
    ['2 personId', '3 expectedYear', '4 level'],
  ]);
});

it('reports what was done when the service stops answering', async () => {
  let calls = 0;
  const dying = createServer((request, response) => {
    calls += 1;
    if (calls > 1) return void request.socket.destroy();
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"personId":7,"uuid":"a"}');
  });
  await new Promise<void>((done) => dying.listen(0, '127.0.0.1', done));
  const { port } = dying.address() as AddressInfo;
  const there = commandLine(() => `http://127.0.0.1:${port}`, OPERATIONS_TOKEN);
  const path = file('document,name\n52998224725,Ana Nunes\n39053344705,Bia Souza\n11144477735,Caio Reis\n');
  const { exit, out, err } = await there('person', 'import', '-f', path);
  dying.close();
  expect([exit, calls]).toEqual([1, 2]);
  expect(out).toContain('person 7');
  expect(err).toContain('does not answer');
});

it('acts on behalf of a candidate: the test and the score', async () => {
  const tested = await testCandidate(harness);
  const { out } = await run('--json', 'test', 'list');
  const hour = (JSON.parse(out) as { data: { id: number }[] }).data[0]?.id;
  const booked = await run('test', 'book', String(tested.id), String(hour));
  expect([booked.exit, booked.out]).toEqual([0, expect.stringMatching(new RegExp(`hourId +${hour}`))]);
  const asked = await examCandidate(harness);
  const score = await run('exam-score', 'ask', String(asked.id), '251000000005', '2025');
  expect([score.exit, score.out]).toEqual([0, expect.stringContaining('251000000005')]);
  expect((await run('discipline', 'choose', String(asked.id), 'NADA')).exit).toBe(1);
  const rows = join(folder, 'rows.json');
  writeFileSync(rows, '{}');
  expect((await run('questionnaire', 'fill', String(asked.id), 'graduate', '-f', rows)).exit).toBe(2);
  expect((await run('document', 'send', '1', '-f', join(folder, 'none.pdf'))).exit).toBe(2);
  expect((await run('person', 'institution-filter', '1', 'maybe')).exit).toBe(2);
});
