import { ownShingles } from '@orbita/domain/essay';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { supportRuns } from './support.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a hash of a text as a signed 32-bit number, as stored in the database. */
function hash(text: string): number {
  let value = FNV_OFFSET;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), FNV_PRIME);
  return value | 0;
}

/**
 * Hashes of all eight-word sequences of a text as an `int[]` literal, without those quoted from the support texts of its theme.
 */
export const shingleLiteral = (text: string, supportTexts: readonly string[] = []): string =>
  `{${[...new Set(Array.from(ownShingles(text, supportRuns(supportTexts)), hash))].join(',')}}`;

/** Number of sequences stored per essay to find similar ones: those with the smallest hashes, which identical texts share. */
const KEPT_RUNS = 16;

/** Stores the sequences by which similar essays are found; runs after the essay's `shingles` were written. */
export const keepRuns = (tx: Tx, essayId: number): Promise<unknown> =>
  tx.many(sql`
    insert into essay_run (tenant_id, run, essay_id)
    select e.tenant_id, kept.run, e.id from essay e, lateral (
      select distinct own.run from unnest(e.shingles) own(run) order by own.run limit ${KEPT_RUNS}::int) kept
    where e.tenant_id = ${tx.tenantId} and e.id = ${essayId} on conflict do nothing`);
