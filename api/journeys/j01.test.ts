import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAt } from '../../testing/bank-profiles.ts';
import { countedJourney } from '../../testing/counted-journey.ts';
import { control } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import {
  acceptContract,
  apply,
  fillData,
  grade,
  payByPix,
  signUp,
  writeEssay,
} from '../../testing/journey.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { upload } from '../../testing/requests.ts';
import { allowedStatements } from '../../testing/statement-table.ts';

/** Nothing is asked of the database that an installation does not ask, so that it can be counted. */
const COUNTED = { proves: false };
const BANK_OF_BRAZIL = {
  environment: (sandbox: string) => ({
    ORBITA_PIX_ACCOUNTS: JSON.stringify({ '*': accountAt(sandbox, 'banco-do-brasil', 'sandbox-*') }),
  }),
};

/** J01 as calls: from the first request to the student number (journeys.md; spec chapter 24). */
describe.each([
  ['the standard', COUNTED, []],
  // A bank that wants the key of the application with every call, reports as it likes, and lists what nobody can read.
  ['Banco do Brasil', BANK_OF_BRAZIL, ['pix-notice-list', 'pix-notice-repeated', 'pix-unreadable-entry']],
] as const)('J01 over HTTP, with Pix as %s takes it', (_bank, options, strange) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness(options);
    for (const side of strange) await control(harness, 'PUT', '/strange', { side, on: true });
  });
  afterAll(() => harness?.stop());

  it('takes one person from the first request to the student number', async () => {
    const { operations } = harness;
    const client = harness.visitor();
    const me = await signUp(client, CANDIDATE_01);
    expect(me).toMatchObject({ name: 'Candidata Um', tenantAlias: 'alfa', socialName: null });

    const applied = await apply(client);
    expect(applied).toMatchObject({
      subscriptionStatus: 1,
      courseName: 'Administração',
      campusPolo: 'Polo Belo Horizonte',
      ingressMode: 'Vestibular online',
      modalityDescription: 'EaD',
      applicationType: 'essay',
    });
    const { id } = applied;
    const essayId = await writeEssay(client, id);
    expect(await grade(operations, essayId)).toEqual({
      id: essayId,
      state: 'graded',
      subscriptionId: id,
      status: 3,
    });

    await fillData(client, me.personId, id, CANDIDATE_01);
    expect(await acceptContract(client, id)).toMatchObject({ status: 6 });

    const payment = await payByPix(client, id);
    expect(payment).toMatchObject({ state: 'pending', amount: 360, method: 'pix', installments: 6 });
    expect(payment.pix?.copyPaste).toMatch(/^000201.*6304[0-9A-F]{4}$/);
    const paid = await operations.call('POST /operations/simulator/payments/{paymentId}', {
      params: { paymentId: payment.paymentId },
      body: { result: 'paid' },
    });
    expect(paid.status).toBe(202);
    await expect
      .poll(
        async () =>
          (await client.call('GET /candidate/subscriptions/status/{id}', { params: { id } })).body.status,
      )
      .toBe(5);

    const documents = await client.call('GET /candidate/subscriptions/{id}/documents', {
      params: { id },
      query: { stage: 'enrollment' },
    });
    const required = documents.body.filter((one) => one.required);
    expect(required).toHaveLength(7);
    for (const [n, { documentId }] of required.entries()) {
      expect((await upload(client, id, documentId)).status).toBe(201);
      await harness.platform.jobs.run('scan');
      const review = await operations.call('POST /operations/documents/{id}/review', {
        params: { id: documentId },
        body: { decision: 'approved' },
      });
      expect(review.body).toMatchObject({ state: 'approved', status: n === 6 ? 7 : 5 });
    }
    const registered = await operations.call('PUT /operations/subscriptions/{id}/student', {
      params: { id },
      body: { studentLyceumId: '20260001' },
    });
    expect(registered.body).toEqual({ id, state: 'registered', subscriptionId: id, status: 7 });

    const last = await client.call('GET /candidate/users/{uuid}/subscription/{id}', {
      params: { uuid: me.uuid, id },
    });
    expect(last.body).toMatchObject({ subscriptionStatus: 7, isPaid: true, studentLyceumId: '20260001' });
    const history = await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } });
    expect(history.body.history.map((row) => [row.from, row.to])).toEqual([
      [null, 1],
      [1, 3],
      [3, 4],
      [4, 6],
      [6, 5],
      [5, 7],
    ]);
    const steps = await client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } });
    expect(steps.body.map((step) => step.label)).toEqual([
      'Inscrição',
      'Redação',
      'Em análise',
      'Resultado',
      'Dados',
      'Primeiro pagamento',
      'Documentos',
      'Matriculado',
    ]);

    await harness.platform.jobs.run('contract-copy');
    await harness.platform.jobs.run('outbox');
    const outbox = await operations.call('GET /operations/simulator/outbox', {
      query: { to: CANDIDATE_01.email },
    });
    const templates = outbox.body.map((message) => message.template);
    for (const template of ['N-01', 'N-05', 'N-08', 'N-09', 'N-16', 'N-19', 'N-25', 'N-26', 'N-27']) {
      expect(
        templates.filter((one) => one === template),
        template,
      ).toHaveLength(1);
    }
    const contract = outbox.body.find((message) => message.template === 'N-16');
    expect(contract?.attachments).toEqual([expect.objectContaining({ type: 'application/pdf' })]);
  });

  // Round trips are counted on PostgreSQL; the first walk has brought to mind what a node remembers.
  it.runIf(options === COUNTED && process.env.ORBITA_TEST_POSTGRES)(
    'uses no more of the database than docs/statements.md says',
    async () => {
      const { calls } = await countedJourney(harness, inventedPerson(1));
      const allowed = allowedStatements();
      const counted = new Map(calls.map(({ name, most }) => [name, most]));
      expect([...counted.keys()].toSorted()).toEqual([...allowed.keys()].toSorted());
      for (const [name, { statements, roundTrips, states }] of counted) {
        const most = allowed.get(name);
        expect.soft(statements, `statements of ${name}`).toBeLessThanOrEqual(most?.statements ?? 0);
        expect.soft(roundTrips, `round trips of ${name}`).toBeLessThanOrEqual(most?.roundTrips ?? 0);
        expect.soft(states, `states read by ${name}`).toBeLessThanOrEqual(most?.states ?? 0);
      }
    },
  );
});
