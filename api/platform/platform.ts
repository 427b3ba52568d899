import { withoutFinalSlashes } from '@orbita/domain/foundation';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Reads } from './database/reads.ts';
import type { Database } from './database/types.ts';
import type { ErrorReports } from './error-reports.ts';
import type { Files } from './files/files.ts';
import type { Crowd } from './http/crowd.ts';
import type { Limits } from './http/limits.ts';
import type { Metrics } from './metrics.ts';
import type { Ports } from './ports.ts';
import type { Siblings } from './processes/siblings.ts';
import type { SecurityLog } from './security-log.ts';
import type { Tracing } from './tracing/tracing.ts';

/**
 * Services that every module receives; they are created once at start-up, and none of them is global. This interface only
 * contains what depends on no other module: whatever uses a module's types (jobs, effects, queues) is declared by that module,
 * in an `interface Platform` that TypeScript merges with this one.
 */
export interface Platform {
  readonly config: Config;
  readonly db: Database;
  /** Database reads for exports and reports; nothing that a candidate requests. */
  readonly reads: Reads;
  readonly clock: Clock;
  /** When this process started, in milliseconds of the machine's own time. */
  readonly startedAt: number;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** The other processes of this node, if one command started several. */
  readonly siblings: Siblings;
  /** Logs refusals and sign-ins without people's names (S27). */
  readonly security: SecurityLog;
  readonly limits: Limits;
  /** Refuses calls of tenants that have too many at once. */
  readonly crowd: Crowd;
  readonly files: Files;
  readonly ports: Ports;
  /** Reports errors outside the platform, if a collector is configured (spec 18). */
  readonly errorReports: ErrorReports;
  /** Records calls and jobs for a trace collector, if one is configured. */
  readonly tracing: Tracing;
  /** URL of this node, once it is listening; `publicUrl` of the configuration takes precedence. */
  readonly address: { url: string | undefined };
}

/** The product's public URL, without a trailing slash. */
export const publicUrlOf = (platform: Platform): string =>
  withoutFinalSlashes(
    platform.config.publicUrl ?? platform.address.url ?? `http://localhost:${platform.config.port}`,
  );
