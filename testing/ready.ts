import { randomUUID } from 'node:crypto';
import { type ApplicationType, STATUS, type Status } from '@orbita/domain/subscription';
import type { CallKey } from '@orbita/protocol';
import sql, { type Sql } from 'sql-template-tag';
import { GRADUATE } from './admission.ts';
import { examCandidate } from './exam-scores.ts';
import { bankSays, slipPayer, takeSlipsByFile } from './filing.ts';
import { type FullPerson, tenantIdOf } from './full-person.ts';
import type { Harness } from './harness.ts';
import { bodyOf } from './journey.ts';
import { exampleOf, type Sent } from './misuse.ts';
import { questionnaireCandidate, testCandidate, transferCandidate } from './on-behalf.ts';
import { operationsCalls } from './operations-calls.ts';
import { paying } from './paying.ts';
import { askReview, refusedEssay } from './refused.ts';

/** Status of the application and ingress mode of its offer that a decision requires. */
type Standing = {
  status: Status;
  type?: ApplicationType;
  ingress?: 'online-essay' | 'exam-score' | 'document-analysis';
};

const STANDINGS: Partial<Record<CallKey, Standing>> = {
  'POST /operations/subscriptions': { status: STATUS.Unqualified },
  'POST /operations/subscriptions/{id}/discipline-analysis': {
    status: STATUS.SubscriptionDocumentationPending,
    type: 'graduation',
    ingress: 'document-analysis',
  },
  'POST /operations/subscriptions/{id}/selection-decision': {
    status: STATUS.SubscriptionDocumentationPending,
    type: 'graduation',
    ingress: 'document-analysis',
  },
  'POST /operations/subscriptions/{id}/essay-attempts': { status: STATUS.Subscribed },
  'PUT /operations/subscriptions/{id}/accommodations': { status: STATUS.Subscribed },
  'POST /operations/subscriptions/{id}/accommodation-refusal': { status: STATUS.Subscribed },
  'POST /operations/exam-scores/{id}/result': {
    status: STATUS.Subscribed,
    type: 'graduation',
    ingress: 'exam-score',
  },
  'POST /operations/cancellations/{id}/decision': { status: STATUS.PendingCancel },
  'POST /operations/manual-payments/{id}/decision': { status: STATUS.ManualPaymentPending },
  'PUT /operations/subscriptions/{id}/student': { status: STATUS.Enrolled },
  'POST /operations/questionnaires/{id}/decision': {
    status: STATUS.PendingApproveQuestionnaire,
    type: 'postgraduate',
  },
  'PUT /operations/interviews/{id}/appointment': { status: STATUS.PendingInterview, type: 'postgraduate' },
  'POST /operations/interviews/{id}/outcome': { status: STATUS.PendingInterview, type: 'postgraduate' },
  'POST /operations/interviews/{id}/cancellation': { status: STATUS.PendingInterview, type: 'postgraduate' },
  'POST /operations/subscriptions/{id}/discount': { status: STATUS.EnrollmentPending },
  'POST /operations/interviews/{id}/decision': {
    status: STATUS.PendingApproveInterview,
    type: 'postgraduate',
  },
};

const deliveredEssay = (of: FullPerson, tenantId: number): Sql[] => [
  sql`update essay set state = 'finished', completed_date = started_at, round = 1
  where tenant_id = ${tenantId} and id = ${of.essayId} returning id`,
  sql`delete from essay_grade where tenant_id = ${tenantId} and essay_id = ${of.essayId} returning essay_id`,
];

