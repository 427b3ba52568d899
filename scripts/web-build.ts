import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knowsBrowsers } from '@orbita/ui/build/oldest';
import { run } from './processes.ts';

const root = join(import.meta.dirname, '..');

/** The builds, each from its own folder, with what is printed meanwhile. */
const BUILDS = {
  web: {
    says: 'Construindo o aplicativo web',
    of: ['web/**/*', 'client/**/*', 'ui/**/*'],
    configs: ['vite.config.ts', 'card-fields/vite.config.ts'],
  },
  console: {
    says: 'Construindo a Órbita Equipe',
    // The team's manual is built with it.
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

/** Names some work while it runs. */
type During = (text: string, work: Promise<void>) => Promise<void>;

async function build(name: Build): Promise<void> {
  const folder = join(root, name);
  for (const config of BUILDS[name].configs)
    await run('vite', ['build', '--logLevel', 'warn', '--config', config], { cwd: folder });
  mkdirSync(join(folder, 'dist'), { recursive: true });
}

async function buildIfStale(name: Build, during: During): Promise<boolean> {
  const mark = join(root, name, 'dist/.built-from');
  const now = fingerprint(name);
  // What a start built unchecked is checked before it is tested.
  const judged = `${now} judged`;
  const kept = existsSync(mark) && readFileSync(mark, 'utf8');
  if (kept === judged || (kept === now && !knowsBrowsers())) return false;
  await during(BUILDS[name].says, build(name));
  writeFileSync(mark, knowsBrowsers() ? judged : now);
  return true;
}

const saying: During = (text, work) => {
  console.log(`${text}…`);
  return work;
};

/**
 * Builds the candidate's app and the console side by side, each unless its last build was made from the same files. Returns
 * whether any was built.
 */
export async function buildWebIfStale(during: During = saying): Promise<boolean> {
  const built = await Promise.all([buildIfStale('web', during), buildIfStale('console', during)]);
  return built.includes(true);
}

if (import.meta.main) await buildWebIfStale();
