import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { entryOf } from '@orbita/domain/foundation';
import type { FastifyBaseLogger } from 'fastify';
import { Misconfigured } from '../config.ts';
import { BucketDriver } from './bucket.ts';
import { type BucketSettings, isRefusal, nameOf, statusOf } from './bucket-client.ts';

/** Milliseconds to wait for the answer to a request without a key. */
const PATIENCE_MS = 5_000;
const PROBES = 'probe/';

const REGION = 'ORBITA_STORAGE_S3_REGION is not the region of the bucket';
const KEYS = 'ORBITA_STORAGE_S3_ACCESS_KEY or ORBITA_STORAGE_S3_SECRET_KEY is wrong';

/** What an operator has to fix, by S3 error code (API reference, "Error responses"). */
const SAID: Readonly<Record<string, string>> = {
  NoSuchBucket: 'ORBITA_STORAGE_S3_BUCKET is the name of no bucket there',
  PermanentRedirect: REGION,
  TemporaryRedirect: REGION,
  AuthorizationHeaderMalformed: REGION,
  IllegalLocationConstraintException: REGION,
  InvalidAccessKeyId: KEYS,
  SignatureDoesNotMatch: KEYS,
  InvalidRequest: 'the bucket wants more of a call than every S3 does, as one with Object Lock',
  NotImplemented: 'this store does not know a call without which files cannot be kept there',
  RequestTimeTooSkewed: 'the clock of this machine is more than 15 minutes wrong',
};

/** Explains a refusal by the store; without an answer nothing can be said about the settings. */
function explained(error: unknown, act: string): Error {
  if (!isRefusal(error)) return error as Error;
  const name = nameOf(error);
  const status = statusOf(error) ?? 0;
  const said = entryOf(SAID, name) ?? ([301, 307].includes(status) ? REGION : undefined);
  const may = `our key may not ${act} in the bucket (docs/runbook.md, "Files in a bucket")`;
  return new Misconfigured([`${said ?? may}: ${status} ${name}`]);
}

/** Whether the URL is readable without any key. */
async function opensToAnybody(address: URL): Promise<boolean> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
  await answer.body?.cancel();
  return answer.ok;
}

/** The URL of the bucket itself, derived from that of one of its objects. */
function addressOfBucket(file: URL, { name, pathStyle }: BucketSettings): URL {
  const within = pathStyle ? file.pathname.indexOf(`/${name}/`) + name.length + 1 : 0;
  return new URL(file.pathname.slice(0, within) || '/', file);
}

/** Rejects a bucket that is publicly readable or listable. */
async function checkPrivate(driver: BucketDriver, settings: BucketSettings, key: string): Promise<void> {
  const file = new URL(await driver.getSignedUrl(key));
  file.search = '';
  const list = addressOfBucket(file, settings);
  list.search = '?list-type=2&max-keys=1';
  for (const [address, does] of [
    [file, 'reads its files'],
    [list, 'lists its files'],
  ] as const) {
    if (await opensToAnybody(address))
      throw new Misconfigured([`ORBITA_STORAGE_S3_BUCKET is open: anybody ${does} without a key`]);
  }
}

async function doing<T>(act: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(error, act);
  }
}

/** Tries every operation used on a bucket, with one small object. */
async function tryAll(driver: BucketDriver, settings: BucketSettings, key: string): Promise<void> {
  const content = randomUUID();
  await doing('write', () => driver.putStream(key, Readable.from([Buffer.from(content)])));
  if ((await doing('read', () => driver.get(key))) !== content)
    throw new Misconfigured(['the bucket gives back something else than was stored']);
  let listed = false;
  await doing('list', async () => {
    for await (const file of driver.list(PROBES)) listed ||= file.key === key;
  });
  if (!listed) throw new Misconfigured(['the bucket does not list what was stored']);
  await checkPrivate(driver, settings, key);
  await doing('list uploads in parts', () => driver.dropUnfinished(PROBES, new Date(0)));
  await doing('delete', () => driver.delete(key));
}

/**
 * Tests a bucket before anybody is served. Throws `Misconfigured` with what has to be fixed. A store that does not answer does
 * not prevent the start: only files are unavailable in the meantime.
 */
export async function checkBucket(settings: BucketSettings, log: FastifyBaseLogger): Promise<void> {
  const driver = new BucketDriver(settings);
  const key = `${PROBES}${randomUUID()}`;
  try {
    await tryAll(driver, settings, key);
  } catch (error) {
    await driver.delete(key).catch(() => undefined);
    if (error instanceof Misconfigured) throw error;
    log.error({ err: error }, 'the bucket of files does not answer');
  } finally {
    driver.close();
  }
}
