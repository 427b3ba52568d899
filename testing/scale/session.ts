import { openSession } from '../../api/caller/session.ts';
import { tenantById } from '../../api/tenancy/hosts.ts';
import type { Client, Harness } from '../harness.ts';
import type { SeededTenant } from './seed.ts';

/** A browser in which a seeded person is signed in, at the first host of the tenant. */
export async function sessionOf(
  harness: Pick<Harness, 'platform' | 'visitor'>,
  { id, alias }: Pick<SeededTenant, 'id' | 'alias'>,
  person: { id: number; uuid: string; account_id: number; name: string },
): Promise<Client> {
  const { platform } = harness;
  const client = harness.visitor(`${alias}.alfa.orbita.test`);
  const who = {
    accountId: person.account_id,
    personId: person.id,
    uuid: person.uuid,
    name: person.name,
    disableFilter: false,
  };
  const issued = await openSession(platform, platform.db.tenant(id), await tenantById(platform, id), who, {
    method: 'password',
    remember: true,
  });
  client.token = issued.accessToken;
  client.cookies.set('orbita-session', issued.cookie.value);
  return client;
}
