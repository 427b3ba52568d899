import { randomUUID } from 'node:crypto';
import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideApproval, waitingOf } from '../../testing/approving.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { bodyOf } from '../../testing/journey.ts';
import { make } from '../../testing/misuse.ts';
import { personAt } from '../../testing/person-at.ts';
import { strongStaff } from '../../testing/staff.ts';
import { BATCH, deleteOldest, deleteSome } from '../platform/database/batches.ts';
import { erasePerson } from './erase.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

const on = () => harness.platform.db.tenant(1);
const erase = (personId: number) =>
  harness.platform.db.write(1, (tx) => erasePerson(tx, personId, harness.clock.now()));
const called = (personId: number, name: string) =>
  on().many(
    sql`update person set name = ${name}::text where tenant_id = 1 and id = ${personId} returning id`,
  );
const noteOf = async (id: number) =>
  (await on().one<{ text: string }>(sql`select text from note where tenant_id = 1 and id = ${id}`))?.text;
const addNote = async (id: number, text: string) =>
  bodyOf(
    await harness.operations.call('POST /operations/subscriptions/{id}/notes', {
      params: { id },
      body: { text },
    }),
  ).id;

describe('S34: mentions of an erased person', () => {
  it('are removed from texts about others, who keep the rest', async () => {
    const she = await personAt(harness, 'payment');
    const other = await personAt(harness, 'payment');
    await called(she.personId, 'Quitéria Brandão Nogueira');
    const about = await addNote(
      other.id,
      `Irmã de QUITERIA NOGUEIRA (${she.email}, ${she.cpf}): paga as duas.`,
    );
    const plain = await addNote(other.id, 'Ligou hoje.');
    const [move] = await on().many<{ id: number }>(sql`
      insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, reason, at)
      values (1, ${other.id}, 6, 6, 'create', 'TR-01', 'operations', 'A pedido de Quitéria Brandão', ${harness.clock.now()})
      returning id`);
    await erase(she.personId);
    expect(await noteOf(about)).toBe('Irmã de [apagado] ([apagado], [apagado]): paga as duas.');
    expect(await noteOf(plain)).toBe('Ligou hoje.');
    const history = await on().one(
      sql`select reason from status_history where tenant_id = 1 and id = ${move?.id}`,
    );
    expect(history).toEqual({ reason: null });
  });

  it('are removed from the reasons of transitions, which stay, and nobody can write another reason', async () => {
    const she = await personAt(harness, 'payment');
    const row = await on().one<{ id: number }>(sql`
      insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, reason, at)
      values (1, ${she.id}, 6, 6, 'create', 'TR-01', 'operations', 'Chorou muito', ${harness.clock.now()}) returning id`);
    const change = (what: ReturnType<typeof sql>) =>
      on().many(sql`update status_history set ${what} where tenant_id = 1 and id = ${row?.id} returning id`);
    await expect(change(sql`reason = 'outra'`)).rejects.toThrow(/row-level security/);
    await expect(change(sql`event = 'cancel'`)).rejects.toThrow(/permission denied/);
    await erase(she.personId);
    const left = await on().one(
      sql`select event, reason from status_history where tenant_id = 1 and id = ${row?.id}`,
    );
    expect(left).toEqual({ event: 'create', reason: null });
  });

  it('in a block are removed while the block stays, also for a passport', async () => {
    const she = await personAt(harness, 'account');
    await on().many(sql`
      update user_account set document_type = 'passport', document = 'XK778899' where tenant_id = 1 and person_id = ${she.personId}
      returning id`);
    const made = await on().one<{ id: number }>(sql`
      insert into block_entry (tenant_id, document_type, document, reason, created_at)
      values (1, 'passport', 'XK778899', 'Mandou outra pessoa', ${harness.clock.now()}) returning id`);
    await erase(she.personId);
    const left = await on().one(
      sql`select document, reason from block_entry where tenant_id = 1 and id = ${made?.id}`,
    );
    expect(left).toEqual({ document: 'XK778899', reason: '' });
  });

  it('are not in an answer stored for a repeat, and the repeat does nothing again', async () => {
    const she = await personAt(harness, 'payment');
    const other = await personAt(harness, 'payment');
    const note = (id: number, key: string) =>
      make(harness.operations, 'POST /operations/subscriptions/{id}/notes', {
        params: { id },
        body: { text: 'Veio com a mãe.' },
        headers: { 'idempotency-key': key },
      });
    const [hers, others] = [randomUUID(), randomUUID()];
    expect((await note(she.id, hers)).status).toBe(201);
    const first = await note(other.id, others);
    expect(first.status).toBe(201);
    await erase(she.personId);
    expect(await note(she.id, hers)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(
      await on().many(sql`select id from note where tenant_id = 1 and subscription_id = ${she.id}`),
    ).toEqual([]);
    expect((await note(other.id, others)).body).toEqual(first.body);
  });

  it('in exported lists end the files, and one being made starts over', async () => {
    const she = await personAt(harness, 'account');
    const wish: Body<'POST /operations/exports'> = {
      list: 'subscriptions',
      query: {},
      format: 'csv',
      columns: ['number', 'name'],
      reason: `Ligar para Candidata Teste, ${she.email}`,
    };
    const { id } = bodyOf(await harness.operations.call('POST /operations/exports', { body: wish }));
    await harness.platform.jobs.run('export');
    const file = () => harness.operations.call('GET /operations/exports/{id}/file', { params: { id } });
    expect((await file()).status).toBe(200);
    const running = bodyOf(await harness.operations.call('POST /operations/exports', { body: wish }));
    await on().many(sql`
      update export_job set state = 'running', attempt = 1, lease_until = now() + interval '1 hour'
      where tenant_id = 1 and id = ${running.id} returning id`);
    await erase(she.personId);
    expect((await file()).status).toBeGreaterThanOrEqual(400);
    const rows = await on().many<{ state: string; reason: string }>(sql`
      select state, reason from export_job where tenant_id = 1 and id in (${id}, ${running.id}) order by id`);
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'waiting']);
    for (const { reason } of rows) expect(reason).toBe('Ligar para [apagado], [apagado]');
    await harness.platform.jobs.run('export-sweep');
    const [left] = await on().many(
      sql`select state, storage_key from export_job where tenant_id = 1 and id = ${id}`,
    );
    expect(left).toEqual({ state: 'expired', storage_key: null });
    const now = harness.clock.now();
    harness.clock.set(new Date(now.getTime() + 181 * 24 * 3600_000));
    await harness.platform.jobs.run('retention');
    expect(
      await on().many(sql`select id from export_job where tenant_id = 1 and reason is not null`),
    ).toEqual([]);
    harness.clock.set(now);
  });

  it('are not written by the second person who approves the erasure', async () => {
    const [asks, decides] = [
      await strongStaff(harness, 'Ana Pede', [{ role: 'administracao', institutions: null }]),
      await strongStaff(harness, 'Gil Decide', [{ role: 'gestao', institutions: null }]),
    ];
    const she = await personAt(harness, 'account');
    const request = await she.client.call('POST /candidate/users/{uuid}/privacy-requests', {
      params: { uuid: she.uuid },
      body: { kind: 'deletion' },
    });
    const waits = waitingOf(
      await asks.client.call('POST /operations/privacy-requests/{id}/decision', {
        params: { id: request.body.id },
        body: { decision: 'concluded', answer: 'Apagada Candidata Teste' },
      }),
    );
    bodyOf(await decideApproval(decides.client, waits.id, 'approved', 'Candidata Teste pediu'));
    const left = await on().many(sql`
      select a.state, a.decision_reason, r.answer from approval a
      join privacy_request r on r.tenant_id = a.tenant_id and r.id = a.subject_id
      where a.tenant_id = 1 and a.id = ${waits.id}`);
    expect(left).toEqual([{ state: 'approved', decision_reason: null, answer: null }]);
  });

  it('are removed in the same way when the retention period ends', async () => {
    const she = await personAt(harness, 'account');
    const other = await personAt(harness, 'payment');
    await called(she.personId, 'Deodata Passos Lima');
    const about = await addNote(other.id, 'Prima de Deodata Lima.');
    const now = harness.clock.now();
    harness.clock.set(new Date('2028-01-14T10:00:00-03:00'));
    await harness.platform.jobs.run('anonymisation');
    harness.clock.set(now);
    expect(await noteOf(about)).toBe('Prima de [apagado].');
    const listed = await on().one(sql`
      select listed_at is not null as listed from erasure where tenant_id = 1 and person_id = ${she.personId}`);
    expect(listed).toEqual({ listed: true });
  });
});

