import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosWorld } from '../chaos/world.ts';
import { answerOf, type Cluster, type Machine, waitFor } from './up.ts';

type Stage = { cluster: Cluster; world: ChaosWorld };
/** What mends the fault, once the service is back without it. */
type Mend = () => Promise<void>;
/** Brings a fault about and waits until the service answers as before; a `random` number chooses the victim. */
type Inject = (stage: Stage, random: () => number) => Promise<Mend>;

/**
 * Milliseconds in which the leader takes writes that its standby does not get: longer than the product waits for an answer, because a
 * commit whose wait for the standby is given up is only on the leader.
 */
const CUT_MS = 16_000;
/** Milliseconds for which one etcd is away: longer than the lease of a leader (`ttl` in `config.ts`). */
const AWAY_MS = 25_000;
/** Seconds after which no other leader is expected any more: the lease, and time to take it. */
const TAKEOVER_S = 60;
const nothing: Mend = async () => undefined;

const pick = <T>(all: readonly T[], random: () => number): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
};
const leaderOf = ({ cluster }: Stage): Promise<Machine> => waitFor('a leader', cluster.leader);

const otherThan = (cluster: Cluster, old: Machine) => async () => {
  const now = await cluster.leader();
  return now && now !== old ? now : undefined;
};

/** Kills the leader's machine; it comes back when another one leads, or when none may. */
async function loseLeader({ cluster }: Stage, old: Machine): Promise<Mend> {
  old.kill();
  const took = await waitFor('another leader', otherThan(cluster, old), TAKEOVER_S).catch(() => undefined);
  if (took) return async () => old.launch();
  old.launch();
  await waitFor('the former leader', cluster.leader);
  return nothing;
}

const nodeOf = (role: 'api' | 'worker') => (world: ChaosWorld, random: () => number) =>
  pick(
    world.nodes.filter((node) => node.role === role),
    random,
  );
const apiOf = nodeOf('api');
const workerOf = nodeOf('worker');
const allServe = ({ cluster, world }: Stage) =>
  waitFor(
    'all api nodes',
    async () =>
      (await cluster.nodesUp()) === world.nodes.filter(({ role }) => role === 'api').length || undefined,
  );

/** What can befall a cluster, in the order of `--help`. */
export const FAULTS: Record<string, { what: string; inject: Inject }> = {
  postmaster: {
    what: "kill -9 of the leader's postmaster",
    async inject(stage) {
      (await leaderOf(stage)).killPostmaster();
      // Patroni needs a moment to see it.
      await pause(1_000);
      await leaderOf(stage);
      return nothing;
    },
  },
  switchover: {
    what: 'the leader hands over to its standby, as before work on its machine',
    async inject(stage) {
      const old = await leaderOf(stage);
      await stage.cluster.handOver(old);
      await waitFor('another leader', otherThan(stage.cluster, old));
      return nothing;
    },
  },
  machine: {
    what: "kill -9 of all that runs on the leader's machine",
    inject: async (stage) => loseLeader(stage, await leaderOf(stage)),
  },
  link: {
    what: `the line of replication is cut, and ${CUT_MS / 1000} s later the leader's machine killed`,
    async inject(stage) {
      const old = await leaderOf(stage);
      old.lineToIt.cut();
      await pause(CUT_MS);
      const mend = await loseLeader(stage, old);
      return async () => {
        old.lineToIt.mend();
        await mend();
      };
    },
  },
  etcd: {
    what: `one of three etcd is away for ${AWAY_MS / 1000} s`,
    async inject({ cluster }, random) {
      const one = pick(cluster.etcds, random);
      await one.kill();
      await pause(AWAY_MS);
      return async () => one.launch();
    },
  },
  'api-term': {
    what: 'SIGTERM of one api, which comes back',
    async inject({ world }, random) {
      const node = apiOf(world, random);
      await node.terminate();
      return () => node.launch();
    },
  },
  'api-kill': {
    what: 'kill -9 of one api, which comes back',
    async inject({ world }, random) {
      const node = apiOf(world, random);
      await node.kill();
      return () => node.launch();
    },
  },
  'worker-kill': {
    what: 'kill -9 of one worker, which comes back',
    async inject({ world }, random) {
      const node = workerOf(world, random);
      await node.kill();
      return () => node.launch();
    },
  },
  rolling: {
    what: 'all api nodes are replaced, one after the other',
    async inject(stage) {
      for (const node of stage.world.nodes.filter(({ role }) => role === 'api')) {
        await allServe(stage);
        await node.terminate();
        await node.launch();
      }
      return nothing;
    },
  },
};

/** Waits until a node of the product answers that it can serve, its database included. */
export const serves = ({ world }: Stage): Promise<true> =>
  waitFor('the product', async () => (await answerOf(`${world.urls[0]}/health/ready`))?.ok || undefined);

/** Waits until everything is as before any fault. */
export async function allWhole(stage: Stage): Promise<void> {
  await waitFor('both members', stage.cluster.whole);
  await stage.world.healthy();
  await allServe(stage);
}
