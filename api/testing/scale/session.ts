import { openSession } from '../../identity/session.ts';
import { tenantById } from '../../tenancy/index.ts';
import type { Client, Harness } from '../harness.ts';
import type { SeededTenant } from './seed.ts';

/** A browser in which a seeded person is signed in, at the first host of her tenant. */
export async function sessionOf(
  harness: Pick<Harness, 'house' | 'visitor'>,
  { id, alias }: SeededTenant,
  person: { id: number; uuid: string; account_id: number; name: string },
): Promise<Client> {
  const { house } = harness;
  const client = harness.visitor(`${alias}.alfa.orbita.test`);
  const who = {
    accountId: person.account_id,
    personId: person.id,
    uuid: person.uuid,
    name: person.name,
    disableFilter: false,
  };
  const issued = await openSession(house, house.db.tenant(id), await tenantById(house, id), who, {
    method: 'password',
    remember: true,
  });
  client.token = issued.accessToken;
  client.cookies.set('orbita-session', issued.cookie.value);
  return client;
}
