import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '../../scripts/free-ports.ts';
import { unprivileged } from '../../scripts/postgres.ts';
import { spawnOwn } from '../chaos/children.ts';
import {
  apiProxyFile,
  databaseProxyFile,
  type Etcd,
  etcdArguments,
  type Fronts,
  type Member,
  OWNER,
  patroniFile,
} from './config.ts';
import { type Link, openLink } from './link.ts';
import type { Programs } from './packages.ts';

/** Seconds that a step of a start or of a recovery may take on a loaded machine. */
const PATIENCE_S = 180;

/** Asks until there is an answer. @throws after the patience, with what was waited for. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  seconds = PATIENCE_S,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await pause(200);
  }
}

/** The answer at an address; undefined where there is none in two seconds. */
export async function answerOf(url: string): Promise<{ ok: boolean; text: string } | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return { ok: answer.ok, text: await answer.text() };
  } catch {
    return undefined;
  }
}

/** The process number of the PostgreSQL in a folder of data; undefined where none runs. */
function postmasterOf(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
  } catch {
    return undefined;
  }
}
const childrenOf = (pid: number): number[] => {
  try {
    const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return ids === '' ? [] : ids.split(' ').map(Number);
  } catch {
    return [];
  }
};
const killOne = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
};

/** A machine that Patroni and its PostgreSQL run on. */
export type Machine = Member & {
  lineToIt: Link;
  launch(): void;
  /** Kills the first process of PostgreSQL; those that it started end by themselves. */
  killPostmaster(): void;
  /** Kills all that runs there at once. */
  kill(): void;
};

/** How Patroni sees a member. */
type Seen = { name: string; role: string; state: string; lag?: number | string };

export type ClusterOptions = { programs: Programs; bin: string; sync: boolean };

/**
 * Three etcd, PostgreSQL on two machines under Patroni, and HAProxy before them, all on free ports of the loopback address and in one
 * folder, which also becomes the folder of temporary files of this process. As root they run as `nobody`. All end with this process.
 */
export async function startCluster({ programs, bin, sync }: ClusterOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-cluster-'));
  if (unprivileged.uid !== undefined)
    execFileSync('chown', [`${unprivileged.uid}:${unprivileged.gid}`, folder]);
  process.env.TMPDIR = folder;
  const machines: Machine[] = [];
  const remove = () => {
    for (const machine of machines) machine.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  process.once('exit', remove);

  const launch = (name: string, command: string, args: string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' };
    return spawnOwn(command, args, { ...unprivileged, cwd: folder, env, stdio: ['ignore', log, log] });
  };
  const ended = (child: ChildProcess | undefined) =>
    !child || child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((done) => {
          child.once('exit', () => done());
          child.kill('SIGKILL');
        });
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  let next: number | undefined;
  const fourPorts = async () => {
    const first = await freePorts(next);
    next = first + 4;
    return [first, first + 1, first + 2, first + 3] as const;
  };

  const etcds: Etcd[] = [];
  for (const name of ['etcd1', 'etcd2', 'etcd3']) {
    const [peer, client] = await fourPorts();
    etcds.push({ name, peer, client });
  }
  const etcdChildren = new Map<string, ChildProcess>();
  const launchEtcd = (one: Etcd) =>
    void etcdChildren.set(one.name, launch(one.name, programs.etcd, etcdArguments(one, etcds, folder)));
  for (const one of etcds) launchEtcd(one);
  for (const { name, client } of etcds)
    await waitFor(name, async () => (await answerOf(`http://127.0.0.1:${client}/health`))?.ok || undefined);

  for (const name of ['one', 'two']) {
    const [postgres, rest, link] = await fourPorts();
    const member: Member = { name, postgres, rest, link };
    const data = join(folder, name);
    const file = write(`${name}.json`, patroniFile(member, { folder, etcds, bin, sync }));
    let patroni: ChildProcess | undefined;
    machines.push({
      ...member,
      lineToIt: await openLink(link, postgres),
      launch() {
        patroni = launch(`patroni-${name}`, programs.patroni, [file]);
      },
      killPostmaster() {
        const pid = postmasterOf(data);
        if (pid) killOne(pid);
      },
      kill() {
        patroni?.kill('SIGKILL');
        const pid = postmasterOf(data);
        if (pid) for (const one of [pid, ...childrenOf(pid)]) killOne(one);
      },
    });
  }
  /** Who leads, by the same question that HAProxy asks; undefined while nobody does. */
  const leader = async (): Promise<Machine | undefined> => {
    const roles = await Promise.all(machines.map(({ rest }) => answerOf(`http://127.0.0.1:${rest}/primary`)));
    return machines.find((_, n) => roles[n]?.ok);
  };
  /** True once both members run and a commit would wait for the standby, where it is to. */
  const whole = async (): Promise<true | undefined> => {
    const one = await leader();
    const answer = one && (await answerOf(`http://127.0.0.1:${one.rest}/cluster`));
    if (!answer?.ok) return undefined;
    const { members } = JSON.parse(answer.text) as { members: Seen[] };
    const follower = members.find(({ role }) => role !== 'leader');
    if (!follower || !['running', 'streaming'].includes(follower.state) || !(Number(follower.lag) < 1e6))
      return undefined;
    return !sync || follower.role === 'sync_standby' || undefined;
  };
  for (const machine of machines) {
    machine.launch();
    await waitFor('a leader', leader);
  }
  await waitFor('both members', whole);

  const [writePort, readPort, apiPort, figures] = await fourPorts();
  const fronts: Fronts = { write: writePort, read: readPort, api: apiPort, figures };
  launch('haproxy-database', programs.haproxy, [
    '-db',
    '-f',
    write('database.cfg', databaseProxyFile(fronts, machines)),
  ]);
  const address = (port: number) => `postgres://${OWNER}@127.0.0.1:${port}/postgres`;

  const up = async (): Promise<number> => {
    const answer = await answerOf(`http://127.0.0.1:${fronts.figures}/;csv`);
    const lines = answer?.ok ? answer.text.split('\n') : [];
    return lines.filter((line) => /^api,api\d+,/.test(line) && line.split(',')[17] === 'UP').length;
  };
  return {
    folder,
    machines,
    leader,
    whole,
    /** Has Patroni make the standby the leader. @throws where it does not want to. */
    async handOver(old: Machine): Promise<void> {
      const candidate = machines.find((one) => one !== old)?.name;
      const answer = await fetch(`http://127.0.0.1:${old.rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: old.name, candidate }),
        signal: AbortSignal.timeout(PATIENCE_S * 1000),
      });
      if (!answer.ok) throw new Error(`Patroni hands nothing over: ${await answer.text()}`);
    },
    database: { DATABASE_URL: address(writePort), ORBITA_READ_DATABASE_URL: address(readPort) },
    /** How many nodes of the product get calls. */
    nodesUp: up,
    /** Starts the proxy before the nodes of the product; its address. */
    async front(urls: readonly string[]): Promise<string> {
      launch('haproxy-api', programs.haproxy, ['-db', '-f', write('api.cfg', apiProxyFile(fronts, urls))]);
      await waitFor('the proxy', async () => (await up()) === urls.length || undefined);
      return `http://127.0.0.1:${apiPort}`;
    },
    etcds: etcds.map((one) => ({
      name: one.name,
      kill: () => ended(etcdChildren.get(one.name)),
      launch: () => launchEtcd(one),
    })),
  };
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>;
