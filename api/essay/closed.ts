import { writingTime } from '@orbita/domain/essay';
import { fail } from '../platform/http/errors.ts';
import type { EssayRow } from './store.ts';

/** Refuses a text for an essay that takes none any more: `ESSAY_TIMED_OUT` before `ESSAY_FINISHED` (spec 10.4). */
export function refuseClosed(row: Pick<EssayRow, 'state' | 'timed_out' | 'deadline'>, now: Date): void {
  if (row.timed_out || (row.state === 'in-progress' && writingTime(row.deadline, now) === 'over')) {
    fail('ESSAY_TIMED_OUT');
  }
  if (row.state !== 'in-progress') fail('ESSAY_FINISHED');
}
