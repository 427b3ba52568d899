import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
} from '@aws-sdk/client-s3';
import { type BucketSettings, clientOf, nameOf } from './bucket-client.ts';

const DAY_MS = 24 * 3600_000;

/** A version that a bucket still keeps although it was replaced or deleted, and since when. */
export type FormerVersion = { key: string; version: string; since: Date };

type Entry = { Key?: string; VersionId?: string; LastModified?: Date; IsLatest?: boolean };

/** Versions and delete markers in S3's order: by key, newest first. */
function inOrder({ Versions = [], DeleteMarkers = [] }: ListObjectVersionsCommandOutput): Entry[] {
  const all: Entry[] = [...Versions, ...DeleteMarkers];
  const at = ({ LastModified }: Entry) => LastModified?.getTime() ?? 0;
  return all.sort((a, b) => {
    const [one = '', other = ''] = [a.Key, b.Key];
    if (one !== other) return one < other ? -1 : 1;
    return at(b) - at(a) || Number(b.IsLatest === true) - Number(a.IsLatest === true);
  });
}

/**
 * Former versions in a versioned bucket. Erased people's data remains in them until they are deleted, as it does in backups. A
 * store without versioning has none, whether it says so or does not support the call.
 */
export function openVersions(settings: BucketSettings) {
  const client = clientOf(settings);
  const Bucket = settings.name;

  async function* entries(): AsyncGenerator<Entry> {
    let after: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
    for (;;) {
      const ask = new ListObjectVersionsCommand({ Bucket, Prefix: '', ...after });
      const page: ListObjectVersionsCommandOutput | undefined = await client
        .send(ask)
        .catch((error: unknown) => {
          if (nameOf(error) === 'NotImplemented') return undefined;
          throw error;
        });
      if (!page) return;
      yield* inOrder(page);
      const next = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
      const moved = next.KeyMarker !== after.KeyMarker || next.VersionIdMarker !== after.VersionIdMarker;
      if (!page.IsTruncated) return;
      if (!moved) throw new Error('the store does not list every version');
      after = next;
    }
  }

  return {
    /** Versions that were replaced or deleted more than `days` before `now`. */
    async *overdue(days: number, now: Date): AsyncGenerator<FormerVersion> {
      let newer: Entry | undefined;
      for await (const entry of entries()) {
        const since = newer?.Key === entry.Key ? newer?.LastModified : undefined;
        newer = entry;
        const { Key: key, VersionId: version } = entry;
        if (!since || !key || !version) continue;
        if (now.getTime() - since.getTime() > days * DAY_MS) yield { key, version, since };
      }
    },
    /** Deletes a version permanently. */
    async drop({ key, version }: FormerVersion): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key, VersionId: version }));
    },
    close: (): void => client.destroy(),
  };
}
