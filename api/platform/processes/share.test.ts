import { expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { connectionsOf } from './connections.ts';
import { poolShare, shareOf } from './share.ts';

it.each([
  ['one process', 1, undefined, 10_000, 1000],
  ['two processes', 2, undefined, 5_000, 500],
  ['three processes', 3, undefined, 3_334, 334],
  ['three processes behind a proxy, which counts addresses itself', 3, 'loopback', 3_334, undefined],
])('%s of a node hold the connections of one node', (_what, of, proxy, most, perAddress) => {
  const config = loadConfig({ NODE_ENV: 'test', ...(proxy ? { ORBITA_TRUST_PROXY: proxy } : {}) });
  const { connections, databasePool, ...rest } = shareOf(config, of);
  expect(connections).toEqual({ ...config.connections, most, perAddress });
  expect(databasePool).toBe(poolShare(config.databasePool, of));
  expect({ ...rest, connections: config.connections, databasePool: config.databasePool }).toEqual(config);
});

it.each([
  [1, 10, 11],
  [1, 2, 3],
  [2, 10, 12],
  [2, 2, 6],
  [3, 10, 15],
  [8, 10, 40],
  [16, 10, 80],
  [16, 128, 144],
])(
  '%i processes that share a pool of %i open %i connections to PostgreSQL',
  (processes, pool, connections) => {
    expect(connectionsOf(processes, pool)).toBe(connections);
  },
);
