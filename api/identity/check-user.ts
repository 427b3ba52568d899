import { SESSION } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import { renewSession, tokenOf } from '../caller/session.ts';
import type { Ctx, Reply, Session } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { sessionCookies } from './session-reply.ts';

const RENEW_AFTER_MS = SESSION.renewAfterSeconds * 1000;
/** The page that asks whether to continue must still be able to renew the session: its warning appears within this time. */
const LAST_MS = 2 * SESSION.warnSeconds * 1000;

type Row = {
  uuid: string;
  name: string;
  social_name: string | null;
  disable_institution_global_filter: boolean;
  has_password: boolean;
};

/**
 * Whether the token is due for renewal: it is old, or says of the institution filter what no longer holds. An access key's tab
 * token has a fixed end and is never renewed; its link issues a new one.
 */
const isStale = (
  { scope, remember, issuedAt, disableFilter }: Session,
  now: Date,
  account: Pick<Session, 'disableFilter'>,
): boolean => {
  if (scope !== 'candidate') return false;
  if (disableFilter !== account.disableFilter) return true;
  const age = now.getTime() - issuedAt.getTime();
  return age > (remember ? RENEW_AFTER_MS : SESSION.unrememberedSeconds * 1000 - LAST_MS);
};

/**
 * Returns the person the token belongs to. A token that is older than a day, in its last minutes, or outdated by a change
 * of the institution filter is renewed and keeps its companion cookie.
 */
export async function checkUser(ctx: Ctx<'GET /candidate/users/check/'>): Promise<Reply> {
  const { platform, tenant, session, request } = ctx;
  const row = await platform.db.tenant(tenant.id).one<Row>(sql`
    select p.uuid, p.name, p.social_name, a.disable_institution_global_filter,
      a.password_hash is not null as has_password
    from user_account a join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
    where a.tenant_id = ${tenant.id} and a.id = ${session.accountId} and p.id = ${session.personId}
      and p.anonymised_at is null`);
  if (!row) fail('UNAUTHENTICATED');
  const who = { uuid: row.uuid, name: row.name, socialName: row.social_name };
  const disableFilter = row.disable_institution_global_filter;
  const issued = isStale(session, platform.clock.now(), { disableFilter })
    ? await renewSession(platform, tenant, request, { ...session, name: row.name, disableFilter })
    : undefined;
  const body = {
    accessToken: issued?.accessToken ?? tokenOf(request) ?? '',
    payloadToken: {
      ...who,
      tenantAlias: tenant.alias,
      personId: session.personId,
      disableInstitutionGlobalFilter: disableFilter,
      hasPassword: row.has_password,
    },
  };
  return reply(200, body, issued ? { cookies: sessionCookies(platform, request, tenant, who, issued) } : {});
}
