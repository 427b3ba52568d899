import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import { type BucketSettings, clientOf, isRefusal, nameOf, statusOf } from './bucket-client.ts';
import type { FileDriver, StoredFile, StoreState } from './files.ts';

/** Bytes of a part of a large file, and so the most that a file being written holds twice. S3 wants 5 MiB at least, R2 parts of one size. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Readings of one file that fail one after the other, without a byte in between, before its reader is told. */
const TRIES = 3;

/** Under this name an object remembers which write it is of. */
const WRITE = 'orbita-write';

/** What is stored beside the content: text of letters, digits and hyphens, by names in lower case. */
export type Notes = Readonly<Record<string, string>>;

type Markers = { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined };

type Listing = 'Uploads' | 'IsTruncated' | 'NextKeyMarker' | 'NextUploadIdMarker';

/** Cuts what comes into parts of exactly `PART_BYTES`; the last may be shorter, and there is always one. */
async function* partsOf(contents: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of contents) {
    held.push(chunk);
    bytes += chunk.length;
    while (bytes > PART_BYTES) {
      const whole = Buffer.concat(held, bytes);
      yield whole.subarray(0, PART_BYTES);
      held = [whole.subarray(PART_BYTES)];
      bytes -= PART_BYTES;
    }
  }
  yield Buffer.concat(held, bytes);
}

/**
 * A bucket of any S3 as the store of files: flydrive's driver, with what it leaves to chance. An object is there as a whole or not at
 * all. Nothing is written to a disk of this machine: a content whose length is not known before its end goes in parts.
 */
export class BucketDriver extends S3Driver implements FileDriver {
  readonly #client: ReturnType<typeof clientOf>;
  readonly #bucket: string;

