import { createHmac } from 'node:crypto';
import sql, { empty, join } from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Ctx } from '../platform/http/context.ts';
import { WIDE_SHARE } from '../platform/http/limits.ts';
import { networksOf } from '../platform/http/network.ts';

type Visit = Pick<Ctx, 'house' | 'tenant' | 'ip'>;
type Kind = 'unknown-document' | 'unproven-send' | 'failed-sign-in' | 'sign-up';
/** Which events count: later than `from`, and not later than `to`. */
type Span = { from: Date; to: Date };

/** Networks and documents are counted by what nobody can read them back from. */
export const hidden = ({ house, tenant }: Pick<Visit, 'house' | 'tenant'>, value: string): string =>
  createHmac('sha256', house.config.secret).update(`door:${tenant.id}:${value}`).digest('base64url');

/** Where a visit comes from: its own network and, for IPv6, the wide one around it. */
function placeOf(visit: Visit): { near: string; wide: string | null } {
  const { near, wide } = networksOf(visit.ip);
  return { near: hidden(visit, near), wide: wide === undefined ? null : hidden(visit, wide) };
}

/** The last so many milliseconds; a clock that was set back must not count what has not happened yet. */
export const beforeNow = ({ house }: Visit, ms: number): Span => {
  const to = house.clock.now();
  return { from: new Date(to.getTime() - ms), to };
};

/** The same by the machine's own time, which other nodes may tell a little differently. */
export const aroundNow = ({ house }: Visit, ms: number): Span => {
  const wall = house.clock.wall();
  return { from: new Date(wall - ms), to: new Date(wall + 60_000) };
};

const within = ({ from, to }: Span) => sql`at > ${from}::timestamptz and at <= ${to}::timestamptz`;

/** Writes down what happened, for an hour of counting. */
export function countEvent(visit: Visit, kind: Kind, at: Date, document?: string): Promise<unknown> {
  const { near, wide } = placeOf(visit);
  return visit.house.db.tenant(visit.tenant.id).one(sql`
    insert into door_event (tenant_id, kind, address, network, document, at)
    values (${visit.tenant.id}, ${kind}, ${near}, ${wide}::text,
      ${document === undefined ? '' : hidden(visit, document)}, ${at}) returning id`);
}

/**
 * Whether as many events of a kind came from the network of a visit as one may cause, or from the wide one around it as
 * all of that may. Where documents are written down, the same one counts once.
 */
export async function isReached(visit: Visit, kind: Kind, most: number, span: Span): Promise<boolean> {
  const { near, wide } = placeOf(visit);
  const what = kind === 'unknown-document' ? sql`distinct document` : sql`*`;
  const from = (place: ReturnType<typeof sql>) => sql`
    (select count(${what}) from door_event
     where tenant_id = ${visit.tenant.id} and kind = ${kind}::text and ${place} and ${within(span)})`;
  const row = await visit.house.db.tenant(visit.tenant.id).one<{ reached: boolean }>(sql`
    select ${from(sql`address = ${near}::text`)} >= ${most}::int
      ${wide === null ? empty : sql`or ${from(sql`network = ${wide}::text`)} >= ${most * WIDE_SHARE}::int`} as reached`);
  return row?.reached === true;
}

/**
 * Writes an event down unless its network, the wide one around it or its document had as many as they may; visits at
 * once queue up. Answers its number, or undefined when it was one too many.
 */
export async function takeEvent(
  visit: Visit,
  kind: Kind,
  limits: { document: string; at: Date; span: Span; perNetwork: number; perDocument?: number },
): Promise<number | undefined> {
  const { house, tenant } = visit;
  const { near, wide } = placeOf(visit);
  const subject = hidden(visit, limits.document);
  const fewer = (place: ReturnType<typeof sql>, most: number) => sql`
    (select count(*) from door_event where tenant_id = ${tenant.id} and kind = ${kind}::text
      and ${place} and ${within(limits.span)}) < ${most}::int`;
  const bounds = [
    fewer(sql`address = ${near}::text`, limits.perNetwork),
    wide === null ? undefined : fewer(sql`network = ${wide}::text`, limits.perNetwork * WIDE_SHARE),
    limits.perDocument === undefined
      ? undefined
      : fewer(sql`document = ${subject}::text`, limits.perDocument),
  ].filter((one) => one !== undefined);
  const taken = await house.db.write(tenant.id, async (tx) => {
    // The wide network first: whoever waits for it holds nothing that another one of it waits for.
    for (const key of [wide && `network:${wide}`, `address:${near}`, `document:${subject}`])
      if (key) await tx.one(sql`select pg_advisory_xact_lock(hashtext(${key}))`);
    return tx.one<{ id: number }>(sql`
      insert into door_event (tenant_id, kind, address, network, document, at)
      select ${tenant.id}::bigint, ${kind}::text, ${near}::text, ${wide}::text, ${subject}::text,
        ${limits.at}::timestamptz
      where ${join(bounds, ' and ')}
      returning id`);
  });
  return taken?.id;
}

/** Takes an event back that came to nothing. */
export const forgetEvent = (house: House, tenantId: number, id: number): Promise<unknown> =>
  house.db
    .tenant(tenantId)
    .one(sql`delete from door_event where tenant_id = ${tenantId} and id = ${id} returning id`);
