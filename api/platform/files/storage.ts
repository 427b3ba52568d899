import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { House } from '../house.ts';
import { sealed, unsealed } from './vault.ts';

/** End of the name of a file that is being written. */
export const PART = '.part';

const sealOf = (house: House, tenantId: number, key: string) => ({
  secret: house.config.secret,
  tenantId,
  key,
});

/** A file on this machine's disk is on the disk, not in a cache, before its row is written. */
async function settle(house: House, key: string): Promise<void> {
  const handle = await open(join(house.config.dataDir, 'files', key)).catch(() => undefined);
  if (!handle) return;
  await handle.sync().finally(() => handle.close());
}

/** Others have their turn between two pieces. */
async function* inTurns(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await setImmediate();
  }
}

/**
 * Stores a content sealed under its key; half a file never stands under the key itself. Throws when storage fails, and
 * leaves nothing then, unless the storage does not even delete: `storage-sweep` takes that.
 */
export async function storeSealed(
  house: House,
  tenantId: number,
  key: string,
  content: Buffer,
): Promise<void> {
  const part = `${key}${PART}`;
  try {
    await house.files.putStream(part, Readable.from(inTurns(sealed(sealOf(house, tenantId, key), content))));
    await settle(house, part);
    await house.files.move(part, key);
  } catch (error) {
    await house.files.delete(part).catch(() => undefined);
    throw error;
  }
}

/** The content of a stored file as a stream. Throws when storage fails. */
export async function readSealed(house: House, tenantId: number, key: string): Promise<Readable> {
  if (!(await house.files.exists(key))) throw new Error(`${key} is gone`);
  return unsealed(sealOf(house, tenantId, key), await house.files.getStream(key));
}

/** The whole content of a small stored file. Throws when storage fails or the file was tampered with. */
export const readSealedBytes = async (house: House, tenantId: number, key: string): Promise<Buffer> =>
  buffer(await readSealed(house, tenantId, key));
