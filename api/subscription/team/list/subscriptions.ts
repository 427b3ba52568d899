import { isoInZone } from '@orbita/domain/foundation';
import { maskDocument, maskEmail, maskPhone } from '@orbita/domain/identity';
import type { Campaign } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { documentsOf } from '../../../document/team/list.ts';
import { presentWithDenial } from '../../../payment/denial.ts';
import { paymentsOf } from '../../../payment/store.ts';
import type { Runner } from '../../../platform/database/types.ts';
import type { Service, Tenant } from '../../../platform/http/context.ts';
import { listPage } from '../../../platform/lists/list-page.ts';
import type { Platform } from '../../../platform/platform.ts';
import { waitingItem } from '../../../work/shown.ts';
import type { SubscriptionState } from '../../facts.ts';
import { presentCard, presentSubscription } from '../../present.ts';
import { deadlinesOf, enteredAt, historyOf, ownSentence, stepsOfState } from '../../read.ts';
import { seenState } from '../../seen-state.ts';
import { shownStates } from '../../shown-state.ts';
import { presentWait } from '../../wait.ts';
import { presentOwner } from '../owner.ts';
import { orderOf, type SubscriptionQuery, subscriptionList } from './filters.ts';
import { boundOf } from './ways.ts';

const NO_CAMPAIGN: Record<keyof Campaign, null> = {
  ...{ utmSource: null, utmMedium: null, utmCampaign: null, utmContent: null, utmTerm: null },
  ...{ gclid: null, fbclid: null },
};

/** Sign-in documents of people without a CPF, by person id. */
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

/** Team members see lists masked; an institution's systems need the values to match their records. */
const maskedFor = (service: Service, person: ReturnType<typeof presentPerson>) =>
  service.staff
    ? {
        ...person,
        document: person.document && maskDocument(person.document),
        email: person.email && maskEmail(person.email),
        cellPhone: person.cellPhone && maskPhone(person.cellPhone),
      }
    : person;

/** Subscriptions, most recently changed first, or as `orderOf` says. `state` is one or more status numbers. */
export async function listSubscriptions(
  platform: Platform,
  tenant: Tenant,
  service: Service,
  query: SubscriptionQuery,
) {
  const on = platform.db.tenant(tenant.id);
  const page = await listPage<{ id: number }, number>(
    on,
    {
      ...subscriptionList(tenant.id, service, query, platform.clock.now()),
      bounded: await boundOf(platform, tenant.id, { service, query }),
    },
    orderOf(query) === 'change' ? query : { ...query, updatedSince: undefined },
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
            waits: presentWait(row, now),
            ...presentOwner(row, service.staff?.id),
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

/** A complete subscription with its history (spec 17.2). Fails with 404 outside the token's institutions. */
export async function showSubscription(
  on: Runner,
  platform: Platform,
  tenant: Tenant,
  service: Service,
  id: number,
) {
  const row = await seenState(on, service, id);
  const history = await historyOf(on, id);
  const documents = await documentsOfPeople(on, tenant, [row.person_id]);
  return {
    ...presentSubscription(row, platform.clock.now()),
    work: await waitingItem(on, { platform, tenant, service }, 'application', id),
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
      (await paymentsOf(on, id)).map((row) => presentWithDenial(platform, tenant.id, row)),
    ),
    documents: await documentsOf(on, { tenant, service, now: platform.clock.now() }, id),
    attention: row.attention,
    waits: presentWait(row, platform.clock.now()),
    ...presentOwner(row, service.staff?.id),
    steps: stepsOfState(row, platform.clock.now()),
    candidateReads: ownSentence(row, history, platform.clock.now()),
    deadlines: deadlinesOf(row),
    ...timesOf(row),
    voucher: row.voucher_tag,
    tracking: row.tracking && { ...NO_CAMPAIGN, ...row.tracking },
  };
}
