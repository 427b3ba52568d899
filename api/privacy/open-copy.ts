import sql from 'sql-template-tag';
import { readSealed } from '../platform/files/storage.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { secretHash } from '../platform/secret-hash.ts';
import type { RequestRow } from './store.ts';

/** Opens the copy for the person it is about, with the key from the e-mail; session and key are both required. */
export async function openCopy(
  ctx: Ctx<'POST /candidate/users/{uuid}/privacy-requests/{id}/file'>,
): Promise<Reply> {
  const { platform, tenant, session, params } = ctx;
  if (params.uuid !== session.uuid) fail('NOT_FOUND');
  const row = await platform.db.tenant(tenant.id).one<RequestRow>(sql`
    select * from privacy_request where tenant_id = ${tenant.id} and id = ${params.id}
      and person_id = ${session.personId} and kind = 'export'`);
  if (!row) fail('NOT_FOUND');
  const { key } = ctx.body();
  const { file_key: fileKey, link_expires_at: until } = row;
  if (!until || secretHash(key) !== row.link_hash) fail('NOT_FOUND');
  if (!fileKey || until <= platform.clock.now()) fail('LINK_EXPIRED');
  try {
    return reply(200, await readSealed(platform, tenant.id, fileKey), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="meus-dados.json"',
        'cache-control': 'no-store',
      },
    });
  } catch (error) {
    platform.log.error({ err: error, request: row.id }, 'copy of personal data not readable');
    fail('UNAVAILABLE');
  }
}
