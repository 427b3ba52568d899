import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import { readSealed } from '../../platform/files/storage.ts';
import type { Platform } from '../../platform/platform.ts';

/** Used by the first file of a tenant in place of the hash of a previous one. */
export const FIRST = '0'.repeat(64);
/** Maximum length of a line: many times that of an entry. */
const LONGEST_LINE = 1024 * 1024;
const PAGE = 1_000;

/** An audit file, as described by its row. */
export type Archive = {
  number: number;
  lines: number;
  previous_hash: string;
  hash: string;
  storage_key: string;
};

/** The file is not what its row says, or does not continue the previous one. */
export class ArchiveBroken extends Error {}

/** SHA-256 hash of all lines up to this one, in hexadecimal. */
const hashAfter = (hash: string, line: string): string =>
  createHash('sha256').update(`${hash}\n${line}`).digest('hex');

const headOf = (number: number, previous: string): string => JSON.stringify({ archive: number, previous });

/** What is known about a file after it was written; times as the database prints them. */
type Written = { lines: number; lastId: number; hash: string; firstAt: string; lastAt: string };

/**
 * Audit entries from before an instant, as the content of a file: a head that refers to the previous file, one entry per line as
 * JSON with all its columns, and finally the hash of all lines. `written` is complete once everything has been read.
 */
export function archiveContent(
  on: Runner,
  { number, previous, before }: { number: number; previous: string; before: Date },
): { content: AsyncIterable<Buffer>; written: Written } {
  const head = headOf(number, previous);
  const written: Written = { lines: 0, lastId: 0, hash: hashAfter(previous, head), firstAt: '', lastAt: '' };
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${head}\n`);
    for (let after = { at: '-infinity', id: 0 }; ; ) {
      const page = await on.many<{ id: number; at: string; line: string }>(sql`
        select a.id, a.at::text as at, to_jsonb(a)::text as line from audit_log a
        where a.tenant_id = ${on.tenantId} and a.at < ${before}::timestamptz
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

/** Lines of a text, one at a time. @throws `ArchiveBroken` when one does not end. */
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
 * Entries of a file as they were written. @throws `ArchiveBroken` when the file is missing or not what its row says; for a
 * changed entry only at the end, so nothing may be trusted before that. An error of the store when the file cannot be opened.
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

/** Reads a file to its end. @throws same as `readArchive`. */
export async function checkArchive(platform: Platform, tenantId: number, archive: Archive): Promise<void> {
  for await (const _ of readArchive(platform, tenantId, archive));
}

/** All files of a tenant, oldest first, with the times of their first and last entry. */
export const listArchives = (on: Runner): Promise<(Archive & { first_at: Date; last_at: Date })[]> =>
  on.many(sql`select * from audit_archive where tenant_id = ${on.tenantId} order by number`);
