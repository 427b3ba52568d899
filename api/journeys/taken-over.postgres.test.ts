import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

// The embedded database has one connection, so nothing can be delayed there.
it('a slow write and the one that took over its key happen once, with one answer', async () => {
  const tenantId = await tenantIdOf(harness, 'alfa');
  const on = harness.platform.db.tenant(tenantId);
  const gate = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = harness.platform.db.write(tenantId, async (tx) => {
    await tx.many(sql`lock table block_entry in exclusive mode`);
    held.resolve();
    await gate.promise;
  });
  await held.promise;
  const send = () =>
    harness.operations.call('POST /operations/blocks', {
      body: { documentType: 'cpf', document: '529.982.247-25', reason: 'Fraude' },
      headers: { 'idempotency-key': 'slow' },
    });
  const lease = async () =>
    (
      await on.one<{ until: Date }>(sql`
      select lease_until as until from idempotency_key where tenant_id = ${tenantId} and key = 'slow'`)
    )?.until;
  const first = send();
  await expect.poll(lease).toBeDefined();
  const ended = new Date(0);
  await on.one(sql`update idempotency_key set lease_until = ${ended}::timestamptz
    where tenant_id = ${tenantId} and key = 'slow' returning key`);
  const second = send();
  await expect.poll(lease).not.toEqual(ended);
  gate.resolve();
  await holding;
  const answers = await Promise.all([first, second]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[1]?.body).toEqual(answers[0]?.body);
  expect(await on.many(sql`select id from block_entry where tenant_id = ${tenantId}`)).toHaveLength(1);
});
