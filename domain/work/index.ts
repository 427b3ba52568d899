export { type DigestCount, digestDayOf, digestOf } from './digest.ts';
export { GROUPS, LEADERS, TAKERS } from './groups.ts';
export { COUNTED_ONLY, type CountedOnly, type CountedQueue, listPath } from './lists.ts';
export {
  ATTENTION_HOURS,
  CANCELLATION_DAYS,
  CANCELLATION_RISK_HOURS,
  FAILED_HOURS,
  KIND_NAMES,
  KINDS,
  type Kind,
  leadsOf,
  MANUAL_HOURS,
  NUMBER_HOURS,
  PERSON_HOURS,
  PRIVACY_RISK_DAYS,
  QUEUE_NAMES,
  QUEUES,
  type QueueName,
  SELECTION_HOURS,
  takersOf,
} from './queues.ts';
export { reviewDueBy, riskOf } from './risk.ts';
export { type Histogram, MOST_TICKS, TRACK, ticksOf } from './track.ts';
export {
  MOST_STILL_DAYS,
  WAIT_FACTS,
  WAIT_QUEUE_NAMES,
  WAITS_FOR,
  type Wait,
  type WaitFacts,
  type WaitsFor,
  waitLabel,
  waitNow,
  waitOf,
  waitQueueLabel,
  waitText,
} from './waits.ts';
