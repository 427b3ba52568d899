// Plain JavaScript for any Node from 18 on: it runs before the project's own Node is installed.

/** Workspaces whose dependencies `npm start` needs; of `testing` it needs the people of the demo, of the others nothing. */
const STARTED = ['api', 'cli', 'client', 'console', 'domain', 'protocol', 'sandbox', 'ui', 'web'];
/** What else a start needs: to build the apps, and to fill the demo. */
const ALSO = ['@vitejs/plugin-react', 'postcss', 'vite', 'ws'];

/**
 * What a start leaves out: packages that the product loads only for certain settings, and unused dependencies of other
 * packages.
 */
export const LEFT_OUT = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@napi-rs/canvas',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@redis/client',
  '@sentry/node',
  'ioredis',
];
/** Settings with which a start needs what is left out. */
export const ASKING = ['ORBITA_SENTRY_DSN', 'ORBITA_STORAGE_S3_BUCKET', 'ORBITA_TRACES_URL'];

const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** A manifest, or its entry in the lock file, reduced to what a start needs. */
export function startManifest(folder, manifest) {
  const reduced = { ...manifest };
  const kept = (field, name) =>
    !LEFT_OUT.includes(name) &&
    (name.startsWith('@orbita/') ||
      ALSO.includes(name) ||
      (field === 'dependencies' && STARTED.includes(folder)) ||
      (field === 'optionalDependencies' && folder === ''));
  for (const field of FIELDS)
    if (manifest[field])
      reduced[field] = Object.fromEntries(
        Object.entries(manifest[field]).filter(([name]) => kept(field, name)),
      );
  if (folder === '') reduced.workspaces = [...STARTED, 'testing'].sort();
  return reduced;
}

/** Where Node finds a package that a folder imports. */
function foundFrom(packages, folder, name) {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at ? `${at}/node_modules/${name}` : `node_modules/${name}`;
    if (packages[path]) return path;
    if (!at) return undefined;
  }
}

/** Package names without those that a start leaves out. */
const without = (names) =>
  names && Object.fromEntries(Object.entries(names).filter(([name]) => !LEFT_OUT.includes(name)));

/** The part of a lock file that a start needs, including packages for other systems: npm expects to see them. */
export function startLock(lock) {
  const entries = {};
  const take = (path) => {
    const entry = lock.packages[path];
    if (!entry || entries[path]) return;
    const own = !path.includes('node_modules/');
    entries[path] = own
      ? startManifest(path, entry)
      : { ...entry, optionalDependencies: without(entry.optionalDependencies) };
    if (entry.link) return take(entry.resolved);
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = entries[path];
    const optional = entry.peerDependenciesMeta ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !optional[name]?.optional);
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...(own ? devDependencies : {}) });
    for (const name of [...names, ...peers]) take(foundFrom(lock.packages, path, name) ?? '');
  };
  take('');
  for (const folder of entries[''].workspaces) take(`node_modules/@orbita/${folder}`);
  const inOrder = Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(inOrder) };
}

/**
 * A lock file with the address of each package, by the convention that every registry follows. Without addresses, npm first
 * queries the registry for all versions of every package. npm replaces the registry named here by the one in its settings.
 */
export function withAddresses(lock) {
  const packages = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = `${name.split('/').at(-1)}-${entry.version}.tgz`;
    packages[path] = entry.integrity
      ? { ...entry, resolved: `https://registry.npmjs.org/${name}/-/${file}` }
      : entry;
  }
  return { ...lock, packages };
}
