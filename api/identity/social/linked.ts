import { isoInZone } from '@orbita/domain/foundation';
import { SOCIAL_LABELS, type SocialProvider } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { accessState } from '../undo/state.ts';
import { tellChange } from '../undo/tell.ts';

/** Lists the social accounts with which the person can sign in. */
export async function listLinked({
  platform,
  tenant,
  session,
}: Ctx<'GET /platform/auth/social-accounts'>): Promise<Reply> {
  const rows = await platform.db
    .tenant(tenant.id)
    .many<{ id: number; provider: SocialProvider; linked_at: Date }>(sql`
    select s.id, s.provider, s.linked_at from social_account s
    join user_account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    where s.tenant_id = ${tenant.id} and a.person_id = ${session.personId} order by s.linked_at, s.id`);
  const shown = rows.map(({ id, provider, linked_at }) => ({
    id,
    provider,
    linkedAt: isoInZone(linked_at, tenant.timeZone),
  }));
  return reply(200, shown);
}

/** Unlinks a social account; the person's contacts are notified (N-33). */
export async function unlink(ctx: Ctx<'DELETE /platform/auth/social-accounts/{id}'>): Promise<Reply> {
  const { platform, tenant, session, params } = ctx;
  const { personId } = session;
  await platform.db.write(tenant.id, async (tx) => {
    const before = await accessState(tx, personId);
    const gone = await tx.one<{ provider: SocialProvider }>(sql`
      delete from social_account s using user_account a
      where s.tenant_id = ${tenant.id} and s.id = ${params.id}::bigint and a.tenant_id = s.tenant_id
        and a.id = s.account_id and a.person_id = ${personId}::bigint returning s.provider`);
    if (!gone) fail('NOT_FOUND');
    const what = `sua conta do ${SOCIAL_LABELS[gone.provider]} foi desvinculada`;
    await tellChange(ctx, tx, personId, { kind: 'social-unlinked', before, what });
  });
  return reply(204);
}
