import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admission, admission, GRADUATE } from '../../testing/admission.ts';
import { fingerprint, touched } from '../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import type { Postgraduate } from '../../testing/postgraduate.ts';

/** What candidates and institutions may and may not do with a questionnaire and an interview. */
let harness: Harness;
let operations: Client;
let at: Admission;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  operations = harness.operations;
  at = await admission(harness);
});
afterAll(() => harness?.stop());

describe('the questionnaire of a candidate', () => {
  it('saves drafts section by section; checks values at once and completeness on submission', async () => {
    const who = await at.arrive('MBA-GESTAO');
    const begun = await at.questionnaire(who);
    expect(begun).toMatchObject({ state: 'draft', comment: null });
    expect(begun.sections.map(({ key, mandatory, complete }) => [key, mandatory, complete])).toEqual([
      ['graduate', true, false],
      ...begun.sections.slice(1).map(({ key }) => [key, false, true]),
    ]);
    expect((await at.submit(who)).body).toMatchObject({
      code: 'INCOMPLETE',
      message: 'Preencha as seções obrigatórias: Graduação.',
      sections: ['graduate'],
    });
    expect((await at.save(who, 'publications', [{ title: 'Artigo', link: 'abc' }])).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'rows.0.link', message: 'Informe um endereço válido (https://…).' }],
    });
    expect((await at.save(who, 'graduate', [{}, { ...GRADUATE, conclusionYear: 2003 }])).body.errors).toEqual(
      [
        {
          field: 'rows.1.conclusionYear',
          message: 'O ano de conclusão deve ser posterior ao ano de nascimento.',
        },
      ],
    );
    expect(
      (await at.save(who, 'graduate', [{ ...GRADUATE, conclusionYear: 2027 }])).body.errors?.[0]?.message,
    ).toBe('O ano de conclusão não pode ser posterior a 2026.');
    const draft = await at.save(who, 'graduate', [{ institution: ' Universidade ' }, { course: '' }]);
    expect(draft.body).toMatchObject({
      complete: false,
      rows: [{ institution: 'Universidade', course: null, degree: null, conclusionYear: null }],
    });
    await at.save(who, 'languages', [{ language: 'Inglês' }]);
    expect((await at.submit(who)).body).toMatchObject({ sections: ['graduate', 'languages'] });
    expect((await at.save(who, 'unknown', [])).status).toBe(404);
    await at.save(who, 'languages', []);
    await at.save(who, 'graduate', [GRADUATE]);
    expect((await at.submit(who)).status).toBe(200);
    const { sections } = await at.questionnaire(who);
    expect(sections[0]).toMatchObject({ rows: [GRADUATE], complete: true });

    const before = await fingerprint(harness.platform);
    expect((await at.save(who, 'graduate', [])).body).toMatchObject({ code: 'READ_ONLY', status: 20 });
    expect((await at.submit(who)).body).toMatchObject({ code: 'READ_ONLY', status: 20 });
    expect(touched(before, await fingerprint(harness.platform))).toEqual([]);
  });

  it('rejects a save from the older of two windows, and repeats the answer to a save it already has', async () => {
    const who = await at.arrive('MBA-GESTAO');
    const keep = (revision: number | null, course: string, key = 'specialist') =>
      who.client.call('PUT /candidate/subscriptions/{id}/questionnaire/sections/{key}', {
        params: { id: who.id, key },
        body: { rows: [{ course }], revision },
      });
    const opened = await at.questionnaire(who);
    expect(opened.years).toEqual({ birthDate: expect.any(String), limit: 2026 });
    expect(new Set(opened.sections.map(({ revision }) => revision))).toEqual(new Set([0]));
    expect((await keep(0, 'Direito')).body).toMatchObject({ revision: 1, savedAt: expect.any(String) });
    expect((await keep(0, 'Direito')).body).toMatchObject({ revision: 1 });
    const late = await keep(0, 'Física');
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'STALE_REVISION', message: 'Esta seção foi alterada em outra janela.', revision: 1 },
    ]);
    expect((await keep(0, 'Alemão', 'masters')).body).toMatchObject({ revision: 1 });
    expect((await keep(1, 'Física')).body).toMatchObject({ revision: 2 });
    expect((await keep(null, 'Química')).body).toMatchObject({ revision: 3, rows: [{ course: 'Química' }] });
    const both = await Promise.all([keep(3, 'A'), keep(3, 'B')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is shown to the institution once submitted, and is in the waiting list only while it waits', async () => {
    const list = async (query: Record<string, string> = {}) =>
      (await operations.call('GET /operations/questionnaires', { query: { pageSize: 100, ...query } })).body
        .data;
    const who = await at.arrive('MBA-GESTAO');
    await at.save(who, 'graduate', [GRADUATE]);
    const mine = (rows: Awaited<ReturnType<typeof list>>) =>
      rows.find(({ subscriptionId }) => subscriptionId === who.id);
    expect(mine(await list())?.sections[0]?.rows).toEqual([]);
    expect(mine(await list({ state: 'submitted' }))).toBeUndefined();
    await at.submit(who);
    expect(mine(await list({ state: 'submitted', institution: 'EPA01' }))?.sections[0]?.rows).toEqual([
      GRADUATE,
    ]);
    expect(mine(await list({ state: 'submitted', institution: 'CUA01' }))).toBeUndefined();
    await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: who.id },
      body: { reason: 'gave-up' },
    });
    expect(mine(await list({ state: 'submitted' }))).toBeUndefined();
    expect((await at.judge(who, 'approved')).body).toMatchObject({ status: 13 });
  });
});

