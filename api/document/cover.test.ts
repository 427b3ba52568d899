import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Applicant, linkHolder, placeAt } from '../../testing/applicant.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { acceptContract, fillData } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { upload } from '../../testing/requests.ts';
import { lockSubscription } from '../subscription/move.ts';
import { prepareDocuments } from './prepare.ts';

const LABEL = 'Meu CPF consta no documento de identidade';
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

let people = 10;
async function withDocuments(): Promise<Applicant> {
  people += 1;
  const one = await personAt(harness, 'documents', { person: inventedPerson(people) });
  await prepare(one);
  return one;
}
const prepare = (one: Applicant) =>
  harness.platform.db.write(one.tenantId, async (tx) =>
    prepareDocuments(tx, harness.platform, await lockSubscription(tx, one.subscriptionId), 'enrollment'),
  );
const list = async ({ client, subscriptionId }: Applicant) =>
  (await client.call('GET /candidate/subscriptions/{id}/documents', { params: { id: subscriptionId } })).body;
const named = async (one: Applicant, name: string) => {
  const found = (await list(one)).find((document) => document.name.startsWith(name));
  if (!found) throw new Error(`${name} is not asked for`);
  return found;
};
const pair = async (one: Applicant) => ({
  id: one.subscriptionId,
  documentId: (await named(one, 'CPF')).documentId,
  otherId: (await named(one, 'Documento de identidade')).documentId,
});
const cover = async (one: Applicant) =>
  one.client.call('POST /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}', {
    params: await pair(one),
  });
const deliver = async (one: Applicant, documentId: number) => {
  await upload(one.client, one.subscriptionId, documentId);
  await harness.platform.jobs.run('scan');
};
const decide = (documentId: number, decision: 'approved' | 'rejected') =>
  harness.operations.call('POST /operations/documents/{id}/review', {
    params: { id: documentId },
    body: { decision, ...(decision === 'rejected' ? { reason: 'unreadable' } : {}) },
  });

describe('D-83: a document that another one makes unnecessary', () => {
  it('waits for the other one, and is waived on its approval; operations see why', async () => {
    const one = await withDocuments();
    const { documentId, otherId } = await pair(one);
    expect((await named(one, 'CPF')).cover).toEqual({ documentId: otherId, label: LABEL, chosen: false });
    expect(await cover(one)).toMatchObject({
      status: 200,
      body: { state: 'pending', cover: { documentId: otherId, chosen: true } },
    });
    await deliver(one, otherId);
    expect((await named(one, 'CPF')).state).toBe('pending');
    await decide(otherId, 'approved');
    expect(await named(one, 'CPF')).toMatchObject({ state: 'waived', cover: null });
    const query = { subscriptionId: one.subscriptionId } as const;
    const { data } = (await harness.operations.call('GET /operations/documents', { query })).body;
    expect(data.find(({ id }) => id === documentId)).toMatchObject({ state: 'waived', coveredBy: otherId });
  });

  it('is required again when the other one is refused, removed, or sent after all', async () => {
    const one = await withDocuments();
    const { documentId, otherId } = await pair(one);
    await cover(one);
    await deliver(one, otherId);
    await decide(otherId, 'rejected');
    expect(await named(one, 'CPF')).toMatchObject({ state: 'pending', cover: { chosen: false } });
    await cover(one);
    const key = 'DELETE /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}';
    expect((await one.client.call(key, { params: await pair(one) })).status).toBe(204);
    expect((await named(one, 'CPF')).cover?.chosen).toBe(false);
    await cover(one);
    await deliver(one, documentId);
    await deliver(one, otherId);
    await decide(otherId, 'approved');
    expect((await named(one, 'CPF')).state).toBe('sent');
    expect(await cover(one)).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } });
  });

  it('is waived at once when the other one was already approved, and completes the stage', async () => {
    const person = inventedPerson(90);
    const one = await personAt(harness, 'approved', { person });
    await fillData(one.client, one.personId, one.subscriptionId, person);
    await acceptContract(one.client, one.subscriptionId);
    await harness.platform.db.tenant(one.tenantId).one(sql`
      update subscription set is_paid = true where tenant_id = ${one.tenantId} and id = ${one.subscriptionId} returning id`);
    await placeAt(harness, one.subscriptionId, 5);
    const { documentId, otherId } = await pair(one);
    await deliver(one, otherId);
    await decide(otherId, 'approved');
    await harness.platform.db.tenant(one.tenantId).many(sql`
      update required_document set state = 'approved' where tenant_id = ${one.tenantId}
        and subscription_id = ${one.subscriptionId} and id <> ${documentId} returning id`);
    expect((await cover(one)).body).toMatchObject({ state: 'waived' });
    const { body } = await one.client.call('GET /candidate/subscriptions/{id}/status', {
      params: { id: one.subscriptionId },
    });
    expect(body.status).toBe(7);
  });

  it('is not covered by unrelated documents', async () => {
    const one = await withDocuments();
    const otherId = (await named(one, 'Comprovante')).documentId;
    const params = { ...(await pair(one)), otherId };
    const key = 'POST /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}';
    expect(await one.client.call(key, { params })).toMatchObject({ status: 409 });
    await deliver(one, otherId);
    await decide(otherId, 'approved');
    expect(await named(one, 'CPF')).toMatchObject({ state: 'pending', cover: { chosen: false } });
  });
});

