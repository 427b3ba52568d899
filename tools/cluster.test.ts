import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { freePorts } from '../scripts/free-ports.ts';
import { spawnOwn } from './chaos/children.ts';
import { randomOf } from './chaos/random.ts';
import { databaseProxyFile, etcdArguments, patroniFile, poolerFile, portalFile } from './cluster/config.ts';
import { FAULTS } from './cluster/faults.ts';
import { openLink } from './cluster/link.ts';
import { longestGap } from './cluster/load.ts';
import { type Options, readOptions } from './cluster/options.ts';
import { checkPackages, poolerRefusal } from './cluster/packages.ts';
import { environmentFile } from './cluster/portal.ts';
import { shuffled } from './cluster/run.ts';
import { exitCodeOf, type Outcome, outcomeLines } from './cluster/table.ts';

const etcds = [1, 2, 3].map((n) => ({ name: `etcd${n}`, peer: 2000 + n, client: 3000 + n }));
const members = [
  { name: 'one', postgres: 4001, rest: 5001, link: 6001 },
  { name: 'two', postgres: 4002, rest: 5002, link: 6002 },
];
const fronts = { write: 7001, read: 7002, pooler: 7003 };

describe('npm run cluster needs packages', () => {
  it('and prints the one command that installs the missing ones', () => {
    expect(checkPackages((name) => (name === 'haproxy' ? '/usr/sbin/haproxy' : undefined))).toEqual({
      missing: ['etcd', 'patroni'],
      install: 'sudo apt-get install --no-install-recommends etcd-server patroni',
    });
    expect(checkPackages((name) => `/bin/${name}`)).toEqual({
      programs: { etcd: '/bin/etcd', patroni: '/bin/patroni', haproxy: '/bin/haproxy' },
    });
  });

  it.each([
    [undefined, 'no pgbouncer is installed'],
    ['PgBouncer 1.18.0', 'pgbouncer 1.18 is older than 1.21 and forgets prepared statements'],
    ['PgBouncer 1.21.0', undefined],
    ['PgBouncer 1.100.1', undefined],
    ['PgBouncer 2.0.0', undefined],
  ])('and for %s prints %s', (said, refusal) => {
    expect(poolerRefusal(said)).toBe(refusal);
  });
});

describe('options', () => {
  const bin = '/nowhere';
  it('are checked before anything is started', () => {
    for (const words of [
      ['--sync', 'maybe'],
      ['--candidates', '0'],
      ['--seed', 'x'],
      ['--tenants', '-1'],
      ['--minutes', 'long'],
      ['--faults', ''],
      ['--faults', 'flood'],
      ['--faults', 'toString'],
      ['--cells', '3'],
      ['--pooler', 'new'],
      ['--faults', 'move'],
      ['--faults', 'pooler', '--pooler', 'off'],
      ['one'],
      ['--pg-bin', bin],
    ])
      expect(readOptions(words), words.join(' ')).toMatchObject({ code: 2 });
    expect(readOptions(['--help'])).toMatchObject({ code: 0 });
  });

  it('exclude a fault that cannot be simulated', () => {
    const { faults: one } = readOptions(['--pooler', 'off']) as Options;
    const { faults: all } = readOptions(['--cells', '2']) as Options;
    expect(all.filter((name) => !one.includes(name)).toSorted()).toEqual(['move', 'pooler']);
  });

  it('the help names every fault', () => {
    const { say } = readOptions(['--help']) as { say: string };
    for (const [name, { what }] of Object.entries(FAULTS))
      expect(say).toContain(`${name.padEnd(12)} ${what}`);
  });
});

