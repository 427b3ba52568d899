import { carries, type Reach, reachOf, roles } from '@orbita/domain/staff';
import { type Call, openersOf, scopes } from '@orbita/protocol/foundation';
import type { Service, StaffSession, Tenant } from '../platform/http/context.ts';

const covers = (held: Reach, wanted: Reach): boolean =>
  held === null || wanted?.every((code) => held.includes(code)) === true;

/**
 * Represents a staff member as the holder of a token sufficient for this one call: for the institutions where they may make it,
 * with the scopes they hold for all of these (spec 25.1.2). Without a call: for auditing their own access.
 */
export function serviceOf(tenant: Tenant, session: StaffSession, call: Call | null): Service {
  const openers = call ? openersOf(call) : [];
  const institutions = call ? reachOf(session.grants, openers, call.alsoScope) : null;
  const used = session.grants.find(({ role }) =>
    openers.some((scope) => carries(roles[role].carries, scope)),
  );
  return {
    tokenName: 'equipe',
    scopes: scopes.filter((scope) => {
      const held = reachOf(session.grants, [scope]);
      return held?.length !== 0 && covers(held, institutions);
    }),
    institutions,
    operator: session.name,
    development: false,
    tenantId: tenant.id,
    tokenId: null,
    staff: {
      id: session.staffId,
      sessionId: session.sessionId,
      grants: session.grants,
      role: used?.role ?? null,
      method: session.method,
      reauthAt: session.reauthAt,
      hasPasskey: session.hasPasskey,
      strength: session.strength,
    },
  };
}