it('expired rows are deleted in small statements, however many there are, and nothing else', async () => {
  const on = harness.platform.db.tenant(1);
  const [now, days] = [
    harness.clock.now(),
    (n: number) => new Date(harness.clock.now().getTime() - n * 24 * 3600_000),
  ];
  const { subscriptionId, personId } = await personAt(harness, 'payment');
  await on.many(sql`
    insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
    select 1, 'business', 'try', ${subscriptionId}, ${personId}, 1, '{}', ${days(400)}::timestamptz
    from generate_series(1, ${BATCH * 2 + 7}::int) returning id`);
  await on.many(sql`
    insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
    select 1, 'business', 'try', ${subscriptionId}, ${personId}, 1, '{}', ${now}::timestamptz
    from generate_series(1, 3) returning id`);
  const left = async () =>
    (await on.one<{ n: number }>(sql`select count(*)::int as n from outbox_event where type = 'try'`))?.n;
  const oldest = () =>
    deleteOldest('outbox_event', 1, sql`type = 'try'`, sql`occurred_at < ${days(365)}::timestamptz`);
  expect((await on.many(oldest())).length).toBe(BATCH);
  await on.many(sql`
    insert into idempotency_key (tenant_id, person_id, address, key, body_hash, lease_until, created_at)
    select 1, ${personId}, 'try', n::text, 'x', ${now}::timestamptz, ${days(2)}::timestamptz from generate_series(1, ${BATCH + 5}::int) n returning key`);
  expect((await on.many(deleteSome('idempotency_key', sql`tenant_id = 1 and address = 'try'`))).length).toBe(
    BATCH,
  );
  await harness.platform.jobs.run('idempotency-clean-up');
  expect(await on.many(sql`select key from idempotency_key where tenant_id = 1 and address = 'try'`)).toEqual(
    [],
  );
  // No event in this database is as old as those above, so that the oldest are found immediately.
  await on.many(sql`update outbox_event set occurred_at = ${days(400)}::timestamptz
    where id < (select min(id) from outbox_event where type = 'try') returning id`);
  await harness.platform.jobs.run('retention');
  expect(await left()).toBe(3);
});
