import sql from 'sql-template-tag';
import { companionCookieName, openSession } from '../identity/session.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';
import type { Client, Harness } from './harness.ts';
import { apply, signUp } from './journey.ts';
import type { Person } from './people.ts';

export type Applicant = { client: Client; personId: number; subscriptionId: number; tenantId: number };

/** The demo tenant `alfa`. */
export async function alfa(harness: Harness): Promise<number> {
  const row = await harness.house.db.global.one<{ id: number }>(
    sql`select id from tenant where alias = 'alfa'`,
  );
  if (!row) throw new Error('There is no tenant alfa');
  return row.id;
}

/** Puts an application where a test needs it, as if everything before had happened. */
export const placeAt = async (harness: Harness, subscriptionId: number, status: number): Promise<void> => {
  const tenantId = await alfa(harness);
  await harness.house.db.tenant(tenantId).one(sql`
    update subscription set status = ${status} where tenant_id = ${tenantId} and id = ${subscriptionId} returning id`);
};

/** Somebody new with an application for Administração in a status. */
export async function applicant(harness: Harness, person: Person, status = 3): Promise<Applicant> {
  const client = harness.visitor();
  const { personId } = await signUp(client, person);
  const { id } = await apply(client);
  await placeAt(harness, id, status);
  return { client, personId, subscriptionId: id, tenantId: await alfa(harness) };
}

/** Somebody who came by an access key: everything of one application, nothing else (spec 5.2). */
export async function linkHolder(harness: Harness, who: Applicant): Promise<Client> {
  const on = harness.house.db.tenant(who.tenantId);
  const tenant = await tenantByAlias(harness.house, 'alfa');
  const row = await on.one<{ account: number; uuid: string; name: string }>(sql`
    select u.id as account, p.uuid, p.name from person p join user_account u on u.tenant_id = p.tenant_id
      and u.person_id = p.id where p.tenant_id = ${who.tenantId} and p.id = ${who.personId}`);
  if (!tenant || !row) throw new Error('There is nobody to open a session for');
  const session = await openSession(
    harness.house,
    on,
    tenant,
    { accountId: row.account, uuid: row.uuid, personId: who.personId, name: row.name, disableFilter: false },
    { method: 'access-key', remember: false, scope: { subscriptionId: who.subscriptionId } },
  );
  const client = harness.visitor();
  client.token = session.accessToken;
  client.cookies.set(companionCookieName(harness.house, false), session.cookie.value);
  return client;
}
