import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alfa } from '../../testing/applicant.ts';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt, type Step } from '../../testing/person-at.ts';

let harness: Harness;
let tenantId: number;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await alfa(harness);
});
afterAll(() => harness.stop());

const on = () => harness.platform.db.tenant(tenantId);

/** Sets whether the institution analyses disciplines in transfers. */
const analysing = (value: boolean) =>
  on().one(sql`
    insert into parameter (tenant_id, level, owner_id, internal_value, value)
    select ${tenantId}::bigint, 'offer', id, 'DisciplineDocumentCheckEnabled', ${JSON.stringify(value)}::jsonb
    from offer where tenant_id = ${tenantId} and code = 'PSI-TRANSF'
    on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value
    returning internal_value`);

/** Applicant who transfers to Psicologia, with one selection document required and no contract. */
async function transferring(step: Step = 'analysis'): Promise<Enrolling & { documentId: number }> {
  const who = await personAt(harness, step, {
    offer: 'PSI-TRANSF',
    course: 'PSI',
    pole: 'CENTRO',
    type: 'graduation',
  });
  await on().one(sql`update contract_acceptance set voided_at = accepted_at
    where tenant_id = ${tenantId} and subscription_id = ${who.id} returning id`);
  const document = await on().one<{ id: number }>(sql`
    insert into required_document (tenant_id, subscription_id, code, position, name, stage, required, state,
      updated_at)
    values (${tenantId}, ${who.id}, 'HIST-ANALISE', 1, 'Histórico', 'selection', true, 'sent',
      ${harness.clock.now()}) returning id`);
  return { ...who, documentId: document?.id ?? 0 };
}
const approveDocument = (who: { documentId: number }) =>
  harness.operations.call('POST /operations/documents/{id}/review', {
    params: { id: who.documentId },
    body: { decision: 'waived' },
  });
const analyse = (
  { id }: { id: number },
  body: { favourable: boolean; accepted: string[]; term?: number | null },
) =>
  harness.operations.call('POST /operations/subscriptions/{id}/discipline-analysis', {
    params: { id },
    body,
  });
const decide = ({ id }: { id: number }, decision: 'approved' | 'rejected', reason?: string) =>
  harness.operations.call('POST /operations/subscriptions/{id}/selection-decision', {
    params: { id },
    body: { decision, ...(reason === undefined ? {} : { reason }) },
  });
const disciplinesOf = async ({ client, id }: Enrolling) =>
  (await client.call('GET /candidate/subscriptions/{id}/disciplines', { params: { id } })).body;
const choose = ({ client, id }: Enrolling, disciplineIds: number[]) =>
  client.call('PUT /candidate/subscriptions/{id}/disciplines', { params: { id }, body: { disciplineIds } });
const statusOf = async ({ client, id }: Enrolling) =>
  (await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } })).body;
const written = async ({ id }: { id: number }) =>
  on().one(sql`
    select s.status, s.version, (select count(*)::int from status_history h where h.tenant_id = s.tenant_id
        and h.subscription_id = s.id) as moves,
      (select count(*)::int from discipline_analysis d where d.tenant_id = s.tenant_id
        and d.subscription_id = s.id) as analyses
    from subscription s where s.tenant_id = ${tenantId} and s.id = ${id}`);

