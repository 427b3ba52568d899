import { check, dayInZone, required } from '@orbita/domain/foundation';
import {
  EXAM_ANALYSIS_MINUTES,
  examRegistration,
  examYear,
  lookUpsLeft,
  normaliseRegistration,
} from '@orbita/domain/selection';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';
import { emitStepsChanged } from '../../platform/events.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isIntakeActive, type SubscriptionState } from '../../subscription/facts.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { awaitsExamScore, emitExamState } from './conclude.ts';
import { askSource, endLookUp, type RunningLookUp } from './look-up.ts';
import { publishExamScores } from './queue.ts';
import { lookUpsOf, setLookUpsAside } from './store.ts';
import { examYearsOf } from './years.ts';

const MINUTE = 60_000;

export type AskedScore = { registration: string; year: number };

/** 422 for a number without twelve digits or a year that the institution does not accept. */
function checkAsked(platform: Platform, state: SubscriptionState, asked: AskedScore): void {
  const { oldest, latest } = examYearsOf(state, platform.clock.now());
  invalid(
    check(asked, {
      registration: [required, examRegistration],
      year: examYear(oldest, latest),
    }),
  );
}

type Refusal =
  | 'TRANSITION_NOT_ALLOWED'
  | 'ALREADY_ANALYSING'
  | 'NO_ATTEMPTS'
  | 'INTAKE_INACTIVE'
  | 'DATA_INCOMPLETE';

function refusalOf(
  state: SubscriptionState,
  earlier: Awaited<ReturnType<typeof lookUpsOf>>,
  now: Date,
): Refusal | undefined {
  if (!awaitsExamScore(state)) return 'TRANSITION_NOT_ALLOWED';
  if (earlier.some(({ state: one }) => one === 'analysing')) return 'ALREADY_ANALYSING';
  if (lookUpsLeft(earlier.map(({ state: one }) => one)) === 0) return 'NO_ATTEMPTS';
  if (!isIntakeActive(state, dayInZone(now, state.time_zone))) return 'INTAKE_INACTIVE';
  return state.person_cpf ? undefined : 'DATA_INCOMPLETE';
}

/** Why no look-up can begin now, whatever number is given; undefined if one can. */
export const lookUpRefusal = async (on: Runner, state: SubscriptionState, now: Date) =>
  refusalOf(state, await lookUpsOf(on, state.id), now);

/** Records the start of a look-up in the database before the external service is called. */
async function begin(tx: Tx, platform: Platform, id: number, asked: AskedScore): Promise<RunningLookUp> {
  const state = await lockSubscription(tx, id);
  const now = platform.clock.now();
  const earlier = await lookUpsOf(tx, id);
  const refused = refusalOf(state, earlier, now);
  if (refused === 'TRANSITION_NOT_ALLOWED') fail(refused, { extra: { status: state.status } });
  const { person_cpf: cpf } = state;
  if (refused === 'DATA_INCOMPLETE' || !cpf) fail('DATA_INCOMPLETE', { extra: { missing: ['personal'] } });
  if (refused) fail(refused);
  await setLookUpsAside(tx, id, now);
  if (earlier.length > 0) publishExamScores(tx, state.institution_id);
  const row = await tx.one<Omit<RunningLookUp, 'cpf'>>(sql`
    insert into exam_score (tenant_id, subscription_id, attempt, registration, year, state, requested_at, expected_by,
      next_check_at)
    values (${tx.tenantId}, ${id}, ${(earlier.at(-1)?.attempt ?? 0) + 1}::int,
      ${normaliseRegistration(asked.registration)}::text, ${asked.year}::int, 'analysing', ${now}::timestamptz,
      ${new Date(now.getTime() + EXAM_ANALYSIS_MINUTES * MINUTE)}::timestamptz,
      ${new Date(now.getTime() + MINUTE)}::timestamptz)
    returning id, subscription_id, reference, registration, year`);
  if (!row) throw new Error('A look-up was not written');
  await emitExamState(tx, platform, id, 'analysing');
  await emitStepsChanged(tx, platform, id);
  return { ...row, cpf };
}

/**
 * Looks up the exam score of an application (spec 9.2). The row is committed before the source is called, so that the job can
 * continue the look-up if the node crashes in between. If the source cannot be reached or does not respond in time, the look-up
 * has failed and does not count. Refuses with `VALIDATION`, `TRANSITION_NOT_ALLOWED`, `ALREADY_ANALYSING`, `NO_ATTEMPTS`,
 * `INTAKE_INACTIVE`, `DATA_INCOMPLETE` (no CPF), `EXAM_LOOKUP_FAILED`.
 * @param within writes of the caller in the transaction that begins the look-up
 */
export async function askExamScore(
  platform: Platform,
  state: SubscriptionState,
  asked: AskedScore,
  within: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  checkAsked(platform, state, asked);
  const tenantId = state.tenant_id;
  const running = await platform.db.write(tenantId, async (tx) => {
    const begun = await begin(tx, platform, state.id, asked);
    // The application is locked by now: two callers that first wrote a row about it would wait for each other's lock.
    await within(tx);
    return begun;
  });
  const answer = await askSource(platform, running).catch(async (error: Error) => {
    platform.log.warn({ lookUp: running.id, err: error }, 'exam score not looked up');
    await endLookUp(platform, tenantId, running, { state: 'failed' }, true);
    return fail('EXAM_LOOKUP_FAILED');
  });
  if (answer.state !== 'pending') await endLookUp(platform, tenantId, running, answer);
}
