import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { lockSubscription } from '../subscription/move.ts';
import { prepareDocuments } from './prepare.ts';
import { lockDocument } from './store.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

// The embedded database has a single connection, so two writes never meet there.
it('S26: locking a document waits for its application and holds no other lock meanwhile', async () => {
  const { db } = harness.platform;
  const { tenantId, subscriptionId } = await personAt(harness, 'documents', { person: inventedPerson(1) });
  await db.write(tenantId, async (tx) =>
    prepareDocuments(tx, harness.platform, await lockSubscription(tx, subscriptionId), 'enrollment'),
  );
  const document = await db.tenant(tenantId).one<{ id: number }>(sql`
    select min(id) as id from required_document where tenant_id = ${tenantId} and subscription_id = ${subscriptionId}`);
  const id = document?.id ?? 0;
  const waiting = () =>
    db.global.many(
      sql`select pid from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
    );

  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const first = db.write(tenantId, async (tx) => {
    await tx.one(
      sql`select id from subscription where tenant_id = ${tenantId} and id = ${subscriptionId} for update`,
    );
    held.resolve();
    await asked.promise;
    return tx.one(
      sql`select id from required_document where tenant_id = ${tenantId} and id = ${id} for update nowait`,
    );
  });
  await held.promise;
  const second = db.write(tenantId, (tx) => lockDocument(tx, id));
  await expect.poll(waiting).toHaveLength(1);
  asked.resolve();
  expect(await first).toEqual({ id });
  expect(await second).toMatchObject({ id });
});
