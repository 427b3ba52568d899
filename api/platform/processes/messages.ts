import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** Messages between the processes of a node, by topic. */
export type Topics = {
  /** An event counted by a limit: its shelf, its subject, and the length of its window in milliseconds. */
  limits: [shelf: string, subject: string, lasts: number];
  /** The count of a limit shared by all nodes, and in how many milliseconds its window ends. */
  'shared-limits': [shelf: string, subject: string, lasts: number, left: number, count: number];
  /** Number of sockets that a network or person has at the sending process. */
  places: [holder: string, held: number];
  /** The clock of a development start was set; null means back to the machine's time. */
  clock: { now: string | null; run: boolean };
};
export type Topic = keyof Topics;
export type News = { [T in Topic]: { topic: T; content: Topics[T] } }[Topic];

export type Measures = MetricObjectWithValues<MetricValue<string>>[];

/** From a process to the primary. */
export type ToPrimary =
  | { kind: 'serving'; url: string }
  /** Sent every second, so that the primary notices a process that hangs. */
  | { kind: 'alive' }
  | { kind: 'news'; news: News[] }
  /** Requests the metrics of the whole node. */
  | { kind: 'scrape'; id: number }
  | { kind: 'measured'; id: number; measures: Measures };

/** From the primary to a process. */
export type ToProcess =
  /** Numbers of the serving processes, sent whenever they change. */
  | { kind: 'serving'; numbers: number[] }
  | { kind: 'news'; news: (News & { from: number })[] }
  | { kind: 'measure'; id: number }
  | { kind: 'scraped'; id: number; text: string };

/** Environment variable in which the primary passes a process its number. */
export const NUMBER = 'ORBITA_PROCESS_NUMBER';
/** Environment variable in which the primary passes the node's number of processes. */
export const COUNT = 'ORBITA_PROCESS_COUNT';
/** Milliseconds for which messages are collected, so that under load not every call costs a message. */
export const COLLECT_MS = 10;
export const ALIVE_EVERY_MS = 1_000;
