import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { secretHash } from '../platform/secret-hash.ts';

/** Few enough that the whole link fits a text message, and far too many to guess. */
const TOKEN_BYTES = 16;

/**
 * Path of a link that takes a change of contacts or ways in back (spec 5.5), below `/orbita/candidate`. Its secret stands
 * behind `#`, which browsers send nowhere, so that no log has it and nothing is undone by looking at the page.
 */
export async function undoPath(on: Runner, tenantId: number, changeId: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await on.one(sql`
    insert into undo_link (tenant_id, token_hash, change_id)
    values (${tenantId}, ${secretHash(token)}, ${changeId}) returning token_hash`);
  return `/desfazer#${token}`;
}
