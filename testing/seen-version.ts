import type { Client } from './harness.ts';

/** The version of an application that a team act must state to have seen (spec 25.6.3). */
export const versionOf = async (client: Client, id: number): Promise<number> =>
  (await client.call('GET /operations/subscriptions/{id}', { params: { id } })).body.version;
