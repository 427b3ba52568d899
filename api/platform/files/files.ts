import { Disk } from 'flydrive';
import type { DriverContract } from 'flydrive/types';

/** A stored file: its key, its stored (sealed) length, and when it was written by the store's clock. */
export type StoredFile = { key: string; bytes: number; writtenAt: Date };

/** State of a store: a folder reports the free and total bytes of its disk; a bucket only that it answers. */
export type StoreState = { kind: 'folder'; free: number; size: number } | { kind: 'bucket' };

/** What a file store provides beyond flydrive's contract. `putStream` stores all of the content or nothing. */
export interface FileDriver extends DriverContract {
  /** Every file under a prefix, in no particular order and without holding all in memory; nothing if there is none. */
  list(prefix: string): AsyncGenerator<StoredFile>;
  /** Frees the space of unfinished writes that started before a given time and that `list` does not show; returns how many. */
  dropUnfinished(prefix: string, before: Date): Promise<number>;
  /** Throws when the store does not answer. */
  state(): Promise<StoreState>;
  close(): void;
}

/** The file store: a folder or an S3 bucket (`openFiles`). Keys contain slashes, but no paths of a machine. */
export class Files extends Disk {
  readonly #driver: FileDriver;

  constructor(driver: FileDriver) {
    super(driver);
    this.#driver = driver;
  }

  list = (prefix: string): AsyncGenerator<StoredFile> => this.#driver.list(prefix);
  dropUnfinished = (prefix: string, before: Date): Promise<number> =>
    this.#driver.dropUnfinished(prefix, before);
  state = (): Promise<StoreState> => this.#driver.state();
  close = (): void => this.#driver.close();
}

/** Collects items into groups of at most `most`. */
export async function* inGroups<T>(one: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const next of one) {
    group.push(next);
    if (group.length < most) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
