import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admission, admission, GRADUATE } from '../../testing/admission.ts';
import { examCandidate, scoreOf, statusOf } from '../../testing/exam-scores.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { pdfAround } from '../../testing/hostile-files.ts';
import { testCandidate, transferCandidate } from '../../testing/on-behalf.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { upload } from '../../testing/requests.ts';

/** What the institution does for people who cannot use a form (spec 9.5, D-85). */
let harness: Harness;
let at: Admission;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  at = await admission(harness);
});
afterAll(() => harness?.stop());

type Someone = { client: Client; id: number };
const OPERATOR = { 'x-operator': 'Balcao' };
const lastMove = async (who: Someone) => (await statusOf(who)).history.at(-1);
const audited = async (path: string) =>
  (
    await harness.operations.call('GET /operations/audit', {
      query: { subject: `/orbita/api/operations${path}` },
    })
  ).body.data.map(({ operator, status }) => [operator, status]);

describe('the test', () => {
  const transfer = (who: Someone, hourId: number) =>
    harness.operations.call('PUT /operations/subscriptions/{id}/scheduling', {
      params: { id: who.id },
      body: { hourId },
      headers: OPERATOR,
    });

  it("is booked and moved by the candidate's rules, and the history names the institution", async () => {
    const who = await testCandidate(harness);
    const [first = 0, second = 0] = who.slots;
    expect((await transfer(who, first)).body).toMatchObject({ hour: { id: first } });
    expect(await lastMove(who)).toMatchObject({ event: 'test-scheduled', actor: 'operations', to: 2 });
    const { history } = await statusOf(who);
    expect((await transfer(who, first)).status).toBe(200);
    expect((await statusOf(who)).history).toEqual(history);
    expect((await transfer(who, second)).status).toBe(200);
    expect(await lastMove(who)).toMatchObject({ event: 'test-rescheduled', actor: 'operations' });
    // Her limit holds for the institution, too (spec 9.1).
    expect((await transfer(who, first)).status).toBe(200);
    expect((await transfer(who, second)).body).toMatchObject({ code: 'RESCHEDULE_LIMIT' });
    expect((await transfer(who, 999_999)).body).toMatchObject({ code: 'VALIDATION' });
    expect(await audited(`/subscriptions/${who.id}/scheduling`)).toContainEqual(['Balcao', 200]);
    const sent = await harness.platform.db.tenant(1).many(sql`
      select id from notification where tenant_id = 1 and subscription_id = ${who.id} and template = 'N-06'`);
    expect(sent).not.toEqual([]);
  });
});

describe('the exam score', () => {
  const ask = (who: Someone, registration: string, headers: Record<string, string> = OPERATOR) =>
    harness.operations.call('POST /operations/subscriptions/{id}/exam-score', {
      params: { id: who.id },
      body: { registration, year: 2025 },
      headers,
    });

  it('is looked up once per key, and refused as it is for the candidate', async () => {
    const who = await examCandidate(harness);
    expect((await ask(who, '25100000001')).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'registration' }],
    });
    const key = { ...OPERATOR, 'idempotency-key': `score ${who.id}` };
    const first = await ask(who, '251000000005', key);
    expect(first.status).toBe(202);
    expect((await ask(who, '251000000005', key)).body).toEqual(first.body);
    expect(await scoreOf(who)).toMatchObject({ registration: '251000000005', year: 2025 });
    const rows = await harness.platform.db.tenant(1).many(sql`
      select id from exam_score where tenant_id = 1 and subscription_id = ${who.id}`);
    expect(rows).toHaveLength(1);
  });
});

describe('the questionnaire', () => {
  it('is filled in and sent; the candidate reads it', async () => {
    const who = await at.arrive('MBA-GESTAO');
    const params = { id: who.id };
    const section = { ...params, key: 'graduate' };
    const submit = () =>
      harness.operations.call('POST /operations/subscriptions/{id}/questionnaire/submit', { params });
    expect((await submit()).body).toMatchObject({ code: 'INCOMPLETE', sections: ['graduate'] });
    const put = 'PUT /operations/subscriptions/{id}/questionnaire/sections/{key}';
    const wrong = await harness.operations.call(put, {
      params: section,
      body: { rows: [{ ...GRADUATE, conclusionYear: 1850 }] },
    });
    expect(wrong.body).toMatchObject({ code: 'VALIDATION' });
    const saved = await harness.operations.call(put, { params: section, body: { rows: [GRADUATE] } });
    expect(saved.body).toMatchObject({ key: 'graduate', complete: true, revision: 1 });
    const late = await harness.operations.call(put, {
      params: section,
      body: { rows: [], revision: 0 },
    });
    expect(late.body).toMatchObject({ code: 'STALE_REVISION' });
    const shown = await harness.operations.call('GET /operations/subscriptions/{id}/questionnaire', {
      params,
    });
    expect(shown.body).toEqual(await at.questionnaire(who));
    expect((await submit()).body).toEqual({ state: 'submitted', status: 20 });
    expect(await lastMove(who)).toMatchObject({ event: 'questionnaire-submitted', actor: 'operations' });
    expect((await submit()).body).toMatchObject({ code: 'READ_ONLY' });
  });
});

