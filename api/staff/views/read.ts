import { needsStrength, reachOf } from '@orbita/domain/staff';
import { callOf } from '@orbita/protocol';
import { openersOf } from '@orbita/protocol/foundation';
import type { FastifyRequest } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { tokenOf } from '../../caller/session.ts';
import { type RowOf, shapeOf } from '../../platform/database/shape.ts';
import type { Session, StaffSession, Tenant } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { serviceOf } from '../service.ts';
import { staffSettings } from '../settings.ts';
import { heldGrants } from '../store.ts';

const MAKING = callOf('POST /operations/subscriptions/{id}/views');
/** Prefix of every view token; a candidate's token never starts with it. */
export const VIEW_TOKEN = 'view_';
const MINUTE_MS = 60_000;
const LONGEST = 100;

/** The view token of a request; undefined for all other requests. */
export function viewTokenOf(request: FastifyRequest): string | undefined {
  const token = tokenOf(request);
  return token?.startsWith(VIEW_TOKEN) && token.length <= LONGEST ? token : undefined;
}

type View = {
  id: number;
  subscriptionId: number;
  applicationType: string;
  institution: string;
  institutionId: number;
  version: number;
  accountId: number;
  personId: number;
  uuid: string;
  name: string;
  openedAt: Date | null;
  staff: Omit<StaffSession, 'startedAt' | 'endsAt' | 'reauthAt'>;
  reauthAt: Date;
};

/**
 * A view with a valid staff session, of a member who may still create one for this application; undefined otherwise. Nothing is
 * cached between two calls, so that the end of a session or role also ends its views, on every node.
 */
export async function livingView(
  platform: Platform,
  tenant: Tenant,
  which: Sql,
): Promise<(View & { session: Session }) | undefined> {
  const now = platform.clock.now();
  const { idleMinutes } = await staffSettings(platform, tenant.id);
  const idleSince = new Date(now.getTime() - idleMinutes * MINUTE_MS);
  const row = await platform.db.tenant(tenant.id).one<RowOf<View>>(sql`
    select v.id, v.subscription_id, u.application_type, i.code as institution, i.id as institution_id, u.version,
      a.id as account_id, p.id as person_id, p.uuid, p.name, v.opened_at, k.reauth_at,
      jsonb_build_object('sessionId', k.id, 'staffId', s.id, 'name', s.name, 'email', s.email, 'method', k.method,
        'hasPasskey', false, 'strength', k.strength, 'mayEnrol', false, 'grants', ${heldGrants}) as staff
    from staff_view v
    join staff_session k on k.tenant_id = v.tenant_id and k.id = v.session_id and k.revoked_at is null
      and k.ends_at > ${now}::timestamptz and k.last_input_at > ${idleSince}::timestamptz
    join staff s on s.tenant_id = v.tenant_id and s.id = v.staff_id and s.state = 'active'
    join subscription u on u.tenant_id = v.tenant_id and u.id = v.subscription_id
    join institution i on i.tenant_id = u.tenant_id and i.id = u.institution_id
    join person p on p.tenant_id = u.tenant_id and p.id = u.person_id and p.anonymised_at is null
    join user_account a on a.tenant_id = p.tenant_id and a.person_id = p.id
    where v.tenant_id = ${tenant.id} and ${which} order by a.id limit 1`);
  if (!row) return undefined;
  // A session that is no longer strong, or not yet, may not look at anyone's pages.
  if (row.staff.strength === null && needsStrength(row.staff.grants, openersOf(MAKING))) return undefined;
  const reach = reachOf(row.staff.grants, openersOf(MAKING));
  if (reach !== null && !reach.includes(row.institution)) return undefined;
  const view = shapeOf(row);
  return { ...view, session: sessionOf(tenant, view, now) };
}

/** The view as a candidate session that reaches a single application. */
function sessionOf(tenant: Tenant, view: View, now: Date): Session {
  const { reauthAt, staff } = view;
  const service = serviceOf(tenant, { ...staff, reauthAt, startedAt: now, endsAt: now }, MAKING);
  return {
    sessionId: `view-${view.id}`,
    accountId: view.accountId,
    personId: view.personId,
    uuid: view.uuid,
    name: view.name,
    scope: { subscriptionId: view.subscriptionId },
    method: 'view',
    remember: false,
    disableFilter: false,
    issuedAt: view.openedAt ?? now,
    view: { service },
  };
}

/** The session for a view's token; undefined once the view has ended. */
export async function readView(
  platform: Platform,
  tenant: Tenant,
  token: string,
): Promise<Session | undefined> {
  const found = await livingView(
    platform,
    tenant,
    sql`v.token_hash = ${secretHash(token)} and v.ends_at > ${platform.clock.now()}::timestamptz`,
  );
  return found?.session;
}