/** Other rows that a decision requires, by id. */
const ROWS: Partial<Record<CallKey, (of: FullPerson, tenantId: number) => Sql[]>> = {
  'POST /operations/essays/{id}/grade': deliveredEssay,
  // The essay belongs to a separate application, which an earlier grade may have moved on.
  'POST /operations/essays/{id}/second-grade': (of, tenantId) => [
    sql`update subscription set status = ${STATUS.Subscribed}::int where tenant_id = ${tenantId} and id = (
      select subscription_id from essay where tenant_id = ${tenantId} and id = ${of.essayId}) returning id`,
    ...deliveredEssay(of, tenantId),
  ],
  // The example names one document twice: it plays both roles.
  'POST /operations/documents/{id}/covered-by/{otherId}': (of, tenantId) => [
    sql`update required_document set state = 'pending',
      coverable = jsonb_build_object('label', 'Consta no outro', 'items', jsonb_build_array(code))
    where tenant_id = ${tenantId} and id = ${of.documentId} returning id`,
  ],
  // An earlier call may have covered it with another one.
  'POST /operations/documents/{id}/review': (of, tenantId) => [
    sql`update required_document set state = 'sent', covered_by = null
    where tenant_id = ${tenantId} and id = ${of.documentId} returning id`,
  ],
  'POST /operations/subscriptions/{id}/accommodation-refusal': (of, tenantId) => [
    sql`insert into accommodation_request (tenant_id, subscription_id, kinds, report_later, asked_at)
    values (${tenantId}, ${of.subscriptionId}, '{extra-time}', false, now()) on conflict do nothing returning id`,
  ],
  'POST /operations/subscriptions/{id}/papers': (of, tenantId) => [
    sql`update subscription set papers_stuck_at = now()
    where tenant_id = ${tenantId} and id = ${of.subscriptionId} returning id`,
  ],
  'POST /operations/payments/{id}/refund': (of, tenantId) => [
    sql`update payment set state = 'paid', method = 'manual'
    where tenant_id = ${tenantId} and id = ${of.paymentId} returning id`,
  ],
  'POST /operations/payments/{id}/resolution': (of, tenantId) => [
    sql`update payment set attention = '["amount-higher"]'
    where tenant_id = ${tenantId} and id = ${of.paymentId} returning id`,
  ],
  'POST /operations/months/{id}/refund': (of, tenantId) => [
    sql`update recurrence_cycle set state = 'paid', txid = 'MONTH', received_cents = amount_cents,
      received = '[{"source": "MONTH", "cents": 36000}]'
    where tenant_id = ${tenantId} and id = ${of.monthId} returning id`,
  ],
  'POST /operations/months/{id}/resolution': (of, tenantId) => [
    sql`update recurrence_cycle set attention = '["amount-higher"]'
    where tenant_id = ${tenantId} and id = ${of.monthId} returning id`,
  ],
  'POST /operations/manual-payments/{id}/decision': (of, tenantId) => [
    sql`update payment set state = 'cancelled'
      where tenant_id = ${tenantId} and subscription_id = ${of.subscriptionId} and state = 'pending' returning id`,
    sql`update payment set purpose = 'enrollment', state = 'pending'
    where tenant_id = ${tenantId} and id = ${of.manualPaymentId} returning id`,
  ],
  'POST /operations/interviews/{id}/outcome': (of, tenantId) => [
    sql`update interview set state = 'scheduled', appointment_at = requested_at
    where tenant_id = ${tenantId} and id = ${of.interviewId} returning id`,
  ],
  'POST /operations/interviews/{id}/cancellation': (of, tenantId) => [
    sql`update interview set state = 'scheduled', appointment_at = requested_at + interval '30 days'
    where tenant_id = ${tenantId} and id = ${of.interviewId} returning id`,
  ],
  'POST /operations/subscriptions/{id}/discount': (of, tenantId) => [
    sql`update subscription set is_paid = false where tenant_id = ${tenantId} and id = ${of.subscriptionId} returning id`,
    sql`update payment set state = 'cancelled' where tenant_id = ${tenantId} and subscription_id = ${of.subscriptionId}
      returning id`,
  ],
  'POST /operations/interviews/{id}/decision': (of, tenantId) => [
    sql`update interview set state = 'held' where tenant_id = ${tenantId} and id = ${of.interviewId} returning id`,
  ],
};

/** The smallest catalogue of a tenant that can go live. */
const LEAST = `version: 1
tenant: { alias: delta, name: Delta, parameters: { PrivacyPolicyUrl: "https://d.test/p", DpoContact: d@d.test } }
institutions:
  - { code: D1, acronym: D, name: Delta, alias: d }
hosts:
  - { host: delta.test, institution: D1 }
`;

