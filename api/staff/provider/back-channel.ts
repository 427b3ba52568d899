import sql from 'sql-template-tag';
import { shapeOf } from '../../platform/database/shape.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { ProviderUnavailable, StaffRefused } from '../../platform/ports.ts';
import { publishStaffChanged } from '../../platform/team-events.ts';
import { consoleOf, findConsole } from '../../tenancy/console.ts';
import { auditEnded } from '../audit.ts';
import { noteFailure } from './asked.ts';

import { useOnce } from './used-once.ts';

/**
 * The provider ends sessions on its own initiative (OpenID Connect Back-Channel Logout 1.0): the one it names, or all that its
 * person opened through it (spec 25.2.6).
 */
export async function logoutFromProvider(
  ctx: Ctx<'POST /operations/staff/oidc/back-channel-logout'>,
): Promise<Reply> {
  const { platform, request } = ctx;
  const { tenant } = (await findConsole(platform, request.hostname)) ?? fail('HOST_UNKNOWN');
  const { identityProvider } = await consoleOf(platform, tenant.id);
  const { logout_token: token } = (ctx.body() ?? {}) as { logout_token?: unknown };
  if (!identityProvider || typeof token !== 'string') fail('MALFORMED');
  const { sub, sid, jti } = await platform.ports.staffProvider
    .logout(identityProvider, token)
    .catch((error: unknown) => {
      if (!(error instanceof StaffRefused || error instanceof ProviderUnavailable)) throw error;
      noteFailure(platform, tenant.id, error);
      return fail(error instanceof StaffRefused ? 'MALFORMED' : 'IDP_UNAVAILABLE');
    });
  const now = platform.clock.now();
  const sessions = await platform.db.write(tenant.id, async (tx) => {
    if (!(await useOnce(tx, 'logout', jti, now))) fail('MALFORMED');
    const ended = await tx.many<{ staff_id: number; session_id: number }>(sql`
      update staff_session k set revoked_at = ${now}::timestamptz
      where k.tenant_id = ${tx.tenantId} and k.revoked_at is null and k.method = 'idp'
        and (${sid ?? null}::text is null or k.idp_sid = ${sid ?? null}::text)
        and (${sub ?? null}::text is null or exists (select from staff_identity i
          where i.tenant_id = k.tenant_id and i.staff_id = k.staff_id and i.issuer = ${identityProvider.issuer}::text
            and i.subject = ${sub ?? null}::text))
      returning k.staff_id, k.id as session_id`);
    for (const staffId of new Set(ended.map((one) => one.staff_id)))
      publishStaffChanged(tx, platform, staffId);
    return ended;
  });
  for (const session of sessions) await auditEnded(ctx, tenant.id, identityProvider.name, shapeOf(session));
  return { ...reply(200), headers: { 'cache-control': 'no-store' } };
}
