import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { seedScale } from '../../testing/scale/seed.ts';
import { forgetCatalogue } from '../tenancy/memory.ts';
import { type SubscriptionState, selectStates } from './facts.ts';
import { shownStates } from './shown-state.ts';

let harness: Harness;
let tenants: { id: number; alias: string }[];
beforeAll(async () => {
  harness = await startHarness();
  tenants = await seedScale(harness.platform, { subscriptions: 400, tenants: 2 });
});
afterAll(() => harness.stop());

const every = sql`true`;
const decided = (tenantId: number) =>
  harness.platform.db
    .tenant(tenantId)
    .many<SubscriptionState>(sql`${selectStates(sql`s.tenant_id = ${tenantId}`)} order by s.id desc`);
const shown = (tenantId: number) => shownStates(harness.platform, tenantId, every);

describe('subscriptions loaded for display', () => {
  it('are the same as those loaded for decisions, column by column', async () => {
    for (const { id } of tenants) {
      const rows = await decided(id);
      expect(rows.length).toBeGreaterThan(100);
      expect(await shown(id)).toEqual(rows);
      // The second time from the cache.
      expect(await shown(id)).toEqual(rows);
    }
  });

  it('have a booking, an exam score, a class and an analysis only where their offer has such', async () => {
    const [tenant] = tenants;
    const id = tenant?.id ?? 0;
    const on = harness.platform.db.tenant(id);
    const [row] = await shown(id);
    await on.many(sql`
      insert into discipline_analysis (tenant_id, subscription_id, favourable, accepted, term, analysed_by, analysed_at)
      values (${id}, ${row?.id}, true, '[]', null, 'test', now()) returning 1`);
    for (const used of [true, false]) {
      await on.many(
        sql`update ingress_mode set use_disciplines = ${used} where tenant_id = ${id} returning 1`,
      );
      forgetCatalogue(harness.platform);
      const [now] = await shown(id);
      expect(now?.analysis_favourable).toBe(used ? true : null);
      expect(await shown(id)).toEqual(await decided(id));
    }
  });

  it('change at once with the catalogue, and with themselves', async () => {
    const [tenant] = tenants;
    const id = tenant?.id ?? 0;
    const on = harness.platform.db.tenant(id);
    const [row] = await shown(id);
    await on.many(sql`
      update subscription set attention = '["late-payment"]', extended_end = '2030-01-01' where tenant_id = ${id} and id = ${row?.id} returning 1`);
    await on.many(sql`update course set name = 'Outro nome' where tenant_id = ${id} returning 1`);
    const [own] = await shown(id);
    expect([own?.attention, own?.last_day, own?.course_name]).toEqual([
      ['late-payment'],
      '2030-01-01',
      row?.course_name,
    ]);
    forgetCatalogue(harness.platform);
    expect((await shown(id))[0]?.course_name).toBe('Outro nome');
    expect(await shown(id)).toEqual(await decided(id));
  });

  it('of another tenant are not found', async () => {
    const [one, other] = tenants;
    const [row] = await shown(one?.id ?? 0);
    expect(await shownStates(harness.platform, other?.id ?? 0, sql`s.id = ${row?.id}`)).toEqual([]);
  });
});
