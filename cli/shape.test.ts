import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@orbita/protocol';
import type { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bareEnvironment } from '../testing/bare-environment.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { examplesOf } from './examples.ts';
import { buildProgram, main } from './main.ts';
import { commandsOf, leavesOf, pathOf } from './program.ts';
import { reportProgress } from './progress.ts';
import type { Output } from './terminal.ts';

const silent: Output = { out: () => undefined, err: () => undefined };
const program = () => buildProgram({}, silent);
const said = async (...line: string[]) => {
  const text = { out: '', err: '' };
  const exit = await main(
    line,
    {},
    {
      out: (more) => {
        text.out += more;
      },
      err: (more) => {
        text.err += more;
      },
    },
  );
  return { exit, ...text };
};

/** Words of a line as a shell would split them, up to an output redirection. */
const wordsOf = (line: string): string[] =>
  [...(line.split(' > ')[0] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );

describe('every command', () => {
  it('has a description, and so does every option', () => {
    const silentOnes = commandsOf(program()).flatMap((command) => [
      ...(command.description() ? [] : [pathOf(command)]),
      ...command.options
        .filter(({ description }) => !description)
        .map(({ flags }) => `${pathOf(command)} ${flags}`),
    ]);
    expect(silentOnes).toEqual([]);
  });

  it('shows usage, options and examples in its help', async () => {
    const short: string[] = [];
    for (const command of leavesOf(program())) {
      const { exit, out } = await said(...pathOf(command).split(' '), '--help');
      if (exit !== 0 || !/Usage: orbita [\s\S]*Options:[\s\S]*Examples:\n {2}orbita /.test(out))
        short.push(pathOf(command));
    }
    expect(short).toEqual([]);
  });

  it('accepts its own examples', async () => {
    const wrong: string[] = [];
    for (const path of leavesOf(program()).map(pathOf)) {
      const find = (root: Command) => leavesOf(root).find((command) => pathOf(command) === path) as Command;
      for (const line of examplesOf(find(program()))) {
        const fresh = program();
        let reached = false;
        find(fresh).action(() => {
          reached = true;
        });
        await fresh
          .parseAsync(wordsOf(line), { from: 'user' })
          .catch((error: Error) => wrong.push(error.message));
        if (!reached) wrong.push(`orbita ${line} does not reach ${path}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** An address that nothing answers. */
const NOWHERE = { ORBITA_URL: 'http://127.0.0.1:1', ORBITA_OPERATIONS_TOKEN: 'svc_x', ORBITA_TENANT: 'nova' };

it('examples send the documented calls, down to the values', async () => {
  const wrong: string[] = [];
  // The files do not exist, and the excluded commands do not call the service, or ask for a token first.
  const asking = leavesOf(program()).filter(
    (command) => !/^(db|storage|secrets|cell|tenant copy|completion|login|logout)\b/.test(pathOf(command)),
  );
  for (const line of asking.flatMap((command) => examplesOf(command)).filter((one) => !/ -f /.test(one))) {
    let err = '';
    const exit = await main(wordsOf(line), NOWHERE, { ...silent, err: (text) => (err += text) });
    const asked = exit === 1 && /UNREACHABLE/.test(err);
    const confirms = exit === 2 && /Give --yes/.test(err);
    if (!asked && !confirms) wrong.push(`orbita ${line}: ${exit} ${err}`);
  }
  expect(wrong).toEqual([]);
});

describe('completion', () => {
  /** What bash offers while the last word is being typed. */
  const offered = async (...words: string[]) => {
    const { out } = await said('completion', 'bash');
    const typed = ['orbita', ...words].map((word) => `'${word}'`).join(' ');
    const script = `${out}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _orbita; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  };

  it('in bash knows commands and options at the cursor', async () => {
    expect(await offered('cat')).toEqual(['catalogue']);
    expect(await offered('catalogue', '')).toEqual(
      expect.arrayContaining(['validate', 'plan', 'apply', 'export', 'schema', '--help']),
    );
    expect(await offered('--tenant', 'alfa', 'essay', 'grade', '7001', '--pl')).toEqual(['--plagiarism']);
    expect(await offered('catalogue', 'apply', '-f', '')).toEqual(['']);
  });

  it.each(['bash', 'zsh', 'fish'])('for %s names every command', async (shell) => {
    const { exit, out } = await said('completion', shell);
    expect(exit).toBe(0);
    for (const command of commandsOf(program())) {
      expect(out).toContain(`" ${pathOf(command)}"`);
      for (const { long } of command.options)
        expect(out).toContain(shell === 'fish' ? `-l ${long?.slice(2)}` : long);
    }
  });

  it('supports three shells', async () => {
    expect((await said('completion', 'powershell')).exit).toBe(2);
  });
});

describe('progress', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is shown every second, and disappears', async () => {
    vi.useFakeTimers();
    const shown: (string | undefined)[] = [];
    const { promise, resolve } = Promise.withResolvers<string>();
    const done = reportProgress(promise, 'Applying nova.yaml…', (text) => shown.push(text));
    await vi.advanceTimersByTimeAsync(2500);
    resolve('done');
    expect(await done).toBe('done');
    expect(shown).toEqual(['Applying nova.yaml… 1 s', 'Applying nova.yaml… 2 s', undefined]);
  });

  it('is silent about short work', async () => {
    const shown: unknown[] = [];
    await reportProgress(Promise.resolve(), 'x', (text) => shown.push(text));
    expect(shown).toEqual([]);
  });
});

it('the database is prepared where the service is installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-db-'));
  // Creating all tables takes the embedded database three times as long.
  const server = process.env.ORBITA_TEST_POSTGRES;
  const database = server ? await freshDatabase(server) : undefined;
  try {
    let out = '';
    const write = (text: string) => {
      out += text;
    };
    const env = {
      ...bareEnvironment(),
      ...{ NODE_ENV: 'test', ORBITA_DATA_DIR: folder },
      ...(database && { DATABASE_URL: database.url }),
    };
    expect([await main(['db', 'seed-reference'], env, { out: write, err: write }), out]).toEqual([
      0,
      'States, municipalities and genders are there.',
    ]);
  } finally {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each(['check', 'copy', 'verify'])(
  'files are moved (%s) where the service is installed, and nowhere without a bucket',
  async (way) => {
    let said = '';
    const write = (text: string) => {
      said += text;
    };
    const env = {
      ...bareEnvironment(),
      NODE_ENV: 'test',
      ORBITA_DATA_DIR: join(tmpdir(), 'orbita-nowhere'),
    };
    expect(await main(['storage', way], env, { out: write, err: write })).toBe(1);
    expect(said).toContain('ORBITA_STORAGE_S3_BUCKET is missing');
  },
);

/** Calls that are not meant for people at a terminal. */
const NOT_BY_COMMAND: Record<string, string> = {
  'POST /operations/candidates':
    'systems of the institution import people; their fields fill no command line',
  'POST /operations/subscriptions': 'systems of the institution apply for people they imported',
};

it('every operations call has a command, or a reason why not', () => {
  const sources = globSync('{*,*/*}.ts', { cwd: import.meta.dirname }).map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
  const called = (key: string) => sources.some((text) => text.includes(`'${key}'`));
  const wanted = Object.entries(calls)
    // Calls about the acting person are made in the console, signed in.
    .filter(([, call]) => call.auth === 'service' && !('person' in call))
    .map(([key]) => key);
  const missing = wanted.filter((key) => !called(key) && !(key in NOT_BY_COMMAND));
  expect(missing).toEqual([]);
  expect(Object.keys(NOT_BY_COMMAND).filter((key) => !wanted.includes(key))).toEqual([]);
});

it('output of another process arrives in whole lines, however long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-cell-'));
  try {
    writeFileSync(join(folder, 'cells.json'), JSON.stringify({ cells: Array(100).fill({ name: 'Wrong' }) }));
    const said: string[] = [];
    const write = (text: string) => void said.push(text);
    const exit = await main(['cell', 'map', join(folder, 'cells.json')], bareEnvironment(), {
      out: write,
      err: write,
    });
    expect([exit, said[0]]).toEqual([1, `${join(folder, 'cells.json')} does not list cells: [`]);
    expect(said.length).toBeGreaterThan(1_000);
    expect(said.filter((line) => line.includes('\n') || line.length > 200)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