const numberOf = (answer: { body: { id?: unknown } }) => Number(answer.body.id);

/** A slip that is waiting for a file to the bank. */
async function orderSlip(harness: Harness): Promise<void> {
  await takeSlipsByFile(harness);
  const use = paying(harness);
  await use.pay(await slipPayer(harness), { 'idempotency-key': randomUUID() }, { method: 'slip' });
}

const noteId = async ({ operations }: Harness, { subscriptionId: id }: FullPerson): Promise<number> =>
  numberOf(
    await operations.call('POST /operations/subscriptions/{id}/notes', {
      params: { id },
      body: { text: 'Ligou hoje.' },
    }),
  );

/** Ends running exports, because only two may be in progress. */
async function endExports(harness: Harness, { tenant }: FullPerson): Promise<void> {
  const tenantId = await tenantIdOf(harness, tenant);
  await harness.platform.db.tenant(tenantId).many(sql`
    update export_job set state = 'cancelled', lease_until = null
    where tenant_id = ${tenantId} and state in ('waiting', 'running') returning id`);
}

/** Examples with their own record, so that the records of other examples stay unchanged. */
const ASKED: Partial<Record<CallKey, (harness: Harness, of: FullPerson) => Promise<Sent>>> = {
  'DELETE /operations/tokens/{id}': async ({ operations }) => {
    const made = await operations.call('POST /operations/tokens', {
      body: { name: 'Velho', tenant: 'alfa', scopes: ['essays'], expiresAt: '2027-01-12T10:00:00-03:00' },
    });
    return { params: { id: numberOf(made) } };
  },
  'DELETE /operations/blocks/{id}': async ({ operations }) => {
    const made = await operations.call('POST /operations/blocks', {
      body: { documentType: 'cpf', document: '111.444.777-35', reason: 'Fraude' },
    });
    return { params: { id: numberOf(made) } };
  },
  'POST /operations/exports': async (harness, of) => {
    await endExports(harness, of);
    return {};
  },
  'DELETE /operations/exports/{id}': async (harness, of) => {
    await endExports(harness, of);
    const { institution } = of;
    const asked = await harness.operations.call('POST /operations/exports', {
      body: { list: 'documents', query: { institution }, format: 'csv', columns: ['number'] },
    });
    return { params: { id: numberOf(asked) } };
  },
  'PUT /operations/notes/{id}': async (harness, of) => ({ params: { id: await noteId(harness, of) } }),
  'DELETE /operations/notes/{id}': async (harness, of) => ({ params: { id: await noteId(harness, of) } }),
  'DELETE /operations/webhook-endpoints/{id}': async ({ operations }, { institution }) => {
    const made = await operations.call('POST /operations/webhook-endpoints', {
      body: { institution, url: 'http://127.0.0.1:9/', kinds: ['enrollment.completed'] },
    });
    return { params: { id: numberOf(made) } };
  },
  'POST /operations/privacy-requests/{id}/review': async (harness) => {
    const refused = await refusedEssay(harness);
    const asked = await askReview(refused);
    return {
      params: { id: numberOf(asked) },
      body: { score: 720, answer: 'Lido outra vez.' },
      headers: { 'x-operator': 'Segunda banca' },
    };
  },
  'PUT /operations/subscriptions/{id}/scheduling': async (harness) => {
    const { id, slots } = await testCandidate(harness);
    return { params: { id }, body: { hourId: slots[0] } };
  },
  'PUT /operations/schedules/{hourId}/roll/{id}': async (harness) => {
    const { id, slots } = await testCandidate(harness);
    const [hourId = 0] = slots;
    const call = 'PUT /operations/subscriptions/{id}/scheduling';
    const booked = { hourId, reason: 'Pediu pelo telefone' };
    bodyOf(await harness.operations.call(call, { params: { id }, body: booked }));
    return { params: { hourId, id } };
  },
  'POST /operations/reminders/{id}/stop': async ({ operations }, { subscriptionId }) => {
    const body = { kind: 'continue' as const, subscriptionIds: [subscriptionId] };
    return { params: { id: numberOf(await operations.call('POST /operations/reminders', { body })) } };
  },
  'POST /operations/subscriptions/{id}/exam-score': async (harness) => ({
    params: { id: (await examCandidate(harness)).id },
  }),
  'PUT /operations/subscriptions/{id}/disciplines': async (harness) => {
    const { id } = await transferCandidate(harness);
    const call = 'GET /operations/subscriptions/{id}/disciplines';
    const { disciplines, electiveMin } = bodyOf(await harness.operations.call(call, { params: { id } }));
    const electives = disciplines.filter(({ mandatory }) => !mandatory).map(({ code }) => code);
    return { params: { id }, body: { electives: electives.slice(0, electiveMin) } };
  },
  'PUT /operations/subscriptions/{id}/questionnaire/sections/{key}': async (harness) => ({
    params: { id: (await questionnaireCandidate(harness)).id, key: 'graduate' },
    body: { rows: [GRADUATE] },
  }),
  'POST /operations/subscriptions/{id}/questionnaire/submit': async (harness) => ({
    params: { id: (await questionnaireCandidate(harness, true)).id },
  }),
  'POST /operations/slip-remittances': async (harness) => {
    await orderSlip(harness);
    return {};
  },
  'POST /operations/slip-returns': async (harness, { institution }) => {
    await orderSlip(harness);
    const made = await harness.operations.call('POST /operations/slip-remittances', {
      body: { institution },
    });
    const params = { id: numberOf(made) };
    const call = 'GET /operations/slip-remittances/{id}/file';
    const { content } = bodyOf(await harness.operations.call(call, { params }));
    const file = await bankSays(harness, content, { event: 'accept' });
    return { body: { institution, file, encoding: 'text' } };
  },
  'POST /operations/tenants/catalogue': async () => ({ body: { yaml: LEAST, files: {} } }),
  'POST /operations/catalogue/apply': async ({ operations }) => {
    const { body } = await operations.call('GET /operations/catalogue/export');
    return { body: { ...body, yaml: body.yaml.replace('Grupo Alfa', 'Grupo Alfa e Filhos') } };
  },
  'POST /operations/catalogue/edits': async () => ({
    body: { edits: [{ kind: 'support' as const, code: 'CUA01', set: { hours: 'Todo dia, 8h às 20h' } }] },
  }),
};

