import {
  describeAsked,
  grantNeedsSecond,
  raises,
  reductionNeedsSecond,
  approvalTexts as t,
} from '@orbita/domain/approval';
import sql from 'sql-template-tag';
import { askSecond, type Wanted } from '../approval/ask.ts';
import { noteRaise } from '../approval/people.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Reply, Service, ServiceContext } from '../platform/http/context.ts';
import type { GivenGrant } from './grants.ts';
import type { StaffRow, StaffState } from './store.ts';

type Asking = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;

/** Codes of all institutions of some roles; null if one is for the whole tenant. */
const institutionsOf = (grants: readonly GivenGrant[]): string[] | null => {
  if (grants.length === 0 || grants.some(({ institutions }) => !institutions)) return null;
  return [...new Set(grants.flatMap(({ institutions }) => institutions ?? []))].sort();
};

const ask = (
  tx: Tx,
  asking: Asking,
  wanted: Omit<Wanted, 'institutions'> & { touches: readonly GivenGrant[] },
) => {
  const { touches, ...rest } = wanted;
  // The approver must be able to change everything the member holds, like the requester.
  return askSecond(tx, asking, { ...rest, institutions: institutionsOf(touches) });
};

type Invited = { name: string; email: string; passkeyOnly: boolean };

/** The requester's current name and mailbox. */
async function askerOf(tx: Tx, staffId: number): Promise<{ name: string; email: string }> {
  const row = await tx.one<{ name: string; email: string }>(sql`
    select name, email from staff where tenant_id = ${tx.tenantId} and id = ${staffId}`);
  if (!row) throw new Error(`Nobody of the team is ${staffId}`);
  return row;
}

/** Name of the staff member who has the same mailbox under a different spelling, if any. */
async function sameMailbox(tx: Tx, email: string): Promise<string | undefined> {
  const row = await tx.one<{ name: string }>(sql`
    select s.name from staff s where s.tenant_id = ${tx.tenantId} and s.email <> ${email.toLowerCase()}::text
      and s.mailbox = replace(split_part(split_part(${email.toLowerCase()}::text, '@', 1), '+', 1), '.', '')
        || '@' || split_part(${email.toLowerCase()}::text, '@', 2)
    order by s.id limit 1`);
  return row?.name;
}

/**
 * Keeps a staff member's invite for a second administrator (spec 25.4.4); undefined if none is needed. Call it with the team
 * locked, after everything else has been checked. Roles from an older invite don't count: its recipient never accepted.
 * @throws `APPROVAL_PENDING`.
 */
export async function secondForInvite(
  tx: Tx,
  asking: Asking,
  {
    to,
    before,
    given,
    reason,
    command,
  }: {
    to: Invited;
    before: readonly GivenGrant[];
    given: readonly GivenGrant[];
    reason: string | null | undefined;
    command: unknown;
  },
): Promise<Reply | undefined> {
  const { staff } = asking.service;
  if (!staff || !grantNeedsSecond({ by: staff.grants, held: [], given: plain(given) })) return undefined;
  const same = await sameMailbox(tx, to.email);
  return ask(tx, asking, {
    kind: 'grant',
    subject: { kind: 'staff', id: null, name: to.email.toLowerCase() },
    touches: [...given, ...before],
    summary: t.invite,
    fields: describeAsked.invite({ ...to, asker: await askerOf(tx, staff.id), held: before, given, same }),
    reason,
    command,
  });
}

/** The same for a member's roles: those they gain, and administration roles they lose. */
export async function secondForGrants(
  tx: Tx,
  asking: Asking,
  {
    to,
    given,
    reason,
    command,
  }: {
    to: StaffRow;
    given: readonly GivenGrant[];
    reason: string | null | undefined;
    command: unknown;
  },
): Promise<Reply | undefined> {
  const { staff } = asking.service;
  const after = [...given, ...to.grants.filter(({ source }) => source === 'idp')];
  if (
    !staff ||
    (!grantNeedsSecond({ by: staff.grants, held: to.grants, given: plain(given) }) &&
      !(to.state === 'active' && reductionNeedsSecond({ held: to.grants, left: plain(after) })))
  )
    return undefined;
  return ask(tx, asking, {
    kind: 'grant',
    subject: { kind: 'staff', id: to.id },
    touches: [...given, ...to.grants],
    summary: t.grant,
    fields: describeAsked.grant({
      ...{ name: to.name, email: to.email, held: to.grants, given: after },
      asker: await askerOf(tx, staff.id),
    }),
    reason,
    command,
  });
}

/** The same for access itself: an administrator who loses it, or someone regaining the roles they held. */
export async function secondForState(
  tx: Tx,
  asking: Asking,
  {
    to,
    state,
    reason,
    command,
  }: { to: StaffRow; state: 'active' | 'disabled'; reason: string; command: unknown },
): Promise<Reply | undefined> {
  const { staff } = asking.service;
  const needed =
    state === 'active'
      ? to.state !== 'active' && staff && grantNeedsSecond({ by: staff.grants, held: [], given: to.grants })
      : to.state === 'active' && reductionNeedsSecond({ held: to.grants, left: [] });
  if (!staff || !needed) return undefined;
  return ask(tx, asking, {
    kind: 'access',
    subject: { kind: 'staff', id: to.id },
    touches: to.grants,
    summary: state === 'active' ? t.enable : t.disable,
    fields: describeAsked.access({
      asker: await askerOf(tx, staff.id),
      name: to.name,
      email: to.email,
      held: to.grants,
      from: to.state,
      to: state,
    }),
    reason,
    command,
  });
}

const plain = (grants: readonly GivenGrant[]) =>
  grants.map(({ role, institutions }) => ({ role, institutions: institutions ?? null }));

/**
 * Records who made somebody able to approve who couldn't before: through an invite, a role, or restored access. Call it after
 * the change, in its transaction; changes not made by a staff member link to nobody.
 */
export async function keepRaise(
  tx: Tx,
  { staff }: Pick<Service, 'staff'>,
  before: { id: number; state: StaffState; grants: readonly GivenGrant[] },
  after: { grants: readonly GivenGrant[] },
  now: Date,
): Promise<void> {
  const held = before.state === 'disabled' ? [] : plain(before.grants);
  if (staff && staff.id !== before.id && raises(held, plain(after.grants)))
    await noteRaise(tx, { staffId: before.id, by: staff.id, now });
}
