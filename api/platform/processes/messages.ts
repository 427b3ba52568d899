import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** What processes of a node send each other, by topic. */
export type Topics = {
  /** An event that a limit counted: its shelf, its subject, and the milliseconds of its window. */
  limits: [shelf: string, subject: string, lasts: number];
  /** What a limit that counts over all nodes has counted, and in how many milliseconds its window ends. */
  'shared-limits': [shelf: string, subject: string, lasts: number, left: number, count: number];
  /** How many sockets a network or a person has at the process that sends it. */
  places: [holder: string, held: number];
  /** The clock of a development start was set; null = back to the machine's time. */
  clock: { now: string | null; run: boolean };
};
export type Topic = keyof Topics;
export type News = { [T in Topic]: { topic: T; content: Topics[T] } }[Topic];

export type Measures = MetricObjectWithValues<MetricValue<string>>[];

/** From a process to the primary. */
export type ToPrimary =
  | { kind: 'serving'; url: string }
  /** Sent every second, so that the primary notices a process that stands still. */
  | { kind: 'alive' }
  | { kind: 'news'; news: News[] }
  /** Asks for the measures of the whole node. */
  | { kind: 'scrape'; id: number }
  | { kind: 'measured'; id: number; measures: Measures };

/** From the primary to a process. */
export type ToProcess =
  /** Numbers of the processes that serve, whenever they change. */
  | { kind: 'serving'; numbers: number[] }
  | { kind: 'news'; news: (News & { from: number })[] }
  | { kind: 'measure'; id: number }
  | { kind: 'scraped'; id: number; text: string };

/** Environment variable in which the primary gives a process its number. */
export const NUMBER = 'ORBITA_PROCESS_NUMBER';
/** Environment variable in which the primary says how many processes the node has. */
export const COUNT = 'ORBITA_PROCESS_COUNT';
/** Milliseconds for which news are collected, so that a call under load costs no message of its own. */
export const COLLECT_MS = 10;
export const ALIVE_EVERY_MS = 1_000;
