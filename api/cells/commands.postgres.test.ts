import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { everythingOf, numberOf, SECRET_OF_THE_SECOND, secondCell } from '../../testing/two-cells.ts';
import { SEALED_COLUMNS } from '../resealing.ts';

const LEFT = Object.fromEntries(SEALED_COLUMNS.map(({ table, columns }) => [table, columns]));
const folder = mkdtempSync(join(tmpdir(), 'orbita-cells-'));
const at = (name: string) => join(folder, name);
let source: Harness;
let target: Harness;

/** Runs a command as an operator does, with nothing of this process's environment. */
const run = (file: string, ...given: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', file), ...given], { env: {} }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }),
  );
const environmentOf = (name: string, of: Harness, secret: string, host: string) =>
  writeFileSync(
    at(name),
    `NODE_ENV=test
DATABASE_URL=${of.databaseUrl}
ORBITA_DATA_DIR=${of.platform.config.dataDir}
ORBITA_SECRET="${secret}"
ORBITA_PUBLIC_URL=https://${host}
`,
  );
const listed = (...more: object[]) =>
  writeFileSync(
    at('cells.json'),
    JSON.stringify({
      cells: [
        { name: 'cell1', nodes: ['10.1.0.9:8080'], environment: 'one.env' },
        {
          name: 'cell2',
          nodes: ['10.2.0.9:8080'],
          environment: 'two.env',
          hosts: ['arquivos-2.orbita.test'],
        },
        ...more,
      ],
    }),
  );

beforeAll(async () => {
  source = await startHarness({ proves: false });
  target = await secondCell(source);
  environmentOf('one.env', source, source.platform.config.secret, 'avisos-1.orbita.test');
  environmentOf('two.env', target, SECRET_OF_THE_SECOND, 'avisos-2.orbita.test');
  listed();
});
afterAll(async () => {
  await target?.stop();
  await source?.stop();
  rmSync(folder, { recursive: true });
});

const copy = (...more: string[]) =>
  run('tenant-copy.ts', 'alfa', '--from', at('one.env'), '--to', at('two.env'), ...more);
const mapped = async () => {
  const { code, out } = await run('cell-map.ts', at('cells.json'), '--format', 'haproxy-map');
  expect(code).toBe(0);
  return new Map(
    out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line: string) => line.split(' ') as [string, string]),
  );
};

describe('the commands of an operator', () => {
  it('map hostnames to cells, and to the new cell after a move', async () => {
    const before = await mapped();
    expect(before.get('cua.alfa.orbita.test')).toBe('cell1');
    expect(before.get('outra.cua.alfa.orbita.test')).toBe('cell2');
    expect([before.get('avisos-1.orbita.test'), before.get('arquivos-2.orbita.test')]).toEqual([
      'cell1',
      'cell2',
    ]);

    const here = (await numberOf(source.platform, 'alfa')) ?? 0;
    const rows = await everythingOf(source.platform, here, LEFT);
    const beside = await copy();
    expect([beside.code, beside.err]).toEqual([0, '']);
    expect(beside.out).toMatch(
      /^\d+ rows of \d+ tables, \d+ copied; \d+ files, \d+ copied; \d+ secrets sealed anew\n$/,
    );
    expect(await mapped()).toEqual(before);
    const back = await copy('--abort');
    expect([back.code, back.out]).toEqual([0, 'The half copy of alfa is removed\n']);

    const moved = await copy('--switch');
    expect([moved.code, moved.err]).toEqual([0, '']);
    expect(moved.out).toContain('alfa is open at the target; it was closed to changes for ');
    const there = (await numberOf(target.platform, 'alfa')) ?? 0;
    expect(await everythingOf(target.platform, there, LEFT)).toEqual(rows);
    const after = await mapped();
    expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()]));
    expect(after.get('cua.alfa.orbita.test')).toBe('cell2');
    const again = await copy('--switch');
    expect([again.code, again.err]).toEqual([1, 'alfa is open at the target already\n']);
    expect((await copy('--remove')).code).toBe(0);
    expect(await numberOf(source.platform, 'alfa')).toBeUndefined();
  });

  it('print no map of a cell that is listed twice, and say what is wrong with their arguments', async () => {
    listed({ name: 'cell3', nodes: ['10.3.0.9:8080'], environment: 'two.env' });
    const twice = await run('cell-map.ts', at('cells.json'));
    expect([twice.code, twice.out]).toEqual([1, '']);
    expect(twice.err).toContain('The host "outra.beta.orbita.test" is in cell2 and cell3');
    expect(twice.err).toContain('The tenant "alfa" is in cell2 and cell3');
    expect((await run('cell-map.ts', at('cells.json'), '--format', 'nginx')).code).toBe(2);
    expect((await run('cell-map.ts', at('one.env'))).err).toContain('does not list cells');
    for (const [environment, why, code] of [
      ['away.env', 'cannot be reached', 1],
      ['three.env', 'DATABASE_URL is missing', 2],
    ] as const) {
      const settings = `NODE_ENV=test\nORBITA_DATA_DIR=${folder}\n`;
      writeFileSync(at('away.env'), `${settings}DATABASE_URL=postgres://127.0.0.1:1/nothing\n`);
      writeFileSync(at('three.env'), settings);
      listed({ name: 'cell3', nodes: ['10.3.0.9:8080'], environment });
      const failed = await run('cell-map.ts', at('cells.json'));
      expect([failed.code, failed.out]).toEqual([code, '']);
      expect(failed.err).toMatch(new RegExp(`^cell3 \\(${environment}\\): [^]*${why}`));
    }
    expect((await run('tenant-copy.ts', 'alfa', '--from', at('one.env'))).code).toBe(2);
    expect((await copy('--switch', '--abort')).code).toBe(2);
    const without = await run('tenant-copy.ts', 'beta', '--from', at('three.env'), '--to', at('two.env'));
    expect([without.code, without.err]).toEqual([2, `${at('three.env')} has no DATABASE_URL\n`]);
  });
});
