import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { personAt } from '../testing/person-at.ts';
import { parseResults } from './selection/test-results.ts';

let harness: Harness;
let hour: string;
const folder = mkdtempSync(join(tmpdir(), 'orbita-results-'));

const run = commandLine(() => harness.url, OPERATIONS_TOKEN);
const file = (text: string) => {
  const path = join(folder, `${Math.random()}.csv`);
  writeFileSync(path, text);
  return path;
};

/** A candidate whose test is booked in the first slot. */
async function booked(): Promise<number> {
  const { client } = await personAt(harness, 'account');
  const { body: offers } = await client.call('GET /candidate/offers', {
    query: { type: 1, ingress: 'scheduled-test' },
  });
  const offerId = offers.data[0]?.id ?? 0;
  const courseId = offers.data[0]?.courses[0]?.id ?? 0;
  const { body: poles } = await client.call('GET /candidate/offers/{offerId}/poles', {
    params: { offerId },
    query: { c: courseId },
  });
  const made = await client.call('POST /candidate/subscriptions', {
    headers: { 'x-institution-code': 'CUA01' },
    body: { offerId, courseId, poleId: poles[0]?.id ?? 0, schooling: { level: 'high-school' } },
  });
  const put = await client.call('PUT /candidate/subscriptions/{id}/scheduling', {
    params: { id: made.body.id },
    body: { hourId: Number(hour) },
  });
  expect(put.status).toBe(200);
  return made.body.id;
}

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

describe('a file of results', () => {
  it('is read as spreadsheets write it', () => {
    const wanted = [
      { line: 2, subscriptionId: 5001, present: true, score: 640.5, essayScore: null },
      { line: 4, subscriptionId: 5002, present: false, score: null, essayScore: null },
    ];
    const comma = parseResults('subscriptionId,present,score\n5001,yes,640.5\n\n5002,no,\n');
    expect(comma).toEqual({ results: wanted, problems: [] });
    const semicolon = parseResults(
      '\uFEFF"present";"subscriptionId";"score"\r\nSim;5001;640,5\r\n\r\nNão;5002\r\n',
    );
    expect(semicolon).toEqual({ results: wanted, problems: [] });
  });

  it('reports every problem with its line', () => {
    const { problems } = parseResults(
      [
        'subscriptionId,present,score,essayScore',
        'x,yes,640',
        '5001,maybe,',
        '5002,yes,',
        '5002,no,3',
        '5003,yes,1001,0.25',
        '5004,yes,1,2,3',
      ].join('\n'),
    );
    expect(problems.map(({ line, path }) => `${line} ${path}`)).toEqual([
      '2 subscriptionId',
      '3 present',
      '4 score',
      '5 score',
      '5 subscriptionId',
      '6 score',
      '6 essayScore',
      '7 ',
    ]);
    expect(parseResults('id,present\n1,yes').problems.map(({ path }) => path)).toEqual([
      'id',
      'subscriptionId',
    ]);
    expect(parseResults('subscriptionId,present\n').problems).toHaveLength(1);
    expect(parseResults('').problems).not.toEqual([]);
  });
});

it('runs a test from the list of slots to the results', async () => {
  const list = await run('test', 'list', '--state', 'coming', '--json');
  const { data } = JSON.parse(list.out) as { data: { id: number; code: string; taken: number }[] };
  expect(data.map(({ code, taken }) => [code, taken])).toEqual([
    ['S1', 0],
    ['S2', 0],
    ['S3', 0],
  ]);
  hour = String(data[0]?.id);
  const [good, absent, back] = [await booked(), await booked(), await booked()];
  expect((await run('test', 'roll', hour)).out).toMatch(new RegExp(`${good} +Candidata Teste`));

  const wrong = await run('test', 'results', hour, '-f', file('subscriptionId,present\n1,maybe\n'));
  expect([wrong.exit, wrong.out]).toEqual([1, expect.stringMatching(/2 +present/)]);
  expect((await run('test', 'results', hour, '-f', join(folder, 'none.csv'))).exit).toBe(2);

  const mixed = file(`subscriptionId;present;score\n${good};sim;640,5\n${absent};não;\n999999;sim;1\n`);
  const unasked = await run('test', 'results', hour, '-f', mixed);
  expect([unasked.exit, unasked.err]).toEqual([2, expect.stringContaining('Register 3 results')]);
  const done = await run('test', 'results', hour, '-f', mixed, '--yes');
  expect(done.exit).toBe(1);
  expect(done.out).toMatch(new RegExp(`2 +${good} +approved +3`));
  expect(done.out).toMatch(new RegExp(`3 +${absent} +missed +1`));
  expect(done.out).toMatch(/4 +999999 +refused +– +NOT_FOUND/);
  const right = file(`subscriptionId,present,score\n${good},true,640.5\n`);
  expect((await run('test', 'results', hour, '-f', right, '--yes')).exit).toBe(0);

  const asked = await run('test', 'cancel', hour);
  expect([asked.exit, asked.err]).toEqual([2, expect.stringContaining('--yes')]);
  const cancelled = await run('test', 'cancel', hour, '--yes', '--json');
  expect(JSON.parse(cancelled.out)).toMatchObject({ subscriptions: [{ subscriptionId: back, status: 1 }] });
  expect((await run('test', 'list', '--state', 'cancelled')).out).toContain('Bloco A');
  expect((await run('test', 'roll', '999999')).exit).toBe(1);
});
