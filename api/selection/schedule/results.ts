import { eventOfResult, type TestResult } from '@orbita/domain/selection';
import { STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import { AppError, type FieldError, fail, invalid } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { settingsReader } from '../../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../../subscription/move.ts';

/** A result line as sent. */
export type ResultLine = {
  subscriptionId: number;
  present: boolean;
  score?: number | null | undefined;
  essayScore?: number | null | undefined;
};

type State = 'missed' | 'approved' | 'rejected';
type Recorded = { id: number; state: string; score: number | null; essay_score: number | null };

const STATES = { 'test-missed': 'missed', 'test-approved': 'approved', 'test-rejected': 'rejected' } as const;

// The database stores one decimal, so a second one is refused: it would decide a result without being visible later.
const oneDecimal = (value: number) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6;

function problemsOf(line: ResultLine, index: number, seen: Set<number>): FieldError[] {
  const problems: FieldError[] = [];
  const report = (field: string, message: string) => problems.push({ field: `${index}.${field}`, message });
  if (seen.has(line.subscriptionId)) report('subscriptionId', 'Is in another line, too');
  seen.add(line.subscriptionId);
  if (line.present && (line.score === null || line.score === undefined)) report('score', 'Required');
  for (const field of ['score', 'essayScore'] as const) {
    const value = line[field];
    if (value === null || value === undefined) continue;
    if (!line.present) report(field, 'Who was absent has none');
    else if (!oneDecimal(value)) report(field, 'At most one decimal');
  }
  return problems;
}

/** Refuses the whole request, listing every invalid line: 422, fields named `0.score`. */
export function checkResults(lines: readonly ResultLine[]): void {
  const seen = new Set<number>();
  invalid(lines.flatMap((line, index) => problemsOf(line, index, seen)));
}

const resultOf = ({ present, score, essayScore }: ResultLine): TestResult =>
  present ? { present, score: score ?? 0, essayScore } : { present };

const findBooking = (tx: Tx, slotId: number, subscriptionId: number) =>
  tx.one<Recorded>(sql`
    select id, state, score::float8 as score, essay_score::float8 as essay_score from test_booking
    where tenant_id = ${tx.tenantId} and schedule_slot_id = ${slotId} and subscription_id = ${subscriptionId}
    order by id desc limit 1`);

const isSame = (booking: Recorded, line: ResultLine): boolean =>
  line.present
    ? ['approved', 'rejected'].includes(booking.state) &&
      booking.score === line.score &&
      booking.essay_score === (line.essayScore ?? null)
    : booking.state === 'missed';

async function settle(tx: Tx, platform: Platform, slotId: number, line: ResultLine, decidedBy: string) {
  // Another slot's application gets the same response as one that does not exist.
  if (!(await findBooking(tx, slotId, line.subscriptionId))) fail('NOT_FOUND');
  const row = await lockSubscription(tx, line.subscriptionId);
  // Reads again under the lock, because the booking may just have been rescheduled or graded.
  const booking = await findBooking(tx, slotId, line.subscriptionId);
  if (booking && isSame(booking, line)) return { state: booking.state as State, status: row.status };
  if (booking?.state !== 'booked' || row.status !== STATUS.Scheduled) {
    fail('STATE_CONFLICT', { extra: { status: row.status } });
  }
  const minimum = settingsReader(row.settings)('TestMinScore');
  const result = resultOf(line);
  const event = eventOfResult(result, minimum);
  const state = STATES[event];
  // The move frees the seat of an absent candidate; one who attended has used it.
  await tx.one(sql`
    update test_booking set decided_by = ${decidedBy}::text, score = ${line.score ?? null}::numeric,
      essay_score = ${line.essayScore ?? null}::numeric,
      state = ${result.present ? state : 'booked'}::text,
      ended_at = ${result.present ? platform.clock.now() : null}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${booking.id} returning id`);
  const moved = await moveSubscription(tx, platform, {
    subscriptionId: line.subscriptionId,
    event,
    actor: 'operations',
    facts: result.present
      ? { test: { score: result.score, minimum, essayScore: result.essayScore ?? null } }
      : { testAbsent: true },
  });
  return { state, status: moved.to };
}

/**
 * Registers the results of a slot, each line in its own transaction, so that one refused line does not lose the others. A line
 * that repeats a recorded result gets the same response, so an interrupted run can be repeated.
 */
export async function registerResults(
  platform: Platform,
  tenantId: number,
  slotId: number,
  lines: readonly ResultLine[],
  decidedBy: string,
) {
  const answers = [];
  for (const line of lines) {
    const { subscriptionId } = line;
    try {
      const { state, status } = await platform.db.write(tenantId, (tx) =>
        settle(tx, platform, slotId, line, decidedBy),
      );
      answers.push({ id: slotId, subscriptionId, state, status, code: null, message: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const status = (error.extra.status as Status | undefined) ?? null;
      const { code, message } = error;
      answers.push({ id: slotId, subscriptionId, state: 'refused' as const, status, code, message });
    }
  }
  return answers;
}
