import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Applicant } from '../../../testing/applicant.ts';
import { author, ownText, personOf } from '../../../testing/grading.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { paying } from '../../../testing/paying.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { newKey } from '../../../testing/requests.ts';
import { decideDocument, deliverAll } from '../../../testing/reviewing.ts';
import { staffIn } from '../../../testing/staff.ts';

/** The data behind the page of an application (spec 25.6.1). */
let harness: Harness;
let paid: Applicant;
let documents: number[];
const member = async (role: 'secretaria' | 'financeiro' | 'atendimento' | 'coordenacao' | 'entrevistas') =>
  (await staffIn(harness, [{ role, institutions: ['CUA01'] }])).client;
let desk: Client;
let money: ReturnType<typeof paying>;
const chargesOf = async (id: number) =>
  bodyOf(await desk.call('GET /operations/subscriptions/{id}/charges', { params: { id } }));

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  paid = await personAt(harness, 'paid', { person: inventedPerson(81) });
  documents = await deliverAll(harness, paid);
  money = paying(harness);
  desk = await member('atendimento');
});
afterAll(() => harness?.stop());

describe('the parts of an application', () => {
  it('documents are in the order they are required, a refused one with its reason', async () => {
    const bia = await member('secretaria');
    const [first = 0] = documents;
    bodyOf(await decideDocument(bia, first, { decision: 'rejected', note: 'Falta o verso' }));
    const shown = bodyOf(
      await desk.call('GET /operations/subscriptions/{id}/documents', {
        params: { id: paid.subscriptionId },
      }),
    );
    const whole = bodyOf(
      await bia.call('GET /operations/subscriptions/{id}', { params: { id: paid.subscriptionId } }),
    );
    expect(shown.map(({ id }) => id)).toEqual(whole.documents.map(({ id }) => id));
    expect(shown.find(({ id }) => id === first)).toMatchObject({
      state: 'rejected',
      refusal: 'Outro: Falta o verso',
      files: 1,
      waitingSince: null,
    });
    expect(shown.find(({ id }) => id === documents[1])).toMatchObject({
      state: 'sent',
      refusal: null,
      waitingSince: expect.any(String),
    });
  });

  it('payments show what was paid, and that nothing is owed; a Pix has no slip', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await money.pay(who);
    const open = await chargesOf(who.id);
    expect(open).toMatchObject({ paid: 0, owed: 360, next: { amount: 360, overdue: false } });
    expect(open.charges).toMatchObject([{ paymentId: body.paymentId, dueDate: open.next?.dueDate }]);
    await money.settle(await money.txidOf(who, body.paymentId));
    await money.paid(who);
    const after = await chargesOf(who.id);
    expect(after).toMatchObject({ paid: 360, returned: 0, owed: 0, next: null });
    expect(after.charges).toMatchObject([{ state: 'paid', received: 360, dueDate: null, slipLine: null }]);
    const params = { id: body.paymentId };
    expect((await desk.call('GET /operations/payments/{id}/slip', { params })).status).toBe(404);
  });

  it('an open slip is owed by its day, can be printed again, and is overdue after that day', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await money.pay(who);
    const day = async (due: string) =>
      harness.platform.db.tenant(who.tenantId).one(sql`
        insert into payment_slip (tenant_id, payment_id, due_day, payable_day, last_day, full_cents, our_number,
          digitable_line, barcode)
        values (${who.tenantId}, ${body.paymentId}, ${due}::date, ${due}::date, ${due}::date, 36000, '00000045864',
          '07790001161012345670800000045864269340000027615', '07792693400000276150001110123456700000004586')
        on conflict (tenant_id, payment_id) do update set due_day = excluded.due_day returning payment_id`);
    await day('2026-12-01');
    expect(await chargesOf(who.id)).toMatchObject({
      owed: 360,
      next: { amount: 360, dueDate: '2026-12-01', overdue: false },
      charges: [{ slipLine: '07790001161012345670800000045864269340000027615' }],
    });
    const slip = await desk.call('GET /operations/payments/{id}/slip', { params: { id: body.paymentId } });
    expect([slip.status, slip.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await day('2026-01-01');
    expect((await chargesOf(who.id)).next).toMatchObject({ dueDate: '2026-01-01', overdue: true });
  });

  it('a contract shows who accepted it and how, and its PDF opens for the team', async () => {
    await harness.platform.jobs.run('contract-copy');
    const [contract, ...others] = bodyOf(
      await desk.call('GET /operations/subscriptions/{id}/acceptances', {
        params: { id: paid.subscriptionId },
      }),
    );
    expect(others).toEqual([]);
    expect(contract).toMatchObject({ voidedAt: null, version: expect.any(Number) });
    expect(contract?.evidence.map(({ label }) => label)).toEqual(
      expect.arrayContaining([
        'SHA-256 do texto',
        'Momento do aceite',
        'Confirmado por',
        'Endereço IP observado',
      ]),
    );
    expect(contract?.copy).toBe('ready');
    const file = await desk.call('GET /operations/acceptances/{id}/file', {
      params: { id: contract?.acceptanceId ?? 0 },
    });
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/pdf');
  });

  it('a message shows its subject, and only a hint of the address', async () => {
    const query = { query: { subscriptionId: paid.subscriptionId } };
    const { data } = bodyOf(await desk.call('GET /operations/notifications', query));
    expect(data.length).toBeGreaterThan(0);
    for (const one of data) {
      expect(one.title).not.toMatch(/[{}]|^N-/);
      expect(one.to).toMatch(/\*/);
    }
  });

  it('a role without the permission for a part gets nothing of it', async () => {
    const otavio = await member('financeiro');
    const params = { id: paid.subscriptionId };
    const answers = await Promise.all([
      otavio.call('GET /operations/subscriptions/{id}/documents', { params }),
      otavio.call('GET /operations/subscriptions/{id}/tests', { params }),
      otavio.call('GET /operations/subscriptions/{id}/exam-scores', { params }),
      otavio.call('GET /operations/subscriptions/{id}/admission', { params }),
      otavio.call('GET /operations/notifications', { query: { subscriptionId: paid.subscriptionId } }),
      (await member('coordenacao')).call('GET /operations/subscriptions/{id}/charges', { params }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403));
  });
});

describe('an essay next to its author', () => {
  it('shows its grade only to the lead, and is named to no grader before the grade is final', async () => {
    const waiting = await author(harness, ownText('parte'));
    const essays = async (of: Client) =>
      bodyOf(await of.call('GET /operations/subscriptions/{id}/essays', { params: { id: waiting.id } }));
    const both = await personOf(harness, 'Corrige e atende', [{ role: 'banca' }, { role: 'secretaria' }]);
    const lead = await member('coordenacao');
    expect(await essays(both.client)).toEqual([
      { essayId: null, attempt: 1, state: 'finished', score: null, minScore: 200, approved: null },
    ]);
    expect(await essays(desk)).toMatchObject([{ essayId: waiting.essayId, approved: null }]);
    await harness.operations.call('POST /operations/essays/{id}/grade', {
      params: { id: waiting.essayId },
      headers: newKey(),
      body: { score: 640, hasPlagiarism: false },
    });
    expect(await essays(both.client)).toMatchObject([
      { essayId: waiting.essayId, state: 'graded', score: null, approved: true },
    ]);
    expect(await essays(lead)).toMatchObject([{ score: 640, approved: true }]);
  });
});
