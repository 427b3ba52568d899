import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Admission, admission, GRADUATE } from '../testing/admission.ts';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';

let harness: Harness;
let at: Admission;

const run = commandLine(() => harness.url, OPERATIONS_TOKEN);
/** Number of the first item in a list. */
const first = async (group: string, state: string): Promise<string> => {
  const { out } = await run(group, 'list', '--state', state, '--json');
  return String((JSON.parse(out) as { data: { id: number }[] }).data[0]?.id);
};

beforeAll(async () => {
  harness = await startHarness();
  at = await admission(harness);
});
afterAll(() => harness?.stop());

it('takes an application from its questionnaire to the result of its interview', async () => {
  const who = await at.arrive('MBA-GESTAO');
  await at.save(who, 'graduate', [GRADUATE]);
  await at.submit(who);
  expect((await run('questionnaire', 'list', '--state', 'submitted')).out).toMatch(/submitted.*graduate/);
  const sent = await first('questionnaire', 'submitted');
  expect((await run('questionnaire', 'decide', sent, 'maybe')).exit).toBe(2);
  expect((await run('questionnaire', 'decide', sent, 'returned')).err).toContain('comment: Required');
  const asked = await run('questionnaire', 'decide', sent, 'rejected', '--comment', 'Perfil diferente.');
  expect([asked.exit, asked.err]).toEqual([2, expect.stringContaining('--yes')]);
  expect((await run('questionnaire', 'decide', sent, 'approved')).out).toMatch(/status +18/);

  await at.ask(who, 'email');
  expect((await run('interview', 'list', '--state', 'requested')).out).toContain('2026-01-20 morning');
  const wanted = await first('interview', 'requested');
  const appoint = ['interview', 'appoint', wanted, '--at', '2026-01-20T14:00:00-03:00', '--place', 'Sala 2'];
  expect((await run(...appoint)).exit).toBe(0);
  expect((await run('interview', 'list', '--state', 'scheduled')).out).toContain('Sala 2');
  expect((await run('interview', 'held', wanted, '--missed')).out).toContain('not-requested');
  expect((await run('interview', 'held', wanted)).err).toContain('(current status 18)');
  await run(...appoint);
  expect((await run('interview', 'held', wanted)).out).toMatch(/status +19/);
  expect((await run('interview', 'decide', wanted, 'rejected', '--reason', 'x')).exit).toBe(2);
  expect((await run('interview', 'decide', wanted, 'approved')).out).toMatch(/status +3/);
});
