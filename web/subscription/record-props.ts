import type { Subscription } from './queries.ts';

/** Props of the record of every step. */
export type RecordProps = { subscription: Subscription };