describe('the interview of a candidate', () => {
  it('can be requested in either way, notifies those involved, and can be requested again', async () => {
    const who = await at.beforeInterview('MBA-GESTAO');
    expect(await at.interview(who)).toEqual({
      state: 'not-requested',
      channels: ['whatsapp', 'email'],
      channel: null,
      periods: [],
      appointment: null,
      whatsappLink: null,
    });
    expect((await at.ask(who, null)).body.errors).toEqual([
      { field: 'channel', message: 'Selecione uma forma de contato.' },
    ]);
    expect((await at.ask(who, 'email', '2026-01-11')).body.errors).toEqual([
      { field: 'periods.0.date', message: 'Esta data já passou. Escreva outra.' },
    ]);
    const link = new URL((await at.ask(who, 'whatsapp')).body.whatsappLink ?? '');
    expect(link.origin + link.pathname).toBe('https://wa.me/5511900000000');
    expect(link.searchParams.get('text')).toBe(
      `Olá! Sou Candidata, inscrição ${who.id} em MBA em Gestão. Gostaria de agendar minha entrevista. ` +
        'Períodos preferidos: 20/01/2026 (Manhã).',
    );
    const { data } = (await operations.call('GET /operations/interviews', { query: { state: 'requested' } }))
      .body;
    expect(data.find(({ subscriptionId }) => subscriptionId === who.id)).toMatchObject({
      channel: 'whatsapp',
      periods: [{ date: '2026-01-20', period: 'morning' }],
      appointment: null,
    });

    expect((await at.ask(who, 'email')).body).toMatchObject({ channel: 'email', whatsappLink: null });
    const [request] = await at.messagesTo('coordenacao@epa.test');
    expect(request).toMatchObject({ template: 'N-15', subject: 'Pedido de entrevista' });
    expect(request?.text).toContain(`inscrição nº ${who.id} em MBA em Gestão`);
    expect(request?.text).toContain(who.email);
    expect(request?.text).not.toContain('http');

    expect((await at.appoint(who, '2026-01-20T14:00:00-03:00', 'http://sala.test')).body.errors).toEqual([
      { field: 'link', message: 'Must be an https address' },
    ]);
    expect((await at.appoint(who, '2026-13-45T14:00:00-03:00')).status).toBe(422);
    await at.appoint(who, '2026-01-20T14:00:00-03:00', 'https://sala.test/2');
    await at.appoint(who, '2026-01-20T17:00:00Z', 'https://sala.test/2');
    expect((await at.interview(who)).appointment).toEqual({
      at: '2026-01-20T14:00:00-03:00',
      place: 'Sala 2',
      link: 'https://sala.test/2',
    });
    const sent = (await at.messagesTo(who.email)).filter(({ subject }) => subject === 'Entrevista agendada');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('20/01/2026 às 14:00: Sala 2 – https://sala.test/2');

    expect((await at.ask(who, 'email', '2026-01-23')).body).toMatchObject({
      state: 'requested',
      appointment: null,
    });
    expect((await at.outcome(who, true)).body).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED', status: 18 });
    expect((await at.outcome(who, false)).body).toMatchObject({ code: 'STATE_CONFLICT', status: 18 });
  });

  it('is decided once when two people decide at the same moment', async () => {
    const who = await at.beforeInterview('MBA-GESTAO');
    await at.appoint(who);
    await at.outcome(who, true);
    const both = await Promise.all([
      at.decide(who, 'approved'),
      at.decide(who, 'rejected', 'Perfil diferente.'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await at.trail(who)).moves.filter((row) => row === 'TR-66' || row === 'TR-67')).toHaveLength(1);
  });
});

/** Every step of the module, attempted on an application in a status that forbids it. */
const STEPS = [
  ['questionnaire-submitted', 16, (who: Postgraduate) => at.submit(who)],
  ['questionnaire-approved', 20, (who: Postgraduate) => at.judge(who, 'approved')],
  ['questionnaire-returned', 20, (who: Postgraduate) => at.judge(who, 'returned', 'x')],
  ['questionnaire-rejected', 20, (who: Postgraduate) => at.judge(who, 'rejected', 'x')],
  ['interview-held', 18, (who: Postgraduate) => at.outcome(who, true)],
  ['interview-approved', 19, (who: Postgraduate) => at.decide(who, 'approved')],
  ['interview-rejected', 19, (who: Postgraduate) => at.decide(who, 'rejected', 'x')],
  ['interview-repeat', 19, (who: Postgraduate) => at.decide(who, 'repeat')],
] as const;

describe('steps the transition table does not allow', () => {
  let essay: Postgraduate;
  let enrolling: Postgraduate;
  const place = (id: number, status: number) =>
    at
      .on()
      .many(sql`update subscription set status = ${status} where tenant_id = ${at.tenantId} and id = ${id}`);

  beforeAll(async () => {
    const person = inventedPerson(299);
    const { client, personId, subscriptionId } = await personAt(harness, 'applied', { person });
    essay = { client, personId, id: subscriptionId, email: person.email };
    // Simulates a questionnaire attached to an essay offer, which only postgraduate courses normally have.
    const answers = JSON.stringify({ graduate: [GRADUATE] });
    await at.on().many(sql`
      insert into questionnaire (tenant_id, subscription_id, questionnaire_template_id, state, answers, updated_at)
      select ${at.tenantId}, ${essay.id}, id, 'submitted', ${answers}::jsonb, ${harness.clock.now()}::timestamptz
      from questionnaire_template where tenant_id = ${at.tenantId} and code = 'Q-POS'`);
    await at.on().many(sql`
      insert into interview (tenant_id, subscription_id, state, appointment_at, updated_at)
      values (${at.tenantId}, ${essay.id}, 'scheduled', ${harness.clock.now()}::timestamptz,
              ${harness.clock.now()}::timestamptz)`);
    enrolling = await at.beforeInterview('MBA-GESTAO');
    await at.appoint(enrolling);
    await at.outcome(enrolling, true);
    await at.decide(enrolling, 'approved');
  });

  it.each(STEPS)(
    '%s is refused for a type without that step, and nothing is written',
    async (event, status, act) => {
      await place(essay.id, status);
      if (event === 'questionnaire-submitted')
        await at.on().many(sql`
        update questionnaire set state = 'draft' where tenant_id = ${at.tenantId} and subscription_id = ${essay.id}`);
      const before = await fingerprint(harness.platform);
      const refused = await act(essay);
      expect(refused.body).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED', status });
      expect(refused.status).toBe(409);
      expect(touched(before, await fingerprint(harness.platform))).toEqual([]);
      await at.on().many(sql`
      update questionnaire set state = 'submitted' where tenant_id = ${at.tenantId} and subscription_id = ${essay.id}`);
    },
  );

  it.each(STEPS)('%s is refused in another status, and nothing is written', async (_event, _status, act) => {
    const before = await fingerprint(harness.platform);
    const refused = await act(enrolling);
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ status: 3 })]);
    expect((await at.ask(enrolling, 'email')).body).toMatchObject({ code: 'STATE_CONFLICT', status: 3 });
    expect((await at.appoint(enrolling)).body).toMatchObject({ code: 'STATE_CONFLICT', status: 3 });
    expect(touched(before, await fingerprint(harness.platform))).toEqual([]);
  });
});
