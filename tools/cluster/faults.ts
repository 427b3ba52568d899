import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosWorld } from '../chaos/world.ts';
import type { Cells } from './cells.ts';
import type { Machine, Pair } from './pair.ts';
import { answerOf, type Machines, waitFor } from './up.ts';

/** Where faults happen: in the first cell, except for a move to the other one. */
export type Stage = {
  cells: Cells;
  etcds: Machines['etcds'];
  /** Called when there is no leader any more, or soon will be none. */
  died: () => void;
  /** Called with the output of an operator's command. */
  say: (line: string) => void;
};
/** Undoes the fault, once the service has recovered without that. */
type Mend = () => Promise<void>;
/** Causes a fault and waits until the service responds as before; a `random` number chooses the victim. */
type Inject = (stage: Stage, random: () => number) => Promise<Mend>;

/**
 * Milliseconds for which the leader takes writes that its standby does not get. Longer than the product waits for a response,
 * because a commit whose wait for the standby is abandoned is only on the leader.
 */
const CUT_MS = 16_000;
/** Milliseconds for which one etcd is down: longer than a leader's lease (`ttl` in `config.ts`). */
const AWAY_MS = 25_000;
/** Seconds after which no other leader is expected any more: the lease, plus time to take over. */
const TAKEOVER_S = 60;
const nothing: Mend = async () => undefined;

const pick = <T>(all: readonly T[], random: () => number): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
};
const leaderOf = ({ cells }: Stage): Promise<Machine> => waitFor('a leader', cells.home.pair.leader);

const otherThan = (pair: Pair, old: Machine) => async () => {
  const now = await pair.leader();
  return now && now !== old ? now : undefined;
};

/** Kills the leader's machine; it comes back when another one leads, or when no other may. */
async function loseLeader({ cells, died }: Stage, old: Machine): Promise<Mend> {
  const { pair } = cells.home;
  old.kill();
  died();
  const took = await waitFor('another leader', otherThan(pair, old), TAKEOVER_S).catch(() => undefined);
  if (took) return async () => old.launch();
  old.launch();
  await waitFor('the former leader', pair.leader);
  return nothing;
}

const nodeOf = (role: 'api' | 'worker') => (world: ChaosWorld, random: () => number) =>
  pick(
    world.nodes.filter((node) => node.role === role),
    random,
  );
const apiOf = nodeOf('api');
const workerOf = nodeOf('worker');
const allServe = async ({ cells: { home, beside, portal } }: Stage) => {
  for (const { name, world } of [home, ...(beside ? [beside] : [])]) {
    const count = world.nodes.filter(({ role }) => role === 'api').length;
    await waitFor(`all api of ${name}`, async () => (await portal.nodesUp(name)) === count || undefined);
  }
};

/** What a fault needs to be possible. */
type Needs = 'pooler' | 'cells';

/** Possible faults of a cluster, in the order of `--help`. */
export const FAULTS: Record<string, { what: string; needs?: Needs; inject: Inject }> = {
  postmaster: {
    what: "kill -9 of the leader's postmaster",
    async inject(stage) {
      (await leaderOf(stage)).killPostmaster();
      stage.died();
      // Patroni needs a moment to notice.
      await pause(1_000);
      await leaderOf(stage);
      return nothing;
    },
  },
  switchover: {
    what: 'the leader hands over to its standby, as before work on its machine',
    async inject(stage) {
      const old = await leaderOf(stage);
      const { pair } = stage.cells.home;
      stage.died();
      await pair.handOver(old);
      await waitFor('another leader', otherThan(pair, old));
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
  patroni: {
    what: 'Patroni of the leader stands still, while its PostgreSQL goes on as if it led',
    async inject(stage) {
      const old = await leaderOf(stage);
      old.freezePatroni();
      stage.died();
      await waitFor('another leader', otherThan(stage.cells.home.pair, old), TAKEOVER_S);
      return async () => old.thawPatroni();
    },
  },
  etcd: {
    what: `one of three etcd is away for ${AWAY_MS / 1000} s`,
    async inject({ etcds }, random) {
      const one = pick(etcds, random);
      await one.kill();
      await pause(AWAY_MS);
      return async () => one.launch();
    },
  },
  quorum: {
    what: `two of three etcd are away for ${AWAY_MS / 1000} s, so that nobody can be elected`,
    async inject({ etcds }, random) {
      const left = pick(etcds, random);
      const away = etcds.filter((one) => one !== left);
      for (const one of away) await one.kill();
      await pause(AWAY_MS);
      return async () => {
        for (const one of away) one.launch();
      };
    },
  },
  pooler: {
    what: 'kill -9 of the pooler, which comes back',
    needs: 'pooler',
    async inject({ cells }) {
      const { pooler } = cells.home.pair;
      await pooler?.kill();
      await pause(1_000);
      pooler?.launch();
      return nothing;
    },
  },
  'api-term': {
    what: 'SIGTERM of one api, which comes back',
    async inject({ cells }, random) {
      const node = apiOf(cells.home.world, random);
      await node.terminate();
      return () => node.launch();
    },
  },
  'api-kill': {
    what: 'kill -9 of one api, which comes back',
    async inject({ cells }, random) {
      const node = apiOf(cells.home.world, random);
      await node.kill();
      return () => node.launch();
    },
  },
  'worker-kill': {
    what: 'kill -9 of one worker, which comes back',
    async inject({ cells }, random) {
      const node = workerOf(cells.home.world, random);
      await node.kill();
      return () => node.launch();
    },
  },
  rolling: {
    what: 'all api nodes are replaced, one after the other',
    async inject(stage) {
      for (const node of stage.cells.home.world.nodes.filter(({ role }) => role === 'api')) {
        await allServe(stage);
        await node.terminate();
        await node.launch();
      }
      return nothing;
    },
  },
  move: {
    what: 'a college under load moves to the other cell by `orbita tenant copy`, and what stays of it is removed',
    needs: 'cells',
    async inject({ cells, say }) {
      for (const line of (await cells.move()).trim().split('\n')) say(`  ${line}`);
      return nothing;
    },
  },
};

/** Waits until a node of the product reports that it can serve, including its database. */
export const serves = ({ cells }: Stage): Promise<true> =>
  waitFor(
    'the product',
    async () => (await answerOf(`${cells.home.world.urls[0]}/health/ready`))?.ok || undefined,
  );

/** Waits until everything is as it was before any fault. */
export async function allWhole(stage: Stage): Promise<void> {
  const { home, beside } = stage.cells;
  for (const { name, pair, world } of [home, ...(beside ? [beside] : [])]) {
    await waitFor(`both members of ${name}`, pair.whole);
    await world.healthy();
  }
  await allServe(stage);
}
