import sql from 'sql-template-tag';
import type { Client, Harness } from './harness.ts';
import { apply, signUp } from './journey.ts';
import type { Person } from './people.ts';

export type Applicant = { client: Client; personId: number; subscriptionId: number; tenantId: number };

/** The demo tenant `alfa`. */
export async function alfa(harness: Harness): Promise<number> {
  const row = await harness.platform.db.global.one<{ id: number }>(
    sql`select id from tenant where alias = 'alfa'`,
  );
  if (!row) throw new Error('There is no tenant alfa');
  return row.id;
}

/** Sets the status of an application directly, as a fixture. */
export const placeAt = async (harness: Harness, subscriptionId: number, status: number): Promise<void> => {
  const tenantId = await alfa(harness);
  await harness.platform.db.tenant(tenantId).one(sql`
    update subscription set status = ${status} where tenant_id = ${tenantId} and id = ${subscriptionId} returning id`);
};

/** A new person with an application to Administração in a status. */
export async function applicant(harness: Harness, person: Person, status = 3): Promise<Applicant> {
  const client = harness.visitor();
  const { personId } = await signUp(client, person);
  const { id } = await apply(client);
  await placeAt(harness, id, status);
  return { client, personId, subscriptionId: id, tenantId: await alfa(harness) };
}

/** The key of a newly issued link from operations. */
export async function issueKey(
  harness: Harness,
  subscriptionId: number,
  body: { purpose: 'continue' | 'payment' | 'documents'; ttlDays?: number } = { purpose: 'continue' },
): Promise<{ keyId: number; key: string; url: string }> {
  const { body: issued } = await harness.operations.call('POST /operations/subscriptions/{id}/access-keys', {
    params: { id: subscriptionId },
    body,
  });
  const { keyId, url } = issued;
  if (!keyId || !url) throw new Error('A system is shown the link it asks for');
  return { keyId, url, key: new URL(url).searchParams.get('accesskey') ?? '' };
}

/** Opens a link in a browser, as the web application does: with the token in its cookies, if any. */
export async function openLink(client: Client, subscriptionId: number, key: string, of?: 'essay') {
  const userToken = client.cookies.get('accessToken');
  const asked = { params: { subscriptionId, key }, ...(of ? { query: { of } } : {}) };
  return userToken
    ? client.call('GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}/usertoken/{userToken}', {
        ...asked,
        params: { ...asked.params, userToken },
      })
    : client.call('GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}', asked);
}

/** A client signed in by an access key, with access to one application only (spec 5.2). */
export async function linkHolder(harness: Harness, who: Pick<Applicant, 'subscriptionId'>): Promise<Client> {
  const { key } = await issueKey(harness, who.subscriptionId);
  const client = harness.visitor();
  const { body } = await openLink(client, who.subscriptionId, key);
  if (!body.accessToken) throw new Error('The link opened nothing');
  client.token = body.accessToken;
  return client;
}
