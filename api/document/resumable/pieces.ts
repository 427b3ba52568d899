import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { readSealed, storeSealed } from '../../platform/files/storage.ts';
import type { TenantContext } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Holding } from '../budget.ts';
import { addPiece, deleteUpload, findUpload, type UploadRow } from './store.ts';

/** Most bytes of one stored piece, and so the most that a request holds in memory. */
const PIECE = 1024 * 1024;

/** Supported extensions of tus 1.0. */
export const EXTENSIONS = ['creation', 'creation-with-upload', 'termination'] as const;

/** Writes a new upload, or refuses it. */
export type Begin = (
  id: string,
  size: number,
  metadata: Readonly<Record<string, string | null>>,
) => Promise<void>;

type On = Pick<TenantContext, 'platform' | 'tenant'>;

/** Deletes pieces from storage; any that can't be deleted now are found by `storage-sweep`. */
export const dropPieces = (platform: Platform, keys: readonly string[]): Promise<unknown> =>
  Promise.allSettled(keys.map((key) => platform.files.delete(key)));

/**
 * Stores the received part of an upload as sealed pieces in the file store and its offset in the database, so that any node can
 * continue it (spec 15.9). The offset moves only from where the sender saw it: of two requests sending the same bytes, one is
 * refused.
 */
export class PieceStore extends DataStore {
  readonly #on: On;
  readonly #holding: Holding;
  readonly #begin: Begin;

  constructor(on: On, holding: Holding, begin: Begin) {
    super();
    this.extensions = [...EXTENSIONS];
    this.#on = on;
    this.#holding = holding;
    this.#begin = begin;
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#begin(upload.id, upload.size ?? 0, upload.metadata ?? {});
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { platform, tenant } = this.#on;
    const row = await findUpload(platform.db.tenant(tenant.id), id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const { size, received: offset, created_at, name } = row;
    return new Upload({
      id,
      size,
      offset,
      creation_date: created_at.toISOString(),
      metadata: { filename: name },
    });
  }

  override async remove(id: string): Promise<void> {
    const { platform, tenant } = this.#on;
    await dropPieces(platform, await deleteUpload(platform.db.tenant(tenant.id), id));
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let at = offset;
    let held: Buffer[] = [];
    let bytes = 0;
    let problem: unknown;
    const keep = async () => {
      if (bytes > 0) await this.#keep(id, at, Buffer.concat(held, bytes));
      at += bytes;
      this.#holding.release();
      held = [];
      bytes = 0;
    };
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // Anything after a failure is read and dropped: otherwise the sender would see a broken connection instead of the
      // response.
      if (problem) continue;
      try {
        this.#holding.take(chunk.length);
        held.push(chunk);
        bytes += chunk.length;
        if (bytes >= PIECE) await keep();
      } catch (error) {
        problem = error;
        held = [];
      }
    }
    if (problem) throw problem;
    await keep();
    return at;
  }

  async #keep(id: string, offset: number, content: Buffer): Promise<void> {
    const { platform, tenant } = this.#on;
    const key = `tenants/${tenant.id}/uploads/${id}/${offset}-${randomUUID()}`;
    await storeSealed(platform, tenant.id, key, content).catch((error: Error) => {
      platform.log.error({ err: error }, 'piece not stored');
      fail('UPLOAD_FAILED');
    });
    const piece = { id, offset, bytes: content.length, key };
    if (await addPiece(platform.db.tenant(tenant.id), piece, platform.clock.now())) return;
    await dropPieces(platform, [key]);
    throw ERRORS.INVALID_OFFSET;
  }
}

/** The whole content of an upload; its bytes are counted. Refuses with 503 if the storage is down. */
export async function joinPieces(
  { platform, tenant }: On,
  row: UploadRow,
  holding: Holding,
): Promise<ArrayBuffer> {
  holding.take(row.size);
  const whole = new ArrayBuffer(row.size);
  let at = 0;
  try {
    for (const key of row.pieces)
      for await (const part of await readSealed(platform, tenant.id, key)) {
        const bytes = part as Buffer;
        new Uint8Array(whole, at).set(bytes);
        at += bytes.length;
      }
  } catch (error) {
    platform.log.error({ err: error }, 'pieces not readable');
    fail('UPLOAD_FAILED');
  }
  if (at !== row.size) fail('UPLOAD_FAILED');
  return whole;
}
