import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/types.ts';
import type { Siblings } from '../processes/siblings.ts';
import { during, type Recorder } from './spans.ts';
import { tracedDatabase } from './traced-database.ts';
import { tracedPort, tracedPorts } from './traced-port.ts';

/** Traces of calls and jobs for an OpenTelemetry collector. */
export interface Tracing extends Recorder {
  readonly on: boolean;
  /** Returns the same database, port or ports; if traces are on, calls on them are recorded as parts of the current span. */
  database(db: Database): Database;
  port<P extends object>(name: string, port: P): P;
  ports<P extends object>(ports: P): P;
}

const OFF: Tracing = {
  on: false,
  begin: () => undefined,
  follow: () => undefined,
  database: (db) => db,
  port: (_name, port) => port,
  ports: (ports) => ports,
  close: async () => undefined,
};

/** Connects to the configured collector; without one, nothing of the library is loaded. */
export async function createTracing(
  config: Pick<Config, 'traces' | 'build' | 'development' | 'role'>,
  siblings: Pick<Siblings, 'number'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Tracing> {
  const { url } = config.traces;
  if (url === undefined) return OFF;
  const { openTracing } = await import('./open-telemetry.ts');
  const recorder = openTracing({ ...config, traces: { ...config.traces, url } }, siblings, log);
  return { on: true, ...recorder, database: tracedDatabase, port: tracedPort, ports: tracedPorts };
}

/** Runs one round of a job as its own trace, whatever triggered it. */
export const tracedRound = <T>(tracing: Tracing, job: string, work: () => Promise<T>): Promise<T> =>
  during(tracing.begin({ name: `job ${job}`, kind: 'work', attributes: { 'orbita.job': job } }), work);
