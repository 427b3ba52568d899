import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { sealCommand } from '../approval/store.ts';
import { essayOf } from './bodies.ts';
import type { Client, Harness } from './harness.ts';
import { acceptContract, apply, bodyOf, fillData, grade, payByPix, signUp, writeEssay } from './journey.ts';
import { createPasskey } from './passkeys.ts';
import type { Person } from './people.ts';
import {
  beginUpload,
  listDocuments,
  readPaymentOptions,
  requestPlace,
  saveDraft,
  startEssay,
  upload,
} from './requests.ts';

/** A person with one record of each kind that has an id in some path: the targets of an intruder. */
export type FullPerson = {
  client: Client;
  host: string;
  tenant: 'alfa' | 'beta';
  institution: string;
  uuid: string;
  personId: number;
  /** CPF of the person. */
  document: string;
  subscriptionId: number;
  essayId: number;
  paymentId: number;
  /** Authorisation of the later instalments, in force. */
  recurrenceId: number;
  monthId: number;
  manualPaymentId: number;
  /** A comparison with a bank, and what it found about the payment. */
  reconciliationId: number;
  differenceId: number;
  /** A file with the slip, for a bank. */
  remittanceId: number;
  documentId: number;
  fileId: number;
  uploadId: string;
  changeId: string;
  /** A finished copy of the person's data, and the key of its link. */
  exportId: number;
  exportKey: string;
  correctionId: number;
  /** An erased person with records the law requires to be kept. */
  erasedId: number;
  keyId: number;
  /** A note of the institution about the application. */
  noteId: number;
  acceptanceId: string;
  cancellationId: number;
  /** A message about the application, a webhook endpoint of the institution, and a failed delivery. */
  notificationId: number;
  endpointId: number;
  deliveryId: number;
  examScoreId: number;
  questionnaireId: number;
  interviewId: number;
  passkeyId: string;
  /** Somebody of the team, with a role in the institution. */
  staffId: number;
  /** A refund of the payment that waits for a second person. */
  approvalId: number;
  priceId: number;
  offerId: number;
  courseId: number;
  poleId: number;
  /** A test slot of the tenant, booked by nobody; 0 where it has none. */
  hourId: number;
};

const TENANTS = {
  alfa: { host: 'cua.alfa.orbita.test', institution: 'CUA01', search: 'administra', alias: 'alfa' },
  beta: { host: 'beta.orbita.test', institution: 'FBX01', search: 'sistemas', alias: 'beta' },
} as const;

/** A running essay, in a tenant where the person has none yet. */
async function openEssay(client: Client, subscriptionId: number): Promise<number> {
  const { id, revision } = bodyOf(await startEssay(client, subscriptionId));
  bodyOf(await saveDraft(client, id, { essay: essayOf(30), revision }));
  return id;
}

/**
 * Takes a person to the first payment: an open charge, one file sent, an e-mail waiting for its code, and
 * (where the tenant has a second course) another application with a running essay.
 */
