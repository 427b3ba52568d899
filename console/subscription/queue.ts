import { QUEUES, type QueueName } from '@orbita/domain/work';
import type { Act } from '../act/props.ts';

/** Queues of applications, in display order. */
export const APPLICATION_QUEUES = [
  'discipline-analyses',
  'accommodation-requests',
  'manual-payments',
  'stuck-papers',
  'student-numbers',
] as const;
export type ApplicationQueue = (typeof APPLICATION_QUEUES)[number];

/** The act that each queue is for. */
export const ACT_OF = {
  'discipline-analyses': 'analyse-disciplines',
  'accommodation-requests': 'grant-accommodations',
  'manual-payments': 'settle-payment',
  'stuck-papers': 'retry-papers',
  'student-numbers': 'student-number',
} as const satisfies Record<ApplicationQueue, Act>;

/** The queue named by an address, if the person has a permission that opens it. */
export const queueNamed = (
  name: string | null | undefined,
  may: (...parts: (typeof QUEUES)[QueueName]['openers'][number][]) => boolean,
): ApplicationQueue | undefined =>
  APPLICATION_QUEUES.find((queue) => queue === name && may(...QUEUES[queue].openers));

/** Address of a list, or of an application in it, which leads back there. */
export const addressOfQueue = (queue: ApplicationQueue, id?: number): string =>
  `/inscricoes${id === undefined ? '' : `/${id}`}?fila=${queue}`;
