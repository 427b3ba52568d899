import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.ts';

const root = join(import.meta.dirname, '..');

/** What is built, each from its own folder, with what is printed while it is built. */
const BUILDS = {
  web: {
    says: 'Construindo o aplicativo web…',
    of: ['web/**/*', 'client/**/*', 'ui/**/*'],
    configs: ['vite.config.ts', 'card-fields/vite.config.ts'],
  },
  console: {
    says: 'Construindo a Órbita Equipe…',
    // The manual of the team is built with it.
    of: ['console/**/*', 'client/**/*', 'ui/**/*', 'docs/equipe/**/*'],
    configs: ['vite.config.ts'],
  },
} as const;
type Build = keyof typeof BUILDS;

/** Fingerprint of everything an app is built from. */
const fingerprint = (name: Build): string => {
  const hash = createHash('sha256');
  const files = globSync([...BUILDS[name].of, 'domain/**/*.ts', 'protocol/**/*.ts', 'package-lock.json'], {
    cwd: root,
    withFileTypes: false,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).sort();
  for (const file of files) {
    if (!/\.(ts|tsx|css|html|json|svg|md|webp)$/.test(file) || file.includes('.test.')) continue;
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
};

async function buildIfStale(name: Build, log: (text: string) => void): Promise<boolean> {
  const folder = join(root, name);
  const mark = join(folder, 'dist/.built-from');
  const now = fingerprint(name);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return false;
  log(BUILDS[name].says);
  for (const config of BUILDS[name].configs)
    await run('vite', ['build', '--logLevel', 'warn', '--config', config], { cwd: folder });
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(mark, now);
  return true;
}

/** Builds the candidate's app and the console, each unless its last build was made from the same files. Returns whether one was built. */
export async function buildWebIfStale(log: (text: string) => void = console.log): Promise<boolean> {
  const built = await buildIfStale('web', log);
  return (await buildIfStale('console', log)) || built;
}

if (import.meta.main) await buildWebIfStale();