export async function fullPerson(
  harness: Harness,
  person: Person,
  tenant: 'alfa' | 'beta' = 'alfa',
): Promise<FullPerson> {
  const { host, institution, search } = TENANTS[tenant];
  const client = harness.visitor(host);
  const operations = harness.operationsOf(tenant);
  const me = await signUp(client, person, tenant);
  const applied = await apply(client, search);
  const { id } = applied;
  let essayId = await writeEssay(client, id);
  await grade(operations, essayId);
  await fillData(client, me.personId, id, person);
  const asked = await client.call('POST /candidate/subscriptions/{id}/acceptance-challenges', {
    params: { id },
    body: { party: 'candidate', channel: 'email' },
  });
  await acceptContract(client, id);
  const payment = await payByPix(client, id);
  const options = bodyOf(await readPaymentOptions(client, id));
  const documentId = bodyOf(await listDocuments(client, id))[0]?.documentId ?? 0;
  const sent = await upload(client, id, documentId);
  const begun = await beginUpload(client, id, documentId, { size: 1000 });
  await harness.platform.jobs.run('scan');
  const change = await client.call('POST /candidate/users/{personId}/contact-changes', {
    params: { personId: me.personId },
    body: { kind: 'email', value: `novo-${person.email}` },
  });
  const link = await operations.call('POST /operations/subscriptions/{id}/access-keys', {
    params: { id },
    body: { purpose: 'continue' },
  });
  const note = await operations.call('POST /operations/subscriptions/{id}/notes', {
    params: { id },
    body: { text: 'Ligou hoje.' },
  });
  const passkeyId = await createPasskey(client, host);
  const { offer, course, pole } = await offerOf(client, search);
  if (tenant === 'alfa') {
    const choice = {
      institutionCode: institution,
      offerId: offer,
      courseId: course.at(-1) ?? 0,
      poleId: pole,
    };
    essayId = await openEssay(client, bodyOf(await requestPlace(client, choice)).id);
  }
  // Inserted without the move, because a cancellation request would end what the other examples need.
  const platform = harness.platform;
  const home = await platform.db.global.one<{ id: number }>(
    sql`select id from tenant where alias = ${tenant}`,
  );
  const cancellation = await platform.db.tenant(home?.id ?? 0).one<{ id: number }>(sql`
    insert into cancellation (tenant_id, subscription_id, reason, state, withdrawal_right, paid_cents, requested_at)
    values (${home?.id ?? 0}, ${id}, 'gave-up', 'open', false, 0, ${platform.clock.now()}::timestamptz) returning id`);
  const examScore = await platform.db.tenant(home?.id ?? 0).one<{ id: number }>(sql`
    insert into exam_score (tenant_id, subscription_id, attempt, registration, year, state, requested_at, expected_by,
      next_check_at)
    values (${home?.id ?? 0}, ${id}, 1, '251000000000', 2025, 'not-found', ${platform.clock.now()}::timestamptz,
      ${platform.clock.now()}::timestamptz, ${platform.clock.now()}::timestamptz) returning id`);
  await slipOf(harness, home?.id ?? 0, payment.paymentId);
  return {
    client,
    host,
    tenant,
    institution,
    uuid: me.uuid,
    personId: me.personId,
    document: person.cpf,
    subscriptionId: id,
    essayId,
    paymentId: payment.paymentId,
    ...(await recurrence(harness, home?.id ?? 0, id, payment.paymentId)),
    manualPaymentId: await manualPayment(harness, home?.id ?? 0, id),
    ...(await comparisonOf(harness, home?.id ?? 0, id, payment.paymentId)),
    remittanceId: await remittanceOf(harness, home?.id ?? 0, id, payment.paymentId),
    documentId,
    fileId: (sent.body as { fileId: number }).fileId,
    uploadId: begun.id,
    changeId: change.body.changeId,
    ...(await privacyOf(harness, tenant, client, person.email, me)),
    keyId: link.body.keyId ?? 0,
    noteId: note.body.id,
    acceptanceId: asked.body.challengeId,
    cancellationId: cancellation?.id ?? 0,
    ...(await toldOf(harness, tenant, institution, id)),
    examScoreId: examScore?.id ?? 0,
    ...(await admissionOf(harness, home?.id ?? 0, id)),
    passkeyId,
    staffId: await staffOf(operations, institution, id),
    approvalId: await refundAsked(harness, home?.id ?? 0, institution, payment.paymentId),
    priceId: options.prices[0]?.priceId ?? 0,
    offerId: offer,
    courseId: course[0] ?? 0,
    poleId: pole,
    hourId: await someSlot(harness, tenant),
  };
}

/** A refund that somebody of the team asked for and that waits for a second person. */
async function refundAsked(
  { platform }: Harness,
  tenantId: number,
  institution: string,
  paymentId: number,
): Promise<number> {
  const now = platform.clock.now();
  const made = await platform.db.tenant(tenantId).one<{ id: number }>(sql`
    with asker as (
      insert into staff (tenant_id, name, email, state, created_at, changed_at)
      values (${tenantId}, 'Ivo Financeiro', ${`ivo.${paymentId}@equipe.test`}, 'active', ${now}::timestamptz,
        ${now}::timestamptz) returning id),
    held as (
      insert into staff_grant (tenant_id, staff_id, role, institutions, source, granted_by, granted_at)
      select ${tenantId}, id, 'financeiro', jsonb_build_array(${institution}::text), 'manual', 'x', ${now}::timestamptz from asker returning staff_id)
    insert into approval (tenant_id, kind, subject_kind, subject_id, subject_key, person_id, subscription_id, institutions,
      summary, amount_cents, reason, command, requested_by, requested_at, expires_at)
    select y.tenant_id, 'refund', 'payment', y.id, concat('payment ', y.id), s.person_id, s.id, jsonb_build_array(i.code),
      concat('Devolver R$ 720,00 da inscrição ', s.id), 72000, 'Pago duas vezes.',
      ${sealCommand(platform, tenantId, { outside: false })}, held.staff_id, ${now}::timestamptz,
      ${now}::timestamptz + interval '72 hours'
    from held, payment y join subscription s on s.tenant_id = y.tenant_id and s.id = y.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where y.tenant_id = ${tenantId} and y.id = ${paymentId} returning id`);
  return made?.id ?? 0;
}

