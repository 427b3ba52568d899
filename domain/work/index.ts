export { KIND_NAMES, KINDS, type Kind, QUEUE_NAMES, QUEUES, type QueueName } from './queues.ts';
export { type Ahead, type Risk, reviewDueBy, riskOf } from './risk.ts';
