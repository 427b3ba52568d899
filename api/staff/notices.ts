import { formatDateTime } from '@orbita/domain/foundation';
import { browserName, type Grant, roles } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import type { StaffState } from './store.ts';

type Recipient = { name: string; email: string };
type StaffMessage = {
  template: 'NE-03' | 'NE-07' | 'NE-10' | 'NE-11';
  dedupe: string;
  data: Record<string, string | number>;
};

/** Writes a message to staff members into the outbox, in the transaction of what it is about (spec 25.19). */
const send = (tx: Tx, platform: Platform, to: readonly Recipient[], message: StaffMessage): void =>
  notify(tx, platform, {
    ...message,
    personId: null,
    recipients: to.map(({ name, email }) => ({ channel: 'email' as const, to: email, name })),
  });

/** A time formatted in the tenant's time zone. */
async function momentOf(tx: Tx, at: Date): Promise<string> {
  const tenant = await tx.one<{ time_zone: string }>(
    sql`select time_zone from tenant where id = ${tx.tenantId}`,
  );
  if (!tenant) throw new RangeError(`Unknown tenant ${tx.tenantId}`);
  return formatDateTime(at, tenant.time_zone);
}

/** NE-03: a member signed in from a browser they hadn't used for a long time. */
export async function notifyNewBrowser(
  tx: Tx,
  platform: Platform,
  { to, sessionId, userAgent }: { to: Recipient; sessionId: number; userAgent: string | undefined },
): Promise<void> {
  const data = { data: await momentOf(tx, platform.clock.now()), navegador: browserName(userAgent) };
  send(tx, platform, [to], { template: 'NE-03', dedupe: String(sessionId), data });
}

const placed = ({ role, institutions }: Grant): string =>
  `${roles[role].label}${institutions ? ` (${institutions.toSorted().join(', ')})` : ''}`;
const namesOf = (grants: readonly Grant[]): string => [...new Set(grants.map(placed))].sort().join(', ');

type Member = Recipient & { id: number; state: StaffState; version: number; grants: readonly Grant[] };

/** NE-07: a member's roles have changed. People who are only invited learn their roles from the invite. */
export async function notifyRoles(tx: Tx, platform: Platform, before: Member, after: Member): Promise<void> {
  const [held, holds] = [namesOf(before.grants), namesOf(after.grants)];
  if (after.state !== 'active' || held === holds) return;
  const data: Record<string, string> = holds
    ? { variante: 'funcoes', funcoes: holds }
    : { variante: 'nenhuma' };
  send(tx, platform, [after], { template: 'NE-07', dedupe: `${after.id}:${after.version}`, data });
}

/** NE-07: a member was disabled. */
export async function notifyDisabled(tx: Tx, platform: Platform, staff: Member): Promise<void> {
  const message = { dedupe: `${staff.id}:${staff.version}:disabled`, data: { variante: 'desativada' } };
  send(tx, platform, [staff], { template: 'NE-07', ...message });
}

/** NE-07: a member has a new passkey, so that they notice one they didn't create. */
export async function notifyPasskey(
  tx: Tx,
  platform: Platform,
  passkeyId: number,
  staffId: number,
): Promise<void> {
  const person = await tx.one<Recipient>(
    sql`select name, email from staff where tenant_id = ${tx.tenantId} and id = ${staffId}`,
  );
  if (!person) return;
  const data = { variante: 'chave-nova', data: await momentOf(tx, platform.clock.now()) };
  send(tx, platform, [person], { template: 'NE-07', dedupe: `passkey:${passkeyId}`, data });
}

/** NE-07: the administration removed a member's passkeys. */
export async function notifyPasskeysReset(
  tx: Tx,
  platform: Platform,
  staff: Member,
  { by, until }: { by: string; until: Date },
): Promise<void> {
  const data = { variante: 'chave-retirada', quem: by, data: await momentOf(tx, until) };
  send(tx, platform, [staff], {
    template: 'NE-07',
    dedupe: `${staff.id}:${staff.version}:passkeys`,
    data,
  });
}

/**
 * The administrators responsible for a member: those of all institutions and those of one of the member's institutions. A
 * member for all institutions has only the former. Never the member themselves.
 */
const administration = (tx: Tx, staffId: number): Promise<Recipient[]> =>
  tx.many<Recipient>(sql`
    select s.name, s.email from staff s
    where s.tenant_id = ${tx.tenantId} and s.state = 'active' and s.id <> ${staffId} and exists (
      select from staff_grant a where a.tenant_id = s.tenant_id and a.staff_id = s.id and a.ended_at is null
        and a.role = 'administracao' and (a.institutions is null or exists (
          select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = ${staffId} and g.ended_at is null
            and g.institutions is not null
            and g.institutions ?| array(select jsonb_array_elements_text(a.institutions)))))
    order by s.id`);

/** NE-10: a member opened more different people's data within an hour than the tenant considers usual. */
export async function notifyManyOpened(
  tx: Tx,
  platform: Platform,
  { staffId, name, most, at }: { staffId: number; name: string; most: number; at: Date },
): Promise<void> {
  send(tx, platform, await administration(tx, staffId), {
    template: 'NE-10',
    dedupe: `${staffId}:${at.getTime()}`,
    data: { quem: name, quantos: most },
  });
}

/** NE-11: an invite that wasn't created by a staff member was accepted, and it leads to the administration. */
export async function notifyInviteOfTool(
  tx: Tx,
  platform: Platform,
  { inviteId, staffId }: { inviteId: number; staffId: number },
): Promise<void> {
  const found = await tx.one<{ name: string }>(sql`
    select s.name from staff_invite i join staff s on s.tenant_id = i.tenant_id and s.id = i.staff_id
    where i.tenant_id = ${tx.tenantId} and i.id = ${inviteId} and i.invited_by is null and exists (
      select from staff_grant g where g.tenant_id = s.tenant_id and g.staff_id = s.id and g.ended_at is null
        and g.role = 'administracao')`);
  if (!found) return;
  send(tx, platform, await administration(tx, staffId), {
    template: 'NE-11',
    dedupe: String(inviteId),
    data: { quem: found.name, data: await momentOf(tx, platform.clock.now()) },
  });
}
