import { withoutFinalSlashes } from '@orbita/domain/foundation';
import type { Effect } from '@orbita/domain/subscription';
import type { FastifyBaseLogger } from 'fastify';
import type { Disk } from 'flydrive';
import type { Acts } from '../approval/act.ts';
import type { RunEffect } from '../subscription/effect.ts';
import type { FactReader } from '../subscription/facts.ts';
import type { OtherCount } from '../work/count.ts';
import type { Items, Queues } from '../work/queue.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/types.ts';
import type { ErrorReports } from './error-reports.ts';
import type { Limits } from './http/limits.ts';
import type { Jobs } from './jobs.ts';
import type { Metrics } from './metrics.ts';
import type { Ports } from './ports.ts';
import type { Siblings } from './processes/siblings.ts';
import type { SecurityLog } from './security-log.ts';

/** Services that every module receives; they are built once at start, and nothing in them is global. */
export interface Platform {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** The other processes of this node, where one command started several (decision 0104). */
  readonly siblings: Siblings;
  /** Logs refusals and sign-ins without the names of people (S27). */
  readonly security: SecurityLog;
  readonly limits: Limits;
  readonly files: Disk;
  readonly ports: Ports;
  readonly jobs: Jobs;
  /** Runs the effects of moves; modules provide them, so that the engine does not import those modules. */
  readonly effects: Readonly<Record<Effect, RunEffect>>;
  /** Readers of the facts that the rules of a move need besides the subscription; modules provide them. */
  readonly factReaders: readonly FactReader[];
  /** What waits for a decision, and how its items are found; modules provide both (spec 25.4). */
  readonly queues: Queues;
  readonly items: Items;
  readonly otherCounts: readonly OtherCount[];
  /** How acts are done that a second person approved; modules provide them (spec 25.4.4). */
  readonly approvals: Acts;
  /** Reports errors outside the platform, if a collector is configured (spec 18). */
  readonly errorReports: ErrorReports;
  /** Address of this node, once it listens; `publicUrl` of the configuration takes precedence. */
  readonly address: { url: string | undefined };
}

/** Returns the public address of the product, without a final slash. */
export const publicUrlOf = (platform: Platform): string =>
  withoutFinalSlashes(
    platform.config.publicUrl ?? platform.address.url ?? `http://localhost:${platform.config.port}`,
  );
