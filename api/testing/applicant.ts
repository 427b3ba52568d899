import sql from 'sql-template-tag';
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
