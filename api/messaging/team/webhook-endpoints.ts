import { isoInZone } from '@orbita/domain/foundation';
import { type WebhookKind, webhookKind } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, maySee, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressOffence } from '../webhooks/guard.ts';
import { newSecret, sealSecret } from '../webhooks/sign.ts';

/** No institution has more systems than this, and each event is written once per endpoint. */
const MOST_ENDPOINTS = 10;
const HOUR_MS = 3600_000;

type Row = {
  id: number;
  institution: string;
  url: string;
  kinds: WebhookKind[];
  description: string;
  state: 'active' | 'disabled';
  failing_since: Date | null;
  attention: string[];
  previous_until: Date | null;
  created_at: Date;
};

const present = (platform: Platform, tenant: Tenant, row: Row) => {
  const shown = (at: Date | null) => at && isoInZone(at, tenant.timeZone);
  const overlapping = row.previous_until && row.previous_until > platform.clock.now();
  return {
    id: row.id,
    institution: row.institution,
    url: row.url,
    kinds: row.kinds,
    description: row.description,
    state: row.state,
    failingSince: shown(row.failing_since),
    attention: row.attention,
    previousSecretUntil: overlapping ? shown(row.previous_until) : null,
    createdAt: isoInZone(row.created_at, tenant.timeZone),
  };
};

const COLUMNS = sql`e.id, i.code as institution, e.url, e.kinds, e.description, e.state, e.failing_since, e.attention,
  e.previous_until, e.created_at`;

/** Fails with 422 for an address that isn't on the public internet (production). */
export const checkAddress = (platform: Platform, url: string): void => {
  const offence = addressOffence(url, platform.config);
  if (offence) invalid([{ field: 'url', message: offence }]);
};

const kindsOf = (given: readonly WebhookKind[] | null | undefined) => [
  ...new Set(given ?? webhookKind.options),
];

type EndpointQuery = ListQuery & { state?: 'active' | 'disabled' | undefined };

const endpointList = (tenantId: number, service: Service, query: EndpointQuery): List => ({
  from: ['webhook_endpoint', 'e'],
  where: sql`e.tenant_id = ${tenantId}
    ${query.state ? sql` and e.state = ${query.state}::text` : sql` and e.state <> 'removed'`}
    ${ownedBy(tenantId, service, query, sql`e.institution_id`)}`,
  columns: COLUMNS,
  joins: sql`join institution i on i.tenant_id = e.tenant_id and i.id = e.institution_id`,
  at: sql`e.updated_at`,
});

/** Registered endpoints, by last change; a token restricted to some institutions sees only theirs. */
export const listEndpoints = (platform: Platform, tenant: Tenant, service: Service, query: EndpointQuery) =>
  listPage<Row, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    endpointList(tenant.id, service, query),
    query,
    (row) => present(platform, tenant, row),
  );

/** Shows one endpoint, if the token may see it; otherwise 404. */
export async function showEndpoint(platform: Platform, tenant: Tenant, service: Service, id: number) {
  const row = await platform.db.tenant(tenant.id).one<Row>(sql`
    select ${COLUMNS} from webhook_endpoint e
    join institution i on i.tenant_id = e.tenant_id and i.id = e.institution_id
    where e.tenant_id = ${tenant.id} and e.id = ${id} and e.state <> 'removed'
      ${ownedBy(tenant.id, service, {}, sql`e.institution_id`)}`);
  return present(platform, tenant, row ?? fail('NOT_FOUND'));
}

/** Returns the endpoint, locked for a change, if the token may see it; otherwise 404. */
export async function lockEndpoint(tx: Tx, service: Service, id: number): Promise<Row> {
  const row = await tx.one<Row>(sql`
    select ${COLUMNS} from webhook_endpoint e
    join institution i on i.tenant_id = e.tenant_id and i.id = e.institution_id
    where e.tenant_id = ${tx.tenantId} and e.id = ${id} and e.state <> 'removed'
      ${ownedBy(tx.tenantId, service, {}, sql`e.institution_id`)} for update of e`);
  return row ?? fail('NOT_FOUND');
}

type NewEndpoint = {
  institution: string;
  url: string;
  kinds?: readonly WebhookKind[] | null | undefined;
  description?: string | null | undefined;
};

/**
 * Returns the institution of an endpoint that may be registered, locked, so that simultaneous registrations are counted one
 * after the other.
 * @throws `INSTITUTION_UNKNOWN` (404) for an institution the caller may not see, `LIMIT_REACHED` (409) beyond ten per
 * institution, `VALIDATION` (422) for an internal address (production).
 */
