import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { recurring } from '../testing/recurring.ts';
import { until } from '../testing/until.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

const run = commandLine(() => harness.url, OPERATIONS_TOKEN);

it('lists months, refunds after asking, and removes marks', async () => {
  const use = recurring(harness);
  const { who } = await use.decided();
  const listed = await run('month', 'list', '--subscription', String(who.id), '--json');
  const { data } = JSON.parse(listed.out) as { data: { id: number; number: number }[] };
  const id = String(data.find(({ number }) => number === 2)?.id);
  expect((await run('month', 'list', '--state', 'planned')).out).toContain(id);
  expect((await run('month', 'list', '--state', 'eaten')).exit).toBe(2);
  expect((await run('month', 'list', '--attention', 'nothing')).exit).toBe(2);
  await use.at('2026-01-28T10:00:00-03:00');
  await use.run(who);
  const [cycle] = await use.cycles(who);
  await use.play(`/cobrs/${cycle?.txid}`, 'paid', { amount: 400 });
  await use.run(who);
  // The bank reports it by itself as well, and only one of the two writes it.
  await until(
    () => run('month', 'list', '--state', 'paid'),
    ({ out }) => out.includes(id),
  );
  const refund = ['month', 'refund', id, '--amount', '360', '--reason', 'Desistência', '--outside'];
  const unasked = await run(...refund);
  expect([unasked.exit, unasked.err]).toEqual([2, expect.stringContaining('--yes')]);
  expect([(await run(...refund, '--yes')).out, (await run(...refund, '--yes')).exit]).toEqual([
    expect.stringContaining('done'),
    1,
  ]);
  const resolve = (mark: string) => run('month', 'resolve', id, '--mark', mark, '--reason', 'Combinado');
  expect((await resolve('nothing')).exit).toBe(2);
  expect((await resolve('amount-lower')).exit).toBe(1);
});
