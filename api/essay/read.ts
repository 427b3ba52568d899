import { fail } from '../platform/http/errors.ts';
import { attemptsLeftOf } from '../subscription/facts.ts';
import type { Caller } from '../subscription/own.ts';
import { checkInstitution, checkScope } from '../subscription/own.ts';
import { ownState } from '../subscription/read.ts';
import { extraMinutesOf } from './accommodation.ts';
import { presentAttempt } from './present.ts';
import { rulesOf } from './rules.ts';
import { type EssayRow, essayById, essaysOf } from './store.ts';
import { isOverdue, timeOutEssay } from './time-out.ts';

/** Closes an overdue essay on read, so that nobody has to wait for the job; who only looks at it changes nothing. */
async function settled({ platform, tenant, session }: Caller, row: EssayRow): Promise<EssayRow> {
  if (session.view || !isOverdue(row, platform.clock.now())) return row;
  const tenantId = tenant.id;
  await platform.db.write(tenantId, (tx) => timeOutEssay(tx, platform, row.id));
  return (await essayById(platform.db.tenant(tenantId), tenantId, row.id)) ?? row;
}

/** The author's own essay; one of another person, outside an access key's scope or unknown: 404. */
export async function ownEssay(ctx: Caller, id: number): Promise<EssayRow> {
  const { platform, tenant, session } = ctx;
  const row = await essayById(platform.db.tenant(tenant.id), tenant.id, id);
  if (!row || row.person_id !== session.personId) fail('NOT_FOUND');
  checkScope(ctx, row.subscription_id);
  checkInstitution(ctx, row.institution_code);
  return settled(ctx, row);
}

/** Rules, attempts made and attempts left (spec 10.4). */
export async function essayOverview(ctx: Caller, subscriptionId: number) {
  const state = await ownState(ctx, subscriptionId);
  const { platform, tenant } = ctx;
  const rows = await essaysOf(platform.db.tenant(tenant.id), tenant.id, subscriptionId);
  const attempts = [];
  for (const row of rows) attempts.push(presentAttempt(await settled(ctx, row)));
  const extra = await extraMinutesOf(platform.db.tenant(tenant.id), tenant.id, subscriptionId);
  return {
    attempts,
    attemptsLeft: attemptsLeftOf(state),
    rules: rulesOf(state.settings, extra),
  };
}
