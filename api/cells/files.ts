import { createHash, randomUUID } from 'node:crypto';
import { PART } from '../platform/files/folder.ts';
import { readSealed, sealOf, storePieces } from '../platform/files/storage.ts';
import { folderOf } from '../platform/files/stored-keys.ts';
import { sealedStream } from '../platform/files/vault.ts';
import type { Platform } from '../platform/platform.ts';
import type { Ids } from './tables.ts';

/**
 * Whether two cells keep their files in one place, where those of one tenant would be taken for those of another: tried, because
 * a place may have several names.
 */
export async function shareFiles(one: Platform, other: Platform): Promise<boolean> {
  const key = `probe/${randomUUID()}`;
  await one.files.put(key, '');
  try {
    return await other.files.exists(key);
  } finally {
    await one.files.delete(key);
  }
}

/** Keys of the stored files of a tenant, except those still being written. */
async function* keysOf(platform: Platform, tenantId: number): AsyncGenerator<string> {
  for await (const { key } of platform.files.list(folderOf(tenantId))) if (!key.endsWith(PART)) yield key;
}

/** Digest of a file's contents; undefined when the file is gone. Throws when it cannot be opened. */
async function digestOf(platform: Platform, tenantId: number, key: string): Promise<string | undefined> {
  try {
    const hash = createHash('sha256');
    for await (const piece of await readSealed(platform, tenantId, key)) hash.update(piece as Buffer);
    return hash.digest('hex');
  } catch (error) {
    if (await platform.files.exists(key)) throw error;
    return undefined;
  }
}

type Platforms = { source: Platform; target: Platform };
export type SyncedFiles = { files: number; copied: number };

/**
 * Makes the target's files equal to the source's, each sealed with the target's secret and its own key, read back there and
 * compared by digest. The content of a key never changes, so files in `proved` are not read again. @throws when a file cannot be
 * opened.
 */
export async function syncFiles(
  { source, target }: Platforms,
  ids: Ids,
  proved: Set<string>,
): Promise<SyncedFiles> {
  const [from, to] = [folderOf(ids.source), folderOf(ids.target)];
  const wanted = new Set<string>();
  let copied = 0;
  for await (const key of keysOf(source, ids.source)) {
    const there = `${to}${key.slice(from.length)}`;
    wanted.add(there);
    if (proved.has(there)) continue;
    const wants = await digestOf(source, ids.source, key);
    if (wants === undefined) {
      // Deleted meanwhile.
      wanted.delete(there);
      continue;
    }
    const has = (await target.files.exists(there))
      ? await digestOf(target, ids.target, there).catch(() => 'does not open')
      : undefined;
    if (has !== wants) {
      const content = await readSealed(source, ids.source, key);
      await storePieces(target, there, sealedStream(sealOf(target, ids.target, there), content));
      copied += 1;
      if ((await digestOf(target, ids.target, there)) !== wants)
        throw new Error(`${there} is not what ${key} is`);
    }
    proved.add(there);
  }
  for await (const key of keysOf(target, ids.target)) if (!wanted.has(key)) await target.files.delete(key);
  return { files: wanted.size, copied };
}

/** Deletes the files of a tenant that is not being served. */
export async function removeFiles(platform: Platform, tenantId: number): Promise<void> {
  const folder = folderOf(tenantId);
  await platform.files.deleteAll(folder).catch(async (error: unknown) => {
    if (await platform.files.exists(folder)) throw error;
  });
}
