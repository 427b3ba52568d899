import { addDays, dayInZone } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import { type SubscriptionState, settingsReader } from './facts.ts';

/**
 * Last day to submit the enrolment documents, counted from when they were requested, or a later day that the institution
 * granted; null if they are not being requested.
 */
export function documentsDay(
  row: Pick<SubscriptionState, 'status' | 'history' | 'time_zone' | 'settings' | 'documents_until'>,
): string | null {
  const entered = row.history.findLast(({ to }) => to === STATUS.DocumentationPending);
  if (row.status !== STATUS.DocumentationPending) return null;
  const given = row.documents_until;
  if (!entered) return given;
  const day = addDays(
    dayInZone(new Date(entered.at), row.time_zone),
    settingsReader(row.settings)('DocumentDeadlineDays'),
  );
  return given !== null && given > day ? given : day;
}
