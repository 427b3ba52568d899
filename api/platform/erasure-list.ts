import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** One erasure: which person of which tenant, by the number she had before it, and when. Nothing else is known of her. */
export type Erasure = { tenantId: number; uuid: string; at: Date };

/** Folder of the list, and the secret that proves its lines. */
export type ErasureList = { dir: string; secret: string };

const LINE = /^(\d{1,18})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,15})_([\w-]{43})$/;

/** Lines that are proven without letting other work run. */
const IN_ONE_GO = 1000;

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'list of erasures', 32));

const proofOf = (key: Buffer, { tenantId, uuid, at }: Erasure): Buffer =>
  createHmac('sha256', key).update(`${tenantId} ${uuid} ${at.getTime()}`).digest();

const lineOf = (key: Buffer, one: Erasure): string =>
  `${one.tenantId}_${one.uuid}_${one.at.getTime()}_${proofOf(key, one).toString('base64url')}`;

/**
 * Writes erasures into the list. Each is an empty file whose name says everything: nodes write side by side, a copy of an
 * older list takes nothing away, and reading it is listing it. Resolves once all of it is on the disk.
 */
export async function writeErasures(
  { dir, secret }: ErasureList,
  erasures: readonly Erasure[],
): Promise<void> {
  const key = keyOf(secret);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  for (const one of erasures) {
    const file = await open(join(dir, lineOf(key, one)), 'a', 0o600);
    await file.sync().finally(() => file.close());
  }
  // A name is on the disk when its folder is.
  const folder = await open(dir, 'r');
  await folder.sync().finally(() => folder.close());
}

export type ErasuresRead = {
  erasures: Erasure[];
  /** Lines that this installation did not write; nobody is erased because of them. */
  refused: number;
};

/** Reads the list; empty where there is none yet. Throws when the folder cannot be read. */
export async function readErasures({ dir, secret }: ErasureList): Promise<ErasuresRead> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const key = keyOf(secret);
  const read: ErasuresRead = { erasures: [], refused: 0 };
  for (const [n, name] of (await readdir(dir)).entries()) {
    if (n % IN_ONE_GO === IN_ONE_GO - 1) await setImmediate();
    const [, tenantId, uuid = '', at, proof = ''] = LINE.exec(name) ?? [];
    const one = { tenantId: Number(tenantId), uuid, at: new Date(Number(at)) };
    const given = Buffer.from(proof, 'base64url');
    const wanted = proofOf(key, one);
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) read.erasures.push(one);
    else read.refused += 1;
  }
  return read;
}
