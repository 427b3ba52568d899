import { Counter, Registry } from 'prom-client';

/** Creates the counters of a node for `/metrics`; their labels are words of the product, so they stay few. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
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
