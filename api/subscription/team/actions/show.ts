import { dayInZone, formatDate } from '@orbita/domain/foundation';
import { carries, ROLES, reachOf, roles } from '@orbita/domain/staff';
import {
  ACTION_NAMES,
  ACTIONS,
  type ActionName,
  statusInfo,
  refusalTexts as t,
} from '@orbita/domain/subscription';
import { callOf } from '@orbita/protocol';
import { type ErrorCode, errorCatalogue, openersOf, opens } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import { linkContacts } from '../../../messaging/link-contacts.ts';
import type { Tx } from '../../../platform/database/types.ts';
import type { Service, ServiceContext } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { gatherFacts, type SubscriptionState } from '../../facts.ts';
import { seenState } from '../../seen-state.ts';
import { type Case, isMeant, type Verdict, verdictOf } from './decide.ts';

type Reason = { code: ErrorCode; text: string };

const STATUS_CODES: readonly ErrorCode[] = ['TRANSITION_NOT_ALLOWED', 'STATE_CONFLICT', 'READ_ONLY'];

function textOf({ refused, otherId }: Extract<Verdict, { refused: ErrorCode }>, the: Case): string {
  const { row, blockedSince } = the;
  if (STATUS_CODES.includes(refused)) return t.status(statusInfo(row.status).label);
  if (refused === 'NO_VACANCIES') return t.vacancies(row.course_name, row.pole_description);
  if (refused === 'BLOCKED' && blockedSince)
    return t.blocked(formatDate(dayInZone(blockedSince, row.time_zone)));
  if (refused === 'INTAKE_INACTIVE') return t.intake(formatDate(row.last_day));
  if (refused === 'SUBSCRIPTION_EXISTS' && otherId) return t.other(otherId);
  return errorCatalogue[refused].text;
}

/** Labels of the roles that may make the call of an action. */
const rolesFor = (action: ActionName): string[] => {
  const call = callOf(ACTIONS[action].call);
  const has = (role: (typeof ROLES)[number], scope: Parameters<typeof carries>[1]) =>
    carries(roles[role].carries, scope);
  return ROLES.filter(
    (role) =>
      openersOf(call).some((scope) => has(role, scope)) && (!call.alsoScope || has(role, call.alsoScope)),
  ).map((role) => roles[role].label);
};

/**
 * Why a caller may not make the call of an action for this institution, regardless of the application's state; undefined if
 * they may.
 */
function missingRight(
  action: ActionName,
  service: Service,
  institution: string,
  applied: readonly string[],
): Reason | undefined {
  const { call: key, ...more } = ACTIONS[action];
  const call = callOf(key);
  const ofTheTenant = 'ofTheTenant' in more;
  const code = 'FORBIDDEN';
  /** An act on the whole person is only open to callers who cover every institution where the person applied. */
  const elsewhere = (reach: readonly string[] | null): Reason | undefined =>
    'ofThePerson' in more && reach !== null && applied.some((one) => !reach.includes(one))
      ? { code, text: t.person }
      : undefined;
  if (!service.staff) {
    if (call.person || (!service.development && !opens(call, service.scopes)))
      return { code, text: t.roles(rolesFor(action)) };
    if (ofTheTenant) return service.institutions === null ? undefined : { code, text: t.tenant };
    return elsewhere(service.institutions);
  }
  const reach = reachOf(service.staff.grants, openersOf(call), call.alsoScope);
  if (reach !== null && reach.length === 0) return { code, text: t.roles(rolesFor(action)) };
  if (ofTheTenant) return reach === null ? undefined : { code, text: t.tenant };
  return reach === null || reach.includes(institution)
    ? elsewhere(reach)
    : { code, text: t.roles(rolesFor(action)) };
}

const blockedSince = async (tx: Tx, personId: number): Promise<Date | null> =>
  (
    await tx.one<{ since: Date }>(sql`
      select min(b.created_at) as since from block_entry b
      join person p on p.tenant_id = b.tenant_id and p.id = ${personId}
      where b.tenant_id = ${tx.tenantId} and b.removed_at is null
        and ((b.document_type = 'cpf' and b.document = p.cpf)
          or (b.document_type, b.document) in (select u.document_type, u.document from user_account u
            where u.tenant_id = p.tenant_id and u.person_id = p.id))
      having min(b.created_at) is not null`)
  )?.since ?? null;

/** Codes of the institutions at which a person applied. */
const appliedAt = async (tx: Tx, personId: number): Promise<string[]> =>
  (
    await tx.many<{ code: string }>(sql`
      select distinct i.code from subscription s
      join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
      where s.tenant_id = ${tx.tenantId} and s.person_id = ${personId}`)
  ).map(({ code }) => code);

/** The actions for an application, whether each is allowed now, and if not, why; only reads, in the caller's transaction. */
export async function actionsOf(tx: Tx, platform: Platform, service: Service, row: SubscriptionState) {
  const the: Case = {
    tx,
    platform,
    row,
    facts: await gatherFacts(tx, platform, row),
    blockedSince: await blockedSince(tx, row.person_id),
    contacts: await linkContacts(tx, {
      tenantId: tx.tenantId,
      personId: row.person_id,
      subscriptionId: row.id,
    }),
  };
  const shown = ACTION_NAMES.filter((action) => isMeant(action, the));
  const applied = await appliedAt(tx, row.person_id);
  const decided = [];
  for (const action of shown) {
    const { label, call } = ACTIONS[action];
    const missing = missingRight(action, service, row.institution_code, applied);
    const verdict = missing ? { refused: missing.code } : await verdictOf(action, the);
    decided.push({
      action,
      label,
      call,
      confirm: callOf(call).confirm ?? null,
      allowed: verdict.refused === null,
      reason:
        verdict.refused === null
          ? null
          : { code: verdict.refused, text: missing?.text ?? textOf(verdict, the) },
      transition: ('transition' in verdict && verdict.transition) || null,
    });
  }
  return decided;
}

/** The actions of an application (spec 25.6.1); 404 outside the caller's institutions. */
export const showActions = (
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  id: number,
) =>
  platform.db.write(tenant.id, async (tx) => {
    const row = await seenState(tx, service, id);
    return actionsOf(tx, platform, service, row);
  });
