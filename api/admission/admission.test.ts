import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admission, admission, GRADUATE } from '../../testing/admission.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';

/**
 * From the creation of the application to the result: TR-06, 07 and 60 to 68, for both types that have a
 * questionnaire and an interview.
 */
let harness: Harness;
let at: Admission;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  at = await admission(harness);
});
afterAll(() => harness?.stop());

const TYPES = [
  ['postgraduate', 'MBA-GESTAO', ['TR-01', 'TR-06']],
  ['tax', 'SAUDE-TAX', ['TR-01', 'TR-04', 'TR-11']],
] as const;
describe.each(TYPES)('an application of type %s', (_type, code, before) => {
  it('passes every step, also when returned, missed or repeated once, and is approved', async () => {
    const who = await at.arrive(code);
    expect(await at.trail(who)).toMatchObject({ status: 16, moves: expect.arrayContaining([...before]) });
    expect(await at.stepOf(who)).toBe('questionnaire');
    await at.save(who, 'graduate', [GRADUATE]);
    expect((await at.submit(who)).body).toEqual({ state: 'submitted', status: 20 });
    expect(await at.stepOf(who)).toBe('questionnaire');

    expect((await at.judge(who, 'returned', 'Falta a especialização.')).body).toMatchObject({
      state: 'returned',
      subscriptionId: who.id,
      status: 16,
    });
    expect(await at.questionnaire(who)).toMatchObject({
      state: 'returned',
      comment: 'Falta a especialização.',
    });
    await at.save(who, 'specialist', [{ institution: 'Escola', course: 'Gestão', conclusionYear: 2025 }]);
    expect((await at.submit(who)).body.status).toBe(20);
    expect(await at.questionnaire(who)).toMatchObject({ state: 'submitted', comment: null });
    expect((await at.judge(who, 'approved')).body).toMatchObject({ state: 'approved', status: 18 });

    expect(await at.stepOf(who)).toBe('interview');
    expect((await at.ask(who, 'whatsapp')).body.state).toBe('requested');
    expect((await at.appoint(who)).body).toMatchObject({ state: 'scheduled', status: 18 });
    expect((await at.outcome(who, false)).body).toMatchObject({ state: 'not-requested', status: 18 });
    expect(await at.interview(who)).toMatchObject({ state: 'not-requested', appointment: null, periods: [] });
    await at.ask(who, 'email');
    await at.appoint(who, '2026-01-21T09:30:00-03:00');
    expect((await at.outcome(who, true)).body).toMatchObject({ state: 'held', status: 19 });
    expect(await at.stepOf(who)).toBe('interview');
    expect((await at.decide(who, 'repeat')).body).toMatchObject({ state: 'not-requested', status: 18 });
    await at.appoint(who, '2026-01-22T09:30:00-03:00');
    await at.outcome(who, true);
    expect((await at.decide(who, 'approved')).body).toMatchObject({ state: 'approved', status: 3 });

    const left = await at.trail(who);
    const tail = ['TR-60', 'TR-63', 'TR-60', 'TR-62', 'TR-65', 'TR-68', 'TR-65', 'TR-66'];
    expect(left.moves).toEqual([...before, ...tail]);
    expect(left.events).toEqual([
      'questionnaire.decided returned',
      'questionnaire.decided approved',
      'interview.scheduled 2026-01-20T14:00:00-03:00',
      'interview.decided missed',
      'interview.scheduled 2026-01-21T09:30:00-03:00',
      'interview.decided repeat',
      'interview.scheduled 2026-01-22T09:30:00-03:00',
      'interview.decided approved',
    ]);
    expect(left.messages.filter((one) => one.includes('email'))).toEqual([
      'N-14 email',
      'N-14 email',
      'N-15 email agendada',
      'N-15 email pedido',
      'N-15 email agendada',
      'N-15 email resultado',
      'N-15 email agendada',
      'N-09 email',
      'N-15 email resultado',
    ]);
    expect(left.messages.filter((one) => one === 'N-15 sms agendada')).toHaveLength(3);
    expect(left.messages.filter((one) => one.startsWith('N-14 sms'))).toEqual([]);
  });

  it('ends at either decision, with a reason', async () => {
    const first = await at.arrive(code);
    await at.save(first, 'graduate', [GRADUATE]);
    await at.submit(first);
    expect((await at.judge(first, 'rejected')).body).toMatchObject({ errors: [{ field: 'comment' }] });
    expect((await at.judge(first, 'rejected', 'Área sem relação com o curso.')).body.status).toBe(9);
    const status = await first.client.call('GET /candidate/subscriptions/{id}/status', {
      params: { id: first.id },
    });
    expect(status.body.reason).toBe('Área sem relação com o curso.');
    expect((await at.trail(first)).moves.at(-1)).toBe('TR-64');

    const second = await at.beforeInterview(code);
    await at.appoint(second);
    await at.outcome(second, true);
    expect((await at.decide(second, 'rejected')).body).toMatchObject({ errors: [{ field: 'reason' }] });
    expect((await at.decide(second, 'rejected', 'Perfil diferente.')).body).toMatchObject({
      state: 'rejected',
      status: 9,
    });
    const left = await at.trail(second);
    expect(left.moves.slice(-2)).toEqual(['TR-65', 'TR-67']);
    expect(left.messages.slice(-4)).toEqual([
      'N-15 sms agendada',
      'N-10 email',
      'N-15 email resultado',
      'N-15 sms resultado',
    ]);
  });

  it('skips the approval step where no approval is required', async () => {
    const offer = sql`tenant_id = ${at.tenantId} and code = ${code}`;
    const template = sql`tenant_id = ${at.tenantId} and code = 'Q-POS'`;
    await at.on().many(sql`update questionnaire_template set approval = false where ${template}`);
    const byTemplate = await at.arrive(code);
    await at.on().many(sql`update questionnaire_template set approval = null where ${template}`);
    await at.on().many(sql`
      insert into parameter (tenant_id, level, owner_id, internal_value, value)
      select tenant_id, 'offer', id, 'QuestionnaireApprovalRequired', 'false' from offer where ${offer}`);
    await at.on().many(sql`update offer set interview = false where ${offer}`);
    const byParameter = await at.arrive(code);
    await at.save(byParameter, 'graduate', [GRADUATE]);
    expect((await at.submit(byParameter)).body).toEqual({ state: 'approved', status: 3 });
    expect((await at.trail(byParameter)).moves.at(-1)).toBe('TR-61');
    await at
      .on()
      .many(sql`update offer set interview = true, questionnaire_template_id = null where ${offer}`);
    await at.on().many(sql`
      delete from parameter where tenant_id = ${at.tenantId} and internal_value = 'QuestionnaireApprovalRequired'`);
    await at.on().many(sql`update questionnaire_template set approval = false where ${template}`);
    await at.save(byTemplate, 'graduate', [GRADUATE]);
    // The template is the one in force when the step was opened, whatever the offer says now.
    expect((await at.questionnaire(byTemplate)).sections).toHaveLength(10);
    await at.on().many(sql`
      update offer set questionnaire_template_id = (select id from questionnaire_template where ${template})
      where ${offer}`);
    expect((await at.submit(byTemplate)).body).toEqual({ state: 'approved', status: 18 });
    await at.on().many(sql`update questionnaire_template set approval = true where ${template}`);
  });

  it('enters each step that can be the first one', async () => {
    const offer = sql`tenant_id = ${at.tenantId} and code = ${code}`;
    // Without a fee, applications of both types start in the same status.
    const fee = sql`tenant_id = ${at.tenantId} and kind = 'tax'`;
    await at.on().many(sql`update price set retired_at = ${harness.clock.now()}::timestamptz where ${fee}`);
    const asked = await at.newcomer(code);
    expect(await at.trail(asked)).toMatchObject({ status: 16, moves: ['TR-01', 'TR-06'] });
    const template = await at
      .on()
      .one<{ id: number }>(sql`select questionnaire_template_id as id from offer where ${offer}`);
    await at.on().many(sql`update offer set questionnaire_template_id = null where ${offer}`);
    const newcomer = await at.newcomer(code);
    expect(await at.trail(newcomer)).toMatchObject({ status: 18, moves: ['TR-01', 'TR-07'] });
    expect((await at.submit(newcomer)).status).toBe(404);
    await at.on().many(sql`update offer set interview = false where ${offer}`);
    expect((await at.trail(await at.newcomer(code))).status).toBe(3);
    await at.on().many(sql`
      update offer set interview = true, questionnaire_template_id = ${template?.id ?? null} where ${offer}`);
    await at.on().many(sql`update price set retired_at = null where ${fee}`);
  });
});

describe('the end of the intake', () => {
  it("does not end applications that wait for the institution's coordination (TR-86)", async () => {
    const asking = await at.beforeInterview('MBA-GESTAO');
    await at.ask(asking, 'email');
    const arranged = await at.beforeInterview('MBA-GESTAO');
    await at.appoint(arranged);
    const idle = await at.beforeInterview('MBA-GESTAO');
    const sent = await at.arrive('MBA-GESTAO');
    await at.save(sent, 'graduate', [GRADUATE]);
    await at.submit(sent);
    harness.clock.set(new Date('2026-03-20T10:00:00-03:00'));
    await harness.platform.jobs.run('intake-expiry');
    const statuses = await Promise.all([asking, arranged, idle, sent].map(at.trail));
    expect(statuses.map(({ status }) => status)).toEqual([18, 18, 13, 20]);
    // A decision of the institution after the end gives the candidate extra days.
    expect((await at.outcome(arranged, true)).body.status).toBe(19);
    expect((await at.decide(arranged, 'approved')).body.status).toBe(3);
    await harness.platform.jobs.run('intake-expiry');
    expect((await at.trail(arranged)).status).toBe(3);
  });
});
