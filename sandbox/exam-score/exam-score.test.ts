import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../../testing/sandbox-kit.ts';

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.discard());

const KEY = { authorization: 'Bearer chave' };
const at = (now: string) => world.control('PUT', '/clock', { now });
const ask = (reference: string, registration: string, headers: Record<string, string> = KEY) =>
  world.json(
    'PUT',
    `/exam-score/lookups/${reference}`,
    { registration, year: 2025, cpf: '11122233396' },
    headers,
  );
const average = ({ scores }: { scores: Record<string, number> }) =>
  Object.values(scores).reduce((sum, score) => sum + score, 0) / 5;

it('is ready 20 minutes later, depending on the last digit', async () => {
  await at('2026-01-12T10:00:00-03:00');
  const numbers = ['251000000000', '251000000001', '251000000002', '251000000005', '251000000098'];
  for (const number of numbers) expect((await ask(number, number)).status).toBe(202);
  await at('2026-01-12T10:19:59-03:00');
  expect((await ask('251000000005', '251000000005')).status).toBe(202);
  await at('2026-01-12T10:20:00-03:00');
  const [none, low, noEssay, usual, trainee] = (await Promise.all(
    numbers.map(async (number) => (await ask(number, number)).json()),
  )) as { status: string; trainee: boolean; scores: Record<string, number> }[];
  expect(none).toEqual({ status: 'not-found' });
  expect(average(low as never)).toBe(380);
  expect([average(noEssay as never), noEssay?.scores.essay]).toEqual([560, 0]);
  expect([average(usual as never), usual?.trainee]).toEqual([620, false]);
  expect(trainee).toMatchObject({ status: 'found', trainee: true });
});

it('fails at once for a last 9, without a key, for another number under a reference, and when it is down', async () => {
  expect((await ask('r1', '251000000009')).status).toBe(502);
  expect((await ask('r2', '251000000005', {})).status).toBe(401);
  expect((await ask('r2', '2510')).status).toBe(422);
  expect((await ask('r2', '251000000005')).status).toBe(202);
  expect((await ask('r2', '251000000006')).status).toBe(409);
  await world.control('PUT', '/faults', { port: 'exam-score', mode: 'down' });
  expect((await ask('r2', '251000000005')).status).toBe(503);
});
