import { toAmount } from '@orbita/domain/foundation';
import {
  type CycleEvent,
  cycleMove,
  isLiveRecurrence,
  type MonthMark,
  type RecurrenceEvent,
  receivedAmount,
  recurrenceMove,
} from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import { emit } from '../../platform/events.ts';
import type { PixCycleCharge, PixRecurrence } from '../../platform/pix-recurrence-port.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CycleRow, lockCycle, lockRecurrence, OPEN_CYCLE, type RecurrenceRow } from './store.ts';

const REPORTED: Partial<Record<PixRecurrence['status'], RecurrenceEvent>> = {
  APROVADA: 'approved',
  REJEITADA: 'rejected',
  EXPIRADA: 'expired',
  CANCELADA: 'cancelled',
};

const emitRecurrence = (tx: Tx, platform: Platform, row: RecurrenceRow): Promise<void> =>
  emit(tx, platform, {
    stream: 'financial',
    type: 'recurrence.updated',
    subscriptionId: row.subscription_id,
    data: { state: row.state },
  });

/** Ends the unpaid cycles; the job then cancels those that were already requested from the provider. */
const endCycles = (tx: Tx, recurrenceId: number, by: string | null, now: Date): Promise<unknown> =>
  tx.many(sql`
    update recurrence_cycle set state = 'cancelled', ended_by = ${by}::text, next_check_at = null, checks = 0,
      cancel_at_provider = txid is not null, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and recurrence_id = ${recurrenceId} and state in ${OPEN_CYCLE} returning number`);

/**
 * Changes the state of an authorisation and publishes it; late and repeated reports change nothing. When it ends, its open
 * cycles end too. Returns whether anything changed. The caller must hold the lock on the recurrence.
 */
