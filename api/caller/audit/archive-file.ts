import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import { readSealed } from '../../platform/files/storage.ts';
import type { Platform } from '../../platform/platform.ts';

/** What the first file of a tenant names in place of the hash of an earlier one. */
export const FIRST = '0'.repeat(64);
/** Longest line that is read: many times what an entry holds. */
const LONGEST_LINE = 1024 * 1024;
const PAGE = 1_000;

/** A file of the audit, as its row describes it. */
export type Archive = {
  number: number;
  lines: number;
  previous_hash: string;
  hash: string;
  storage_key: string;
};

/** The file is not what its row says, or does not go on from the one before. */
export class ArchiveBroken extends Error {}

/** Hash of all lines up to this one, SHA-256 in hexadecimal. */
const hashAfter = (hash: string, line: string): string =>
  createHash('sha256').update(`${hash}\n${line}`).digest('hex');

const headOf = (number: number, previous: string): string => JSON.stringify({ archive: number, previous });

/** What is known of a file once it was written; times as the database writes them. */
type Written = { lines: number; lastId: number; hash: string; firstAt: string; lastAt: string };

/**
 * Lines of the audit from before a moment as the content of a file: a head that names the file before, one entry of the audit a line
 * as JSON with all its columns, and at the end the hash of them all. `written` is complete once everything was read.
 */
export function archiveContent(
  on: Runner,
  tenantId: number,
  { number, previous, before }: { number: number; previous: string; before: Date },
): { content: AsyncIterable<Buffer>; written: Written } {
  const head = headOf(number, previous);
  const written: Written = { lines: 0, lastId: 0, hash: hashAfter(previous, head), firstAt: '', lastAt: '' };
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${head}\n`);
    for (let after = { at: '-infinity', id: 0 }; ; ) {
      const page = await on.many<{ id: number; at: string; line: string }>(sql`
        select a.id, a.at::text as at, to_jsonb(a)::text as line from audit_log a
        where a.tenant_id = ${tenantId} and a.at < ${before}::timestamptz
          and (a.at, a.id) > (${after.at}::timestamptz, ${after.id}::bigint)
        order by a.at, a.id limit ${PAGE}::int`);
      const last = page.at(-1);
      if (!last) break;
      for (const { id, line } of page) {
        written.hash = hashAfter(written.hash, line);
        written.lastId = Math.max(written.lastId, id);
      }
      written.firstAt ||= page[0]?.at ?? '';
      written.lastAt = last.at;
      written.lines += page.length;
      after = last;
      yield Buffer.from(`${page.map(({ line }) => line).join('\n')}\n`);
    }
    yield Buffer.from(`${JSON.stringify({ hash: written.hash })}\n`);
  }
  return { content: content(), written };
}

/** Lines of a text, one at a time. @throws `ArchiveBroken` where one has no end. */
async function* linesOf(file: Readable): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of file as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      yield rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
    }
    if (rest.length > LONGEST_LINE) throw new ArchiveBroken('A line has no end');
  }
  if (rest.length > 0) throw new ArchiveBroken('The last line has no end');
}

/**
 * Entries of a file as they are written there. @throws `ArchiveBroken` where the file is gone or not what its row says: for a changed
 * entry at the end, so that nothing may be believed before; an error of the store where it does not open.
 */
export async function* readArchive(
  platform: Platform,
  tenantId: number,
  archive: Archive,
): AsyncGenerator<string> {
  const wrong = (why: string) => new ArchiveBroken(`File ${archive.number} of the audit: ${why}`);
  if (!(await platform.files.exists(archive.storage_key))) throw wrong('it is gone');
  const file = await readSealed(platform, tenantId, archive.storage_key);
  let hash = archive.previous_hash;
  let lines = -1;
  let end: string | undefined;
  for await (const line of linesOf(file)) {
    if (end !== undefined) throw wrong('something stands behind its end');
    if (lines === archive.lines) {
      end = line;
      continue;
    }
    if (lines < 0 && line !== headOf(archive.number, archive.previous_hash))
      throw wrong('it does not go on from the file before');
    hash = hashAfter(hash, line);
    lines += 1;
    if (lines > 0) yield line;
  }
  if (end !== JSON.stringify({ hash }) || hash !== archive.hash) throw wrong('its hash is another');
}

/** Reads a file to its end. @throws as `readArchive`. */
export async function checkArchive(platform: Platform, tenantId: number, archive: Archive): Promise<void> {
  for await (const _ of readArchive(platform, tenantId, archive));
}

/** All files of a tenant, oldest first, with the times of their first and last entry. */
export const listArchives = (
  on: Runner,
  tenantId: number,
): Promise<(Archive & { first_at: Date; last_at: Date })[]> =>
  on.many(sql`select * from audit_archive where tenant_id = ${tenantId} order by number`);
