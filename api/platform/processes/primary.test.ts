import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../../../testing/small-node.ts');
type Line = { process?: number | 'primary'; pid?: number; msg: string; [field: string]: unknown };

let node: ChildProcess;
let output = '';
afterEach(() => void node.kill('SIGKILL'));

const run = (count: number, way: string) => {
  output = '';
  node = spawn(process.execPath, [PROGRAM, String(count), way], { stdio: ['ignore', 'pipe', 'inherit'] });
  node.stdout?.on('data', (chunk: Buffer) => (output += chunk));
};
const lines = (): Line[] =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const said = (msg: string) => lines().filter((line) => line.msg === msg);
const until = (msg: string) => expect.poll(() => said(msg), { timeout: 30_000 }).not.toEqual([]);
const exitCode = async () => (node.exitCode === null ? (await once(node, 'close'))[0] : node.exitCode);

/** Number and id of the process that answers. */
const askAt = (port: string) =>
  new Promise<string[]>((done) => {
    const asked = get({ port, agent: false }, async (answer) => done((await text(answer)).split(' ')));
    asked.on('error', () => done(['cut off']));
  });

describe('a node of several processes', () => {
  it('serves once all do, and exits with 0 when asked to', async () => {
    run(3, 'well');
    await until('serving');
    expect(said('serving')).toMatchObject([{ process: 'primary', pid: node.pid, processes: 3 }]);
    node.kill('SIGTERM');
    expect(await exitCode()).toBe(0);
    expect(lines()).toHaveLength(1);
  });

  it('exits with 0 even if its processes do not listen yet', async () => {
    run(2, 'slow');
    const children = () => readFileSync(`/proc/${node.pid}/task/${node.pid}/children`, 'utf8');
    await expect.poll(() => children().trim().split(' ').length, { timeout: 30_000 }).toBe(2);
    node.kill('SIGTERM');
    expect(await exitCode()).toBe(0);
    expect(lines()).toEqual([]);
  });

  it('gives up when no process can start, and says how they ended', async () => {
    run(2, 'unstartable');
    expect(await exitCode()).toBe(1);
    expect(said('serving')).toEqual([]);
    expect(said('a process ended and is replaced').length).toBeGreaterThanOrEqual(4);
    expect(said('no process can start and none serves: this node gives up')).toMatchObject([
      { process: expect.any(Number), code: 3, signal: null, starts: 5 },
    ]);
  });

  it('replaces a hanging process, and closes the connections waiting for it', async () => {
    run(2, 'well');
    await until('serving');
    const { port } = new URL(String(said('serving')[0]?.url));
    const ask = () => askAt(port);
    const pids = new Map([await ask(), await ask()].map(([number = '', pid]) => [number, Number(pid)]));
    process.kill(pids.get('1') ?? 0, 'SIGSTOP');
    // One connection is handed to the first process, which does not even accept it; the others go to the second.
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(([number]) => number).sort()).toEqual(['2', '2', 'cut off']);
    await until('a process ended and is replaced');
    expect(said('a process stands still and is killed')).toMatchObject([{ process: 1 }]);
    expect(said('a process ended and is replaced')).toMatchObject([
      { process: 1, code: null, signal: 'SIGKILL' },
    ]);
    node.kill('SIGINT');
    expect(await exitCode()).toBe(0);
  });

  it('closes connections that arrive while its processes stop listening, and waits for calls that go on', async () => {
    run(2, 'busy');
    await until('serving');
    const { port } = new URL(String(said('serving')[0]?.url));
    node.kill('SIGTERM');
    await expect.poll(() => said('stands still').length, { timeout: 30_000 }).toBe(2);
    // One is handed to each process, and one waits for the first that is free: none of them takes any.
    expect(await Promise.all([askAt(port), askAt(port), askAt(port)])).toEqual([
      ['cut off'],
      ['cut off'],
      ['cut off'],
    ]);
    expect(node.exitCode).toBeNull();
    for (const { pid } of said('stands still')) process.kill(pid ?? 0, 'SIGUSR2');
    expect(await exitCode()).toBe(0);
  });

  it('kills a process that does not stop, and says so', async () => {
    run(2, 'deaf');
    await until('serving');
    node.kill('SIGTERM');
    expect(await exitCode()).toBe(1);
    expect(said('a process did not stop in time and is killed').map((line) => line.process)).toEqual([1, 2]);
  });
});
