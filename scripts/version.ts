/**
 * Gives every workspace, the lock file, the command's page and the image the version in the root's `package.json`; the OpenAPI
 * document reads it from `protocol/package.json`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

export const VERSION: string = JSON.parse(read('package.json')).version;

type Versioned = { version?: string; [field: string]: unknown };

/** Workspaces refer to each other by exact version, so these are updated, too. */
function stampManifest(manifest: Versioned): void {
  manifest.version = VERSION;
  for (const field of ['dependencies', 'devDependencies'])
    for (const name of Object.keys(manifest[field] ?? {}))
      if (name.startsWith('@orbita/')) (manifest[field] as Record<string, string>)[name] = VERSION;
}

function stampLock(lock: Versioned & { packages: Record<string, Versioned> }): void {
  lock.version = VERSION;
  // Other packages are below `node_modules`; so are the links to our own, which have no version.
  for (const [path, entry] of Object.entries(lock.packages))
    if (!path.includes('node_modules/')) stampManifest(entry);
}

function stampedJson<T>(file: string, stamp: (content: T) => void): [string, string] {
  const content: T = JSON.parse(read(file));
  stamp(content);
  return [file, `${JSON.stringify(content, null, 2)}\n`];
}

/** Each file that contains the version, with its required content. */
export const stampedFiles = (): Map<string, string> =>
  new Map([
    ...globSync('*/package.json', { cwd: root, exclude: ['node_modules'] }).map((file) =>
      stampedJson(file, stampManifest),
    ),
    stampedJson('package-lock.json', stampLock),
    ['cli/README.md', read('cli/README.md').replace(/orbita-cli-[\w.-]+(?=\.tgz)/g, `orbita-cli-${VERSION}`)],
    [
      'deploy/helm/orbita/Chart.yaml',
      read('deploy/helm/orbita/Chart.yaml').replace(/^((?:app)?[vV]ersion): .*$/gm, `$1: ${VERSION}`),
    ],
    ['Dockerfile', read('Dockerfile').replace(/^ARG ORBITA_BUILD=.*$/m, `ARG ORBITA_BUILD=${VERSION}`)],
  ]);

if (import.meta.main) for (const [file, text] of stampedFiles()) writeFileSync(join(root, file), text);
