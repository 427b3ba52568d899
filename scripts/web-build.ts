import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.ts';

const root = join(import.meta.dirname, '..');
const mark = join(root, 'web/dist/.built-from');

/** Fingerprint of everything the web app is built from. */
const fingerprint = (): string => {
  const hash = createHash('sha256');
  const files = globSync(['web/**/*', 'domain/**/*.ts', 'protocol/**/*.ts', 'package-lock.json'], {
    cwd: root,
    withFileTypes: false,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).sort();
  for (const file of files) {
    if (!/\.(ts|tsx|css|html|json|svg)$/.test(file) || file.includes('.test.')) continue;
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
};

/** Builds the web app unless the last build was made from the same files. Returns whether it built. */
export async function buildWebIfStale(log: (text: string) => void = console.log): Promise<boolean> {
  const now = fingerprint();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return false;
  log('Construindo o aplicativo web…');
  await run('vite', ['build', '--logLevel', 'warn'], { cwd: join(root, 'web') });
  const card = ['build', '--logLevel', 'warn', '--config', 'card-fields/vite.config.ts'];
  await run('vite', card, { cwd: join(root, 'web') });
  mkdirSync(join(root, 'web/dist'), { recursive: true });
  writeFileSync(mark, now);
  return true;
}

if (import.meta.main) await buildWebIfStale();
