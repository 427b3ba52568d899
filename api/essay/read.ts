import { fail } from '../platform/http/errors.ts';
import { attemptsLeftOf } from '../subscription/facts.ts';
import type { Caller } from '../subscription/own.ts';
import { checkInstitution, checkScope } from '../subscription/own.ts';
import { ownState } from '../subscription/read.ts';
import { extraMinutesOf } from './accommodation.ts';
import { attemptInView, essayInView, isBlindTo } from './blind.ts';
import { presentAttempt, presentEssay } from './present.ts';
import { rulesOf } from './rules.ts';
import { type EssayRow, essayById, essaysOf } from './store.ts';
import { isOverdue, timeOutEssay } from './time-out.ts';

/** Closes an overdue essay on read, so that nobody has to wait for the job; in a view it is only read. */
async function settled({ platform, tenant, session }: Caller, row: EssayRow): Promise<EssayRow> {
  if (session.view || !isOverdue(row, platform.clock.now())) return row;
  const tenantId = tenant.id;
  await platform.db.write(tenantId, (tx) => timeOutEssay(tx, platform, row.id));
  return (await essayById(platform.db.tenant(tenantId), row.id)) ?? row;
}

/** The caller's own essay; 404 for another person's, an unknown one or one outside an access key's scope. */
export async function ownEssay(ctx: Caller, id: number): Promise<EssayRow> {
  const { platform, tenant, session } = ctx;
  const row = await essayById(platform.db.tenant(tenant.id), id);
  if (!row || row.person_id !== session.personId) fail('NOT_FOUND');
  checkScope(ctx, row.subscription_id);
  checkInstitution(ctx, row.institution_code);
  return settled(ctx, row);
}

/** One essay as its author reads it; in a view `id` is the attempt number (spec 25.6.3). */
export async function showOwnEssay(ctx: Caller, id: number) {
  const { platform, tenant, session } = ctx;
  const now = platform.clock.now();
  const { view, scope } = session;
  if (!view) return presentEssay(await ownEssay(ctx, id), now);
  const written =
    scope === 'candidate' ? [] : await essaysOf(platform.db.tenant(tenant.id), scope.subscriptionId);
  const row = await ownEssay(ctx, written.find(({ attempt }) => attempt === id)?.id ?? fail('NOT_FOUND'));
  return essayInView(presentEssay(row, now), isBlindTo(session, row));
}

/** Rules, attempts made and attempts left (spec 10.4). */
export async function essayOverview(ctx: Caller, subscriptionId: number) {
  const state = await ownState(ctx, subscriptionId);
  const { platform, tenant } = ctx;
  const rows = await essaysOf(platform.db.tenant(tenant.id), subscriptionId);
  const attempts = [];
  for (const row of rows) {
    const attempt = presentAttempt(await settled(ctx, row));
    attempts.push(ctx.session.view ? attemptInView(attempt, isBlindTo(ctx.session, row)) : attempt);
  }
  const extra = await extraMinutesOf(platform.db.tenant(tenant.id), subscriptionId);
  return {
    attempts,
    attemptsLeft: attemptsLeftOf(state),
    rules: rulesOf(state.settings, extra),
  };
}