describe('the analysis of a transfer', () => {
  it('moves the application with the last approved document, and notifies the candidate of the accepted disciplines', async () => {
    await analysing(true);
    const who = await transferring();
    expect((await disciplinesOf(who)).analysis).toEqual({ state: 'pending', accepted: [], term: null });
    const found = await analyse(who, { favourable: true, accepted: ['PSI101', 'PSI151', 'PSI101'], term: 2 });
    expect([found.status, found.body]).toEqual([
      200,
      { id: who.id, state: 'favourable', subscriptionId: who.id, status: 10 },
    ]);
    expect((await approveDocument(who)).body.status).toBe(3);
    expect((await statusOf(who)).history.at(-1)).toMatchObject({
      from: 10,
      to: 3,
      event: 'selection-documents-approved',
    });
    const seen = await disciplinesOf(who);
    expect(seen.analysis).toMatchObject({
      state: 'favourable',
      accepted: [{ code: 'PSI101' }, { code: 'PSI151', workload: 40 }],
      term: 2,
    });
    expect(seen.disciplines.map(({ code, accepted }) => [code, accepted])).toEqual([
      ['PSI101', true],
      ['PSI102', false],
      ['PSI151', true],
      ['PSI152', false],
      ['PSI153', false],
    ]);
    // The course requires one or two electives; the accepted one counts as one of them.
    expect([seen.electiveMin, seen.electiveMax]).toEqual([0, 1]);
  });

  it('moves the application at once when the documents were already approved', async () => {
    await analysing(true);
    const who = await transferring();
    expect((await approveDocument(who)).body.status).toBe(10);
    expect((await decide(who, 'approved')).body).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
      status: 10,
    });
    expect((await analyse(who, { favourable: true, accepted: [] })).body.status).toBe(3);
  });

  it('that is unfavourable waits for the decision with its reason', async () => {
    await analysing(true);
    const who = await transferring();
    await approveDocument(who);
    expect((await analyse(who, { favourable: false, accepted: [] })).body).toMatchObject({
      state: 'unfavourable',
      status: 10,
    });
    expect((await decide(who, 'approved')).status).toBe(409);
    const before = await written(who);
    for (const reason of [undefined, '  ']) expect((await decide(who, 'rejected', reason)).status).toBe(422);
    expect(await written(who)).toEqual(before);
    const refused = await decide(who, 'rejected', 'Histórico incompatível');
    expect(refused.body).toEqual({ id: who.id, state: 'rejected', subscriptionId: who.id, status: 9 });
    const shown = await statusOf(who);
    expect([shown.reason, shown.history.at(-1)?.event]).toEqual([
      'Histórico incompatível',
      'analysis-rejected',
    ]);
  });

  it('is refused where the offer has none or the application does not wait for it, and writes nothing', async () => {
    await analysing(true);
    const body = { favourable: true, accepted: [] };
    const essay = await personAt(harness, 'applied');
    const decided = await transferring(3);
    const asked = await transferring();
    for (const [who, status] of [
      [essay, 1],
      [decided, 3],
    ] as const) {
      const before = await written(who);
      expect((await analyse(who, body)).body).toMatchObject({ code: 'STATE_CONFLICT', status });
      for (const decision of ['approved', 'rejected'] as const)
        expect((await decide(who, decision, 'Motivo')).body).toMatchObject({
          code: 'TRANSITION_NOT_ALLOWED',
          status,
        });
      expect(await written(who)).toEqual(before);
    }
    const wrong = await analyse(asked, { favourable: true, accepted: ['PSI101', 'ADM101'] });
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([422, 'accepted']);
    await analysing(false);
    expect((await analyse(asked, body)).body.code).toBe('STATE_CONFLICT');
    expect((await written(asked)) as object).toMatchObject({ status: 10, analyses: 0 });
    // Without an analysis the documents alone decide.
    expect((await disciplinesOf(asked)).analysis.state).toBe('unused');
    expect((await decide(asked, 'approved')).status).toBe(409);
    expect((await approveDocument(asked)).body.status).toBe(3);
  });
});

describe('the choice of electives', () => {
  it('includes the mandatory ones and refuses accepted, unknown, foreign and too many ones', async () => {
    await analysing(true);
    const who = await transferring();
    await approveDocument(who);
    await analyse(who, { favourable: true, accepted: ['PSI101', 'PSI151'] });
    const { disciplines } = await disciplinesOf(who);
    const idOf = (code: string) => disciplines.find((one) => one.code === code)?.id ?? 0;
    const complete = async () =>
      (await who.client.call('GET /candidate/subscriptions/{id}/enrollment-data', { params: { id: who.id } }))
        .body.complete.disciplines;
    expect(await complete()).toBe(false);
    const ofOtherCourse = await on().one<{ id: number }>(sql`
      insert into discipline (tenant_id, course_id, intake_id, code, module, name, workload, mandatory)
      select tenant_id, (select min(id) from course c where c.tenant_id = d.tenant_id and c.id <> d.course_id),
        intake_id, 'OUTRO', module, name, workload, false
      from discipline d where tenant_id = ${tenantId} and code = 'PSI153' returning id`);
    for (const ids of [
      [idOf('PSI151')],
      [999_999],
      [ofOtherCourse?.id ?? 0],
      [idOf('PSI152'), idOf('PSI153')],
    ]) {
      const refused = await choose(who, ids);
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { code: 'ELECTIVE_COUNT', message: 'Se quiser, selecione até 1 disciplina eletiva.' },
      ]);
    }
    expect((await disciplinesOf(who)).disciplines.some(({ chosen }) => chosen)).toBe(false);
    expect((await choose(who, [idOf('PSI152')])).status).toBe(204);
    expect((await choose(who, [idOf('PSI153')])).status).toBe(204);
    const chosen = (await disciplinesOf(who)).disciplines.filter((one) => one.chosen);
    expect(chosen.map(({ code }) => code)).toEqual(['PSI102', 'PSI153']);
    expect(await complete()).toBe(true);
    expect((await choose(who, [])).status).toBe(204);
    expect(await complete()).toBe(true);
  });

  it('is closed by the contract', async () => {
    const who = await personAt(harness, 'payment');
    expect((await choose(who, [])).body.code).toBe('FIELD_LOCKED');
    expect(await disciplinesOf(who)).toMatchObject({ disciplines: [], electiveMin: 0, electiveMax: 0 });
  });
});
