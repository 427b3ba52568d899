import { writingTime } from '@orbita/domain/essay';
import { STATUS, type Status } from '@orbita/domain/subscription';
import { fail } from '../platform/http/errors.ts';
import type { EssayRow } from './store.ts';

/** Refuses a text for a closed essay: `ESSAY_TIMED_OUT` takes precedence over `ESSAY_FINISHED` (spec 10.4). */
export function refuseClosed(row: Pick<EssayRow, 'state' | 'timed_out' | 'deadline'>, now: Date): void {
  if (row.timed_out || (row.state === 'in-progress' && writingTime(row.deadline, now) === 'over')) {
    fail('ESSAY_TIMED_OUT');
  }
  if (row.state !== 'in-progress') fail('ESSAY_FINISHED');
}

const ELSEWHERE = 'Sua inscrição não está mais na etapa da redação. Veja a situação dela no portal.';

/**
 * Refuses an action that requires the application to be at the essay step: `ESSAY_FINISHED`, with a message that fits the status.
 */
export function refuseElsewhere(status: Status): void {
  if (status !== STATUS.Subscribed) fail('ESSAY_FINISHED', { extra: { status }, message: ELSEWHERE });
}