/** What a bank printed, beside the open Pix, because an application has one open charge at most. */
const slipOf = ({ platform }: Harness, tenantId: number, paymentId: number) =>
  platform.db.tenant(tenantId).one(sql`
    insert into payment_slip (tenant_id, payment_id, due_day, payable_day, last_day, full_cents, our_number,
      digitable_line, barcode)
    values (${tenantId}, ${paymentId}, '2026-12-01', '2026-12-01', '2026-12-08', 40000, '00000045864',
      '07790001161012345670800000045864269340000027615', '07792693400000276150001110123456700000004586')
    returning payment_id`);

/** An authorisation in force with one month, inserted because no bank was asked for it. */
async function recurrence(
  { platform }: Harness,
  tenantId: number,
  subscriptionId: number,
  paymentId: number,
): Promise<{ recurrenceId: number; monthId: number }> {
  const now = platform.clock.now();
  const made = await platform.db.tenant(tenantId).one<{ id: number; month_id: number }>(sql`
    with given as (
      insert into recurrence (tenant_id, subscription_id, payment_id, method, state, kind, amount_cents, day_of_month,
        created_at, updated_at)
      values (${tenantId}, ${subscriptionId}, ${paymentId}, 'automatic-pix', 'approved', 'fixed', 36000, 5,
        ${now}::timestamptz, ${now}::timestamptz) returning id),
    month as (
      insert into recurrence_cycle (tenant_id, recurrence_id, subscription_id, number, due_day, amount_cents, state, updated_at)
      select ${tenantId}, id, ${subscriptionId}, 2, '2026-12-05', 36000, 'planned', ${now}::timestamptz from given
      returning id, recurrence_id)
    select recurrence_id as id, id as month_id from month`);
  await platform.db.tenant(tenantId).many(sql`
    insert into recurrence_try (tenant_id, txid, recurrence_id, number, asked_day, amount_cents, state, created_at, updated_at)
    values (${tenantId}, ${`TRY${subscriptionId}`}, ${made?.id}, 2, '2026-12-05', 36000, 'denied', ${now}::timestamptz,
      ${now}::timestamptz) returning txid`);
  return { recurrenceId: made?.id ?? 0, monthId: made?.month_id ?? 0 };
}

/** A fee to be settled at the institution, beside the open charge, without the move that would end it. */
async function manualPayment(
  { platform }: Harness,
  tenantId: number,
  subscriptionId: number,
): Promise<number> {
  const made = await platform.db.tenant(tenantId).one<{ payment_id: number }>(sql`
    with paid as (
      insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, created_at,
        updated_at)
      values (${tenantId}, ${subscriptionId}, 'tax', 'manual', 'pending', 1, 12000, ${platform.clock.now()}::timestamptz,
        ${platform.clock.now()}::timestamptz) returning id)
    insert into manual_payment (tenant_id, payment_id, reason, requested_by)
    select ${tenantId}, id, 'Paga na secretaria', 'candidate' from paid returning payment_id`);
  return made?.payment_id ?? 0;
}

/** A comparison that is done, with one open difference. */
async function comparisonOf(
  { platform }: Harness,
  tenantId: number,
  subscriptionId: number,
  paymentId: number,
): Promise<{ reconciliationId: number; differenceId: number }> {
  const now = platform.clock.now();
  const made = await platform.db.tenant(tenantId).one<{ id: number; difference: number }>(sql`
    with report as (
      insert into reconciliation (tenant_id, institution_id, provider, from_day, until_day, nightly, state, created_at,
        updated_at)
      select tenant_id, institution_id, 'pix', '2026-01-01', '2026-01-03', false, 'done', ${now}::timestamptz,
        ${now}::timestamptz
      from subscription where tenant_id = ${tenantId} and id = ${subscriptionId} returning id, institution_id)
    insert into reconciliation_difference (tenant_id, reconciliation_id, institution_id, kind, reference, payment_id,
      state, created_at, updated_at)
    select ${tenantId}, id, institution_id, 'missing-there', 'somewhere', ${paymentId}, 'open', ${now}::timestamptz,
      ${now}::timestamptz from report
    returning reconciliation_id as id, id as difference`);
  return { reconciliationId: made?.id ?? 0, differenceId: made?.difference ?? 0 };
}

