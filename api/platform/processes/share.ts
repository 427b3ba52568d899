import type { Config } from '../config.ts';

/** With fewer database connections, a few slow calls would block a whole process. */
const LEAST_POOL = 4;

/** Database connections for each of `of` processes, when the node has a pool of `pool`. */
export const poolShare = (pool: number, of: number): number =>
  Math.max(Math.min(LEAST_POOL, pool), Math.ceil(pool / of));

/**
 * The configuration of one of a node's `of` processes. What each process counts on its own is divided: client connections,
 * which are distributed round-robin, and database connections.
 */
export const shareOf = (config: Config, of: number): Config => {
  const { most, perAddress } = config.connections;
  const connections = {
    ...config.connections,
    most: Math.ceil(most / of),
    perAddress: perAddress === undefined ? undefined : Math.ceil(perAddress / of),
  };
  return { ...config, databasePool: poolShare(config.databasePool, of), connections };
};
