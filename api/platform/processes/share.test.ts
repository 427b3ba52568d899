import { expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { connectionsOf } from './connections.ts';
import { shareOf } from './share.ts';

it.each([
  ['one process', 1, undefined, 10_000, 1000],
  ['two processes', 2, undefined, 5_000, 500],
  ['three processes', 3, undefined, 3_334, 334],
  ['three processes behind a proxy, which counts addresses itself', 3, 'loopback', 3_334, undefined],
])('%s of a node hold the connections of one node', (_what, of, proxy, most, perAddress) => {
  const config = loadConfig({ NODE_ENV: 'test', ...(proxy ? { ORBITA_TRUST_PROXY: proxy } : {}) });
  const { connections, ...rest } = shareOf(config, of);
  expect(connections).toEqual({ ...config.connections, most, perAddress });
  expect({ ...rest, connections: config.connections }).toEqual(config);
});

it.each([
  [1, 10, 11],
  [2, 10, 22],
  [8, 5, 48],
])('%i processes with a pool of %i open %i connections to PostgreSQL', (processes, pool, connections) => {
  expect(connectionsOf(processes, pool)).toBe(connections);
});