describe('configuration files of the cluster', () => {
  it('make a commit wait for the standby only with --sync on, and the standby replicate over a link that can be cut', () => {
    const given = { cell: 'cell1', folder: '/f', etcds, bin: '/pg/bin' };
    const [one, other] = [true, false].map((sync) =>
      JSON.parse(patroniFile(members[0] as (typeof members)[0], { ...given, sync })),
    );
    expect(one.bootstrap.dcs.synchronous_mode).toBe(true);
    expect(other.bootstrap.dcs.synchronous_mode).toBe(false);
    expect(one.postgresql).toMatchObject({ listen: '127.0.0.1:4001', connect_address: '127.0.0.1:6001' });
    expect(one.etcd3.hosts).toEqual(['127.0.0.1:3001', '127.0.0.1:3002', '127.0.0.1:3003']);
    const { ttl, loop_wait, retry_timeout } = one.bootstrap.dcs;
    // Required by Patroni, which would otherwise lower them itself.
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
  });

  it('name every etcd to each', () => {
    for (const one of etcds)
      expect(etcdArguments(one, etcds, '/f')).toContain(
        '--initial-cluster=etcd1=http://127.0.0.1:2001,etcd2=http://127.0.0.1:2002,etcd3=http://127.0.0.1:2003',
      );
  });

  it("send writes to Patroni's leader, and end connections to a former one", () => {
    const file = databaseProxyFile(fronts, members);
    const [, write = '', read = ''] = file.split(/^listen /m);
    expect(write).toMatch(/^write\n[\s\S]*bind 127\.0\.0\.1:7001\n[\s\S]*OPTIONS \/primary\n/);
    expect(read).toMatch(/^read\n[\s\S]*bind 127\.0\.0\.1:7002\n[\s\S]*OPTIONS \/replica\n/);
    for (const part of [write, read]) {
      expect(part).toContain('on-marked-down shutdown-sessions');
      for (const { name, postgres, rest } of members)
        expect(part).toContain(`server ${name} 127.0.0.1:${postgres} maxconn 150 check port ${rest}`);
    }
  });

  it('pool connections to the leader by transaction, prepare statements there, and retry soon', () => {
    const lines = poolerFile(fronts).split('\n');
    for (const line of [
      'postgres = host=127.0.0.1 port=7001 dbname=postgres user=orbita',
      'listen_port = 7003',
      'pool_mode = transaction',
      'max_prepared_statements = 1000',
      'server_login_retry = 1',
    ])
      expect(lines).toContain(line);
  });

  it('send each hostname to its cell in the map, at an address for each cell', () => {
    const portal = { port: 8000, addresses: ['127.0.0.1', '127.0.0.2'], figures: 8001 };
    const file = portalFile(portal, 'backend cell1\n', '/f/cells.map');
    expect(file).toContain('  bind 127.0.0.1:8000\n  bind 127.0.0.2:8000\n');
    expect(file).toContain('use_backend %[req.hdr(host),field(1,:),lower,map(/f/cells.map,none)]');
    expect(file).toMatch(/\nbackend cell1\n$/);
  });

  it('give a command the settings the servers were started with, and no truncated one', () => {
    const settings = {
      ORBITA_SMS_GATEWAYS: '{"*":{"kind":"form","body":"a=$b #c"}}',
      ORBITA_SECRET: 'two words',
    };
    expect(parseEnv(environmentFile(settings))).toEqual(settings);
    expect(() => environmentFile({ ONE: "it's" })).toThrow('ONE');
  });
});

it('a cut connection transmits nothing and notifies nobody, and works again once restored', async () => {
  const first = await freePorts();
  const received: string[] = [];
  const far: Socket[] = [];
  const server = createServer((socket) => {
    far.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received.push(String(bytes));
      socket.write('seen');
    });
  });
  await new Promise<void>((done) => server.listen(first + 1, '127.0.0.1', done));
  const link = await openLink(first, first + 1);
  const call = async (text: string) => {
    const socket = connect(first, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    return socket;
  };
  const before = await call('before');
  await once(before, 'data');
  link.cut();
  let told = false;
  before.on('close', () => {
    told = true;
  });
  before.write('lost');
  await call('new');
  for (const socket of far) socket.destroy();
  await pause(100);
  expect([received, told]).toEqual([['before'], false]);
  link.mend();
  await once(before, 'close');
  const after = await call('after');
  await once(after, 'data');
  expect(received).toEqual(['before', 'after']);
  after.destroy();
  await link.stop();
  server.close();
});

