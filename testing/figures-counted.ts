import sql from 'sql-template-tag';
import type { Platform } from '../api/platform/platform.ts';
import { stepFactsOf } from '../api/subscription/present.ts';
import { shownStates } from '../api/subscription/shown-state.ts';
import { type FunnelRow, MOST_ROWS } from '../domain/report/index.ts';
import { CLOSED_STATUSES, STATUS, stepsOf } from '../domain/subscription/index.ts';
import type { Client, Harness } from './harness.ts';

type Counted = { created: number; enrolled: number; rows: Map<string, Omit<FunnelRow, 'label'>> };

/** Counts the applications of an intake one by one, each by the steps that its own candidate sees. */
async function byHand(platform: Platform, tenantId: number, intake: string): Promise<Counted> {
  const found = await platform.db.tenant(tenantId).many<{ id: number }>(sql`
    select s.id from subscription s join intake k on k.tenant_id = s.tenant_id and k.id = s.intake_id
    where s.tenant_id = ${tenantId} and k.code = ${intake}::text`);
  const ids = new Set(found.map(({ id }) => id));
  const states = (await shownStates(platform, tenantId, sql`true`)).filter(({ id }) => ids.has(id));
  const counted: Counted = { created: states.length, enrolled: 0, rows: new Map() };
  for (const state of states) {
    const steps = stepsOf(stepFactsOf(state, platform.clock.now()));
    const open = steps.findIndex((step) => step.state !== 'done');
    const at = open === -1 ? steps.length - 1 : open;
    for (const [place, { code }] of steps.slice(0, at + 1).entries()) {
      const row = counted.rows.get(code) ?? { step: code, reached: 0, here: 0, ended: 0 };
      row.reached += 1;
      if (place === at && state.status !== STATUS.Enrolled)
        row[CLOSED_STATUSES.includes(state.status) ? 'ended' : 'here'] += 1;
      counted.rows.set(code, row);
    }
    if (state.status === STATUS.Enrolled) counted.enrolled += 1;
  }
  return counted;
}

/**
 * Figures of a tenant's newest intake that differ from an individual count of its applications, and sums that do not add up
 * (spec-console 25.13); empty if all is well.
 */
export async function figuresCounted(
  { platform }: Pick<Harness, 'platform'>,
  operations: Client,
  tenantId: number,
): Promise<string[]> {
  const { status, body } = await operations.call('GET /operations/reports/{report}', {
    params: { report: 'funnel' },
  });
  if (status !== 200 || body.report !== 'funnel' || !body.intake) throw new Error(`Funnel: ${status}`);
  const hand = await byHand(platform, tenantId, body.intake.code);
  const wrong: string[] = [];
  const compare = (what: string, told: unknown, counted: unknown) => {
    if (JSON.stringify(told) !== JSON.stringify(counted))
      wrong.push(`${what}: told ${JSON.stringify(told)}, counted ${JSON.stringify(counted)}`);
  };
  compare('created', body.created, hand.created);
  compare('enrolled', body.enrolled, hand.enrolled);
  const stood = body.rows.reduce((sum, { here, ended }) => sum + here + ended, 0);
  compare('here, ended and enrolled together', stood + body.enrolled, body.created);
  for (const { label: _label, ...row } of body.rows) compare(row.step, row, hand.rows.get(row.step));
  compare('steps', body.rows.length, hand.rows.size);
  if (body.rows.length > MOST_ROWS) wrong.push('too many rows');
  return wrong;
}
