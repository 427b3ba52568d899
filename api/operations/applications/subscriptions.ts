import { isoInZone } from '@orbita/domain/foundation';
import { maskDocument, maskEmail, maskPhone } from '@orbita/domain/identity';
import sql, { empty, type Sql } from 'sql-template-tag';
import { presentWithDenial } from '../../payment/denial.ts';
import { paymentsOf } from '../../payment/store.ts';
import type { Runner } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SubscriptionState } from '../../subscription/facts.ts';
import { presentCard, presentSubscription } from '../../subscription/present.ts';
import { deadlinesOf, enteredAt, historyOf, ownSentence, stepsOfState } from '../../subscription/read.ts';
import { shownStates } from '../../subscription/shown-state.ts';
import { documentsOf } from '../assessment/documents.ts';
import { type List, listPage } from '../list-page.ts';
import { type ListQuery, ownedBy } from '../lists.ts';
import { seenState } from '../seen-state.ts';

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

export type SubscriptionQuery = ListQuery & {
  state?: string | undefined;
  offer?: string | undefined;
  course?: string | undefined;
  pole?: string | undefined;
  intake?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  attention?: 'true' | undefined;
  externalId?: string | undefined;
  /** Only subscriptions of these people. */
  people?: readonly number[] | undefined;
};

/** Rows of a place of the catalogue by its code; one of a column that is unique is an equality, which keeps an order. */
const placeFilter = (tenantId: number, { course, pole, intake }: SubscriptionQuery): Sql => {
  const ofCourse = course
    ? sql` and s.course_id = (select c.id from course c where c.tenant_id = ${tenantId} and c.code = ${course}::text)`
    : empty;
  const ofPole = pole
    ? sql` and s.pole_id = (select o.id from pole o where o.tenant_id = ${tenantId} and o.code = ${pole}::text)`
    : empty;
  const ofIntake = intake
    ? sql` and s.intake_id = any(array(
        select k.id from intake k where k.tenant_id = ${tenantId} and k.code = ${intake}::text))`
    : empty;
  return sql`${ofCourse}${ofPole}${ofIntake}`;
};

const byCreation = ({ createdFrom, createdTo }: SubscriptionQuery): boolean =>
  createdFrom !== undefined || createdTo !== undefined;

/** By when they were made; then the list is in that order, and what changed since must be said here. */
const creationFilter = (query: SubscriptionQuery): Sql => {
  const { createdFrom, createdTo, updatedSince } = query;
  const from = createdFrom ? sql` and s.created_at >= ${new Date(createdFrom)}::timestamptz` : empty;
  const to = createdTo ? sql` and s.created_at < ${new Date(createdTo)}::timestamptz` : empty;
  const since =
    byCreation(query) && updatedSince
      ? sql` and s.updated_at >= ${new Date(updatedSince)}::timestamptz`
      : empty;
  return sql`${from}${to}${since}`;
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

/** Applications of the caller's institutions that the filters let through. */
export const subscriptionList = (tenantId: number, service: Service, query: SubscriptionQuery): List => ({
  from: ['subscription', 's'],
  where: sql`s.tenant_id = ${tenantId}${statusFilter(query.state)}${nameFilter(tenantId, query)}
    ${placeFilter(tenantId, query)}${creationFilter(query)}${query.attention ? sql` and s.attention <> '[]'` : empty}
    ${ownedBy(tenantId, service, query, sql`s.institution_id`)}`,
  columns: sql`s.id`,
  at: byCreation(query) ? sql`s.created_at` : sql`s.updated_at`,
  newestFirst: true,
});

/** A person of the team reads lists masked; a system of the institution matches by what it reads. */
const maskedFor = (service: Service, person: ReturnType<typeof presentPerson>) =>
  service.staff
    ? {
        ...person,
        document: person.document && maskDocument(person.document),
        email: person.email && maskEmail(person.email),
        cellPhone: person.cellPhone && maskPhone(person.cellPhone),
      }
    : person;

/**
 * Subscriptions, most recently changed first, or most recently made first where that is asked for; `state` is one or
 * more status numbers.
 */
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
    byCreation(query) ? { ...query, updatedSince: undefined } : query,
    ({ id }) => id,
  );
  if (page.data.length === 0) return { ...page, data: [] };
  const rows = await shownStates(platform, tenant.id, sql`s.id = any(${page.data}::bigint[])`);
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
      ? [
          {
            ...presentCard(row, now),
            person: maskedFor(service, presentPerson(row, documents)),
            attention: row.attention,
            ...timesOf(row),
          },
        ]
      : [];
  });
  return { ...page, data };
}

const timesOf = (row: SubscriptionState) => ({
  waitingSince: enteredAt(row),
  changedAt: isoInZone(row.updated_at, row.time_zone),
});

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
  const row = await seenState(on, { tenantId: tenant.id, service }, id);
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
    documents: await documentsOf(on, { tenant, service, now: platform.clock.now() }, id),
    attention: row.attention,
    steps: stepsOfState(row, platform.clock.now()),
    candidateReads: ownSentence(row, history, platform.clock.now()),
    deadlines: deadlinesOf(row),
    ...timesOf(row),
    voucher: row.voucher_tag,
    tracking: row.tracking && { utmSource: null, utmMedium: null, utmCampaign: null, ...row.tracking },
  };
}
