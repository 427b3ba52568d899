import type { Figure } from './table.ts';

/** Memory of this process after the load: product, load generator and sandbox together. */
export function measureNode(): Figure[] {
  const mib = process.memoryUsage.rss() / 1024 / 1024;
  return [
    {
      what: 'Memory after the load (node, sandbox and load generator in one process)',
      measured: `${mib.toFixed(0)} MiB`,
      target: '',
      reached: null,
    },
  ];
}
