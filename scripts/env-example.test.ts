import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { environment, loadConfig, Misconfigured } from '../api/platform/config.ts';
import { renderEnvExample } from './env-example.ts';

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');

it('.env.example matches the configuration schema (npm run docs writes it)', () => {
  expect(example).toBe(renderEnvExample());
});

it('describes every setting', () => {
  const silent = Object.entries(environment.shape).filter(([, { description }]) => !description);
  expect(silent.map(([name]) => name)).toEqual([]);
});

it('shows defaults that the configuration accepts, and lists everything a start needs', () => {
  const shown = parseEnv(example.replaceAll(/^# (\w+=.+)$/gm, '$1')) as Record<string, string>;
  const given = Object.fromEntries(Object.entries(shown).filter(([, value]) => value));
  const start = (env: Record<string, string>) => () => loadConfig(env);
  expect(start(given)).toThrow(Misconfigured);
  const asked = Object.fromEntries(Object.keys(shown).map((name) => [name, 'x'.repeat(32)]));
  const whole = { ...asked, ORBITA_PIX_ACCOUNTS: '{}', ...given };
  // Known from `compose.yaml`, which sets them.
  expect(start({ ...whole, DATABASE_URL: 'postgres://x/y', ORBITA_CLAMD: 'x:1' })).not.toThrow();
});
