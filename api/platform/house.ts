import { withoutFinalSlashes } from '@orbita/domain/foundation';
import type { FastifyBaseLogger } from 'fastify';
import type { Disk } from 'flydrive';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/index.ts';
import type { ErrorReports } from './error-reports.ts';
import type { Limits } from './http/limits.ts';
import type { Jobs } from './jobs.ts';
import type { Metrics } from './metrics.ts';
import type { Ports } from './ports.ts';
import type { SecurityLog } from './security-log.ts';

/** What every room is given: built once at start, nothing in it is global. */
export interface House {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Refusals and ways in, told without naming anybody (S27). */
  readonly security: SecurityLog;
  readonly limits: Limits;
  readonly files: Disk;
  readonly ports: Ports;
  readonly jobs: Jobs;
  /** Where errors are told outside the house, if anywhere (spec 18). */
  readonly errorReports: ErrorReports;
  /** Where this node answers, once it does; `publicUrl` of the configuration wins. */
  readonly address: { url: string | undefined };
}

/** Address under which the world reaches the product, without a final slash. */
export const publicUrlOf = (house: House): string =>
  withoutFinalSlashes(house.config.publicUrl ?? house.address.url ?? `http://localhost:${house.config.port}`);