export async function moveRecurrence(
  tx: Tx,
  platform: Platform,
  row: RecurrenceRow,
  event: RecurrenceEvent,
  more: { endedBy?: RecurrenceRow['ended_by']; endCode?: string | null; cancelAtProvider?: boolean } = {},
): Promise<boolean> {
  const { state, changed } = recurrenceMove(row.state, event);
  if (!changed) return false;
  const now = platform.clock.now();
  const { endedBy = null, endCode = null, cancelAtProvider = false } = more;
  await tx.one(sql`
    update recurrence set state = ${state}::text, ended_by = ${endedBy}::text, end_code = ${endCode}::text,
      cancel_at_provider = ${cancelAtProvider}::boolean, checks = 0, next_check_at = null, updated_at = ${now}::timestamptz,
      approved_at = case when ${state}::text = 'approved' then ${now}::timestamptz else approved_at end
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  if (state !== 'approved') await endCycles(tx, row.id, endedBy, now);
  await emitRecurrence(tx, platform, { ...row, state });
  return true;
}

/** Whether an authorisation that has ended here is still in force at the provider and must be cancelled there. */
const cancelAgain = (row: RecurrenceRow, { status }: PixRecurrence): boolean => {
  if (status === 'UNKNOWN') return row.cancel_at_provider;
  return (status === 'CRIADA' || status === 'APROVADA') && !isLiveRecurrence(row.state);
};

/** Records the provider's report on an authorisation. Returns whether its state changed. */
export const applyRecurrence = (
  platform: Platform,
  tenantId: number,
  recurrenceId: number,
  found: PixRecurrence,
): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const row = await lockRecurrence(tx, recurrenceId);
    if (!row) return false;
    // The payer's name and document were only stored in order to be sent to the provider, which now has them.
    await tx.one(sql`
      update recurrence set provider_id = ${found.idRec}::text, payer_name = null, payer_cpf = null,
        copy_paste = coalesce(${found.copyPaste}::text, copy_paste),
        cancel_at_provider = ${cancelAgain(row, found)}::boolean
      where tenant_id = ${tenantId} and id = ${recurrenceId} returning id`);
    const event = REPORTED[found.status];
    return event ? moveRecurrence(tx, platform, row, event, found) : false;
  });

const OPEN_ATTEMPTS: readonly string[] = ['SOLICITADA', 'AGENDADA', 'UNKNOWN'];

/** Whether the payer's bank is still trying to charge, or may do so. */
export const hasOpenAttempt = ({ attempts }: PixCycleCharge): boolean =>
  attempts.length === 0 || attempts.some(({ status }) => OPEN_ATTEMPTS.includes(status));

function eventOf(found: PixCycleCharge): CycleEvent | undefined {
  if (found.status === 'CONCLUIDA' || found.received.length > 0) return 'paid';
  if (found.status === 'EXPIRADA' || found.status === 'REJEITADA') return 'failed';
  if (found.status === 'CANCELADA') return 'cancelled';
  return found.attempts.some(({ status }) => status === 'AGENDADA') ? 'scheduled' : undefined;
}

const emitCycle = (
  tx: Tx,
  platform: Platform,
  type: 'recurrence.charged' | 'recurrence.failed',
  subscriptionId: number,
  { number, due_day: dueDay, cents }: { number: number; due_day: string; cents: number },
): Promise<void> =>
  emit(tx, platform, {
    stream: 'financial',
    type,
    subscriptionId,
    data: { number, dueDay, amount: toAmount(cents) },
  });

export interface CycleReport {
  event: CycleEvent;
  receivedCents?: number;
  retryDays?: readonly string[];
  endedBy?: CycleRow['ended_by'];
  endCode?: string | null;
}

/** Attention marks of a paid cycle. */
const marksOf = (row: CycleRow, cents: number, late: MonthMark | undefined): MonthMark[] => {
  const { result } = receivedAmount(row.amount_cents, cents);
  return [...(late ? [late] : []), ...(result === 'exact' ? [] : [`amount-${result}` as const])];
};

/**
 * Changes the state of a cycle. Emits `recurrence.charged` when it was paid, and `recurrence.failed` when it ended unpaid,
 * unless the institution itself ended it. Returns whether its state changed. The caller must hold the locks on recurrence and
 * cycle.
 */
export async function moveCycle(
  tx: Tx,
  platform: Platform,
  { subscriptionId, row }: { subscriptionId: number; row: CycleRow },
  report: CycleReport,
): Promise<boolean> {
  const { state, changed, attention } = cycleMove(row.state, report.event);
  if (!changed) return false;
  const now = platform.clock.now();
  const paid = state === 'paid';
  const cents = report.receivedCents ?? row.amount_cents;
  const marks = paid ? marksOf(row, cents, attention) : [];
  await tx.one(sql`
    update recurrence_cycle set state = ${state}::text, updated_at = ${now}::timestamptz,
      received_cents = ${paid ? cents : null}::bigint, paid_at = ${paid ? now : null}::timestamptz,
      attention = attention || ${JSON.stringify(marks)}::jsonb, ended_by = ${report.endedBy ?? null}::text,
      end_code = ${report.endCode ?? null}::text,
      retry_days = coalesce(${report.retryDays ? JSON.stringify(report.retryDays) : null}::jsonb, retry_days),
      cancel_at_provider = false
    where tenant_id = ${tx.tenantId} and recurrence_id = ${row.recurrence_id} and number = ${row.number}
    returning number`);
  const about = { ...row, cents };
  if (paid) await emitCycle(tx, platform, 'recurrence.charged', subscriptionId, about);
  const ended = state === 'failed' || (state === 'cancelled' && report.endedBy !== 'institution');
  if (ended) await emitCycle(tx, platform, 'recurrence.failed', subscriptionId, about);
  return true;
}

/**
 * Records the provider's report on the charge of a cycle; `given` overrides the event derived from it. Returns whether the
 * cycle's state changed.
 */
export const applyCycle = (
  platform: Platform,
  tenantId: number,
  { recurrence_id: recurrenceId, number }: Pick<CycleRow, 'recurrence_id' | 'number'>,
  found: PixCycleCharge,
  given?: CycleEvent,
): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const recurrence = await lockRecurrence(tx, recurrenceId);
    const row = await lockCycle(tx, recurrenceId, number);
    if (!recurrence || !row) return false;
    const retryDays = found.attempts.filter(({ extra }) => extra).map(({ day }) => day);
    const received = JSON.stringify(
      found.received.map(({ endToEndId, amountCents }) => ({ source: endToEndId, cents: amountCents })),
    );
    const openThere = found.status === 'CRIADA' || found.status === 'ATIVA';
    const cancel =
      found.status === 'UNKNOWN' ? row.cancel_at_provider : openThere && row.state === 'cancelled';
    await tx.one(sql`
      update recurrence_cycle set retry_days = ${JSON.stringify(retryDays)}::jsonb,
        received = case when jsonb_array_length(${received}::jsonb) > 0 then ${received}::jsonb else received end,
        cancel_at_provider = ${cancel}::boolean
      where tenant_id = ${tenantId} and recurrence_id = ${recurrenceId} and number = ${number} returning number`);
    const event = given ?? eventOf(found);
    if (!event) return false;
    const lastCode = found.attempts.findLast(({ code }) => code !== null)?.code ?? null;
    return moveCycle(
      tx,
      platform,
      { subscriptionId: recurrence.subscription_id, row },
      {
        event,
        retryDays,
        ...(found.received.length > 0
          ? { receivedCents: found.received.reduce((sum, { amountCents }) => sum + amountCents, 0) }
          : {}),
        endedBy: found.endedBy,
        endCode: found.endCode ?? lastCode,
      },
    );
  });

/**
 * Marks a month as failed because it can no longer be charged, provided `still` holds for it. Returns whether its state
 * changed.
 */
export const failCycle = (
  platform: Platform,
  tenantId: number,
  { recurrence_id: of, number }: Pick<CycleRow, 'recurrence_id' | 'number'>,
  still: (row: CycleRow) => boolean = () => true,
): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const recurrence = await lockRecurrence(tx, of);
    const row = await lockCycle(tx, of, number);
    if (!recurrence || !row || !still(row)) return false;
    return moveCycle(tx, platform, { subscriptionId: recurrence.subscription_id, row }, { event: 'failed' });
  });
