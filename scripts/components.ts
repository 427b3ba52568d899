/**
 * Lists every package that is delivered – by the server, the command and the page – in CycloneDX (S30).
 * Usage: node scripts/components.ts [file]   (default dist/components.cdx.json)
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { npm } from './npm.ts';

const root = join(import.meta.dirname, '..');

/** Workspaces that reach somebody; sandbox, e2e and bench stay with us. */
export const DELIVERED = ['@orbita/api', '@orbita/cli', '@orbita/web', '@orbita/console'];

export type Component = {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  hashes?: { alg: string; content: string }[];
};
export type ComponentList = {
  bomFormat: string;
  specVersion: string;
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, object>;
};

const workspaces = (names: readonly string[]) => names.flatMap((name) => ['-w', name]);

/** Folders of the packages that some workspaces need to run, as installed, from the root of the repository. */
export const packagesOf = (names: readonly string[]): string[] =>
  [
    ...new Set(
      npm(['ls', '--omit=dev', '--all', '--parseable', ...workspaces(names)])
        .split('\n')
        .map((line) => line.slice(root.length + 1))
        .filter((path) => path !== '' && locked[path]),
    ),
  ].sort();

const refOf = (folder: string): string => {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Component;
  return `${name}@${version}`;
};

/**
 * The list as npm makes it (npm 10 or newer), without what other workspaces alone need. npm is not asked to omit what is
 * for development: it would leave out a package that is needed for both.
 */
export function componentList(): ComponentList {
  const list = JSON.parse(
    npm(['sbom', '--sbom-format=cyclonedx', ...workspaces(DELIVERED)]),
  ) as ComponentList;
  const needed = new Set(packagesOf(DELIVERED).map(refOf));
  const unknown = [...needed].filter((ref) => !list.components.some((one) => one['bom-ref'] === ref));
  if (unknown.length > 0) throw new Error(`npm sbom does not list ${unknown.join(', ')}`);
  return {
    ...list,
    components: list.components.filter((one) => needed.has(one['bom-ref'])),
    dependencies: list.dependencies
      .filter(({ ref }) => needed.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => needed.has(one)) })),
  };
}

if (import.meta.main) {
  const file = resolve(process.argv[2] ?? join(root, 'dist/components.cdx.json'));
  mkdirSync(dirname(file), { recursive: true });
  const list = componentList();
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
  console.log(`${file}: ${list.components.length} components`);
}
