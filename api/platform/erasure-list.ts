import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Files } from './files/files.ts';

/** One erasure: tenant, the person's former UUID, and when. Nothing else is known about the person. */
export type Erasure = { tenantId: number; uuid: string; at: Date };

/** Storage of the list's entries. An entry consists only of its name: letters, digits, `-` and `_`. */
export interface Lines {
  /** Resolves once all of them are stored durably. */
  add(names: readonly string[]): Promise<void>;
  all(): AsyncIterable<string>;
  drop(name: string): Promise<void>;
}

/** Entries as empty files in a folder. */
const folderLines = (dir: string): Lines => ({
  async add(names) {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    for (const name of names) {
      const file = await open(join(dir, name), 'a', 0o600);
      await file.sync().finally(() => file.close());
    }
    // A file name is only durable once its folder is synced.
    const folder = await open(dir, 'r');
    await folder.sync().finally(() => folder.close());
  },
  async *all() {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    yield* await readdir(dir);
  },
  drop: (name) => rm(join(dir, name), { force: true }),
});

/** Prefix of the entries in a bucket, beside the tenants' files. */
const IN_BUCKET = 'erasures/';

/** Entries as empty objects in the files bucket, so that all nodes share one list. */
const storedLines = (files: Files): Lines => ({
  async add(names) {
    for (const name of names) await files.putStream(IN_BUCKET + name, Readable.from([]));
  },
  async *all() {
    for await (const { key } of files.list(IN_BUCKET)) yield key.slice(IN_BUCKET.length);
  },
  drop: (name) => files.delete(IN_BUCKET + name),
});

/** The list with its secrets: the first signs new entries, any of them verifies existing ones. */
export type ErasureList = { lines: Lines; secrets: readonly string[] };

/** The installation's list: in its bucket, unless a folder is configured for it. */
export const erasureListOf = (
  config: Pick<Config, 'erasuresDir' | 'bucket' | 'secrets'>,
  files: Files,
): ErasureList => ({
  lines: config.erasuresDir === undefined ? storedLines(files) : folderLines(config.erasuresDir),
  secrets: config.secrets,
});

const LINE = /^(\d{1,18})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,15})_([\w-]{43})$/;

/** Entries that are verified before yielding to other work. */
const IN_ONE_GO = 1000;

const keyOf = (secret = ''): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'list of erasures', 32));

const proofOf = (key: Buffer, { tenantId, uuid, at }: Erasure): Buffer =>
  createHmac('sha256', key).update(`${tenantId} ${uuid} ${at.getTime()}`).digest();

const lineOf = (key: Buffer, one: Erasure): string =>
  `${one.tenantId}_${one.uuid}_${one.at.getTime()}_${proofOf(key, one).toString('base64url')}`;

/**
 * Adds erasures to the list. Each is an empty file whose name contains everything: so nodes can write concurrently, restoring
 * an older copy of the list removes nothing, and reading the list means listing it. Resolves once everything is stored durably.
 */
export async function writeErasures(
  { lines, secrets }: ErasureList,
  erasures: readonly Erasure[],
): Promise<void> {
  const key = keyOf(secrets[0]);
  await lines.add(erasures.map((one) => lineOf(key, one)));
}

/** Rewrites every entry that only a former secret verifies and removes the old one; returns how many. */
export async function renewErasures({ lines, secrets }: ErasureList): Promise<number> {
  const current = { lines, secrets: secrets.slice(0, 1) };
  const { erasures, refused } = await readErasures(current);
  if (refused === 0) return 0;
  const known = new Set(erasures.map((one) => lineOf(keyOf(secrets[0]), one)));
  const former = (await readErasures({ lines, secrets: secrets.slice(1) })).erasures;
  await writeErasures(current, former);
  for (const secret of secrets.slice(1))
    for (const one of former) {
      const old = lineOf(keyOf(secret), one);
      if (!known.has(old)) await lines.drop(old);
    }
  return former.length;
}

export type ErasuresRead = {
  erasures: Erasure[];
  /** Entries that this installation did not write; nobody is erased because of them. */
  refused: number;
};

/** Reads the list; empty if there is none yet. Throws when it cannot be read. */
export async function readErasures({ lines, secrets }: ErasureList): Promise<ErasuresRead> {
  const keys = secrets.map(keyOf);
  const read: ErasuresRead = { erasures: [], refused: 0 };
  let n = 0;
  for await (const name of lines.all()) {
    n += 1;
    if (n % IN_ONE_GO === 0) await setImmediate();
    const [, tenantId, uuid = '', at, proof = ''] = LINE.exec(name) ?? [];
    const one = { tenantId: Number(tenantId), uuid, at: new Date(Number(at)) };
    const given = Buffer.from(proof, 'base64url');
    const proves = (key: Buffer): boolean => {
      const wanted = proofOf(key, one);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    };
    if (keys.some(proves)) read.erasures.push(one);
    else read.refused += 1;
  }
  return read;
}
