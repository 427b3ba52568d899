import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('{domain,protocol,client,ui,api,web,console,sandbox,cli}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
});
const production = files.filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('api/journeys/'));
const importsOf = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(
    (found) => found[1] as string,
  );

/** Layers that each layer may import (imports only go down). */
const BELOW: Record<string, string[]> = {
  domain: [],
  protocol: ['domain'],
  api: ['protocol', 'domain'],
  client: ['protocol', 'domain'],
  // Components know no server, and the client no components.
  ui: ['domain'],
  // `web` and `console` know nothing of each other.
  web: ['protocol', 'domain', 'client', 'ui'],
  console: ['protocol', 'domain', 'client', 'ui'],
  sandbox: ['domain'],
  cli: ['protocol'],
};

describe('layers and modules', () => {
  it('import only layers below', () => {
    const wrong: string[] = [];
    for (const file of production) {
      const layer = file.split('/')[0] ?? '';
      for (const target of importsOf(file)) {
        const other = /^@orbita\/(\w+)/.exec(target)?.[1];
        if (other && !BELOW[layer]?.includes(other)) wrong.push(`${file} imports ${target}`);
        if (
          target.startsWith('.') &&
          relative(join(root, layer), join(root, dirname(file), target)).startsWith('..')
        ) {
          wrong.push(`${file} leaves its layer with ${target}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('the product imports nothing of tests and tools', () => {
    const wrong = production
      .flatMap((file) => importsOf(file).map((target) => [file, target] as const))
      .filter(([, target]) => /(^|\/)(testing|tools)\//.test(target))
      .map(([file, target]) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('what web and console both need is only once: in client or ui', () => {
    const namesIn = (folders: string) =>
      production
        .filter((file) => new RegExp(`^${folders}/`).test(file))
        .flatMap((file) => [
          ...readFileSync(join(root, file), 'utf8').matchAll(
            /^export (?:async )?(?:const|function|class|type) (\w+)/gm,
          ),
        ])
        .map(([, name]) => name as string);
    const ofConsole = new Set(namesIn('console/(?:base|ui)'));
    // Each app has its own address, its own headers and handling of an ended session, and its own cache.
    expect(
      namesIn('web/base')
        .filter((name) => ofConsole.has(name))
        .sort(),
    ).toEqual(['BASE', 'CallOptions', 'call', 'institutionOf', 'keepSession', 'queryClient']);
    const shared = new Set(namesIn('client'));
    // The team also reads which part of the product is unavailable.
    expect(namesIn('(?:web/base|console/(?:base|ui))').filter((name) => shared.has(name))).toEqual([
      'textOf',
    ]);
  });

  it('no folder of a layer is named after its callers: acts of the institution are in their capability', () => {
    const folders = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')));
    expect([...folders].filter((folder) => /\/(operations|institution|candidates?)$/.test(folder))).toEqual(
      [],
    );
  });

  it('browser code imports only types of protocol, so that no schema is sent to the browser', () => {
    const wrong = production
      .filter((file) => /^(client|web|console)\//.test(file))
      .filter((file) =>
        /^(?:import|export) (?!type )[^;]*from '@orbita\/protocol|\bimport(?:\(\s*| )'@orbita\/protocol/m.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      );
    expect(wrong).toEqual([]);
  });

  it('modules of domain and protocol import only the index.ts of other modules', () => {
    const wrong: string[] = [];
    for (const layer of ['domain', 'protocol']) {
      for (const file of production.filter((one) => one.startsWith(`${layer}/`))) {
        const module = file.split('/')[1] ?? '';
        if (file.split('/').length < 3) continue;
        for (const target of importsOf(file).filter((one) => one.startsWith('.'))) {
          const [otherModule, ...inner] = relative(
            join(root, layer),
            join(root, dirname(file), target),
          ).split('/');
          if (!otherModule || inner.length === 0 || otherModule === module || otherModule === 'foundation')
            continue;
          if (!['index.ts', 'team/index.ts'].includes(inner.join('/')))
            wrong.push(`${file} reaches into ${otherModule}/${inner.join('/')}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('an application is written only where its version is incremented', () => {
    const wrong = production
      .filter((file) => file.startsWith('api/'))
      .filter((file) => !['api/subscription/change.ts', 'api/subscription/move.ts'].includes(file))
      .filter((file) => /update\s+(?:only\s+)?subscription\b/i.test(readFileSync(join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  it('T7: limits count networks, never single addresses', () => {
    /** Files that may read the full address: what determines it, the captcha, and the evidence of an acceptance. */
    const readers = [
      'api/platform/http/proxy.ts',
      'api/identity/captcha.ts',
      'api/identity/sign-in-limits.ts',
      'api/contract/accept.ts',
      'api/contract/evidence.ts',
      'api/document/print.ts',
    ];
    // Passed on as a field named `ip` or `address`, or as an argument of the access key limit.
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

  it('time comes from the platform clock only', () => {
    const wrong = production
      .filter((file) => /^(domain|protocol|api|client|web|console)\//.test(file))
      .filter((file) => !['api/platform/clock.ts', 'client/server-clock.ts'].includes(file))
      .filter((file) => /Date\.now\(\)|new Date\(\)/.test(readFileSync(join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });

  it('SQL statements do not use the time of the database', () => {
    const wrong: string[] = [];
    for (const file of [
      ...production.filter((one) => one.startsWith('api/')),
      ...globSync('api/migrations/*.sql', { cwd: root }),
    ]) {
      // A migration that looks months ahead runs where the product's clock is not available.
      if (['api/platform/clock.ts', 'api/migrations/0126_event_months.sql'].includes(file)) continue;
      for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
        if (
          /(?<![.\w])now\(\)|\b(?:current_(?:date|time)|localtime|(?:clock|statement|transaction)_timestamp|timeofday)/i.test(
            line,
          )
        )
          wrong.push(`${file}: ${line.trim()}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
