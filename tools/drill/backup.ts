import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Files } from '@orbita/api/platform/files/files';

const run = promisify(execFile);
const DUMP = 'database.dump';
/** The service's role; a dump of one database does not include it (docs/runbook.md, "Backups"). */
const ROLE = 'orbita_app';

/** A PostgreSQL client program: the newest version on the system, else from the path. */
function client(name: 'pg_dump' | 'pg_restore' | 'psql'): string {
  const system = '/usr/lib/postgresql';
  const versions = existsSync(system) ? readdirSync(system).map(Number).filter(Number.isFinite) : [];
  const found = versions
    .sort((a, b) => b - a)
    .map((version) => join(system, String(version), 'bin', name))
    .find(existsSync);
  return found ?? name;
}

/** True if the programs that write and read PostgreSQL backups are installed. */
export const hasPostgresClient = async (): Promise<boolean> =>
  run(client('pg_dump'), ['--version']).then(
    () => true,
    () => false,
  );

/**
 * Backs up PostgreSQL while it serves: the database as one snapshot, then the files. In this order every file referenced by a
 * row is there, because files outlive their rows by a day (`storage-sweep`).
 */
export async function backUpServer(
  url: string,
  dataDir: string,
  to: string,
  snapshot?: string,
): Promise<void> {
  await mkdir(to, { recursive: true });
  const options = [
    '--format=custom',
    `--file=${join(to, DUMP)}`,
    ...(snapshot ? [`--snapshot=${snapshot}`] : []),
  ];
  await run(client('pg_dump'), [...options, url]);
  await cp(join(dataDir, 'files'), join(to, 'files'), { recursive: true });
}

/** Restores it into an empty database on any server, and the files into an empty folder. */
export async function restoreServer(from: string, url: string, dataDir: string): Promise<void> {
  await run(client('psql'), [
    url,
    '--set=ON_ERROR_STOP=1',
    `--command=do $$ begin create role ${ROLE} nologin; exception when duplicate_object then null; end $$`,
  ]);
  await run(client('pg_restore'), [
    '--no-owner',
    '--exit-on-error',
    '--jobs=2',
    `--dbname=${url}`,
    join(from, DUMP),
  ]);
  await cp(join(from, 'files'), join(dataDir, 'files'), { recursive: true });
}

/** Contents of a data folder that are not part of a backup: what belongs to a running process, and the list of erasures. */
const inNoBackup = (path: string) => /(^|\/)(lock\.json|sandbox|erasures)$/.test(path);

/** Backs up the embedded engine: its whole folder, while nothing is running on it. */
export const backUpFolder = (dataDir: string, to: string): Promise<void> =>
  cp(dataDir, to, { recursive: true, filter: (source) => !inNoBackup(source) });

/** Restores the folder; its current contents are deleted. */
export async function restoreFolder(from: string, dataDir: string): Promise<void> {
  for (const name of readdirSync(from)) await rm(join(dataDir, name), { recursive: true, force: true });
  await cp(from, dataDir, { recursive: true });
}

/** Backs up a bucket: every object by its key, after the database, as `backUpServer` does. */
export async function backUpBucket(bucket: Files, to: string): Promise<void> {
  for await (const { key } of bucket.list('tenants/')) {
    const path = join(to, 'bucket', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await bucket.getBytes(key));
  }
}

/** Restores it into an empty bucket. */
export async function restoreBucket(from: string, bucket: Files): Promise<void> {
  const cwd = join(from, 'bucket');
  for await (const entry of glob('tenants/**/*', { cwd, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    await bucket.putStream(relative(cwd, path), createReadStream(path));
  }
}

/** Key and SHA-256 of every object. */
export async function objectPrints(bucket: Files): Promise<string[]> {
  const prints: string[] = [];
  for await (const { key } of bucket.list('tenants/'))
    prints.push(
      `${key} ${createHash('sha256')
        .update(await bucket.getBytes(key))
        .digest('hex')}`,
    );
  return prints.sort();
}

/** Path and SHA-256 of every stored file below `dataDir`. */
export async function filePrints(dataDir: string): Promise<string[]> {
  const prints: string[] = [];
  for await (const entry of glob('files/tenants/**/*', { cwd: dataDir, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    prints.push(
      `${path.slice(dataDir.length)} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`,
    );
  }
  return prints.sort();
}