describe('the table', () => {
  const outcome: Outcome = {
    fault: 'machine',
    lost: [],
    doubled: [],
    late: [],
    latestMs: 1_240,
    missed: [],
    errors: { '503 DATABASE_UNAVAILABLE': 12, ECONNREFUSED: 1 },
    withoutWritesMs: 21_345,
    backMs: 19_000,
    besideMs: undefined,
    socketGapMs: 0,
    acknowledged: 77,
  };

  it('has a line per fault, and lists below what was found', () => {
    const lost = { ...outcome, fault: 'link', lost: ['1: essay text'], missed: ['1: event essay.graded'] };
    const [head, first, second, ...found] = outcomeLines([outcome, lost]);
    expect(head).toMatch(
      /^Fault +Writes +Lost +Doubled +Missed +Late +Latest s +No writes s +Back s +Other cell s +No socket s/,
    );
    expect(first?.split(/ {2,}/)).toEqual([
      'machine',
      '77',
      '0',
      '0',
      '0',
      '0',
      '1.2',
      '21.3',
      '19.0',
      '–',
      '0.0',
      '12 × 503 DATABASE_UNAVAILABLE, 1 × ECONNREFUSED',
    ]);
    expect(second).toMatch(/^link +77 +1 +0 +1/);
    expect(found).toEqual(['  link, lost: 1: essay text', '  link, missed: 1: event essay.graded']);
  });

  it('lists twenty findings of a kind, and how many more there are', () => {
    const lost = Array.from({ length: 23 }, (_, n) => `${n}: account`);
    const said = outcomeLines([{ ...outcome, lost }]).slice(2);
    expect(said).toHaveLength(21);
    expect(said.at(-1)).toBe('  machine, lost: and 3 more');
  });

  it.each(['lost', 'doubled', 'missed'] as const)(
    '%s writes fail a run whose commits wait for the standby',
    (kind) => {
      const broken = { ...outcome, [kind]: ['1: x'] };
      expect([exitCodeOf([outcome, broken], true), exitCodeOf([outcome, broken], false)]).toEqual([1, 0]);
      expect(exitCodeOf([outcome], true)).toBe(0);
    },
  );
});

it('a seed gives the order of the faults', () => {
  const all = Object.keys(FAULTS);
  const order = (seed: number) => shuffled(all, randomOf(seed));
  expect(order(1)).toEqual(order(1));
  expect(order(1)).not.toEqual(order(2));
  expect(order(1).toSorted()).toEqual(all.toSorted());
});

it('a time without writes also begins with the load and ends with it', () => {
  expect(longestGap([30, 10], 0, 40)).toBe(20);
  expect(longestGap([30], 0, 40)).toBe(30);
  expect(longestGap([], 5, 40)).toBe(35);
});

it('a child program of the cluster ends when the tool is stopped', async () => {
  const file = join(import.meta.dirname, 'chaos/children.ts');
  const program = `const { spawnOwn } = await import(${JSON.stringify(file)});
    const child = spawnOwn('sleep', ['600'], { stdio: 'ignore' });
    console.log(child.pid);`;
  const tool = spawnOwn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(tool.stdout ?? process.stdin, 'data')) as [Buffer];
  const pid = Number(String(said));
  tool.kill('SIGTERM');
  const [code] = await once(tool, 'exit');
  expect(code).toBe(130);
  const state = () => {
    try {
      return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    } catch {
      return '';
    }
  };
  // Nobody may have collected its exit status yet.
  await expect.poll(state).toMatch(/^(Z.*)?$/);
});
