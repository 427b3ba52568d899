import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Files } from './files/files.ts';

/** One erasure: which person of which tenant, by the number she had before it, and when. Nothing else is known of her. */
export type Erasure = { tenantId: number; uuid: string; at: Date };

/** Where lines are kept. A line is its name: letters, digits, `-` and `_`. */
export interface Lines {
  /** Resolves once all of them are kept, whatever happens to this machine or process. */
  add(names: readonly string[]): Promise<void>;
  all(): AsyncIterable<string>;
  drop(name: string): Promise<void>;
}

/** Lines as empty files of a folder. */
const folderLines = (dir: string): Lines => ({
  async add(names) {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    for (const name of names) {
      const file = await open(join(dir, name), 'a', 0o600);
      await file.sync().finally(() => file.close());
    }
    // A name is on the disk when its folder is.
    const folder = await open(dir, 'r');
    await folder.sync().finally(() => folder.close());
  },
  async *all() {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    yield* await readdir(dir);
  },
  drop: (name) => rm(join(dir, name), { force: true }),
});

/** Where the lines lie in a bucket, beside the files of tenants. */
const IN_BUCKET = 'erasures/';

/** Lines as empty objects of the bucket of files, so that all nodes have one list. */
const storedLines = (files: Files): Lines => ({
  async add(names) {
    for (const name of names) await files.putStream(IN_BUCKET + name, Readable.from([]));
  },
  async *all() {
    for await (const { key } of files.list(IN_BUCKET)) yield key.slice(IN_BUCKET.length);
  },
  drop: (name) => files.delete(IN_BUCKET + name),
});

/** The list, and the secrets of which the first proves new lines, and any a line that is there. */
export type ErasureList = { lines: Lines; secrets: readonly string[] };

/** The list of an installation: in its bucket, unless a folder for it is named. */
export const erasureListOf = (
  config: Pick<Config, 'erasuresDir' | 'bucket' | 'secrets'>,
  files: Files,
): ErasureList => ({
  lines: config.erasuresDir === undefined ? storedLines(files) : folderLines(config.erasuresDir),
  secrets: config.secrets,
});

const LINE = /^(\d{1,18})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,15})_([\w-]{43})$/;

/** Lines that are proven without letting other work run. */
const IN_ONE_GO = 1000;

const keyOf = (secret = ''): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'list of erasures', 32));

const proofOf = (key: Buffer, { tenantId, uuid, at }: Erasure): Buffer =>
  createHmac('sha256', key).update(`${tenantId} ${uuid} ${at.getTime()}`).digest();

const lineOf = (key: Buffer, one: Erasure): string =>
  `${one.tenantId}_${one.uuid}_${one.at.getTime()}_${proofOf(key, one).toString('base64url')}`;

/**
 * Writes erasures into the list. Each is an empty file whose name says everything: nodes write side by side, a copy of an
 * older list takes nothing away, and reading it is listing it. Resolves once all of it is kept.
 */
export async function writeErasures(
  { lines, secrets }: ErasureList,
  erasures: readonly Erasure[],
): Promise<void> {
  const key = keyOf(secrets[0]);
  await lines.add(erasures.map((one) => lineOf(key, one)));
}

/** Writes every line anew that only a former secret proves, and takes the old one away; returns how many. */
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
  /** Lines that this installation did not write; nobody is erased because of them. */
  refused: number;
};

/** Reads the list; empty where there is none yet. Throws when it cannot be read. */
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
