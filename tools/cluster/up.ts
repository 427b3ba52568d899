import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '../../scripts/free-ports.ts';
import { unprivileged } from '../../scripts/postgres.ts';
import { spawnOwn } from '../chaos/children.ts';
import { type Etcd, etcdArguments } from './config.ts';
import type { Programs } from './packages.ts';

/** Seconds that a step of a start or a recovery may take on a loaded machine. */
export const PATIENCE_S = 180;

/** Polls until there is a result. @throws after the timeout, naming what was awaited. */
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

/** The response from an address; undefined if there is none within two seconds. */
export async function answerOf(url: string): Promise<{ ok: boolean; text: string } | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return { ok: answer.ok, text: await answer.text() };
  } catch {
    return undefined;
  }
}

export type MachineOptions = { programs: Programs; bin: string; sync: boolean };

/**
 * What all cells share: three etcd on free ports of the loopback address, and one folder, which also becomes this process's
 * folder for temporary files. As root everything runs as `nobody`. Everything ends with this process.
 */
export async function startMachines(options: MachineOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-cluster-'));
  if (unprivileged.uid !== undefined)
    execFileSync('chown', [`${unprivileged.uid}:${unprivileged.gid}`, folder]);
  process.env.TMPDIR = folder;
  const ends: (() => void)[] = [];
  process.once('exit', () => {
    for (const end of ends) end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  const names = new Set<string>();
  const logOf = (name: string) => join(folder, `${name}.log`);
  const launch = (name: string, command: string, args: string[]): ChildProcess => {
    names.add(name);
    const log = openSync(logOf(name), 'a');
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

  let next: number | undefined;
  const ports = async () => {
    const first = await freePorts(next);
    next = first + 4;
    return [first, first + 1, first + 2, first + 3] as const;
  };

  const etcds: Etcd[] = [];
  for (const name of ['etcd1', 'etcd2', 'etcd3']) {
    const [peer, client] = await ports();
    etcds.push({ name, peer, client });
  }
  const children = new Map<string, ChildProcess>();
  const launchEtcd = (one: Etcd) =>
    void children.set(one.name, launch(one.name, options.programs.etcd, etcdArguments(one, etcds, folder)));
  for (const one of etcds) launchEtcd(one);
  for (const { name, client } of etcds)
    await waitFor(name, async () => (await answerOf(`http://127.0.0.1:${client}/health`))?.ok || undefined);

  return {
    options,
    folder,
    etcds: etcds.map((one) => ({
      ...one,
      kill: () => ended(children.get(one.name)),
      launch: () => launchEtcd(one),
    })),
    /** Starts a program of the cluster, logging to the file of that name. */
    launch,
    /** The end of each program's log. */
    words: () => [...names].map((name) => ({ name, said: readFileSync(logOf(name), 'utf8').slice(-3_000) })),
    /** Kills a program and waits until it has exited. */
    ended,
    /** Four consecutive ports that nobody else is given. */
    ports,
    /** Runs when this process ends. */
    atEnd: (work: () => void) => void ends.push(work),
    /** Writes a file of the cluster; returns its path. */
    write(name: string, text: string): string {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
  };
}
export type Machines = Awaited<ReturnType<typeof startMachines>>;
