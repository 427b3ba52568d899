import type { Kind, QueueName } from '@orbita/domain/work';
import type { Sql } from 'sql-template-tag';
import type { ReadSetting } from './places.ts';

declare module '../platform/platform.ts' {
  interface Platform {
    /** What waits for a decision, and how its items are found (spec 25.4). */
    readonly queues: Queues;
    readonly items: Items;
  }
}

/**
 * A queue, as the module that owns its items gives it to `api/queues.ts` (spec 25.4.1). All of it is code: names and SQL,
 * never input; in the SQL the item is `w`. A partial index begins with `tenant_id, institution_id` and, if there are any,
 * the `fixed` columns, then `key`, `tie` and `id`, and has `where` as its condition.
 */
export type Queue = {
  /** Table of the items. It has `tenant_id`, `institution_id` and `version`. */
  table: string;
  /** What makes a row of it wait here; exactly the condition of the index, with the fixed columns. */
  where: Sql;
  /** Time by which the queue is ordered; never null for what waits. */
  key: Sql;
  /** Whole number that orders items of one `key`; without it the id does. */
  tie?: Sql;
  /** Hours from `key` to the time by which an item is due, for the order; `dueAt` is the exact time. */
  dueAfterHours: number;
  dueAt: Sql;
  waitingSince: Sql;
  /** Hours before that time from which an item is at risk, by the settings of its institution. */
  aheadHours: (read: ReadSetting) => number;
  title: Sql;
  /** Joins for `title`, made for the shown rows alone. */
  joins?: Sql;
  /** The application of an item; null where its author must not be known. */
  subscriptionId: Sql | null;
  /** Items that belong to the one the caller comes from and are offered first. */
  near?: (after: number) => Sql;
};

/** An item of a kind, whether it waits or not. */
export type Item = {
  institution_id: number;
  institution_code: string;
  version: number;
  /** The queue in which it waits now, if it does. */
  queue: QueueName | null;
};

/** How items of a kind are found: a statement that gives one `Item`, or no row for what nobody of the team may see. */
export type FindItem = (tenantId: number, id: number) => Sql;

export type Queues = Readonly<Record<QueueName, Queue>>;
export type Items = Readonly<Record<Kind, FindItem>>;
