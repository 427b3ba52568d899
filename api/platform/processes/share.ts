import type { Config } from '../config.ts';

/**
 * The configuration of one of `of` processes of a node: connections are counted by each process and dealt in turn, so
 * each takes its share of what the node may hold.
 */
export const shareOf = (config: Config, of: number): Config => {
  const { most, perAddress } = config.connections;
  const connections = {
    ...config.connections,
    most: Math.ceil(most / of),
    perAddress: perAddress === undefined ? undefined : Math.ceil(perAddress / of),
  };
  return { ...config, connections };
};
