import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** One erasure: which person of which tenant, by the number she had before it, and when. Nothing else is known of her. */
export type Erasure = { tenantId: number; uuid: string; at: Date };

/** Folder of the list, and the secrets of which the first proves new lines, and any a line that is there. */
export type ErasureList = { dir: string; secrets: readonly string[] };

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
 * older list takes nothing away, and reading it is listing it. Resolves once all of it is on the disk.
 */
export async function writeErasures(
  { dir, secrets }: ErasureList,
  erasures: readonly Erasure[],
): Promise<void> {
  const key = keyOf(secrets[0]);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  for (const one of erasures) {
    const file = await open(join(dir, lineOf(key, one)), 'a', 0o600);
    await file.sync().finally(() => file.close());
  }
  // A name is on the disk when its folder is.
  const folder = await open(dir, 'r');
  await folder.sync().finally(() => folder.close());
}

/** Writes every line anew that only a former secret proves, and takes the old one away; returns how many. */
export async function renewErasures({ dir, secrets }: ErasureList): Promise<number> {
  const current = { dir, secrets: secrets.slice(0, 1) };
  const { erasures, refused } = await readErasures(current);
  if (refused === 0) return 0;
  const known = new Set(erasures.map((one) => lineOf(keyOf(secrets[0]), one)));
  const former = (await readErasures({ dir, secrets: secrets.slice(1) })).erasures;
  await writeErasures(current, former);
  for (const secret of secrets.slice(1))
    for (const one of former) {
      const old = lineOf(keyOf(secret), one);
      if (!known.has(old)) await rm(join(dir, old), { force: true });
    }
  return former.length;
}

export type ErasuresRead = {
  erasures: Erasure[];
  /** Lines that this installation did not write; nobody is erased because of them. */
  refused: number;
};

/** Reads the list; empty where there is none yet. Throws when the folder cannot be read. */
export async function readErasures({ dir, secrets }: ErasureList): Promise<ErasuresRead> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const keys = secrets.map(keyOf);
  const read: ErasuresRead = { erasures: [], refused: 0 };
  for (const [n, name] of (await readdir(dir)).entries()) {
    if (n % IN_ONE_GO === IN_ONE_GO - 1) await setImmediate();
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