describe('a document approved in another application', () => {
  /** A second application by the same person, whose documents were never sent. */
  async function secondOf(one: Applicant): Promise<Applicant> {
    const on = harness.platform.db.tenant(one.tenantId);
    // Generated columns can't be written.
    const written = await on.one<{ names: string }>(sql`
      select string_agg(column_name, ', ') as names from information_schema.columns
      where table_name = 'subscription' and is_generated = 'NEVER'`);
    const names = raw(written?.names ?? '');
    const made = await on.one<{ id: number }>(sql`
      insert into subscription (${names}) select ${names} from (
        select (jsonb_populate_record(s, jsonb_build_object('id', s.id + 5000, 'course_id',
          (select min(c.id) from course c where c.tenant_id = s.tenant_id and c.id <> s.course_id)))).*
        from subscription s where s.tenant_id = ${one.tenantId} and s.id = ${one.subscriptionId}) copy returning id`);
    const second = { ...one, subscriptionId: made?.id ?? 0 };
    await prepare(second);
    return second;
  }
  const reuse = (one: Applicant, documentId: number, otherId: number, client = one.client) =>
    client.call('POST /candidate/subscriptions/{id}/documents/{documentId}/reused-from/{otherId}', {
      params: { id: one.subscriptionId, documentId, otherId },
    });
  const NAME = 'Documento de identidade';

  it('is offered and copied: with its own files, to be reviewed and decided again', async () => {
    const one = await withDocuments();
    const first = await named(one, NAME);
    const second = await secondOf(one);
    const target = await named(second, NAME);
    expect(target.reusable).toBeNull();
    expect((await reuse(second, target.documentId, first.documentId)).status).toBe(404);
    await deliver(one, first.documentId);
    await decide(first.documentId, 'approved');
    expect((await named(second, NAME)).reusable).toMatchObject({ documentId: first.documentId });
    const stranger = await withDocuments();
    const theirs = await named(stranger, NAME);
    expect((await reuse(stranger, theirs.documentId, first.documentId)).status).toBe(404);
    expect((await reuse(second, target.documentId, first.documentId, stranger.client)).status).toBe(404);
    expect(
      (await reuse(second, target.documentId, first.documentId, await linkHolder(harness, second))).status,
    ).toBe(403);
    const copied = await reuse(second, target.documentId, first.documentId);
    expect(copied).toMatchObject({ status: 201, body: { state: 'sent', files: [{ name: 'foto.jpg' }] } });
    await harness.platform.jobs.run('scan');
    const [file] = (await named(second, NAME)).files;
    const path = `/orbita/api/candidate/documents/files/${file?.fileId}`;
    expect((await one.client.send('GET', path)).status).toBe(200);
  });

  it('is not offered once it has expired or its files are gone', async () => {
    const one = await withDocuments();
    const first = await named(one, NAME);
    const second = await secondOf(one);
    await deliver(one, first.documentId);
    await decide(first.documentId, 'approved');
    const offered = async () => (await named(second, NAME)).reusable !== null;
    expect(await offered()).toBe(true);
    const on = harness.platform.db.tenant(one.tenantId);
    const approved = (days: number) =>
      on.one(sql`
        update required_document set reviewed_at = ${harness.clock.now()}::timestamptz - make_interval(days => ${days}::int)
        where tenant_id = ${one.tenantId} and id = ${first.documentId} returning id`);
    await approved(181);
    expect(await offered()).toBe(false);
    await approved(180);
    expect(await offered()).toBe(true);
    await on.many(sql`
      update document_file set removed_at = ${harness.clock.now()}::timestamptz
      where tenant_id = ${one.tenantId} and required_document_id = ${first.documentId} returning id`);
    expect(await offered()).toBe(false);
  });
});
