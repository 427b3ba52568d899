import { check, dayInZone, required } from '@orbita/domain/foundation';
import {
  EXAM_ANALYSIS_MINUTES,
  examRegistration,
  examYear,
  latestExamYear,
  lookUpsLeft,
  normaliseRegistration,
} from '@orbita/domain/selection';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/index.ts';
import { emit } from '../../platform/events.ts';
import type { House } from '../../platform/house.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import {
  isIntakeActive,
  lockSubscription,
  type SubscriptionState,
  settingsReader,
} from '../../subscription/index.ts';
import { awaitsExamScore, tellExamState } from './conclude.ts';
import { askSource, endLookUp, type RunningLookUp } from './look-up.ts';
import { lookUpsOf, setLookUpsAside } from './store.ts';

const MINUTE = 60_000;

export type AskedScore = { registration: string; year: number };

/** 422 for a number without twelve digits or a year that the institution does not take. */
function checkAsked(house: House, state: SubscriptionState, asked: AskedScore): void {
  const parameter = settingsReader(state.settings);
  const latest = latestExamYear(parameter('EnemLatestYear'), dayInZone(house.clock.now(), state.time_zone));
  invalid(
    check(asked, {
      registration: [required, examRegistration],
      year: examYear(parameter('EnemOldestYear'), latest),
    }),
  );
}

/** Begins a look-up in the database, before anybody outside hears of it. */
async function begin(tx: Tx, house: House, id: number, asked: AskedScore): Promise<RunningLookUp> {
  const state = await lockSubscription(tx, id);
  if (!awaitsExamScore(state)) fail('TRANSITION_NOT_ALLOWED', { extra: { status: state.status } });
  const earlier = await lookUpsOf(tx, tx.tenantId, id);
  if (earlier.some(({ state: one }) => one === 'analysing')) fail('ALREADY_ANALYSING');
  if (lookUpsLeft(earlier.map(({ state: one }) => one)) === 0) fail('NO_ATTEMPTS');
  const now = house.clock.now();
  if (!isIntakeActive(state, dayInZone(now, state.time_zone))) fail('INTAKE_INACTIVE');
  const { person_cpf: cpf } = state;
  if (!cpf) fail('DATA_INCOMPLETE', { extra: { missing: ['personal'] } });
  await setLookUpsAside(tx, id, now);
  const row = await tx.one<Omit<RunningLookUp, 'cpf'>>(sql`
    insert into exam_score (tenant_id, subscription_id, attempt, registration, year, state, requested_at, expected_by,
      next_check_at)
    values (${tx.tenantId}, ${id}, ${(earlier.at(-1)?.attempt ?? 0) + 1}::int,
      ${normaliseRegistration(asked.registration)}::text, ${asked.year}::int, 'analysing', ${now}::timestamptz,
      ${new Date(now.getTime() + EXAM_ANALYSIS_MINUTES * MINUTE)}::timestamptz,
      ${new Date(now.getTime() + MINUTE)}::timestamptz)
    returning id, subscription_id, reference, registration, year`);
  if (!row) throw new Error('A look-up was not written');
  await tellExamState(tx, house, id, 'analysing');
  await emit(tx, house, {
    stream: 'business',
    type: 'subscription.steps-changed',
    subscriptionId: id,
    data: {},
  });
  return { ...row, cpf };
}

/**
 * Looks up the exam score of an application (spec 9.2): the row stands before the source is asked, so that a node that
 * dies in between leaves a look-up the job goes on with. A source that cannot be reached, or does not answer in time,
 * has said nothing: the look-up has failed and does not count.
 * Refuses with `VALIDATION`, `TRANSITION_NOT_ALLOWED`, `ALREADY_ANALYSING`, `NO_ATTEMPTS`, `INTAKE_INACTIVE`,
 * `DATA_INCOMPLETE` (no CPF), `EXAM_LOOKUP_FAILED`.
 */
export async function askExamScore(house: House, state: SubscriptionState, asked: AskedScore): Promise<void> {
  checkAsked(house, state, asked);
  const tenantId = state.tenant_id;
  const running = await house.db.write(tenantId, (tx) => begin(tx, house, state.id, asked));
  const answer = await askSource(house, running).catch(async (error: Error) => {
    house.log.warn({ lookUp: running.id, err: error }, 'exam score not looked up');
    await endLookUp(house, tenantId, running, { state: 'failed' }, true);
    return fail('EXAM_LOOKUP_FAILED');
  });
  if (answer.state !== 'pending') await endLookUp(house, tenantId, running, answer);
}