export async function checkNewEndpoint(
  tx: Tx,
  platform: Platform,
  service: Service,
  given: NewEndpoint,
): Promise<{ id: number }> {
  if (!maySee(service, given.institution)) fail('INSTITUTION_UNKNOWN');
  checkAddress(platform, given.url);
  const institution = await tx.one<{ id: number }>(sql`
    select id from institution where tenant_id = ${tx.tenantId} and code = ${given.institution}
      and retired_at is null for update`);
  if (!institution) fail('INSTITUTION_UNKNOWN');
  const living = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from webhook_endpoint
    where tenant_id = ${tx.tenantId} and institution_id = ${institution.id} and state <> 'removed'`);
  if ((living?.count ?? 0) >= MOST_ENDPOINTS) fail('LIMIT_REACHED');
  return institution;
}

/** Registers an endpoint; its secret is returned only this once. @throws like `checkNewEndpoint`. */
export async function addEndpoint(
  tx: Tx,
  platform: Platform,
  tenant: Tenant,
  service: Service,
  given: NewEndpoint,
) {
  const institution = await checkNewEndpoint(tx, platform, service, given);
  const secret = newSecret();
  const now = platform.clock.now();
  const added = await tx.one<{ id: number }>(sql`
    insert into webhook_endpoint (tenant_id, institution_id, url, kinds, description, secret, created_at, updated_at)
    values (${tenant.id}, ${institution.id}, ${given.url}::text, ${kindsOf(given.kinds)}::text[],
      ${given.description ?? ''}::text, ${sealSecret(platform.config.secrets, tenant.id, secret)}::text,
      ${now}::timestamptz, ${now}::timestamptz) returning id`);
  return { ...present(platform, tenant, await lockEndpoint(tx, service, added?.id ?? 0)), secret };
}

type EndpointChange = {
  url: string;
  kinds?: readonly WebhookKind[] | null | undefined;
  description?: string | null | undefined;
  state: 'active' | 'disabled';
};

/** A secret signs for one host only: another host that received signed messages could present them to the first as ours. */
const checkSameHost = (before: string, url: string): void => {
  if (new URL(url).origin !== new URL(before).origin)
    invalid([
      { field: 'url', message: 'Must stay at the same host: register the new one, then remove this' },
    ]);
};

/** Changes an endpoint; kinds and description stay unless given. When reactivated, it gets its held deliveries at once. */
export async function changeEndpoint(
  tx: Tx,
  platform: Platform,
  tenant: Tenant,
  service: Service,
  id: number,
  read: () => EndpointChange,
) {
  const row = await lockEndpoint(tx, service, id);
  const { url, kinds, description, state } = read();
  checkAddress(platform, url);
  checkSameHost(row.url, url);
  const now = platform.clock.now();
  await tx.one(sql`
    update webhook_endpoint set url = ${url}::text, kinds = ${kindsOf(kinds ?? row.kinds)}::text[],
      description = coalesce(${description ?? null}::text, description), state = ${state}::text, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  if (state === 'active' && row.state === 'disabled') {
    await tx.one(sql`
      update webhook_endpoint set failing_since = null, attention = '[]'
      where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
    await tx.many(sql`
      update webhook_delivery set state = 'pending', attempts = 0, retry_at = null,
        next_attempt_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and endpoint_id = ${id} and state = 'held' and body is not null returning id`);
  }
  if (state === 'disabled') {
    await tx.many(sql`
      update webhook_delivery set state = 'held', updated_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and endpoint_id = ${id} and state = 'pending' returning id`);
  }
  return present(platform, tenant, await lockEndpoint(tx, service, id));
}

/** Removes an endpoint: nothing more is sent to it, and its log and secrets are deleted. */
export async function removeEndpoint(
  tx: Tx,
  platform: Platform,
  service: Service,
  id: number,
): Promise<void> {
  await lockEndpoint(tx, service, id);
  await tx.one(sql`
    update webhook_endpoint set state = 'removed', url = '', secret = '', previous_secret = null,
      updated_at = ${platform.clock.now()}::timestamptz where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  await tx.many(sql`
    delete from webhook_delivery where tenant_id = ${tx.tenantId} and endpoint_id = ${id} returning id`);
}

/** Creates a new secret, returned only this once; the previous one also signs until the overlap ends. */
export function rotateSecret(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  id: number,
  read: () => { overlapHours: number },
) {
  return platform.db.write(tenant.id, async (tx) => {
    await lockEndpoint(tx, service, id);
    const { overlapHours } = read();
    const secret = newSecret();
    const now = platform.clock.now();
    const until = new Date(now.getTime() + overlapHours * HOUR_MS);
    await tx.one(sql`
      update webhook_endpoint set previous_secret = secret, previous_until = ${until}::timestamptz,
        secret = ${sealSecret(platform.config.secrets, tenant.id, secret)}::text, updated_at = ${now}::timestamptz
      where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
    return { ...present(platform, tenant, await lockEndpoint(tx, service, id)), secret };
  });
}
