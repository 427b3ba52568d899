import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { Platform } from '../platform.ts';
import { sealed, sealedStream, unsealed } from './vault.ts';

/** The seal of a file, bound to its storage key. */
export const sealOf = (platform: Platform, tenantId: number, key: string) => ({
  secrets: platform.config.secrets,
  tenantId,
  key,
});

/** Yields to other work between two pieces. */
async function* inTurns(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await setImmediate();
  }
}

/**
 * Stores content sealed under its key; the key never holds half a file. If storage fails it throws and leaves nothing behind,
 * unless storage cannot delete either: then `storage-sweep` removes the rest.
 */
export const storeSealed = (
  platform: Platform,
  tenantId: number,
  key: string,
  content: Buffer,
): Promise<void> => store(platform, key, inTurns(sealed(sealOf(platform, tenantId, key), content)));

/**
 * Like `storeSealed`, for pieces already sealed where they were created; if creating them fails, nothing is left behind either.
 */
export const storePieces = (platform: Platform, key: string, pieces: AsyncIterable<Buffer>): Promise<void> =>
  store(platform, key, pieces);

const store = (platform: Platform, key: string, pieces: AsyncIterable<Buffer>): Promise<void> =>
  platform.files.putStream(key, Readable.from(pieces));

/**
 * Re-seals a stored file with the current secret; false if it already is or no longer exists. Throws when no secret opens it or
 * storage fails. If the file is deleted during the write it reappears without a database row: `storage-sweep` removes it.
 */
export async function resealFile(platform: Platform, tenantId: number, key: string): Promise<boolean> {
  if (!(await platform.files.exists(key))) return false;
  const seal = sealOf(platform, tenantId, key);
  const current = { ...seal, secrets: seal.secrets.slice(0, 1) };
  const opened = await unsealed(current, await platform.files.getStream(key)).catch(() => undefined);
  if (opened) {
    opened.destroy();
    return false;
  }
  await store(platform, key, sealedStream(seal, await readSealed(platform, tenantId, key)));
  return true;
}

/** Returns the content of a stored file as a stream. Throws when storage fails. */
export async function readSealed(platform: Platform, tenantId: number, key: string): Promise<Readable> {
  return unsealed(sealOf(platform, tenantId, key), await platform.files.getStream(key));
}

/**
 * Returns the whole content of a small stored file. Throws when storage fails or the file was tampered with.
 */
export const readSealedBytes = async (platform: Platform, tenantId: number, key: string): Promise<Buffer> =>
  buffer(await readSealed(platform, tenantId, key));
