import { createHmac } from 'node:crypto';
import sql, { empty, join } from 'sql-template-tag';
import type { TenantContext } from '../platform/http/context.ts';
import { WIDE_SHARE } from '../platform/http/limits.ts';
import { networksOf } from '../platform/http/network.ts';
import type { Platform } from '../platform/platform.ts';

type RequestContext = Pick<TenantContext, 'platform' | 'tenant' | 'ip'>;
/** Events that limits of sign-in count over all nodes; the table keeps its first name, `door_event`. */
type Kind = 'unknown-document' | 'unproven-send' | 'failed-sign-in' | 'sign-up';
/** Events that count: later than `from`, and not later than `to`. */
type Span = { from: Date; to: Date };

/** Networks and documents are stored as keyed hashes, so that they cannot be read back. */
export const hidden = (
  { platform, tenant }: Pick<RequestContext, 'platform' | 'tenant'>,
  value: string,
): string =>
  createHmac('sha256', platform.config.secret).update(`door:${tenant.id}:${value}`).digest('base64url');

/** Network of a request: its own and, for IPv6, the wide one around it. */
function placeOf(request: RequestContext): { near: string; wide: string | null } {
  const { near, wide } = networksOf(request.ip);
  return { near: hidden(request, near), wide: wide === undefined ? null : hidden(request, wide) };
}

/** The last so many milliseconds; the end keeps a clock that was set back from counting later events. */
export const beforeNow = ({ platform }: RequestContext, ms: number): Span => {
  const to = platform.clock.now();
  return { from: new Date(to.getTime() - ms), to };
};

/** The same by the machine's own time, which may differ a little between nodes. */
export const aroundNow = ({ platform }: RequestContext, ms: number): Span => {
  const wall = platform.clock.wall();
  return { from: new Date(wall - ms), to: new Date(wall + 60_000) };
};

const within = ({ from, to }: Span) => sql`at > ${from}::timestamptz and at <= ${to}::timestamptz`;

/** Records an event for the rate limits of the next hour. */
export function countEvent(
  request: RequestContext,
  kind: Kind,
  at: Date,
  document?: string,
): Promise<unknown> {
  const { near, wide } = placeOf(request);
  return request.platform.db.tenant(request.tenant.id).one(sql`
    insert into door_event (tenant_id, kind, address, network, document, at)
    values (${request.tenant.id}, ${kind}, ${near}, ${wide}::text,
      ${document === undefined ? '' : hidden(request, document)}, ${at}) returning id`);
}

/**
 * True when the network of a request, or the wide one around it, has reached its limit of events of a kind.
 * Where documents are recorded, the same document counts once.
 */
export async function isReached(
  request: RequestContext,
  kind: Kind,
  most: number,
  span: Span,
): Promise<boolean> {
  const { near, wide } = placeOf(request);
  const what = kind === 'unknown-document' ? sql`distinct document` : sql`*`;
  const from = (place: ReturnType<typeof sql>) => sql`
    (select count(${what}) from door_event
     where tenant_id = ${request.tenant.id} and kind = ${kind}::text and ${place} and ${within(span)})`;
  const row = await request.platform.db.tenant(request.tenant.id).one<{ reached: boolean }>(sql`
    select ${from(sql`address = ${near}::text`)} >= ${most}::int
      ${wide === null ? empty : sql`or ${from(sql`network = ${wide}::text`)} >= ${most * WIDE_SHARE}::int`} as reached`);
  return row?.reached === true;
}

/**
 * Records an event unless its network, the wide one around it or its document has reached the limit;
 * simultaneous requests wait for each other. Returns the event's id, or undefined when the limit was reached.
 */
export async function takeEvent(
  request: RequestContext,
  kind: Kind,
  limits: { document: string; at: Date; span: Span; perNetwork: number; perDocument?: number },
): Promise<number | undefined> {
  const { platform, tenant } = request;
  const { near, wide } = placeOf(request);
  const subject = hidden(request, limits.document);
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
  const taken = await platform.db.write(tenant.id, async (tx) => {
    // The wide network is locked first, so that a request waiting for it holds no lock that another one
    // needs.
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

/** Deletes an event whose action failed. */
export const forgetEvent = (platform: Platform, tenantId: number, id: number): Promise<unknown> =>
  platform.db
    .tenant(tenantId)
    .one(sql`delete from door_event where tenant_id = ${tenantId} and id = ${id} returning id`);
