import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { accountsOf, dropAccount, putAccount } from '../../../testing/staff-provider.ts';

let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
});
afterAll(() => harness?.stop());

const minutes = (n: number) => harness.clock.set(new Date(new Date(T0).getTime() + n * 60_000));
beforeEach(() => minutes(0));
const { me, account, enter: in_, grantsOf } = accountsOf(() => harness);
const fault = (mode: 'down' | 'ok') =>
  harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'staff-idp', mode } });

describe('the re-check', () => {
  const recheck = () => harness.platform.jobs.run('staff-recheck');
  /** A browser that is never idle. */
  const awake = async (sub: string) => {
    const client = await in_(sub);
    await harness.platform.db.tenant(tenantId).many(sql`
      update staff_session set last_input_at = ${new Date(new Date(T0).getTime() + 24 * 3600_000)}::timestamptz
      where tenant_id = ${tenantId} and idp_subject = ${sub} returning id`);
    return client;
  };
  const endsAt = async (client: Client) => (await me(client)).body.session?.endsAt;

  it('follows the groups after an hour, again and again, with a token that changes each time', async () => {
    const sub = await account({ groups: ['sec-cua', 'coord'] });
    const client = await awake(sub);
    await putAccount(harness, sub, { groups: ['coord'] });
    minutes(59);
    await recheck();
    expect((await grantsOf(client))?.length).toBe(2);
    for (const [at, groups, roles] of [
      [60, ['coord'], ['coordenacao']],
      [120, ['coord', 'fin'], ['coordenacao', 'financeiro']],
      [180, ['fin'], ['financeiro']],
    ] as const) {
      await putAccount(harness, sub, { groups: [...groups] });
      minutes(at);
      await recheck();
      expect((await grantsOf(client))?.map(([role]) => role)).toEqual(roles);
    }
  });

  it('ends a session without groups left, without groups in the answer, or with a deleted account', async () => {
    for (const end of ['none', 'reference', 'gone'] as const) {
      minutes(0);
      const sub = await account();
      const client = await awake(sub);
      if (end === 'none') await putAccount(harness, sub, { groups: [] });
      if (end === 'reference') await putAccount(harness, sub, { groups: ['sec-cua'], mode: 'reference' });
      if (end === 'gone') await dropAccount(harness, sub);
      minutes(61);
      await recheck();
      expect([end, (await me(client)).body.code]).toEqual([end, 'STAFF_SESSION_OVER']);
    }
  });

  it('keeps a session while the provider is down, for eight hours after its last answer', async () => {
    const sub = await account();
    const client = await awake(sub);
    expect(await endsAt(client)).toBe('2026-01-12T20:00:00-03:00');
    await fault('down');
    minutes(60);
    await recheck();
    expect(await endsAt(client)).toBe('2026-01-12T18:00:00-03:00');
    await fault('ok');
    await putAccount(harness, sub, { groups: ['fin'] });
    minutes(66);
    await recheck();
    expect((await grantsOf(client))?.map(([role]) => role)).toEqual(['financeiro']);
  });

  it('stores the refresh token sealed', async () => {
    const sub = await account();
    await in_(sub);
    const row = await harness.platform.db.tenant(tenantId).one<{ token: string }>(sql`
      select refresh_token as token from staff_session where tenant_id = ${tenantId} and idp_subject = ${sub}`);
    expect(row?.token).toMatch(/^[\w-]{80,}$/);
  });
});