  constructor(settings: BucketSettings, patience?: Parameters<typeof clientOf>[1]) {
    const client = clientOf(settings, patience);
    // New buckets of AWS know no ACL and refuse a write that brings one; others never did.
    super({ client, bucket: settings.name, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#bucket = settings.name;
  }

  #of = (key: string) => ({ Bucket: this.#bucket, Key: key });

  /**
   * Stores a content of any length. Rejects when it is not stored; where an answer was lost, the object itself says whether it
   * was. The key is left alone then: it may hold what was there before.
   */
  override async putStream(key: string, contents: Readable): Promise<void> {
    await this.putNoted(key, contents, {});
  }

  /** The same, with notes that `noted` reads again. */
  async putNoted(key: string, contents: AsyncIterable<Uint8Array>, notes: Notes): Promise<void> {
    const write = randomUUID();
    const to = { ...this.#of(key), ContentType: 'application/octet-stream' };
    const Metadata = { ...notes, [WRITE]: write };
    const parts = partsOf(contents);
    const first = (await parts.next()).value as Buffer; // there is always one
    const second = await parts.next();
    if (!second.done) return this.#putParts({ ...to, Metadata }, write, first, second.value, parts);
    const put = new PutObjectCommand({ ...to, Metadata, Body: first, ContentLength: first.length });
    await this.#client.send(put).catch(this.#unlessWritten(key, write));
  }

  async #putParts(
    to: { Bucket: string; Key: string; ContentType: string; Metadata: Notes },
    write: string,
    first: Buffer,
    second: Buffer,
    further: AsyncIterable<Buffer>,
  ): Promise<void> {
    const { Bucket, Key } = to;
    const begun = await this.#client.send(new CreateMultipartUploadCommand(to));
    const of = { Bucket, Key, UploadId: begun.UploadId };
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    const send = async (Body: Buffer) => {
      const PartNumber = Parts.length + 1;
      const part = { ...of, PartNumber, Body, ContentLength: Body.length };
      const { ETag } = await this.#client.send(new UploadPartCommand(part));
      Parts.push({ PartNumber, ETag });
    };
    try {
      await send(first);
      await send(second);
      for await (const part of further) await send(part);
      const complete = new CompleteMultipartUploadCommand({ ...of, MultipartUpload: { Parts } });
      await this.#client.send(complete).catch(this.#unlessWritten(Key, write));
    } catch (error) {
      // Parts take space until they are dropped; what this cannot drop, the sweep does.
      await this.#client.send(new AbortMultipartUploadCommand(of)).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Takes a failed write for done when its object is there: an answer may be lost after the work, and a second try of an upload in
   * parts then hears that there is no such upload.
   */
  #unlessWritten = (key: string, write: string) => async (error: unknown) => {
    const open = !isRefusal(error) || nameOf(error) === 'NoSuchUpload';
    const there = open ? await this.noted(key).catch(() => undefined) : undefined;
    if (there?.notes[WRITE] !== write) throw error;
  };

  /** What was noted with an object, and its length; undefined where there is none. */
  async noted(key: string): Promise<{ notes: Notes; bytes: number } | undefined> {
    try {
      const { Metadata = {}, ContentLength = 0 } = await this.#client.send(
        new HeadObjectCommand(this.#of(key)),
      );
      return { notes: Metadata, bytes: ContentLength };
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }

  #get = (key: string, more: { Range?: string; IfMatch?: string } = {}): Promise<GetObjectCommandOutput> =>
    this.#client.send(new GetObjectCommand({ ...this.#of(key), ...more }));

  /** Rejects at once where there is no such object. A line that is cut while it is read is taken up where it was. */
  override async getStream(key: string): Promise<Readable> {
    const answer = await this.#get(key);
    const stream = Readable.from(this.#read(key, answer), { objectMode: false });
    // A reading that never begins ends nothing by itself, and would keep its connection.
    stream.once('close', () => (answer.Body as Readable).destroy()); // as below
    return stream;
  }

  async *#read(key: string, answer: GetObjectCommandOutput): AsyncGenerator<Buffer> {
    const { ETag, ContentLength: whole } = answer;
    let body = answer.Body as Readable; // Node's handler gives streams of Node
    let chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
    let at = 0;
    let failures = 0;
    try {
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => ({ error }));
        if (!('error' in next) && !next.done) {
          at += next.value.length;
          failures = 0;
          yield next.value;
          continue;
        }
        if (!('error' in next) && (whole === undefined || at >= whole)) return;
        failures += 1;
        if (failures >= TRIES)
          throw 'error' in next ? next.error : new Error(`${key} ended after ${at} of ${whole} bytes`);
        body.destroy();
        const rest = await this.#get(key, { Range: `bytes=${at}-`, ...(ETag ? { IfMatch: ETag } : {}) });
        body = rest.Body as Readable; // as above
        if (at > 0 && !rest.ContentRange?.startsWith(`bytes ${at}-`))
          throw new Error(`${key} cannot be read from byte ${at} on`);
        chunks = body[Symbol.asyncIterator]();
      }
    } finally {
      body.destroy();
    }
  }

  override async getBytes(key: string): Promise<Uint8Array> {
    return buffer(await this.getStream(key));
  }

  /** Deletes an object; one that is not there is deleted already, which some stores answer with 404. */
  override async delete(key: string): Promise<void> {
    await super.delete(key).catch((error: unknown) => {
      if (statusOf(error) !== 404 || nameOf(error) === 'NoSuchBucket') throw error;
    });
  }

  async *list(prefix: string): AsyncGenerator<StoredFile> {
    let ContinuationToken: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken }),
      );
      for (const { Key, Size = 0, LastModified } of page.Contents ?? [])
        if (Key !== undefined && LastModified) yield { key: Key, bytes: Size, writtenAt: LastModified };
      const next = page.IsTruncated ? page.NextContinuationToken : undefined;
      if (next !== undefined && next === ContinuationToken)
        throw new Error('a list of the bucket has no end');
      ContinuationToken = next;
    } while (ContinuationToken !== undefined);
  }

  /** A store that does not list them has a rule for them, or keeps them. */
  #unfinished = (prefix: string, after: Markers): Promise<Pick<ListMultipartUploadsCommandOutput, Listing>> =>
    this.#client
      .send(new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: prefix, ...after }))
      .catch((error: unknown) => {
        if (nameOf(error) === 'NotImplemented') return {};
        throw error;
      });

  async dropUnfinished(prefix: string, before: Date): Promise<number> {
    let done = 0;
    for (let after: Markers = {}; ; ) {
      const page = await this.#unfinished(prefix, after);
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Key || !UploadId || !Initiated || Initiated >= before) continue;
        await this.#client.send(new AbortMultipartUploadCommand({ ...this.#of(Key), UploadId }));
        done += 1;
      }
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      const moved = KeyMarker !== after.KeyMarker || UploadIdMarker !== after.UploadIdMarker;
      if (!page.IsTruncated || !moved) return done;
      after = { KeyMarker, UploadIdMarker };
    }
  }

  async state(): Promise<StoreState> {
    await this.#client.send(
      new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: 'tenants/', MaxKeys: 1 }),
    );
    return { kind: 'bucket' };
  }

  close(): void {
    this.#client.destroy();
  }
}
