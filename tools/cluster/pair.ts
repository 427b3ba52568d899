import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { databaseProxyFile, type Fronts, type Member, OWNER, patroniFile, poolerFile } from './config.ts';
import { type Link, openLink } from './link.ts';
import { answerOf, type Machines, PATIENCE_S, waitFor } from './up.ts';

/** The process id of the PostgreSQL in a data folder; undefined if none is running. */
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
    // It has exited in the meantime.
  }
};

/** True once a PostgreSQL that takes writes responds at an address. */
async function leads(connectionString: string): Promise<true | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as follows');
    return rows[0]?.follows === false || undefined;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A machine running Patroni and its PostgreSQL. */
export type Machine = Member & {
  lineToIt: Link;
  launch(): void;
  /** Kills the main process of PostgreSQL; its children exit by themselves. */
  killPostmaster(): void;
  /** Suspends Patroni while its PostgreSQL keeps running, and resumes it. */
  freezePatroni(): void;
  thawPatroni(): void;
  /** Kills everything running there at once. */
  kill(): void;
};

/** A member as Patroni sees it. */
type Seen = { name: string; role: string; state: string; lag?: number | string };

/**
 * A cell's PostgreSQL on two machines under Patroni, with HAProxy in front of it, and pgbouncer in front of that if given: a
 * complete highly available PostgreSQL. Everything ends with this process.
 */
export async function startPair(on: Machines, cell: string, { pooled }: { pooled: boolean }) {
  const { folder, etcds, options } = on;
  const { programs, bin, sync } = options;
  const machines: Machine[] = [];
  on.atEnd(() => {
    for (const machine of machines) machine.kill();
  });

  for (const name of [`${cell}-one`, `${cell}-two`]) {
    const [postgres, rest, link] = await on.ports();
    const member: Member = { name, postgres, rest, link };
    const data = join(folder, name);
    const file = on.write(`${name}.json`, patroniFile(member, { cell, folder, etcds, bin, sync }));
    let patroni: ChildProcess | undefined;
    machines.push({
      ...member,
      lineToIt: await openLink(link, postgres),
      launch() {
        patroni = on.launch(`patroni-${name}`, programs.patroni, [file]);
      },
      killPostmaster() {
        const pid = postmasterOf(data);
        if (pid) killOne(pid);
      },
      freezePatroni: () => void patroni?.kill('SIGSTOP'),
      thawPatroni: () => void patroni?.kill('SIGCONT'),
      kill() {
        patroni?.kill('SIGKILL');
        const pid = postmasterOf(data);
        if (pid) for (const one of [pid, ...childrenOf(pid)]) killOne(one);
      },
    });
  }
  /** The leader, by the same check that HAProxy uses; undefined while there is none. */
  const leader = async (): Promise<Machine | undefined> => {
    const roles = await Promise.all(machines.map(({ rest }) => answerOf(`http://127.0.0.1:${rest}/primary`)));
    return machines.find((_, n) => roles[n]?.ok);
  };
  /** True once both members are running and, if configured, a commit would wait for the standby. */
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
    await waitFor(`a leader of ${cell}`, leader);
  }
  await waitFor(`both members of ${cell}`, whole);

  const [write, read, poolerPort] = await on.ports();
  const fronts: Fronts = { write, read, pooler: poolerPort };
  on.launch(`haproxy-${cell}`, programs.haproxy, [
    '-db',
    '-f',
    on.write(`${cell}.cfg`, databaseProxyFile(fronts, machines)),
  ]);
  const address = (port: number) => `postgres://${OWNER}@127.0.0.1:${port}/postgres`;
  const direct = { DATABASE_URL: address(write), ORBITA_READ_DATABASE_URL: address(read) };

  const startPooler = (program: string) => {
    const file = on.write(`${cell}-pooler.ini`, poolerFile(fronts));
    let child: ChildProcess | undefined;
    const launch = () => {
      child = on.launch(`pooler-${cell}`, program, [file]);
    };
    launch();
    return { launch, kill: () => on.ended(child) };
  };
  const pooler = pooled && programs.pgbouncer ? startPooler(programs.pgbouncer) : undefined;
  // Until its first check, HAProxy takes both for the leader, in turn.
  for (let times = 0; times < 2 * machines.length; times++)
    await waitFor(`the proxy of ${cell}`, () => leads(address(write)));
  if (pooler) await waitFor(`the pooler of ${cell}`, () => leads(address(poolerPort)));
  return {
    machines,
    leader,
    whole,
    pooler,
    /** Has Patroni make the standby the leader. @throws if Patroni refuses. */
    async handOver(old: Machine): Promise<void> {
      const candidate = machines.find((one) => one !== old)?.name;
      const answer = await fetch(`http://127.0.0.1:${old.rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: old.name, candidate }),
        signal: AbortSignal.timeout(PATIENCE_S * 1000),
      });
      if (!answer.ok) throw new Error(`Patroni hands nothing over: ${await answer.text()}`);
    },
    /** Database environment of a product process. */
    database: pooler
      ? { ...direct, DATABASE_URL: address(poolerPort), ORBITA_LISTEN_DATABASE_URL: address(write) }
      : direct,
  };
}
export type Pair = Awaited<ReturnType<typeof startPair>>;
