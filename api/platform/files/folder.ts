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

/** Resolves to undefined where a file or folder is not there (any more). */
const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** A folder of a disk as the store of files. */
export class FolderDriver extends FSDriver implements FileDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  /**
   * Writes under another name, and gives the file its own once all of it is on the disk: a crash loses what is only cached, and
   * a key never holds half a file.
   */
  override async putStream(key: string, contents: Readable): Promise<void> {
    const path = join(this.#folder, key);
    // Two may write the same key at once.
    const part = `${path}-${randomUUID().slice(0, 8)}${PART}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await pipeline(contents, createWriteStream(part, { flush: true }));
      await rename(part, path);
      // A name is on the disk when its folder is.
      const folder = await open(dirname(path), 'r');
      await folder.sync().finally(() => folder.close());
    } catch (error) {
      contents.destroy();
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Rejects at once where there is no such file; flydrive would only fail while it is read. */
  override async getStream(key: string): Promise<Readable> {
    const file = await open(join(this.#folder, key), 'r');
    return file.createReadStream();
  }

  /** The bytes of the file alone; flydrive gives all of the memory that they lie in, which may hold other things. */
  override getBytes(key: string): Promise<Uint8Array> {
    return readFile(join(this.#folder, key));
  }

  /** Files that are being written are among them, so that the sweep finds what a killed process left. */
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
   * A file to be read from its beginning, with its length and a mark that another content under the same key would not have;
   * undefined where there is none. What is read is one content, whatever is written meanwhile.
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
