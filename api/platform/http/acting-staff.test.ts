import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { tenantByAlias } from '../../tenancy/hosts.ts';
import { actingStaffId, nameActingStaff } from './acting-staff.ts';
import type { ActingStaff } from './context.ts';

let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness();
  tenantId = (await tenantByAlias(harness.platform, 'alfa'))?.id ?? 0;
});
afterAll(() => harness?.stop());

/** The team member recorded by a transaction of this person, or of a service token without one. */
const named = (staff?: { id: number }): Promise<number | null | undefined> =>
  harness.platform.db.write(tenantId, async (tx) => {
    await nameActingStaff(tx, staff ? { staff: staff as ActingStaff } : {});
    return (await tx.one<{ id: number | null }>(sql`select ${actingStaffId} as id`))?.id;
  });

it('names the team member in what their own transaction writes, and in no later one', async () => {
  expect(await named()).toBeNull();
  expect(await named({ id: 7001 })).toBe(7001);
  expect(await named()).toBeNull();
});