/** A file of slips for the bank, the slip in it, and a line of the bank's answer. */
async function remittanceOf(
  { platform }: Harness,
  tenantId: number,
  subscriptionId: number,
  paymentId: number,
): Promise<number> {
  const now = platform.clock.now();
  const agreement = `A${subscriptionId}`;
  const made = await platform.db.tenant(tenantId).one<{ id: number }>(sql`
    with place as (
      select tenant_id, institution_id from subscription where tenant_id = ${tenantId} and id = ${subscriptionId}),
    counted as (
      insert into slip_sequence (tenant_id, bank, agreement, institution_id, next_number, next_file)
      select tenant_id, '001', ${agreement}, institution_id, 2, 2 from place returning bank),
    file as (
      insert into slip_remittance (tenant_id, institution_id, bank, agreement, sequence, entries, write_offs, total_cents,
        content, created_by, created_at)
      select tenant_id, institution_id, '001', ${agreement}, 1, 1, 0, 40000, 'CANDIDATA', 'Financeiro', ${now}::timestamptz
      from place returning id),
    slip as (
      insert into slip_registration (tenant_id, payment_id, institution_id, bank, agreement, number, block, state, payer,
        remittance_id, updated_at)
      select p.tenant_id, ${paymentId}, p.institution_id, '001', ${agreement}, 1, '0', 'registered',
        '{"name": "Candidata"}', f.id, ${now}::timestamptz from place p, file f returning payment_id),
    answer as (
      insert into slip_return (tenant_id, institution_id, bank, agreement, sequence, file_day, imported_by, created_at)
      select tenant_id, institution_id, '001', ${agreement}, 1, '2026-01-12', 'Financeiro', ${now}::timestamptz
      from place returning id),
    line as (
      insert into slip_return_event (tenant_id, return_id, line, payment_id, code, event_day, occurrence, outcome,
        paid_cents, fee_cents, at)
      select ${tenantId}, a.id, 3, ${paymentId}, '02', '2026-01-12', 1, 'applied', 0, 0, ${now}::timestamptz
      from answer a, slip returning line)
    select f.id from file f, line, counted`);
  return made?.id ?? 0;
}

/** A message about the application, a webhook endpoint of the institution, and a failed delivery. */
async function toldOf(harness: Harness, tenant: 'alfa' | 'beta', institution: string, id: number) {
  const endpoint = await harness.operationsOf(tenant).call('POST /operations/webhook-endpoints', {
    body: { institution, url: 'http://127.0.0.1:9/', kinds: ['enrollment.completed'] },
  });
  const tenantId = await tenantIdOf(harness, tenant);
  const on = harness.platform.db.tenant(tenantId);
  const now = harness.clock.now();
  const delivery = await on.one<{ id: number }>(sql`
    insert into webhook_delivery (tenant_id, event_id, endpoint_id, institution_id, kind, subscription_id, person_id,
      version, body, state, next_attempt_at, created_at, updated_at)
    select tenant_id, 'evt_1', ${endpoint.body.id}::bigint, institution_id, 'enrollment.completed', id,
      person_id, version, '{}', 'failed', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from subscription where tenant_id = ${tenantId} and id = ${id} returning id`);
  const message = await on.one<{ id: number }>(sql`
    select id from notification where tenant_id = ${tenantId} and subscription_id = ${id} order by id limit 1`);
  return { endpointId: endpoint.body.id, deliveryId: delivery?.id ?? 0, notificationId: message?.id ?? 0 };
}

/**
 * A submitted questionnaire and a requested interview, inserted without moves because essay offers have none.
 */
