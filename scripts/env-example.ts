import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { environment, NEEDED } from '../api/platform/config.ts';

const FILE = new URL('../.env.example', import.meta.url);
const compose = readFileSync(new URL('../compose.yaml', import.meta.url), 'utf8');

const setByCompose = new Set(Object.keys(parse(compose)['x-node'].environment));
const defaults: Record<string, unknown> = environment.parse({});
const needed: readonly string[] = NEEDED;

function settingLines([name, setting]: [string, { description?: string }]): string[] {
  const set = setByCompose.has(name) ? '; compose.yaml sets it' : '';
  const line = `${name}=${defaults[name] ?? ''}`;
  return ['', `# ${setting.description}${set}`, needed.includes(name) && !set ? line : `# ${line}`];
}

/** Variables that `compose.yaml` requires, each with its message. */
const ofCompose = new Map(
  Array.from(compose.matchAll(/\$\{(\w+):\?([^}]+)\}/g), ([, name = '', said = '']) => [name, said]),
);

/** The full text of `.env.example`. */
export const renderEnvExample = (): string =>
  [
    '# Settings, written by `npm run docs` from `api/platform/config.ts` and `compose.yaml`; docs/runbook.md explains each.',
    '# A line without # needs a value of yours; the others show what holds without them.',
    ...[...ofCompose].flatMap(([name, said]) => ['', `# compose.yaml: ${said}`, `${name}=`]),
    ...Object.entries(environment.shape).flatMap(settingLines),
    '',
    '# secrets that a catalogue names, each with `alias@host` of those who may use it (docs/runbook.md, Secrets)',
    '# ORBITA_SECRET_{NAME}=',
    '# ORBITA_SECRET_{NAME}_FOR=',
    '',
  ].join('\n');

if (import.meta.main) writeFileSync(FILE, renderEnvExample());
