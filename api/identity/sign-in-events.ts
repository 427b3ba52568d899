import { createHmac } from 'node:crypto';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { TenantContext } from '../platform/http/context.ts';
import { WIDE_SHARE } from '../platform/http/limits.ts';
import { networksOf } from '../platform/http/network.ts';
import type { Platform } from '../platform/platform.ts';

type RequestContext = Pick<TenantContext, 'platform' | 'tenant' | 'ip'>;
/** Events counted by the sign-in limits across all nodes; the table keeps its original name, `door_event`. */
type Kind = 'unknown-document' | 'told-document' | 'unproven-send' | 'failed-sign-in' | 'sign-up';
/** The events that count: after `from` and not after `to`. */
type Span = { from: Date; to: Date };

/** Networks and documents are stored as keyed hashes, so that they can't be read back. */
export const hidden = (
  { platform, tenant }: Pick<RequestContext, 'platform' | 'tenant'>,
  value: string,
): string =>
  createHmac('sha256', platform.config.secret).update(`door:${tenant.id}:${value}`).digest('base64url');

/** The requester of a code as seen by its limits: the request's network. */
export const askerOf = (request: RequestContext): string => placeOf(request).near;

/** The networks of a request, hashed: the near one and, for IPv6, the wide one around it. */
function placeOf(request: RequestContext): { near: string; wide: string | null } {
  const { near, wide } = networksOf(request.ip);
  return { near: hidden(request, near), wide: wide === undefined ? null : hidden(request, wide) };
}

/** The last `ms` milliseconds. The upper bound keeps a clock that was set back from counting later events. */
export const beforeNow = ({ platform }: RequestContext, ms: number): Span => {
  const to = platform.clock.now();
  return { from: new Date(to.getTime() - ms), to };
};

/** The same by the machine's own time, which may differ slightly between nodes. */
export const aroundNow = ({ platform }: RequestContext, ms: number): Span => {
  const wall = platform.clock.wall();
  return { from: new Date(wall - ms), to: new Date(wall + 60_000) };
};

/** Kinds for which a repeated document counts once. */
const BY_DOCUMENT: readonly Kind[] = ['unknown-document', 'told-document'];

const within = ({ from, to }: Span) => sql`at > ${from}::timestamptz and at <= ${to}::timestamptz`;

/** Records an event for the rate limits of the next hour. */
export function countEvent(request: RequestContext, kind: Kind, at: Date): Promise<unknown> {
  const { near, wide } = placeOf(request);
  return request.platform.db.tenant(request.tenant.id).one(sql`
    insert into door_event (tenant_id, kind, address, network, document, at)
    values (${request.tenant.id}, ${kind}, ${near}, ${wide}::text, '', ${at}) returning id`);
}

type Most = { kind: Kind; most: number };
type Places = ReturnType<typeof placeOf>;

/** SQL condition: the request's network, or the wide one around it, has as many events of a kind as allowed. */
function reached(tenantId: number, { near, wide }: Places, { kind, most }: Most, span: Span): Sql {
  const what = BY_DOCUMENT.includes(kind) ? sql`distinct document` : sql`*`;
  const from = (place: Sql) => sql`
    (select count(${what}) from door_event
     where tenant_id = ${tenantId} and kind = ${kind}::text and ${place} and ${within(span)})`;
  return sql`(${from(sql`address = ${near}::text`)} >= ${most}::int
    ${wide === null ? empty : sql`or ${from(sql`network = ${wide}::text`)} >= ${most * WIDE_SHARE}::int`})`;
}

/** True when the request's network, or the wide one around it, has reached one of these limits. */
export async function isReached(
  request: RequestContext,
  limits: readonly Most[],
  span: Span,
): Promise<boolean> {
  const places = placeOf(request);
  const { id } = request.tenant;
  const row = await request.platform.db.tenant(id).one<{ reached: boolean }>(sql`
    select ${join(
      limits.map((limit) => reached(id, places, limit, span)),
      ' or ',
    )} as reached`);
  return row?.reached === true;
}

/** Requests from one network wait for each other; the wide network is locked first, so that they can't deadlock. */
const lockPlaces = async (tx: Tx, { near, wide }: Places, document?: string): Promise<void> => {
  for (const key of [wide && `network:${wide}`, `address:${near}`, document && `document:${document}`])
    if (key) await tx.one(sql`select pg_advisory_xact_lock(hashtext(${key}))`);
};

/**
 * Records that a network is told about a document, once for each kind in `counted`, unless it has reached one of `limits`;
 * simultaneous requests wait for each other. Returns false when nothing may be told.
 */
export async function takeTold(
  request: RequestContext,
  {
    document,
    counted,
    limits,
    span,
  }: { document: string; counted: readonly Kind[]; limits: readonly Most[]; span: Span },
): Promise<boolean> {
  const { platform, tenant } = request;
  const places = placeOf(request);
  return platform.db.write(tenant.id, async (tx) => {
    await lockPlaces(tx, places);
    const told = await tx.many(sql`
      insert into door_event (tenant_id, kind, address, network, document, at)
      select ${tenant.id}::bigint, kind, ${places.near}::text, ${places.wide}::text, ${hidden(request, document)}::text,
        ${span.to}::timestamptz
      from unnest(${[...counted]}::text[]) as kind
      where not (${join(
        limits.map((limit) => reached(tenant.id, places, limit, span)),
        ' or ',
      )}) returning id`);
    return told.length > 0;
  });
}

/**
 * Records an event unless its network, the wide one around it, or its document has reached the limit; simultaneous requests
 * wait for each other. Returns the event's id, or undefined when the limit was reached.
 */
export async function takeEvent(
  request: RequestContext,
  kind: Kind,
  limits: {
    document: string;
    at: Date;
    span: Span;
    perNetwork: number;
    /**
     * Limits for the same document from the same network and from all of them: a stranger elsewhere doesn't use up the owner's
     * share.
     */
    perDocument?: { here: number; everywhere: number };
  },
): Promise<number | undefined> {
  const { platform, tenant } = request;
  const places = placeOf(request);
  const { near, wide } = places;
  const subject = hidden(request, limits.document);
  const fewer = (place: ReturnType<typeof sql>, most: number) => sql`
    (select count(*) from door_event where tenant_id = ${tenant.id} and kind = ${kind}::text
      and ${place} and ${within(limits.span)}) < ${most}::int`;
  const bounds = [
    fewer(sql`address = ${near}::text`, limits.perNetwork),
    wide === null ? undefined : fewer(sql`network = ${wide}::text`, limits.perNetwork * WIDE_SHARE),
    ...(limits.perDocument === undefined
      ? []
      : [
          fewer(sql`document = ${subject}::text and address = ${near}::text`, limits.perDocument.here),
          fewer(sql`document = ${subject}::text`, limits.perDocument.everywhere),
        ]),
  ].filter((one) => one !== undefined);
  const taken = await platform.db.write(tenant.id, async (tx) => {
    await lockPlaces(tx, places, subject);
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