async function stand(harness: Harness, of: FullPerson, tenantId: number, given: Standing): Promise<void> {
  const { status, type = 'essay', ingress = 'online-essay' } = given;
  const on = harness.platform.db.tenant(tenantId);
  // Only one application of its offer and course may be active: this one.
  await on.many(sql`
    update subscription set status = ${STATUS.Canceled}::int
    where tenant_id = ${tenantId} and external_id = 'B-18' returning id`);
  await on.one(sql`
    update subscription set status = ${status}::int, application_type = ${type}::text, no_retake = false
    where tenant_id = ${tenantId} and id = ${of.subscriptionId} returning id`);
  await on.one(sql`
    update ingress_mode set kind = ${ingress}::text, use_disciplines = ${ingress === 'document-analysis'}
    where tenant_id = ${tenantId} and id = (
      select o.ingress_mode_id from offer o join subscription s on s.tenant_id = o.tenant_id and s.offer_id = o.id
      where s.tenant_id = ${tenantId} and s.id = ${of.subscriptionId}) returning id`);
}

/** Sets rows to states in which a write of operations succeeds, without the moves; returns the request to send. */
export async function ready(harness: Harness, key: CallKey, of: FullPerson): Promise<Sent> {
  const example = operationsCalls[key];
  if (!example) throw new Error(`${key} has no example`);
  const tenantId = await tenantIdOf(harness, of.tenant);
  await stand(harness, of, tenantId, STANDINGS[key] ?? { status: STATUS.EnrollmentPending });
  for (const row of ROWS[key]?.(of, tenantId) ?? []) await harness.platform.db.tenant(tenantId).one(row);
  return { ...exampleOf(example, of), ...(await ASKED[key]?.(harness, of)) };
}