async function admissionOf(harness: Harness, tenantId: number, subscriptionId: number) {
  const now = harness.clock.now();
  const on = harness.platform.db.tenant(tenantId);
  const questionnaire = await on.one<{ id: number }>(sql`
    with template as (
      insert into questionnaire_template (tenant_id, code, sections)
      values (${tenantId}, ${`Q-${subscriptionId}`}, '[{"key":"graduate","mandatory":true}]') returning id
    ) insert into questionnaire (tenant_id, subscription_id, questionnaire_template_id, state, submitted_at, updated_at)
    select ${tenantId}, ${subscriptionId}, id, 'submitted', ${now}::timestamptz, ${now}::timestamptz from template
    returning id`);
  const interview = await on.one<{ id: number }>(sql`
    insert into interview (tenant_id, subscription_id, state, channel, requested_at, updated_at)
    values (${tenantId}, ${subscriptionId}, 'requested', 'email', ${now}::timestamptz, ${now}::timestamptz)
    returning id`);
  return { questionnaireId: questionnaire?.id ?? 0, interviewId: interview?.id ?? 0 };
}

/** A finished copy, a pending correction, and the record of an erasure. */
async function privacyOf(
  harness: Harness,
  tenant: 'alfa' | 'beta',
  client: Client,
  email: string,
  { uuid, personId }: { uuid: string; personId: number },
) {
  const ask = (body: Body<'POST /candidate/users/{uuid}/privacy-requests'>) =>
    client.call('POST /candidate/users/{uuid}/privacy-requests', { params: { uuid }, body });
  const copy = await ask({ kind: 'export' });
  const correction = await ask({ kind: 'correction', details: 'Meu nome tem acento.' });
  const exportKey = await copyKeyOf(harness, tenant, email);
  const id = await tenantIdOf(harness, tenant);
  await harness.platform.db.tenant(id).many(sql`
    insert into kept_identity (tenant_id, person_id, identity, reasons, kept_at, keep_until)
    values (${id}, ${personId}, '{"name":"Fulana de Tal","birthDate":null,"documents":[]}', '["contract"]',
      ${harness.clock.now()}, '2036-01-12') returning person_id`);
  return { exportId: copy.body.id, exportKey, correctionId: correction.body.id, erasedId: personId };
}

/** Invites somebody to the team of the institution. */
const staffOf = async (operations: Client, institution: string, subscriptionId: number): Promise<number> => {
  const made = await operations.call('POST /operations/staff/invites', {
    body: {
      name: 'Bia Secretaria',
      email: `bia-${subscriptionId}@equipe.test`,
      grants: [{ role: 'secretaria', institutions: [institution] }],
    },
  });
  return bodyOf(made).staffId;
};

const someSlot = async (harness: Harness, tenant: string): Promise<number> => {
  const id = await tenantIdOf(harness, tenant);
  const row = await harness.platform.db
    .tenant(id)
    .one<{ id: number }>(sql`select id from schedule_slot where tenant_id = ${id} order by id limit 1`);
  return row?.id ?? 0;
};

/** The tenant's id, by its alias. */
export const tenantIdOf = async (harness: Harness, alias: string): Promise<number> => {
  const row = await harness.platform.db.global.one<{ id: number }>(
    sql`select id from tenant where alias = ${alias}`,
  );
  return row?.id ?? 0;
};

/** Runs the jobs that make and send copies; returns the key in the latest link. */
export async function copyKeyOf(harness: Harness, tenant: string, email: string): Promise<string> {
  await harness.platform.jobs.run('privacy-export');
  await harness.platform.jobs.run('outbox');
  const { body } = await harness
    .operationsOf(tenant)
    .call('GET /operations/simulator/outbox', { query: { to: email } });
  for (const { template, text } of body) {
    const key = /copia=\d+\.([\w-]+)/.exec(text)?.[1];
    if (template === 'N-31' && key) return key;
  }
  throw new Error(`No copy was sent to ${email}`);
}

async function offerOf(client: Client, search: string) {
  const offers = await client.call('GET /candidate/offers', {
    query: { type: 1, ingress: 'online-essay', q: search },
  });
  const offer = offers.body.data[0]?.id ?? 0;
  const courses = await client.call('GET /candidate/offers/{offerId}/courses', {
    params: { offerId: offer },
  });
  const course = courses.body.map(({ id }) => id);
  const poles = await client.call('GET /candidate/offers/{offerId}/poles', {
    params: { offerId: offer },
    query: { c: course[0] ?? 0 },
  });
  return { offer, course, pole: poles.body[0]?.id ?? 0 };
}
