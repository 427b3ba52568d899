import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { type Caller, ownSubscription } from './own.ts';
import { ownState } from './read.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

it('gives an access key access only to the subscription it was made for', async () => {
  const client = harness.visitor();
  const { personId } = await signUp(client, inventedPerson(6500));
  const { id } = await apply(client);
  const { platform } = harness;
  const caller = async (subscriptionId: number | null, institution?: string): Promise<Caller> =>
    ({
      platform,
      tenant: await tenantById(platform, 1),
      session: { personId, scope: subscriptionId === null ? 'candidate' : { subscriptionId } },
      header: (name: string) => (name === 'x-institution-code' ? institution : undefined),
    }) as Caller;

  for (const own of [ownSubscription, ownState]) {
    expect(await own(await caller(null), id)).toMatchObject({
      id,
      course_code: 'ADM',
      institution_code: 'CUA01',
    });
    expect(await own(await caller(id, 'CUA01'), id)).toMatchObject({ id, ingress_kind: 'online-essay' });
    await expect(own(await caller(id + 1), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(own(await caller(null, 'EPA01'), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(own(await caller(null), id + 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});
