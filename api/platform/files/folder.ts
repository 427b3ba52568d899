import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FileDriver, StoredFile, StoreState } from './files.ts';

/** Suffix of the name of a file that is still being written. */
export const PART = '.part';

const isMissing = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOENT';

/** Resolves to undefined if a file or folder does not exist (any more). */
const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** A folder on disk as file store. */
export class FolderDriver extends FSDriver implements FileDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  /**
   * Writes under a temporary name and renames the file once it is completely on disk: a crash loses only cached data, and a key
   * never holds half a file.
   */
  override async putStream(key: string, contents: Readable): Promise<void> {
    const path = join(this.#folder, key);
    // Two writers may write the same key concurrently.
    const part = `${path}-${randomUUID().slice(0, 8)}${PART}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await pipeline(contents, createWriteStream(part, { flush: true }));
      await rename(part, path);
      // A file name is only durable once its folder is synced.
      const folder = await open(dirname(path), 'r');
      await folder.sync().finally(() => folder.close());
    } catch (error) {
      contents.destroy();
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Rejects immediately if there is no such file; flydrive would only fail while reading. */
  override async getStream(key: string): Promise<Readable> {
    const file = await open(join(this.#folder, key), 'r');
    return file.createReadStream();
  }

  /** Only the bytes of the file; flydrive returns a view of a larger buffer, which may contain other data. */
  override getBytes(key: string): Promise<Uint8Array> {
    return readFile(join(this.#folder, key));
  }

  /** Includes files that are still being written, so that the sweep finds what a killed process left behind. */
  async *list(prefix: string): AsyncGenerator<StoredFile> {
    const entries = await ifThere(opendir(join(this.#folder, prefix), { recursive: true }));
    for await (const entry of entries ?? []) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const found = await ifThere(stat(path));
      if (found) yield { key: relative(this.#folder, path), bytes: found.size, writtenAt: found.mtime };
    }
  }

  /**
   * Opens a file for reading from its start, with its length and a tag that differs for other content under the same key;
   * undefined if it does not exist. The stream reads one consistent content, whatever is written in the meantime.
   */
  async opened(key: string): Promise<{ bytes: number; mark: string; stream: Readable } | undefined> {
    const file = await ifThere(open(join(this.#folder, key), 'r'));
    if (!file) return undefined;
    const { size, mtimeNs, ino } = await file.stat({ bigint: true });
    return { bytes: Number(size), mark: `${mtimeNs}-${ino}-${size}`, stream: file.createReadStream() };
  }

  async dropUnfinished(): Promise<number> {
    return 0;
  }

  async state(): Promise<StoreState> {
    await mkdir(this.#folder, { recursive: true });
    const { bavail, blocks, bsize } = await statfs(this.#folder);
    return { kind: 'folder', free: bavail * bsize, size: blocks * bsize };
  }

  close(): void {}
}
