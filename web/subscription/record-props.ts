import type { Subscription } from './queries.ts';

/** What the record of each step is given. */
export type RecordProps = { subscription: Subscription };
