import type { Config } from '../config.ts';

/** Fewer connections to the database would let a few slow calls hold up a whole process. */
const LEAST_POOL = 4;

/** Connections to the database of each of `of` processes, when the node has a pool of `pool`. */
export const poolShare = (pool: number, of: number): number =>
  Math.max(Math.min(LEAST_POOL, pool), Math.ceil(pool / of));

/**
 * The configuration of one of `of` processes of a node. What each process counts by itself is divided: connections, which
 * are dealt in turn, and those to the database.
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
