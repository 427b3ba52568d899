/**
 * Writes the folder that the production image serves from: what `api` and `cli` need to run, the built web app, their packages
 * and the list of all components; nothing of sandbox, tests, bench and builds. Usage: node scripts/image.ts <folder>
 */
import {
  cpSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { componentList, packagesOf } from './components.ts';

const root = join(import.meta.dirname, '..');

/** Workspaces whose source runs in production; of `web` only its build. */
export const SERVED = ['api', 'cli', 'domain', 'protocol'] as const;

/** Source that is only used by tests and the development start. */
const NOT_SERVED = [
  /\.test\.ts$/,
  /^api\/journeys\//,
  /^api\/(catalogue\/demo|payment\/demo-notices)\.ts$/,
  /^domain\/[^/]+\/testing\//,
];

type Manifest = Record<string, unknown>;
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
const write = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Files of the served workspaces, relative to the repository root. */
export const servedFiles = (): string[] =>
  globSync(`{${SERVED.join(',')}}/**/*`, {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
    .filter((file) => statSync(join(root, file)).isFile())
    .filter((file) => !NOT_SERVED.some((pattern) => pattern.test(file)))
    .sort();

/** Copies a package's folder without nested packages: those that are needed are listed themselves. */
function copyPackage(from: string, to: string, copy: (from: string, to: string) => void): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyPackage(source, target, copy);
    else copy(source, target);
  }
}

/**
 * Recreates the folder. `share` links package files instead of copying them if the file system can: for a folder that exists
 * only during a test.
 */
export function stageImage(folder: string, { share = false } = {}): void {
  rmSync(folder, { recursive: true, force: true });
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  };
  const linkOrCopy = (from: string, to: string) => {
    try {
      linkSync(from, to);
    } catch {
      copy(from, to);
    }
  };
  for (const file of servedFiles()) copy(join(root, file), join(folder, file));
  for (const name of SERVED) {
    const { devDependencies: _, ...manifest } = manifestOf(name);
    write(join(folder, name, 'package.json'), manifest);
  }
  const { name, version, license, type } = manifestOf('.');
  write(join(folder, 'package.json'), { name, version, private: true, license, type, workspaces: SERVED });
  copy(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  for (const built of ['web/dist', 'web/card-fields/dist', 'console/dist'])
    if (existsSync(join(root, built))) copy(join(root, built), join(folder, built));
  for (const path of packagesOf(SERVED.map((served) => `@orbita/${served}`)))
    if (!path.startsWith('node_modules/@orbita/'))
      copyPackage(join(root, path), join(folder, path), share ? linkOrCopy : copy);
  mkdirSync(join(folder, 'node_modules/@orbita'), { recursive: true });
  for (const served of SERVED)
    symlinkSync(join('../..', served), join(folder, 'node_modules/@orbita', served));
  write(join(folder, 'components.cdx.json'), componentList());
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Usage: node scripts/image.ts <folder>');
  for (const built of ['web/dist/index.html', 'web/dist/painted/painted.js', 'console/dist/index.html'])
    if (!existsSync(join(root, built))) throw new Error(`Build the apps first: ${built} is missing`);
  stageImage(resolve(folder));
}
