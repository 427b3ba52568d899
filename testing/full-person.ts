import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { essayOf } from './bodies.ts';
import { decidableCase } from './document-case.ts';
import {
  comparisonOf,
  manualPayment,
  recurrence,
  refundAsked,
  refusedRefund,
  remittanceOf,
  slipOf,
} from './full-person-money.ts';
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
  /** A comparison with a bank, and its finding about the payment. */
  reconciliationId: number;
  differenceId: number;
  /** A file for a bank, containing the slip. */
  remittanceId: number;
  slipReturnId: number;
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
  /** The contract as accepted. */
  contractId: number;
  cancellationId: number;
  /** A document shared by an account of the institution and an imported person. */
  caseId: number;
  /** A message about the application, a webhook endpoint of the institution, and a failed delivery. */
  notificationId: number;
  endpointId: number;
  deliveryId: number;
  examScoreId: number;
  questionnaireId: number;
  interviewId: number;
  passkeyId: string;
  /** A session other than the client's, and an account of another platform. */
  sessionId: string;
  socialAccountId: number;
  /** A member of the team, with a role in the institution. */
  staffId: number;
  /** An empty group of the team. */
  groupId: number;
  /** A refund of the payment that awaits a second person. */
  approvalId: number;
  priceId: number;
  offerId: number;
  courseId: number;
  poleId: number;
  /** A test slot of the tenant, booked by nobody; 0 if it has none. */
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
 * Takes a person to the first payment: an open charge, one file sent, an e-mail awaiting its code, and (if the tenant has a
 * second course) another application with a running essay.
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
    insert into cancellation (tenant_id, subscription_id, reason, state, withdrawal_right, paid_cents, requested_at,
      due_at)
    values (${home?.id ?? 0}, ${id}, 'gave-up', 'open', false, 0, ${platform.clock.now()}::timestamptz,
      ${platform.clock.now()}::timestamptz) returning id`);
  const examScore = await platform.db.tenant(home?.id ?? 0).one<{ id: number }>(sql`
    insert into exam_score (tenant_id, subscription_id, attempt, registration, year, state, requested_at, expected_by,
      next_check_at)
    values (${home?.id ?? 0}, ${id}, 1, '251000000000', 2025, 'not-found', ${platform.clock.now()}::timestamptz,
      ${platform.clock.now()}::timestamptz, ${platform.clock.now()}::timestamptz) returning id`);
  await slipOf(harness, home?.id ?? 0, payment.paymentId);
  const contract = await platform.db.tenant(home?.id ?? 0).one<{ id: number }>(sql`
    select id from contract_acceptance where tenant_id = ${home?.id ?? 0} and subscription_id = ${id}`);
  await refusedRefund(harness, home?.id ?? 0, payment.paymentId);
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
    ...(await remittanceOf(harness, home?.id ?? 0, id, payment.paymentId)),
    documentId,
    fileId: (sent.body as { fileId: number }).fileId,
    uploadId: begun.id,
    changeId: change.body.changeId,
    ...(await privacyOf(harness, tenant, client, person.email, me)),
    keyId: link.body.keyId ?? 0,
    noteId: note.body.id,
    acceptanceId: asked.body.challengeId,
    contractId: contract?.id ?? 0,
    cancellationId: cancellation?.id ?? 0,
    caseId: await decidableCase(harness, home?.id ?? 0, institution),
    ...(await eventsOf(harness, tenant, institution, id)),
    examScoreId: examScore?.id ?? 0,
    ...(await admissionOf(harness, home?.id ?? 0, id)),
    passkeyId,
    ...(await waysInOf(harness, home?.id ?? 0, me.personId)),
    staffId: await staffOf(operations, institution, id),
    groupId: await groupOf(operations, institution, id),
    approvalId: await refundAsked(harness, home?.id ?? 0, institution, payment.paymentId),
    priceId: options.prices[0]?.priceId ?? 0,
    offerId: offer,
    courseId: course[0] ?? 0,
    poleId: pole,
    hourId: await someSlot(harness, tenant),
  };
}

/** A session in another browser, and a linked account, both inserted directly. */
async function waysInOf({ platform }: Harness, tenantId: number, personId: number) {
  const db = platform.db.tenant(tenantId);
  const now = platform.clock.now();
  const session = await db.one<{ id: string; account_id: number }>(sql`
    insert into login_session (tenant_id, id, account_id, person_id, method, companion_hash, remember, created_at,
      last_seen_at, expires_at)
    select tenant_id, gen_random_uuid(), id, person_id, 'password', 'elsewhere', true, ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz + interval '7 days'
    from user_account where tenant_id = ${tenantId} and person_id = ${personId} limit 1 returning id, account_id`);
  const social = await db.one<{ id: number }>(sql`
    insert into social_account (tenant_id, account_id, provider, subject, linked_at)
    values (${tenantId}, ${session?.account_id ?? 0}, 'google', ${`subject-${personId}`}, ${now}::timestamptz)
    returning id`);
  return { sessionId: session?.id ?? '', socialAccountId: social?.id ?? 0 };
}

/** A message about the application, a webhook endpoint of the institution, and a failed delivery. */
async function eventsOf(harness: Harness, tenant: 'alfa' | 'beta', institution: string, id: number) {
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

/** A submitted questionnaire and a requested interview, inserted without moves because essay offers have none. */
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
    values (${id}, ${personId}, '{"name":"Fulana de Tal","birthDate":null}', '["contract"]',
      ${harness.clock.now()}, '2036-01-12') returning person_id`);
  await harness.platform.db.tenant(id).many(sql`
    insert into kept_document (tenant_id, person_id, document_type, document)
    select tenant_id, person_id, document_type, document from user_account
    where tenant_id = ${id} and person_id = ${personId} returning person_id`);
  return { exportId: copy.body.id, exportKey, correctionId: correction.body.id, erasedId: personId };
}

/** Invites a person to the institution's team. */
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

/** Creates a group in the institution, named after the application. */
const groupOf = async (operations: Client, institution: string, subscriptionId: number): Promise<number> => {
  const body = { institution, name: `Grupo ${subscriptionId}`, staffIds: [] };
  return bodyOf(await operations.call('POST /operations/groups', { body })).id;
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

/** Runs the jobs that create and send copies; returns the key in the latest link. */
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
