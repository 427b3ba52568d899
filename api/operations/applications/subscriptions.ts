import { isoInZone } from '@orbita/domain/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import { presentWithDenial } from '../../payment/denial.ts';
import { paymentsOf } from '../../payment/store.ts';
import type { Runner } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type SubscriptionState, selectStates } from '../../subscription/facts.ts';
import { presentCard, presentSubscription } from '../../subscription/present.ts';
import { historyOf } from '../../subscription/read.ts';
import { documentsOf } from '../assessment/documents.ts';
import { type List, listPage } from '../list-page.ts';
import { type ListQuery, maySee, ownedBy } from '../lists.ts';

/** Sign-in documents of people without a CPF. */
const documentsOfPeople = async (on: Runner, tenant: Tenant, people: readonly number[]) => {
  const rows = await on.many<{ person_id: number; document: string }>(sql`
    select distinct on (person_id) person_id, document from user_account
    where tenant_id = ${tenant.id} and person_id = any(${people}::bigint[]) order by person_id, id`);
  return new Map(rows.map((row) => [row.person_id, row.document]));
};

const presentPerson = (row: SubscriptionState, documents: Map<number, string>) => ({
  name: row.person_name,
  socialName: row.person_social_name,
  document: row.person_cpf ?? documents.get(row.person_id) ?? '',
  email: row.person_email,
  cellPhone: row.person_cell_phone,
});

const statusesOf = (state: string): number[] => {
  const numbers = state.split(',').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1 || number > 21)) {
    invalid([{ field: 'state', message: 'Must be numbers of statuses, such as 5 or 5,7' }]);
  }
  return numbers;
};

const statusFilter = (state: string | undefined) => {
  if (!state) return empty;
  const [first, ...others] = statusesOf(state);
  return others.length === 0
    ? sql` and s.status = ${first}::int`
    : sql` and s.status = any(${[first, ...others]}::int[])`;
};

type SubscriptionQuery = ListQuery & {
  state?: string | undefined;
  offer?: string | undefined;
  externalId?: string | undefined;
  /** Only subscriptions of these people. */
  people?: readonly number[] | undefined;
};

/** Filters by what a system or a person on the telephone names; each has its own index. */
const nameFilter = (tenantId: number, { offer, externalId, people }: SubscriptionQuery): Sql => {
  const named = people ? sql` and s.person_id = any(${people}::bigint[])` : empty;
  const numbered = externalId ? sql` and s.external_id = ${externalId}::text` : empty;
  const offered = offer
    ? sql` and s.offer_id = (select o.id from offer o where o.tenant_id = ${tenantId} and o.code = ${offer}::text)`
    : empty;
  return sql`${named}${numbered}${offered}`;
};

const subscriptionList = (tenantId: number, service: Service, query: SubscriptionQuery): List => ({
  from: ['subscription', 's'],
  where: sql`s.tenant_id = ${tenantId}${statusFilter(query.state)}${nameFilter(tenantId, query)}
    ${ownedBy(tenantId, service, query, sql`s.institution_id`)}`,
  columns: sql`s.id`,
  at: sql`s.updated_at`,
  newestFirst: true,
});

/** Subscriptions, most recently changed first; `state` is one or more status numbers. */
export async function listSubscriptions(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  query: SubscriptionQuery,
) {
  const on = platform.db.tenant(tenant.id);
  const page = await listPage<{ id: number }, number>(
    on,
    subscriptionList(tenant.id, service, query),
    query,
    ({ id }) => id,
  );
  if (page.data.length === 0) return { ...page, data: [] };
  const rows = await on.many<SubscriptionState>(
    selectStates(sql`s.tenant_id = ${tenant.id} and s.id = any(${page.data}::bigint[])`),
  );
  const documents = await documentsOfPeople(
    on,
    tenant,
    rows.map((row) => row.person_id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const now = platform.clock.now();
  const data = page.data.flatMap((id) => {
    const row = byId.get(id);
    return row
      ? [{ ...presentCard(row, now), person: presentPerson(row, documents), attention: row.attention }]
      : [];
  });
  return { ...page, data };
}

type AcceptanceRow = {
  id: number;
  contract: string;
  html_hash: string;
  accepted_at: Date;
  voided_at: Date | null;
};

const acceptancesOf = async (on: Runner, tenant: Tenant, id: number) => {
  const rows = await on.many<AcceptanceRow>(sql`
    select id, contract, html_hash, accepted_at, voided_at from contract_acceptance
    where tenant_id = ${tenant.id} and subscription_id = ${id} order by id`);
  return rows.map((row) => ({
    acceptanceId: row.id,
    Contract: row.contract,
    hash: row.html_hash,
    acceptedAt: isoInZone(row.accepted_at, tenant.timeZone),
    voidedAt: row.voided_at ? isoInZone(row.voided_at, tenant.timeZone) : null,
  }));
};

/** A complete subscription with its history (spec 17.2); 404 outside the token's institutions. */
export async function showSubscription(
  on: Runner,
  platform: Platform,
  tenant: Tenant,
  service: Service,
  id: number,
) {
  const row = await on.one<SubscriptionState>(selectStates(sql`s.tenant_id = ${tenant.id} and s.id = ${id}`));
  if (!row || !maySee(service, row.institution_code)) fail('NOT_FOUND');
  const history = await historyOf(on, tenant.id, id);
  const documents = await documentsOfPeople(on, tenant, [row.person_id]);
  return {
    ...presentSubscription(row, platform.clock.now()),
    person: presentPerson(row, documents),
    history: history.map((line) => ({
      from: line.from_status,
      to: line.to_status,
      event: line.event,
      actor: line.actor,
      reason: line.reason,
      at: isoInZone(line.at, tenant.timeZone),
    })),
    acceptances: await acceptancesOf(on, tenant, id),
    payments: await Promise.all(
      (await paymentsOf(on, tenant.id, id)).map((row) => presentWithDenial(platform, tenant.id, row)),
    ),
    documents: await documentsOf(on, tenant, id),
    attention: row.attention,
    voucher: row.voucher_tag,
    tracking: row.tracking && { utmSource: null, utmMedium: null, utmCampaign: null, ...row.tracking },
  };
}
