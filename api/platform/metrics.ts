import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './database/types.ts';
import { ALONE, type Siblings } from './processes/siblings.ts';
import { onProviders } from './provider-measures.ts';

/** Creates a process's metrics for `/metrics`; their labels are a fixed set of words, so they stay few. */
export function createMetrics({ number }: Pick<Siblings, 'number'> = ALONE) {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'orbita_process_start_seconds',
    help: 'When each process of this node began, in seconds since 1970',
    labelNames: ['process', 'pid'],
    registers,
  }).set({ process: String(number), pid: String(process.pid) }, performance.timeOrigin / 1000);
  const providers = new Histogram({
    name: 'orbita_provider_seconds',
    help: 'Time of calls to providers, by what came of them',
    labelNames: ['provider', 'outcome'],
    buckets: [0.05, 0.1, 0.3, 0.8, 2, 5, 10, 30],
    registers,
  });
  const circuits = new Gauge({
    name: 'orbita_provider_circuits_open',
    help: 'Accounts at providers that are not called for some seconds, after failures in a row',
    labelNames: ['provider'],
    registers,
  });
  const certificates = new Gauge({
    name: 'orbita_provider_certificate_until_seconds',
    help: 'When the first of our certificates at a provider expires, in seconds since 1970',
    labelNames: ['provider'],
    aggregator: 'min',
    registers,
  });
  const read: Record<string, Map<string, number>> = {};
  const stop = onProviders(
    ({ provider, outcome, seconds }) => providers.observe({ provider, outcome }, seconds),
    ({ provider, open }) => circuits.inc({ provider }, open ? 1 : -1),
    ({ provider, file, until }) => {
      read[provider] ??= new Map();
      certificates.set({ provider }, Math.min(...read[provider].set(file, until).values()));
    },
  );
  return {
    registry,
    close: stop,
    refusals: new Counter({
      name: 'orbita_refusals_total',
      help: 'Answers 401, 403, 404 and 429, by call and code',
      labelNames: ['call', 'code'],
      registers,
    }),
    security: new Counter({
      name: 'orbita_security_events_total',
      help: 'Ways in and what came of them, limits that were reached, hands on what belongs to others',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    sockets: new Gauge({
      name: 'orbita_sockets',
      help: 'Open sockets of live events, by whose pages they are',
      labelNames: ['audience'],
      registers,
    }),
    payments: new Counter({
      name: 'orbita_payments_total',
      help: 'Payments that came to a state, by event and method, since this process began',
      labelNames: ['event', 'method'],
      registers,
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

/** Adds metrics of this process's connection pool: idle, used, and callers waiting and their total waiting time. */
export function measurePool({ registry }: Pick<Metrics, 'registry'>, db: Database): void {
  const registers = [registry];
  new Gauge({
    name: 'orbita_database_connections',
    help: 'Connections to the database, and calls that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const load = db.load?.();
      if (!load) return;
      this.set({ state: 'idle' }, load.idle);
      this.set({ state: 'used' }, load.open - load.idle);
      this.set({ state: 'waiting' }, load.waiting);
    },
  });
  let before = 0;
  new Counter({
    name: 'orbita_database_wait_seconds_total',
    help: 'Time that calls waited for a connection, all together',
    registers,
    collect() {
      const waited = db.load?.().waitedSeconds ?? 0;
      this.inc(waited - before);
      before = waited;
    },
  });
}
