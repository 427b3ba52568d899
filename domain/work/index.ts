export { type DigestCount, digestDayOf, digestOf } from './digest.ts';
export { type CountedQueue, listPath } from './lists.ts';
export {
  KIND_NAMES,
  KINDS,
  type Kind,
  leadsOf,
  MANUAL_HOURS,
  NUMBER_HOURS,
  QUEUE_NAMES,
  QUEUES,
  type QueueName,
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
