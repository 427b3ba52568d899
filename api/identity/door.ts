import { createHmac } from 'node:crypto';
import type { DocumentType } from '@orbita/domain/foundation';
import { documentTypes } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import type { Ctx } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { type HostFacts, hostFacts, parameterOf } from '../tenancy/index.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Successes do not count: schools and mobile networks share addresses (spec 18). */
const FAILURES_PER_MINUTE = 20;
/** After so many unknown documents from one address answers become neutral (spec 5.1). */
const UNKNOWN_PER_HOUR = 5;
/** Of one address, where a whole school may sit, and of one tenant: what a flood may cost before somebody looks. */
const SENDS_PER_ADDRESS = 60;
const SENDS_PER_TENANT = 5000;
const UNPROVEN_PER_DOCUMENT = 3;
const UNPROVEN_PER_ADDRESS = 10;

export type Visit = Pick<Ctx, 'house' | 'tenant' | 'host' | 'ip'>;

/** Refuses new sign-ins where the institution sends its candidates in by link only (spec 3.1). */
export async function checkLoginEnabled(visit: Visit): Promise<HostFacts> {
  const facts = await hostFacts(visit.house, { tenant: visit.tenant, host: visit.host });
  if (facts.loginDisabled) fail('LOGIN_DISABLED');
  return facts;
}

/** What the captcha says of a visitor; `absent` without a token. */
export const askCaptcha = async (
  visit: Visit,
  token: string | null | undefined,
): Promise<'passed' | 'refused' | 'unavailable' | 'absent'> =>
  token ? visit.house.ports.captcha.verify(token, visit.ip) : 'absent';

/** Addresses and documents are counted by what nobody can read them back from. */
export const hidden = ({ house, tenant }: Pick<Visit, 'house' | 'tenant'>, value: string): string =>
  createHmac('sha256', house.config.secret).update(`door:${tenant.id}:${value}`).digest('base64url');

/** The last hour; a clock that was set back must not count what has not happened yet. */
const withinHour = ({ house }: Visit) => {
  const now = house.clock.now();
  return sql`at > ${new Date(now.getTime() - HOUR)}::timestamptz and at <= ${now}::timestamptz`;
};

/** Refuses a kind of document that this tenant does not let people in with (spec 3.1). */
export function checkKind({ tenant }: Pick<Visit, 'tenant'>, documentType: DocumentType): void {
  if (!documentTypes(tenant.flags.usePassport).includes(documentType))
    invalid([{ field: 'documentType', message: 'Valor inválido.' }]);
}

/** Refuses an address that failed too often within a minute, on whichever node that was. */
export async function checkFailures(visit: Visit): Promise<void> {
  const { house, tenant } = visit;
  // By the machine's own time: a frozen clock must not freeze a rate window.
  const wall = house.clock.wall();
  const row = await house.db.tenant(tenant.id).one<{ failures: number }>(sql`
    select count(*)::int as failures from door_event
    where tenant_id = ${tenant.id} and kind = 'failed-sign-in' and address = ${hidden(visit, visit.ip)}
      and at > ${new Date(wall - MINUTE)}::timestamptz and at <= ${new Date(wall + MINUTE)}::timestamptz`);
  if ((row?.failures ?? 0) >= FAILURES_PER_MINUTE) fail('RATE_LIMITED');
}

/** A way in that failed; which one and whose does not matter. */
export const countFailure = (visit: Visit): Promise<unknown> =>
  visit.house.db.tenant(visit.tenant.id).one(sql`
    insert into door_event (tenant_id, kind, address, document, at)
    values (${visit.tenant.id}, 'failed-sign-in', ${hidden(visit, visit.ip)}, '',
      ${new Date(visit.house.clock.wall())}) returning id`);

/** Somebody asked for a document that nobody has; the same one over and over is one mistake. */
export const countUnknown = (visit: Visit, document: string): Promise<unknown> =>
  visit.house.db.tenant(visit.tenant.id).one(sql`
    insert into door_event (tenant_id, kind, address, document, at)
    values (${visit.tenant.id}, 'unknown-document', ${hidden(visit, visit.ip)}, ${hidden(visit, document)},
      ${visit.house.clock.now()}) returning id`);

/** True when this visitor is not told whether a document is known: lists of CPFs are not harvested (spec 5.1). */
export async function isNeutral(visit: Visit): Promise<boolean> {
  const row = await visit.house.db.tenant(visit.tenant.id).one<{ documents: number }>(sql`
    select count(distinct document)::int as documents from door_event
    where tenant_id = ${visit.tenant.id} and kind = 'unknown-document' and address = ${hidden(visit, visit.ip)}
      and ${withinHour(visit)}`);
  if ((row?.documents ?? 0) >= UNKNOWN_PER_HOUR) return true;
  const place = { hostId: visit.host.id, institutionId: visit.host.institutionId };
  return !(await parameterOf(visit.house, visit.tenant.id, 'RevealUnknownUser', place));
}

/** Bounds the codes that go out for one address and for one tenant (S3); people and contacts have limits of their own. */
export function takeSend({ house, tenant, ip }: Visit): void {
  house.limits.take(`codes-of-address:${tenant.id}:${ip}`, SENDS_PER_ADDRESS, HOUR);
  house.limits.take(`codes-of-tenant:${tenant.id}`, SENDS_PER_TENANT, HOUR);
}

/**
 * Bounds what may be sent for visitors whom no captcha vouched for (spec 5.1). Counted before anything is sent; the
 * answer takes it back, for messages that could not be sent.
 */
export async function takeUnproven(visit: Visit, document: string): Promise<() => Promise<unknown>> {
  const { house, tenant } = visit;
  const [address, subject] = [hidden(visit, visit.ip), hidden(visit, document)];
  const taken = await house.db.write(tenant.id, async (tx) => {
    for (const key of [`address:${address}`, `document:${subject}`])
      await tx.one(sql`select pg_advisory_xact_lock(hashtext(${key}))`);
    return tx.one<{ id: number }>(sql`
      insert into door_event (tenant_id, kind, address, document, at)
      select ${tenant.id}::bigint, 'unproven-send', ${address}::text, ${subject}::text, ${house.clock.now()}::timestamptz
      where (select count(*) from door_event where tenant_id = ${tenant.id} and kind = 'unproven-send'
          and document = ${subject} and ${withinHour(visit)}) < ${UNPROVEN_PER_DOCUMENT}::int
        and (select count(*) from door_event where tenant_id = ${tenant.id} and kind = 'unproven-send'
          and address = ${address} and ${withinHour(visit)}) < ${UNPROVEN_PER_ADDRESS}::int
      returning id`);
  });
  if (!taken) fail('RATE_LIMITED');
  return () =>
    house.db
      .tenant(tenant.id)
      .one(sql`delete from door_event where tenant_id = ${tenant.id} and id = ${taken.id} returning id`);
}
