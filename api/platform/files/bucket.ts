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

/**
 * Part size of a large file in bytes, and so twice the memory that writing a file needs at most. S3 requires at least 5 MiB, R2
 * parts of equal size.
 */
export const PART_BYTES = 8 * 1024 * 1024;

/** Consecutive failed reads of one file, without a byte in between, before its reader gets an error. */
const TRIES = 3;

/** Metadata key under which an object stores the id of the write that created it. */
const WRITE = 'orbita-write';

/** Metadata stored beside the content: values of letters, digits and hyphens, lower-case names. */
export type Notes = Readonly<Record<string, string>>;

type Markers = { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined };

type Listing = 'Uploads' | 'IsTruncated' | 'NextKeyMarker' | 'NextUploadIdMarker';

/** Splits a stream into parts of exactly `PART_BYTES`; the last may be shorter, and there is always at least one. */
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
 * A bucket of any S3 service as file store: flydrive's driver, made reliable. An object exists completely or not at all.
 * Nothing is written to this machine's disk: content of unknown length is sent in parts.
 */
export class BucketDriver extends S3Driver implements FileDriver {
  readonly #client: ReturnType<typeof clientOf>;
  readonly #bucket: string;

  constructor(settings: BucketSettings, patience?: Parameters<typeof clientOf>[1]) {
    const client = clientOf(settings, patience);
    // New AWS buckets have no ACLs and reject a write that sets one; other stores never supported them.
    super({ client, bucket: settings.name, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#bucket = settings.name;
  }

  #of = (key: string) => ({ Bucket: this.#bucket, Key: key });

  /**
   * Stores content of any length. Rejects if it was not stored; if an answer is lost, the object itself shows whether it was.
   * After a failure the key is left alone, because it may hold previous content.
   */
  override async putStream(key: string, contents: Readable): Promise<void> {
    await this.putNoted(key, contents, {});
  }

  /** Like `putStream`, with metadata that `noted` returns. */
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
      // Parts take up space until they are deleted; what fails here is deleted by the sweep.
      await this.#client.send(new AbortMultipartUploadCommand(of)).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Treats a failed write as done if its object exists: the answer may be lost after the work was done, and a retry of a
   * multipart upload then reports that there is no such upload.
   */
  #unlessWritten = (key: string, write: string) => async (error: unknown) => {
    const open = !isRefusal(error) || nameOf(error) === 'NoSuchUpload';
    const there = open ? await this.noted(key).catch(() => undefined) : undefined;
    if (there?.notes[WRITE] !== write) throw error;
  };

  /** Metadata and length of an object; undefined if it does not exist. */
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

  /**
   * Rejects immediately if there is no such object. If the connection breaks while reading, it resumes at the same position.
   */
  override async getStream(key: string): Promise<Readable> {
    const answer = await this.#get(key);
    const stream = Readable.from(this.#read(key, answer), { objectMode: false });
    // A stream that is never read does not end by itself and would keep its connection.
    stream.once('close', () => (answer.Body as Readable).destroy()); // as below
    return stream;
  }

  async *#read(key: string, answer: GetObjectCommandOutput): AsyncGenerator<Buffer> {
    const { ETag, ContentLength: whole } = answer;
    let body = answer.Body as Readable; // Node's handler returns Node streams
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

  /** Deletes an object; a missing one counts as deleted, for which some stores answer 404. */
  override async delete(key: string): Promise<void> {
    await super.delete(key).catch((error: unknown) => {
      if (statusOf(error) !== 404 || nameOf(error) === 'NoSuchBucket') throw error;
    });
  }

  /** @throws when the store does not say where a list goes on: files left out would count as missing. */
  async *list(prefix: string): AsyncGenerator<StoredFile> {
    let ContinuationToken: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken }),
      );
      // What ends in a slash is a folder that somebody made in the store's own console.
      for (const { Key, Size = 0, LastModified } of page.Contents ?? [])
        if (Key !== undefined && !Key.endsWith('/') && LastModified)
          yield { key: Key, bytes: Size, writtenAt: LastModified };
      const next = page.IsTruncated ? page.NextContinuationToken : undefined;
      if (page.IsTruncated && (!next || next === ContinuationToken))
        throw new Error('the store does not list everything');
      ContinuationToken = next;
    } while (ContinuationToken !== undefined);
  }

  /** Unfinished uploads; a store that does not list them either has its own rule for them or keeps them. */
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
