import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../api/platform/config.ts';
import { main } from '../cli/main.ts';
import { buildOpenApi } from '../protocol/openapi/index.ts';
import { stampedFiles, VERSION } from './version.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

describe('the version', () => {
  it.each([...stampedFiles()])('of %s is that of package.json (npm run docs writes it)', (file, text) => {
    // For a long file only the lines that differ.
    const expected = new Set(text.split('\n'));
    expect(
      read(file)
        .split('\n')
        .filter((line) => !expected.has(line)),
    ).toEqual([]);
    expect(read(file) === text).toBe(true);
  });

  it('of the API and of a built image is the same', () => {
    expect(buildOpenApi()).toMatchObject({ info: { version: VERSION } });
    const [, build] = /^ARG ORBITA_BUILD=(\S+)$/m.exec(read('Dockerfile')) ?? [];
    expect(loadConfig({ NODE_ENV: 'test', ORBITA_SECRET: 'x'.repeat(32), ORBITA_BUILD: build }).build).toBe(
      VERSION,
    );
  });

  it('is printed by the command', async () => {
    const said: string[] = [];
    const output = { out: (text: string) => void said.push(text), err: () => undefined };
    expect(await main(['--version'], {}, output)).toBe(0);
    expect(said).toEqual([VERSION]);
  });

  it('is the newest section of the changelog', () => {
    const sections = [...read('CHANGELOG.md').matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name);
    expect(sections.slice(0, 2)).toEqual(['Unreleased', VERSION]);
  });
});
