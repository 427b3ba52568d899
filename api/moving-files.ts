import { createHash } from 'node:crypto';
import type { Database } from './platform/database/types.ts';
import type { BucketDriver } from './platform/files/bucket.ts';
import { inGroups } from './platform/files/files.ts';
import { type FolderDriver, PART } from './platform/files/folder.ts';
import { namedAmong, namedKeys } from './privacy/stored-keys.ts';

/**
 * Metadata of a moved object: which version of the folder's file it is. Objects the product itself wrote into the bucket don't
 * have it.
 */
const MOVED = 'orbita-moved';
/** Files processed concurrently, each with up to two parts in memory. */
const AT_ONCE = 4;
/** Keys read from the database at a time. */
const KEYS = 2_000;
/** Files after which a progress line is printed. */
const PROGRESS = 1_000;
/** Most keys listed for each kind of problem. */
const NAMED = 100;

/** `check` writes nothing; `copy` copies what isn't there; `verify` reads everything again on both sides. */
export type Way = 'check' | 'copy' | 'verify';

export type Moving = {
  db: Pick<Database, 'tenantIds' | 'tenant'>;
  folder: FolderDriver;
  bucket: BucketDriver;
  say: (line: string) => void;
};

/** Counts of files, and the first keys of problematic ones; never contents. */
export type Moved = {
  /** Files referenced by rows. */
  named: number;
  /** Copied in this run; for `check`, those that would be. */
  copied: number;
  bytes: number;
  /** Already in the bucket. */
  there: number;
  /** Referenced by a row, but neither in the folder nor in the bucket. */
  missing: { count: number; keys: string[] };
  failed: { count: number; keys: string[] };
  /** In the folder, but not referenced by any row: they stay where they are. */
  nobodys: { count: number; keys: string[] };
};

const note = (of: { count: number; keys: string[] }, key: string): void => {
  of.count += 1;
  if (of.keys.length < NAMED) of.keys.push(key);
};

type Digest = { bytes: number; sha256: string };

/** Passes content through; `digest` may be called once it has ended. */
function counted(content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    pass: (async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    })(),
    digest: (): Digest => ({ bytes, sha256: hash.digest('hex') }),
  };
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<Digest> {
  const { pass, digest } = counted(content);
  for await (const _ of pass);
  return digest();
}

const same = (a: Digest, b: Digest): boolean => a.bytes === b.bytes && a.sha256 === b.sha256;

/** Processes one file and returns the outcome; throws if it couldn't be copied or reads back differently. */
async function moveOne(
  { folder, bucket }: Moving,
  way: Way,
  key: string,
): Promise<{ now: 'copied' | 'there' | 'missing'; bytes: number }> {
  const there = await bucket.noted(key);
  const moved = there?.notes[MOVED];
  // What the product itself wrote there is newer than anything in the folder.
  if (there && moved === undefined) return { now: 'there', bytes: 0 };
  const source = await folder.opened(key);
  if (!source) return { now: there ? 'there' : 'missing', bytes: 0 };
  try {
    if (there && moved === source.mark && there.bytes === source.bytes) {
      if (way !== 'verify') return { now: 'there', bytes: 0 };
      const [here, stored] = [await digestOf(source.stream), await digestOf(await bucket.getStream(key))];
      if (!same(here, stored)) throw new Error('what lies in the bucket is another content');
      return { now: 'there', bytes: 0 };
    }
    if (way === 'verify') throw new Error('not copied yet');
    if (way === 'check') return { now: 'copied', bytes: source.bytes };
    const { pass, digest } = counted(source.stream);
    await bucket.putNoted(key, pass, { [MOVED]: source.mark });
    const [sent, stored] = [digest(), await digestOf(await bucket.getStream(key))];
    if (!same(sent, stored)) {
      await bucket.delete(key);
      throw new Error('it reads otherwise than it was written');
    }
    return { now: 'copied', bytes: sent.bytes };
  } finally {
    source.stream.destroy();
  }
}

async function moveKeys(
  moving: Moving,
  way: Way,
  tenantId: number,
  keys: string[],
  done: Moved,
): Promise<void> {
  const missing: string[] = [];
  const next = keys.values();
  const work = async () => {
    for (const key of next) {
      try {
        const { now, bytes } = await moveOne(moving, way, key);
        if (now === 'missing') missing.push(key);
        else done[now] += 1;
        done.bytes += bytes;
      } catch (error) {
        const { cause, message } = error as Error;
        note(done.failed, `${key}: ${cause instanceof Error ? cause.message : message}`);
      }
      done.named += 1;
      if (done.named % PROGRESS === 0)
        moving.say(
          `${done.named} files: ${done.copied} copied, ${done.there} there, ${done.failed.count} failed`,
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // Somebody may have deleted a file, and its row, since the row was read.
  const named = await namedAmong(moving.db.tenant(tenantId), missing);
  for (const key of missing) if (named.has(key)) note(done.missing, key);
}

async function findNobodys({ db, folder }: Moving, tenantId: number, done: Moved): Promise<void> {
  const stored = async function* () {
    for await (const { key } of folder.list(`tenants/${tenantId}/`)) if (!key.endsWith(PART)) yield key;
  };
  for await (const keys of inGroups(stored(), KEYS)) {
    const named = await namedAmong(db.tenant(tenantId), keys);
    for (const key of keys) if (!named.has(key)) note(done.nobodys, key);
  }
}

/**
 * Moves the files referenced by rows from the folder into the bucket, sealed as they are: each is copied and read back,
 * comparing length and SHA-256. Files already there are skipped, so that an interrupted run is continued by the next one; files
 * rewritten in the folder since are copied again. Nothing is removed from the folder, and nothing the product itself wrote into
 * the bucket is touched.
 */
export async function moveFiles(moving: Moving, way: Way): Promise<Moved> {
  const none = () => ({ count: 0, keys: [] });
  const done: Moved = {
    ...{ named: 0, copied: 0, bytes: 0, there: 0 },
    ...{ missing: none(), failed: none(), nobodys: none() },
  };
  for (const tenantId of await moving.db.tenantIds()) {
    for await (const keys of namedKeys(moving.db.tenant(tenantId), KEYS))
      await moveKeys(moving, way, tenantId, keys, done);
    if (way === 'check') await findNobodys(moving, tenantId, done);
  }
  return done;
}
