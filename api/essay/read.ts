import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import type { Caller } from '../subscription/index.ts';
import { attemptsLeftOf, checkInstitution, checkScope, ownState } from '../subscription/index.ts';
import { extraMinutesOf } from './accommodation.ts';
import { presentAttempt } from './present.ts';
import { rulesOf } from './rules.ts';
import { type EssayRow, essayById, essaysOf } from './store.ts';
import { isOverdue, timeOutEssay } from './time-out.ts';

/** Closes an overdue essay at once, so that nobody who looks has to wait for the job. */
async function settled(house: House, tenantId: number, row: EssayRow): Promise<EssayRow> {
  if (!isOverdue(row, house.clock.now())) return row;
  await house.db.write(tenantId, (tx) => timeOutEssay(tx, house, row.id));
  return (await essayById(house.db.tenant(tenantId), tenantId, row.id)) ?? row;
}

/** The author's own essay; another person's, outside an access key's scope or unknown: 404. */
export async function ownEssay(ctx: Caller, id: number): Promise<EssayRow> {
  const { house, tenant, session } = ctx;
  const row = await essayById(house.db.tenant(tenant.id), tenant.id, id);
  if (!row || row.person_id !== session.personId) fail('NOT_FOUND');
  checkScope(ctx, row.subscription_id);
  checkInstitution(ctx, row.institution_code);
  return settled(house, tenant.id, row);
}

/** Rules, attempts made and attempts left (spec 10.4). */
export async function essayOverview(ctx: Caller, subscriptionId: number) {
  const state = await ownState(ctx, subscriptionId);
  const { house, tenant } = ctx;
  const rows = await essaysOf(house.db.tenant(tenant.id), tenant.id, subscriptionId);
  const attempts = [];
  for (const row of rows) attempts.push(presentAttempt(await settled(house, tenant.id, row)));
  const extra = await extraMinutesOf(house.db.tenant(tenant.id), tenant.id, subscriptionId);
  return {
    attempts,
    attemptsLeft: attemptsLeftOf(state),
    rules: rulesOf(state.settings, extra),
  };
}
