import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admission, admission, GRADUATE } from '../../testing/admission.ts';
import { examCandidate } from '../../testing/exam-scores.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { pdfAround } from '../../testing/hostile-files.ts';
import { bodyOf } from '../../testing/journey.ts';
import { testCandidate, transferCandidate } from '../../testing/on-behalf.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { staffIn } from '../../testing/staff.ts';

/** "Fazer pela pessoa": the team acts in a candidate's place and says why (spec 25.6.2, D-85). */
let harness: Harness;
let at: Admission;
let hana: Client;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  at = await admission(harness);
  hana = (await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01', 'EPA01'] }])).client;
});
afterAll(() => harness?.stop());

type Someone = { client: Client; id: number };
const REASON = 'Ligou sem internet';
const own = async ({ client, id }: Someone) =>
  bodyOf(await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } }));
const actsOf = async (who: Someone) => (await own(who)).acts.map(({ act, subject }) => [act, subject]);
const timeline = async ({ id }: Someone) =>
  bodyOf(await hana.call('GET /operations/subscriptions/{id}/timeline', { params: { id } })).data;
const expected = { actor: 'staff', by: 'Pessoa da Equipe', detail: REASON, visible: true };

describe('a member of Atendimento', () => {
  it('books the test from the hours the candidate may choose', async () => {
    const who = await testCandidate(harness);
    const params = { id: who.id };
    const places = bodyOf(await hana.call('GET /operations/subscriptions/{id}/scheduling', { params }));
    const slots = places.flatMap(({ dates }) => dates.flatMap((day) => day.slots.map(({ id }) => id)));
    expect(slots).toEqual(who.slots);
    const book = (body: { hourId: number; reason?: string }) =>
      hana.call('PUT /operations/subscriptions/{id}/scheduling', { params, body });
    expect((await book({ hourId: slots[0] ?? 0 })).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'reason', message: 'Escreva o motivo.' }],
    });
    expect((await book({ hourId: slots[0] ?? 0, reason: REASON })).status).toBe(200);
    const { reason, acts } = await own(who);
    expect([reason, acts]).toEqual([null, []]);
    expect((await timeline(who)).find(({ refs }) => refs.event === 'test-scheduled')).toMatchObject({
      ...expected,
      text: 'A instituição marcou o dia da sua prova',
    });
  });

  it('requests the look-up of the exam score', async () => {
    const who = await examCandidate(harness);
    const ask = (reason?: string) =>
      hana.call('POST /operations/subscriptions/{id}/exam-score', {
        params: { id: who.id },
        body: { registration: '251000000005', year: 2025, reason },
      });
    expect((await ask(' ')).body).toMatchObject({ code: 'VALIDATION', errors: [{ field: 'reason' }] });
    expect((await ask(REASON)).status).toBe(202);
    expect(await actsOf(who)).toEqual([['exam-score-asked', null]]);
    expect((await timeline(who)).find(({ id }) => id.startsWith('act-'))).toMatchObject({
      ...expected,
      text: 'Sua nota do ENEM foi pedida',
      status: 'Feito pela instituição',
    });
  });

  it('answers and sends the questionnaire', async () => {
    const who = await at.arrive('MBA-GESTAO');
    const params = { id: who.id, key: 'graduate' };
    const put = (reason?: string) =>
      hana.call('PUT /operations/subscriptions/{id}/questionnaire/sections/{key}', {
        params,
        body: { rows: [GRADUATE], reason },
      });
    expect((await put()).body).toMatchObject({ code: 'VALIDATION' });
    expect(
      bodyOf(await hana.call('GET /operations/subscriptions/{id}/questionnaire', { params })).state,
    ).toBe('draft');
    expect((await put(REASON)).status).toBe(200);
    const submit = (reason?: string) =>
      hana.call('POST /operations/subscriptions/{id}/questionnaire/submit', { params, body: { reason } });
    expect((await submit()).body).toMatchObject({ code: 'VALIDATION' });
    expect((await submit(REASON)).status).toBe(200);
    expect(await actsOf(who)).toEqual([['section-saved', 'Graduação']]);
    const { reason } = await own(who);
    expect(reason).toBeNull();
    expect((await timeline(who)).find(({ refs }) => refs.event === 'questionnaire-submitted')).toMatchObject(
      expected,
    );
  });

  it('chooses disciplines', async () => {
    const who = await transferCandidate(harness);
    const params = { id: who.id };
    const { disciplines, electiveMin } = bodyOf(
      await hana.call('GET /operations/subscriptions/{id}/disciplines', { params }),
    );
    const electives = disciplines
      .flatMap(({ mandatory, code }) => (mandatory ? [] : [code]))
      .slice(0, electiveMin || 1);
    const choose = (reason?: string) =>
      hana.call('PUT /operations/subscriptions/{id}/disciplines', { params, body: { electives, reason } });
    expect((await choose()).body).toMatchObject({ code: 'VALIDATION' });
    expect(await actsOf(who)).toEqual([]);
    expect((await choose(REASON)).status).toBe(200);
    expect(await actsOf(who)).toEqual([['disciplines-chosen', null]]);
  });

  it('sees no application of another institution, whatever the action', async () => {
    const { client } = await staffIn(harness, [{ role: 'atendimento', institutions: ['EPA01'] }]);
    const who = await testCandidate(harness);
    const params = { id: who.id };
    const answers = [
      await client.call('GET /operations/subscriptions/{id}/scheduling', { params }),
      await client.call('PUT /operations/subscriptions/{id}/scheduling', {
        params,
        body: { hourId: who.slots[0] ?? 0, reason: REASON },
      }),
      await client.call('POST /operations/subscriptions/{id}/exam-score', {
        params,
        body: { registration: '251000000005', year: 2025, reason: REASON },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('a document', () => {
  const withDocument = async (n: number) => {
    const who = await personAt(harness, 'documents', { person: inventedPerson(n) });
    const add = async (code: string, name: string, more: ReturnType<typeof sql>) => {
      const row = await harness.platform.db.tenant(who.tenantId).one<{ id: number }>(sql`
        insert into required_document (tenant_id, subscription_id, code, position, name, stage, required, state,
          coverable, updated_at)
        values (${who.tenantId}, ${who.subscriptionId}, ${code}, 90, ${name}, 'enrollment', false, 'pending',
          ${more}, ${harness.clock.now()}) returning id`);
      return row?.id ?? 0;
    };
    return { client: who.client, id: who.subscriptionId, add };
  };
  const send = (client: Client, documentId: number, reason?: string) => {
    const form = new FormData();
    if (reason !== undefined) form.set('reason', reason);
    form.set('file', new File([new Uint8Array(pdfAround('<</Type/Page>>'))], 'rg.pdf'));
    return client.send('POST', `/orbita/api/operations/documents/${documentId}/files`, { form }) as Promise<{
      status: number;
      body: { code?: string; errors?: { field: string }[] };
    }>;
  };

  it('is sent with a reason, shown as done by the institution, and never approved by its sender', async () => {
    const who = await withDocument(8811);
    const documentId = await who.add('RG-EQUIPE', 'RG', sql`null`);
    const { client: bia } = await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }]);
    expect(await send(bia, documentId)).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION', errors: [{ field: 'reason' }] },
    });
    expect((await send(bia, documentId, `${REASON}\0`)).status).toBe(201);
    expect(await actsOf(who)).toEqual([['document-sent', 'RG']]);
    const entries = (await timeline(who)).filter(({ text }) => text.includes('RG'));
    expect(entries).toMatchObject([{ ...expected, text: 'Documento enviado: RG' }]);
    await harness.platform.jobs.run('scan');
    const { version } = bodyOf(
      await bia.call('GET /operations/documents/{id}', { params: { id: documentId } }),
    );
    const review = (client: Client) =>
      client.call('POST /operations/documents/{id}/review', {
        params: { id: documentId },
        body: { decision: 'approved', version },
      });
    expect((await review(bia)).body).toMatchObject({ code: 'OWN_FILE' });
    const { client: caio } = await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }]);
    expect((await review(caio)).status).toBe(200);
  });

  it('can be covered by another one, also on behalf of the candidate', async () => {
    const who = await withDocument(8812);
    const cpf = await who.add(
      'CPF-EQUIPE',
      'CPF',
      sql`'{"label": "O CPF está no RG", "items": ["RG-EQUIPE"]}'::jsonb`,
    );
    const rg = await who.add('RG-EQUIPE', 'RG', sql`null`);
    const cover = (id: number, otherId: number, reason?: string) =>
      hana.call('POST /operations/documents/{id}/covered-by/{otherId}', {
        params: { id, otherId },
        body: { reason },
      });
    const shown = async () =>
      (await hana.call('GET /operations/subscriptions/{id}', { params: { id: who.id } })).body.documents.map(
        ({ id, cover: by, coveredBy }) => [id, by, coveredBy],
      );
    const before = await shown();
    expect(before).toContainEqual([cpf, { documentId: rg, label: 'O CPF está no RG' }, null]);
    expect(before).toContainEqual([rg, null, null]);
    expect((await cover(cpf, rg)).body).toMatchObject({ code: 'VALIDATION' });
    expect((await cover(cpf, 999_999_999, REASON)).status).toBe(404);
    const { body, status } = await cover(cpf, rg, REASON);
    expect([status, body]).toEqual([200, { id: cpf, state: 'pending', subscriptionId: who.id, status: 5 }]);
    expect(await actsOf(who)).toEqual([['document-covered', 'CPF']]);
    expect(await shown()).toContainEqual([cpf, { documentId: rg, label: 'O CPF está no RG' }, rg]);
  });
});
