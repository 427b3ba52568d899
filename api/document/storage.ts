import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { House } from '../platform/house.ts';
import { sealed, unsealed } from './vault.ts';

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

/** Stores a content sealed under its key; half a file never stands under the key itself. Throws when storage fails. */
export async function storeSealed(
  house: House,
  tenantId: number,
  key: string,
  content: Buffer,
): Promise<void> {
  const part = `${key}.part`;
  await house.files.putStream(part, Readable.from(sealed(sealOf(house, tenantId, key), content)));
  await settle(house, part);
  await house.files.move(part, key);
}

/** The content of a stored file. Throws when storage fails. */
export async function readSealed(house: House, tenantId: number, key: string): Promise<Readable> {
  if (!(await house.files.exists(key))) throw new Error(`${key} is gone`);
  return unsealed(sealOf(house, tenantId, key), await house.files.getStream(key));
}
