import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { askScore, examCandidate, type Someone } from '../testing/exam-scores.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';

let harness: Harness;
let one: Someone;

const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

beforeAll(async () => {
  harness = await startHarness();
  one = await examCandidate(harness);
  await askScore(one, '251000000005');
});
afterAll(() => harness.stop());

it('lists look-ups and decides them', async () => {
  const list = await run('--json', 'exam-score', 'list', '--state', 'analysing');
  const { data } = JSON.parse(list.out) as { data: { id: number; subscriptionId: number }[] };
  expect(data).toMatchObject([{ subscriptionId: one.id, registration: '251000000005', year: 2025 }]);
  const id = String(data[0]?.id);
  expect((await run('exam-score', 'list')).out).toContain('251000000005');
  expect((await run('exam-score', 'decide', id, 'maybe')).exit).toBe(2);
  expect((await run('exam-score', 'decide', id, 'approved', '--scores', '600,640')).exit).toBe(2);
  const refused = await run('exam-score', 'decide', id, 'approved', '--scores', '600,640,580,660,0');
  expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining('give rejected')]);
  const done = await run(
    '--json',
    'exam-score',
    'decide',
    id,
    'approved',
    '--scores',
    '600,640.5,580,660,620',
  );
  expect(JSON.parse(done.out)).toMatchObject({ state: 'approved', subscriptionId: one.id, status: 3 });
});
