import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { secretHash } from '../platform/secret-hash.ts';

/** Short enough for the whole link to fit in a text message, and far too long to guess. */
const TOKEN_BYTES = 16;

/**
 * Creates the path of a link, below `/orbita/candidate`, that reverts a change of contacts or sign-in methods (spec 5.5). Its
 * secret is behind `#`, which browsers don't send, so that no log contains it and merely opening the page reverts nothing.
 */
export async function undoPath(on: Runner, changeId: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await on.one(sql`
    insert into undo_link (tenant_id, token_hash, change_id)
    values (${on.tenantId}, ${secretHash(token)}, ${changeId}) returning token_hash`);
  return `/desfazer#${token}`;
}
