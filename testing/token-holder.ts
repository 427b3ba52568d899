import type { Grantable } from '@orbita/protocol/foundation';
import type { Client, Harness } from './harness.ts';

/** A system with a new service token of alfa that has these scopes, for all institutions or some. */
export async function holderOf(
  harness: Harness,
  scopes: readonly Grantable[],
  institutions: string[] | null = null,
): Promise<Client> {
  const { body } = await harness.operations.call('POST /operations/tokens', {
    body: {
      name: 'Sistema',
      tenant: 'alfa',
      scopes: [...scopes],
      institutions,
      expiresAt: '2027-01-12T10:00:00-03:00',
    },
  });
  const client = harness.visitor('operations.test');
  client.headers = { authorization: `Bearer ${body.token}` };
  return client;
}
