import type { Scope } from '../staff/index.ts';
import { KIND_NAMES, KINDS, leadsOf, QUEUE_NAMES, QUEUES } from './queues.ts';

/** Groups of an institution at once, people in one, and letters of a name (spec 25.4.5). */
export const GROUPS = { most: 50, members: 100, name: 60 } as const;

/** Parts of which one leads some queue: whoever has it in an institution says who is in the groups there. */
export const LEADERS: readonly Scope[] = [
  ...new Set(QUEUE_NAMES.flatMap((queue) => leadsOf(QUEUES[queue].kind, queue))),
];

/** Parts of which one lets somebody take something up: whoever has it in an institution may be in a group there. */
export const TAKERS: readonly Scope[] = [...new Set(KIND_NAMES.flatMap((kind) => [...KINDS[kind].openers]))];
