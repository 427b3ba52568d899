import { randomInt } from 'node:crypto';
import { drawTheme, essayDeadline } from '@orbita/domain/essay';
import { dayInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { emitStepsChanged } from '../platform/events.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import {
  attemptsLeftOf,
  isIntakeActive,
  type SubscriptionState,
  settingsReader,
} from '../subscription/facts.ts';
import { lockSubscription } from '../subscription/move.ts';
import { publishQueues } from '../work/publish.ts';
import { extraMinutesOf } from './accommodation.ts';
import { refuseElsewhere } from './closed.ts';
import { type EssayRow, essayById, essaysOf } from './store.ts';
import { isOverdue, timeOutEssay } from './time-out.ts';

const CHANCES = 2 ** 32;
/** Essay ids are random: sequential ones would reveal the order in which applications started theirs (spec 25.7). */
const NUMBERS = [10 ** 12, 10 ** 13] as const;

// Only a text that the system delivered at time-out may still be abandoned for a new attempt (spec 10.1).
function checkLast(last: EssayRow | undefined, state: SubscriptionState): void {
  if (last?.state === 'in-progress') fail('ESSAY_IN_PROGRESS', { extra: { id: last.id } });
  refuseElsewhere(state.status);
  if (last?.state === 'finished' && !last.timed_out) fail('ESSAY_FINISHED', { extra: { id: last.id } });
}

async function themeFor(tx: Tx, state: SubscriptionState): Promise<number> {
  const themes = await tx.many<{ id: number }>(sql`
    select th.id from offer_essay_theme ot
    join essay_theme th on th.tenant_id = ot.tenant_id and th.id = ot.essay_theme_id
    where ot.tenant_id = ${tx.tenantId} and ot.offer_id = ${state.offer_id} and th.retired_at is null order by th.id`);
  const used = await tx.many<{ id: number }>(sql`
    select distinct essay_theme_id as id from essay
    where tenant_id = ${tx.tenantId} and person_id = ${state.person_id}`);
  const drawn = drawTheme(
    themes,
    used.map(({ id }) => id),
    randomInt(CHANCES) / CHANCES,
  );
  if (!drawn) fail('UNAVAILABLE');
  return drawn.id;
}

async function insert(tx: Tx, platform: Platform, state: SubscriptionState, last: EssayRow | undefined) {
  const now = platform.clock.now();
  const extra = await extraMinutesOf(tx, state.id);
  const deadline = essayDeadline(now, settingsReader(state.settings)('EssayTimeMinutes'), extra);
  const theme = await themeFor(tx, state);
  const row = await tx.one<{ id: number }>(sql`
    insert into essay (tenant_id, id, subscription_id, person_id, offer_id, attempt, essay_theme_id, state, started_at, deadline,
      extra_minutes)
    values (${tx.tenantId}, ${randomInt(...NUMBERS)}::bigint, ${state.id}, ${state.person_id}, ${state.offer_id}, ${(last?.attempt ?? 0) + 1}, ${theme},
      'in-progress', ${now}::timestamptz, ${deadline}::timestamptz, ${extra}::int) returning id`);
  if (!row) throw new Error('An essay was not inserted');
  return row.id;
}

/**
 * Starts an essay: draws the theme and starts the clock (spec 10.1). Refuses with `NOT_ESSAY_INGRESS`, `ESSAY_IN_PROGRESS {id}`,
 * `ESSAY_FINISHED`, `NO_ATTEMPTS`, `INTAKE_INACTIVE`; `UNAVAILABLE` when there is no theme.
 */
export async function startEssay(tx: Tx, platform: Platform, subscriptionId: number): Promise<EssayRow> {
  let state = await lockSubscription(tx, subscriptionId);
  if (state.ingress_kind !== 'online-essay') fail('NOT_ESSAY_INGRESS');
  let last = (await essaysOf(tx, subscriptionId)).at(-1);
  if (last && isOverdue(last, platform.clock.now())) {
    await timeOutEssay(tx, platform, last.id);
    last = await essayById(tx, last.id);
    state = await lockSubscription(tx, subscriptionId);
  }
  checkLast(last, state);
  if (attemptsLeftOf(state) === 0) fail('NO_ATTEMPTS');
  if (!isIntakeActive(state, dayInZone(platform.clock.now(), state.time_zone))) fail('INTAKE_INACTIVE');
  if (last?.state === 'finished') {
    await tx.one(sql`
      update essay set state = 'withdrawn' where tenant_id = ${tx.tenantId} and id = ${last.id} returning id`);
    publishQueues(tx, { kind: 'essay', institutionId: last.institution_id });
  }
  const id = await insert(tx, platform, state, last);
  await emitStepsChanged(tx, platform, subscriptionId);
  const essay = await essayById(tx, id);
  if (!essay) throw new Error(`Essay ${id} vanished`);
  return essay;
}
