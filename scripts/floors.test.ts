import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('{domain,protocol,api,web,sandbox,cli}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
});
const production = files.filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('api/testing/'));
const importsOf = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(
    (found) => found[1] as string,
  );

/** What each floor may import of the others (design: imports only go down). */
const BELOW: Record<string, string[]> = {
  domain: [],
  protocol: ['domain'],
  api: ['protocol', 'domain'],
  web: ['protocol', 'domain'],
  sandbox: ['domain'],
  cli: ['protocol'],
};

describe('the house', () => {
  it('lets imports go down only', () => {
    const wrong: string[] = [];
    for (const file of production) {
      const floor = file.split('/')[0] ?? '';
      for (const target of importsOf(file)) {
        const other = /^@orbita\/(\w+)/.exec(target)?.[1];
        if (other && !BELOW[floor]?.includes(other)) wrong.push(`${file} imports ${target}`);
        if (
          target.startsWith('.') &&
          relative(join(root, floor), join(root, dirname(file), target)).startsWith('..')
        ) {
          wrong.push(`${file} leaves its floor with ${target}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('brings no schema to the browser: protocol is imported for its types alone', () => {
    const wrong = production
      .filter((file) => file.startsWith('web/'))
      .filter((file) =>
        /^import (?!type )[^;]*from '@orbita\/protocol/m.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(wrong).toEqual([]);
  });

  it('lets rooms meet through what they export', () => {
    const wrong: string[] = [];
    for (const floor of ['domain', 'protocol', 'api']) {
      for (const file of production.filter((one) => one.startsWith(`${floor}/`))) {
        const room = file.split('/')[1] ?? '';
        // The platform joins the rooms, and the start names their adapters.
        if (['platform', 'migrations'].includes(room) || file.split('/').length < 3) continue;
        for (const target of importsOf(file).filter((one) => one.startsWith('.'))) {
          const [otherRoom, ...inner] = relative(join(root, floor), join(root, dirname(file), target)).split(
            '/',
          );
          if (
            !otherRoom ||
            inner.length === 0 ||
            otherRoom === room ||
            ['platform', 'foundation'].includes(otherRoom)
          )
            continue;
          if (inner.join('/') !== 'index.ts')
            wrong.push(`${file} reaches into ${otherRoom}/${inner.join('/')}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('writes an application where its version grows', () => {
    const wrong = production
      .filter((file) => file.startsWith('api/'))
      .filter((file) => !['api/subscription/change.ts', 'api/subscription/move.ts'].includes(file))
      .filter((file) => /update subscription\b/.test(readFileSync(join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  it('T7: counts addresses by their networks only', () => {
    /** Who may read an address as it came: the captcha is told it, and it is evidence of an acceptance. */
    const readers = [
      'api/identity/captcha.ts',
      'api/identity/door.ts',
      'api/contract/accept.ts',
      'api/contract/evidence.ts',
      'api/document/print.ts',
    ];
    // Handed on as a field named `ip` or `address`, or as an argument of the limit of access keys.
    const handedOn =
      /\b(?:ip|address): [\w.]+\.ip\b|networksOf\((?:visit|request)\.ip\)|networksOf\(socket\.remoteAddress\b|(?:isGuessing|noteWrongKey)\(/;
    const wrong = production
      .filter((file) => file.startsWith('api/') && !readers.includes(file))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .filter((line) => /\.ip\b|remoteAddress|\.ips\b/.test(line) && !handedOn.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(wrong).toEqual([]);
  });

  it('asks one clock only', () => {
    const wrong = production
      .filter((file) => /^(domain|protocol|api|web)\//.test(file))
      .filter((file) => !['api/platform/clock.ts', 'web/app/server-clock.ts'].includes(file))
      .filter((file) => /Date\.now\(\)|new Date\(\)/.test(readFileSync(join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  it('keeps the time of the database out of its statements', () => {
    const wrong: string[] = [];
    for (const file of [
      ...production.filter((one) => one.startsWith('api/')),
      ...globSync('api/migrations/*.sql', { cwd: root }),
    ]) {
      if (file === 'api/platform/clock.ts') continue;
      for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
        if (/(?<![.\w])now\(\)|current_timestamp|clock_timestamp/i.test(line))
          wrong.push(`${file}: ${line.trim()}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
