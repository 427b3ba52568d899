import type { Kind, QueueName } from '@orbita/domain/work';
import type { Sql } from 'sql-template-tag';
import type { ReadSetting } from './places.ts';

declare module '../platform/platform.ts' {
  interface Platform {
    /** Queues of pending decisions, and how their items are found (spec 25.4). */
    readonly queues: Queues;
    readonly items: Items;
  }
}

/**
 * A queue, as defined by the module that owns its items, registered in `api/queues.ts` (spec 25.4.1). Everything in it is code:
 * names and SQL, never input; in the SQL the item is `w`. A partial index starts with `tenant_id, institution_id` and the `fixed`
 * columns, if any, followed by `key`, `tie` and `id`, and has `where` as its condition.
 */
export type Queue = {
  /** Table of the items; it has `tenant_id`, `institution_id` and `version`. */
  table: string;
  /** Condition for a row to be in this queue; exactly the condition of the index, with the fixed columns. */
  where: Sql;
  /** Time by which the queue is sorted; never null for pending items. */
  key: Sql;
  /** Whole number that sorts items with the same `key`; without it the id does. */
  tie?: Sql;
  /** Hours from `key` to the due time of an item, for sorting; `dueAt` is the exact time. */
  dueAfterHours: number;
  dueAt: Sql;
  waitingSince: Sql;
  /** Hours before the due time from which an item is at risk, by the settings of its institution. */
  aheadHours: (read: ReadSetting) => number;
  title: Sql;
  /** Joins for `title`, executed only for the rows that are shown. */
  joins?: Sql;
  /** The application of an item; null if its author must not be revealed. */
  subscriptionId: Sql | null;
  /** Condition for items related to the one the caller comes from, which are offered first. */
  near?: (after: number) => Sql;
};

/** An item of a kind, whether it is pending or not. */
export type Item = {
  institution_id: number;
  institution_code: string;
  version: number;
  /** The queue in which it currently is, if any. */
  queue: QueueName | null;
};

/** How items of a kind are found: a statement that returns one `Item`, or no row if nobody in the team may see it. */
export type FindItem = (tenantId: number, id: number) => Sql;

export type Queues = Readonly<Record<QueueName, Queue>>;
export type Items = Readonly<Record<Kind, FindItem>>;
