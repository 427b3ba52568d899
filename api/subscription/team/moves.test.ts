import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { personAt } from '../../../testing/person-at.ts';
import { staffIn } from '../../../testing/staff.ts';

const HOUR_MS = 3_600_000;
let harness: Harness;
let bia: Client;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  bia = (await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }])).client;
});
afterAll(() => harness?.stop());

const moves = (query: Record<string, unknown>, client = bia) =>
  client.call('GET /operations/moves', { query: { event: 'disqualified', ...query } as never });

it("lists who moved what, newest first, of the caller's institutions and of the period", async () => {
  const start = harness.clock.now();
  const ids: number[] = [];
  for (const reason of ['Documento falso', 'Outra pessoa']) {
    const { id } = await personAt(harness, 'payment');
    ids.unshift(id);
    await bia.call('POST /operations/subscriptions/{id}/events', {
      params: { id },
      body: { event: 'disqualified', reason, version: 1 } as never,
    });
    harness.clock.set(new Date(harness.clock.now().getTime() + HOUR_MS / 6));
  }
  const { data } = bodyOf(await moves({}));
  expect(data.map(({ subscriptionId }) => subscriptionId)).toEqual(ids);
  expect(data[0]).toMatchObject({
    from: 6,
    to: 9,
    event: 'disqualified',
    actor: 'operations',
    by: 'Pessoa da Equipe',
    reason: 'Outra pessoa',
  });
  const inPeriod = async (query: object) =>
    bodyOf(await moves({ ...query })).data.map(({ subscriptionId }) => subscriptionId);
  const between = new Date(start.getTime() + HOUR_MS / 12).toISOString();
  expect(await inPeriod({ to: between })).toEqual([ids[1]]);
  expect(await inPeriod({ from: between })).toEqual([ids[0]]);
  expect(await inPeriod({ event: 'reinstated' })).toEqual([]);
  const first = bodyOf(await moves({ pageSize: 1 }));
  expect(first.nextCursor).not.toBeNull();
  expect(await inPeriod({ pageSize: 1, cursor: first.nextCursor })).toEqual([ids[1]]);
  const as = async (role: 'secretaria' | 'banca', institutions: string[]) =>
    (await staffIn(harness, [{ role, institutions }])).client;
  expect(bodyOf(await moves({}, await as('secretaria', ['EPA01']))).data).toEqual([]);
  expect((await moves({}, await as('banca', ['CUA01']))).status).toBe(403);
  expect(bodyOf(await moves({}, harness.operationsOf('beta'))).data).toEqual([]);
});

it('requires an event and a period that begins before it ends', async () => {
  const at = harness.clock.now().toISOString();
  for (const wrong of [{ event: '' }, { from: 'ontem' }, { from: at, to: at }])
    expect((await moves(wrong)).status).toBe(422);
  expect((await moves({ from: at, to: at })).body).toMatchObject({ errors: [{ field: 'to' }] });
  expect((await bia.call('GET /operations/moves', { query: {} as never })).status).toBe(422);
});
