import { dayInZone } from '@orbita/domain/foundation';
import { latestExamYear } from '@orbita/domain/selection';
import { type SubscriptionState, settingsReader } from '../../subscription/facts.ts';

/** Years of the exam that an application may use (spec 3.2). */
export function examYearsOf(
  state: Pick<SubscriptionState, 'settings' | 'time_zone'>,
  now: Date,
): { oldest: number; latest: number } {
  const parameter = settingsReader(state.settings);
  const latest = latestExamYear(parameter('EnemLatestYear'), dayInZone(now, state.time_zone));
  return { oldest: parameter('EnemOldestYear'), latest };
}
