import type { Scope } from '../staff/index.ts';
import { KIND_NAMES, KINDS, leadsOf, QUEUE_NAMES, QUEUES } from './queues.ts';

/** Maximum number of groups per institution, people per group, and characters of a name (spec 25.4.5). */
export const GROUPS = { most: 50, members: 100, name: 60 } as const;

/** Scopes of which any one leads some queue: whoever holds one for an institution manages the groups there. */
export const LEADERS: readonly Scope[] = [
  ...new Set(QUEUE_NAMES.flatMap((queue) => leadsOf(QUEUES[queue].kind, queue))),
];

/** Scopes of which any one allows claiming some item: whoever holds one for an institution may be in a group there. */
export const TAKERS: readonly Scope[] = [...new Set(KIND_NAMES.flatMap((kind) => [...KINDS[kind].openers]))];