describe('the disciplines', () => {
  it('are chosen by their codes within the limits of the offer', async () => {
    const { client, id } = await transferCandidate(harness);
    const params = { id };
    const own = () => client.call('GET /candidate/subscriptions/{id}/disciplines', { params });
    const { body: before } = await harness.operations.call('GET /operations/subscriptions/{id}/disciplines', {
      params,
    });
    expect(before).toEqual((await own()).body);
    const codes = before.disciplines.filter(({ mandatory }) => !mandatory).map(({ code }) => code);
    const choose = (electives: string[]) =>
      harness.operations.call('PUT /operations/subscriptions/{id}/disciplines', {
        params,
        body: { electives },
      });
    expect((await choose(['NADA'])).body).toMatchObject({ code: 'ELECTIVE_COUNT' });
    expect((await choose(codes)).body).toMatchObject({ code: 'ELECTIVE_COUNT' });
    const wanted = codes.slice(0, before.electiveMin || 1);
    const after = await choose(wanted);
    const chosen = after.body.disciplines.filter((one) => one.chosen && !one.mandatory);
    expect(chosen.map(({ code }) => code)).toEqual(wanted);
    expect((await own()).body).toEqual(after.body);
  });
});

describe('a document', () => {
  it("is sent once per key, by the candidate's rules", async () => {
    const who = await personAt(harness, 'documents', { person: inventedPerson(8801) });
    const client = who.client;
    const params = { id: who.subscriptionId };
    await harness.platform.jobs.run('outbox');
    const own = async () =>
      (await client.call('GET /candidate/subscriptions/{id}/documents', { params })).body;
    const row = await harness.platform.db.tenant(who.tenantId).one<{ id: number }>(sql`
      insert into required_document (tenant_id, subscription_id, code, position, name, stage, required, state,
        updated_at)
      values (${who.tenantId}, ${who.subscriptionId}, 'RG-BALCAO', 90, 'RG', 'enrollment', false, 'pending',
        ${harness.clock.now()}) returning id`);
    const documentId = row?.id ?? 0;
    const send = (
      content: string | Uint8Array<ArrayBuffer>,
      name: string,
      headers: Record<string, string> = {},
    ) => {
      const form = new FormData();
      form.set('file', new File([content], name));
      return harness.operations.send('POST', `/orbita/api/operations/documents/${documentId}/files`, {
        form,
        headers,
      }) as Promise<{ status: number; body: { code?: string; fileId: number; documentId: number } }>;
    };
    expect((await send('MZ executable', 'rg.pdf')).body.code).toBe('FORMAT_NOT_ACCEPTED');
    const key = { 'idempotency-key': `rg ${documentId}` };
    const pdf = new Uint8Array(pdfAround('<</Type/Page>>'));
    const first = await send(pdf, 'rg.pdf', key);
    expect([first.status, first.body.documentId]).toEqual([201, documentId]);
    expect((await send(pdf, 'rg.pdf', key)).body).toEqual(first.body);
    const document = (await own()).find((one) => one.documentId === documentId);
    expect(document?.files.map(({ fileId }) => fileId)).toEqual([first.body.fileId]);
    // Her own file joins it.
    expect((await upload(client, who.subscriptionId, documentId)).status).toBe(201);
  });
});

describe('the filter of institutions', () => {
  const filter = (id: number, disabled: boolean, client: Client = harness.operations) =>
    client.call('PUT /operations/persons/{id}/institution-filter', { params: { id }, body: { disabled } });

  it('is lifted and set by tokens of the whole tenant, and reaches the session at its next check', async () => {
    const who = await personAt(harness, 'account');
    const lifted = async () =>
      (await who.client.call('GET /candidate/users/check/')).body.payloadToken.disableInstitutionGlobalFilter;
    expect(await lifted()).toBe(false);
    expect((await filter(who.personId, true)).body).toEqual({ personId: who.personId, disabled: true });
    expect(await lifted()).toBe(true);
    await filter(who.personId, false);
    expect(await lifted()).toBe(false);
    const { body } = await harness.operations.call('POST /operations/tokens', {
      body: {
        name: 'Unidade',
        tenant: 'alfa',
        scopes: ['subscriptions'],
        institutions: ['CUA01'],
        expiresAt: '2027-01-12T10:00:00-03:00',
      },
    });
    const some = harness.visitor('operations.test');
    some.headers = { authorization: `Bearer ${body.token}` };
    expect((await filter(who.personId, true, some)).body).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is not found for an unknown person', async () => {
    expect((await filter(999_999_999, true)).body).toMatchObject({ code: 'NOT_FOUND' });
  });
});
