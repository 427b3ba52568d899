import { Counter, Gauge, Registry } from 'prom-client';
import { ALONE, type Siblings } from './processes/siblings.ts';

/** Creates the counters of a process for `/metrics`; their labels are words of the product, so they stay few. */
export function createMetrics({ number }: Pick<Siblings, 'number'> = ALONE) {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'orbita_process_start_seconds',
    help: 'When each process of this node began, in seconds since 1970',
    labelNames: ['process', 'pid'],
    registers,
  }).set({ process: String(number), pid: String(process.pid) }, performance.timeOrigin / 1000);
  return {
    registry,
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
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
