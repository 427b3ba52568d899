import { Disk } from 'flydrive';
import type { DriverContract } from 'flydrive/types';

/** A stored file: its key, its length as it is stored (sealed), and when it was written by the clock of the store. */
export type StoredFile = { key: string; bytes: number; writtenAt: Date };

/** What a store says of itself: a folder how many bytes of its disk are free; a bucket that it answers. */
export type StoreState = { kind: 'folder'; free: number; size: number } | { kind: 'bucket' };

/** What a store of files does beyond flydrive's contract. `putStream` stores the whole content or nothing. */
export interface FileDriver extends DriverContract {
  /** Every file below a prefix, in no order, without ever holding all of them; nothing where there is none. */
  list(prefix: string): AsyncGenerator<StoredFile>;
  /** Frees what writes that began before a moment, and never ended, still take where `list` does not show it; returns how many. */
  dropUnfinished(prefix: string, before: Date): Promise<number>;
  /** Throws when the store does not answer. */
  state(): Promise<StoreState>;
  close(): void;
}

/** The store of files: a folder, or a bucket of S3 (`openFiles`). Keys have slashes, and no path of a machine is in them. */
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

/** Gathers what comes one by one into groups of at most so many. */
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
