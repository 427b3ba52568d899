import { randomUUID } from 'node:crypto';
import { ROLES } from '@orbita/domain/staff';
import { type CallKey, callOf } from '@orbita/protocol';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateCalls } from '../../testing/candidate-calls.ts';
import { letIn } from '../../testing/enrolling.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { MARKED_NAME, markedColumns, markedFields, markedFiles } from '../../testing/marked-words.ts';
import { exampleOf, make } from '../../testing/misuse.ts';
import { operationsCalls } from '../../testing/operations-calls.ts';
import { inventedPerson } from '../../testing/people.ts';
import { CODES, IMPERSONAL, OF_THE_INSTITUTION } from '../../testing/plain-texts.ts';
import { upload } from '../../testing/requests.ts';
import { strongStaff } from '../../testing/staff.ts';
import { readSealedBytes } from '../platform/files/storage.ts';
import { erasePerson } from '../privacy/erase.ts';
import { personalTables } from '../privacy/tables.ts';

/** Somebody's name is written into every text that a call takes, she is erased, and it is looked for everywhere (S34). */
const examples = { ...candidateCalls, ...operationsCalls };
/** These end what the others need, so they come last. */
const LAST =
  /cancellation|\/status$|\/events$|\/student$|person-data|identity$|contacts$|POST \/candidate\/subscriptions$|institution-filter/;
const keys = (Object.keys(examples) as CallKey[])
  .filter((key) => callOf(key).scope !== 'test')
  .toSorted((a, b) => Number(LAST.test(a)) - Number(LAST.test(b)));

const SECRET = 'a secret, kept as a hash or not at all';
const OF_A_LIST = 'taken where it names something that is there';
const OF_ALL = 'what the institution offers';
/**
 * Fields of calls that the state of this person refuses, with the column that keeps what is written there and gets the mark
 * by hand; or why there is none. A field of a new call stands here or is reached.
 */
const NOT_REACHED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Of what was shown; the request that the examples name is over by then.
  'POST /operations/approvals/{id}/decision': { hash: SECRET },
  'POST /operations/provider-checks': { institution: OF_A_LIST },
  'POST /operations/message-templates/{template}/preview': { institution: OF_A_LIST },
  'POST /operations/queues/{queue}/assignments': { institution: OF_A_LIST },
  'POST /operations/groups': { institution: OF_A_LIST },
  'POST /operations/subscriptions/{id}/discount/withdrawal': { reason: 'act_on_behalf.reason' },
  'POST /platform/auth/proof': { password: SECRET, challengeId: SECRET, code: SECRET },
  'PUT /platform/auth/password': {
    ...{ currentPassword: SECRET, newPassword: SECRET, confirmPassword: SECRET },
  },
  'POST /platform/auth/passkeys': {
    ...{ registrationId: SECRET, 'credential.response.transports.0': 'passkey.transports' },
    label: 'passkey.label',
  },
  'POST /candidate/users/contact-changes/{changeId}/verify': { code: SECRET },
  'POST /candidate/users/{uuid}/privacy-requests/{id}/file': { key: SECRET },
  'POST /candidate/subscriptions/{id}/decision-review': { details: 'privacy_request.details' },
  'POST /candidate/subscriptions': {
    ...{ voucher: OF_A_LIST, 'tracking.utmSource': 'subscription.tracking' },
    ...{ 'tracking.utmMedium': 'subscription.tracking', 'tracking.utmCampaign': 'subscription.tracking' },
    ...{ 'tracking.utmContent': 'subscription.tracking', 'tracking.utmTerm': 'subscription.tracking' },
    ...{ 'tracking.gclid': 'subscription.tracking', 'tracking.fbclid': 'subscription.tracking' },
  },
  'PUT /candidate/subscriptions/essays/{essayId}/draft': { essay: 'essay.body' },
  'POST /candidate/subscriptions/essays/{essayId}/finish': { essay: 'essay.body' },
  'PUT /candidate/subscriptions/{id}/schooling': {
    ...{ schoolName: 'schooling.school_name', institutionName: 'schooling.institution_name' },
    ...{ courseName: 'schooling.course_name', level: OF_A_LIST },
  },
  'PUT /candidate/subscriptions/{id}/guardian': {
    ...{ name: 'guardian.name', email: 'guardian.email', 'personAddress.street': 'guardian.address' },
    ...{ 'personAddress.number': 'guardian.address', 'personAddress.neighborhood': 'guardian.address' },
    ...{ 'personAddress.zipCode': 'guardian.address', 'personAddress.complement': 'guardian.address' },
    ...Object.fromEntries(
      ['country', 'street', 'complement', 'city', 'region', 'postalCode'].map((part) => [
        `foreignAddress.${part}`,
        'guardian.foreign_address',
      ]),
    ),
  },
  'PUT /candidate/users/{personId}/person-data': {
    ...{
      socialName: 'person.social_name',
      rg: 'person.rg',
      rgIssuer: 'person.rg_issuer',
      email: 'person.email',
    },
    ...{ motherName: 'person.mother_name', 'personAddress.street': 'person_address.street' },
    'personAddress.neighborhood': 'person_address.neighborhood',
    'personAddress.complement': 'person_address.complement',
  },
  'POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify': { code: SECRET },
  'POST /candidate/subscriptions/{id}/contract': {
    ...{ FormatedContract: 'contract_acceptance.html', Contract: OF_A_LIST, acceptanceToken: SECRET },
    ...{ OS: 'contract_acceptance.declared', Browser: 'contract_acceptance.declared' },
    ...{ BrowserVendor: 'contract_acceptance.declared', IP: 'contract_acceptance.declared' },
    Address: 'contract_acceptance.declared',
  },
  'POST /candidate/subscriptions/{id}/simulateinstallments': { voucher: OF_A_LIST },
  'POST /candidate/subscriptions/{id}/payments': { voucher: OF_A_LIST },
  'POST /operations/tenants/catalogue': { yaml: OF_ALL },
  'POST /operations/catalogue/apply': { yaml: OF_ALL },
  'POST /operations/catalogue/edits': { 'edits.0.code': OF_ALL },
  'POST /operations/tokens': { tenant: OF_A_LIST },
  'POST /operations/persons/{personId}/contacts/release': { reason: 'person_correction.release_reason' },
  'POST /operations/candidates': {
    ...{ document: OF_A_LIST, birthDate: OF_A_LIST, nationality: OF_A_LIST, cellPhone: OF_A_LIST },
  },
  'POST /operations/subscriptions': { offerCode: OF_A_LIST, courseCode: OF_A_LIST, poleCode: OF_A_LIST },
  'POST /operations/front-desk/applications': {
    ...{ socialName: 'person.social_name', email: 'person.email', offerCode: OF_A_LIST },
    'schooling.level': OF_A_LIST,
  },
  'POST /operations/subscriptions/{id}/deadline': { reason: 'act_on_behalf.reason' },
  'POST /operations/offers/{code}/deadline': { reason: 'why an offer got more days, which is about nobody' },
  'POST /operations/subscriptions/{id}/course-change': { courseCode: OF_A_LIST, poleCode: OF_A_LIST },
  'PUT /operations/subscriptions/{id}/scheduling': { reason: 'status_history.reason' },
  'POST /operations/subscriptions/{id}/exam-score': { reason: 'act_on_behalf.reason' },
  'PUT /operations/subscriptions/{id}/questionnaire/sections/{key}': { reason: 'act_on_behalf.reason' },
  'POST /operations/subscriptions/{id}/questionnaire/submit': { reason: 'status_history.reason' },
  'PUT /operations/subscriptions/{id}/disciplines': { 'electives.0': OF_A_LIST },
  'PUT /candidate/subscriptions/{id}/accommodation-request': { notes: 'accommodation_request.notes' },
  'PUT /candidate/subscriptions/{id}/payment-voucher': { voucher: OF_A_LIST },
  'POST /operations/documents/{id}/covered-by/{otherId}': { reason: 'act_on_behalf.reason' },
  'POST /operations/subscriptions/{id}/discipline-analysis': { 'accepted.0': OF_A_LIST },
  'POST /operations/subscriptions/{id}/selection-decision': { reason: 'status_history.reason' },
  'PUT /operations/subscriptions/{id}/accommodations': {
    ...{ notes: 'accommodation.notes', message: 'accommodation_request.answer' },
  },
  'POST /operations/subscriptions/{id}/accommodation-refusal': { reason: 'accommodation_request.answer' },
  'PUT /operations/classes/{code}/capacity': { offerCode: OF_A_LIST },
  'POST /operations/months/{id}/refund': { reason: 'refund.reason' },
  'POST /operations/months/{id}/resolution': { reason: 'payment_resolution.reason' },
  'POST /operations/subscriptions/{id}/manual-payments': { reason: 'manual_payment.reason' },
  'POST /operations/manual-payments/{id}/decision': {
    ...{ proof: 'manual_payment.proof', reason: 'manual_payment.decision_reason' },
  },
  'POST /operations/payments/{id}/refund': { reason: 'refund.reason' },
  'POST /operations/payments/{id}/resolution': { reason: 'payment_resolution.reason' },
  'POST /operations/reconciliations': { institution: OF_A_LIST },
  'POST /operations/slip-remittances': { institution: OF_A_LIST },
  'POST /operations/slip-returns': { institution: OF_A_LIST, file: 'a file of the bank, read and not kept' },
  'POST /operations/questionnaires/{id}/decision': { comment: 'questionnaire.comment' },
  'PUT /operations/interviews/{id}/appointment': { place: 'interview.place', link: 'interview.link' },
  'POST /operations/interviews/{id}/decision': {
    ...{ reason: 'interview.decision_reason', notes: 'interview.notes' },
  },
  'POST /operations/interviews/{id}/cancellation': { reason: 'told in a message alone, which goes with her' },
  'POST /operations/exam-scores/{id}/result': { note: 'required_document.rejection_note' },
  'POST /operations/handoffs': { host: OF_A_LIST },
  'POST /operations/webhook-endpoints': { institution: OF_A_LIST },
  'POST /operations/privacy-requests/{id}/decision': { answer: 'privacy_request.answer' },
  'POST /operations/privacy-requests/{id}/review': { answer: 'privacy_request.answer' },
  'POST /operations/cancellations/{id}/decision': { reason: 'cancellation.decision_reason' },
  'POST /operations/subscriptions/{id}/events': { reason: 'status_history.reason' },
  'PUT /operations/subscriptions/{id}/student': { studentLyceumId: 'subscription.student_lyceum_id' },
};
/** Calls in which the institution writes about itself. */
const OF_ITSELF = /\/operations\/(tenants|catalogue|webhook-endpoints|staff|groups|tokens)/;
const notReached = (key: string, path: string) => NOT_REACHED[key]?.[path];
const isColumn = (place: string): boolean => /^[a-z_]+\.[a-z_]+$/.test(place);

type Written = { key: CallKey; path: string; tag: string; refused: string };
const written: Written[] = [];
let harness: Harness;
let owner: FullPerson;
let tenantId: number;
let staff: Client;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  owner = await fullPerson(harness, { ...inventedPerson(1), name: MARKED_NAME });
  const lead = await strongStaff(
    harness,
    'Gestora Geral',
    ROLES.map((role) => ({ role, institutions: null })),
  );
  staff = lead.client;
  tenantId = lead.tenantId;
}, 120_000);
afterAll(() => harness?.stop());

/** Who may make a call: systems and people of the team take turns, because some are open to one of them alone. */
const callersOf = (key: CallKey): Client[] =>
  callOf(key).auth === 'candidate'
    ? [owner.client]
    : callOf(key).person
      ? [staff]
      : [harness.operations, staff];

/** Whether a refusal says that this field takes no such text: a date, a number, a code of a list. */
const isAboutField = (body: unknown, path: string): boolean => {
  const { errors = [] } = (body ?? {}) as { errors?: { field: string }[] };
  const name = path.split('.')[0] ?? '';
  return errors.some(({ field }) => field === path || field === name || field.startsWith(`${name}.`));
};

/** Writes the mark into every field of a call, one after the other, in the spelling that it takes. */
async function write(key: CallKey): Promise<void> {
  const example = examples[key];
  if (!example) return;
  const sent = exampleOf(example, owner);
  for (const { path, tag, values } of markedFields(callOf(key).body, sent.body)) {
    let kept: Written | undefined;
    attempts: for (const value of values)
      for (const client of callersOf(key)) {
        const headers = { ...sent.headers, 'idempotency-key': randomUUID() };
        const { status, body } = await make(client, key, { ...sent, headers, body: value });
        const { code = '' } = (body ?? {}) as { code?: string };
        const refused =
          status < 300 ? '' : isAboutField(body, path) ? 'its own rule' : code || String(status);
        // What says most is remembered: it was taken, the field takes no words, or something else is in the way.
        const says = (one: string) => (one === '' ? 0 : one === 'its own rule' ? 2 : 1);
        if (!kept || says(refused) < says(kept.refused)) kept = { key, path, tag, refused };
        if (status < 300) break attempts;
      }
    if (kept) written.push(kept);
    // One of them is made at a time.
    if (key === 'POST /operations/exports') await harness.platform.jobs.run('export');
  }
}

/** Rows of her, and every column of words in them that no call reached; returns those that take no mark. */
async function markRows(found: ReadonlyMap<string, unknown>): Promise<string[]> {
  const refused: string[] = [];
  for (const { table, mine, words = [] } of personalTables)
    for (const column of words.filter((one) => !found.has(`${table}.${one}`))) {
      const types = await harness.platform.db.asOwner((run) =>
        run(`select data_type from information_schema.columns where table_name = $1 and column_name = $2`, [
          table,
          column,
        ]),
      );
      const text = `${MARKED_NAME.toUpperCase()} qaaaw`;
      const values: Record<string, string> = {
        jsonb: JSON.stringify({ [column]: [{ said: text }] }),
        ARRAY: `{"${text}"}`,
      };
      const type = String(types[0]?.data_type);
      const of = mine({ tenantId, personId: owner.personId });
      const cast = type === 'jsonb' ? '::jsonb' : type === 'ARRAY' ? '::text[]' : '::text';
      await asOwner(
        sql`update ${raw(table)} set ${raw(column)} = ${values[type] ?? text}${raw(cast)} where ${of} returning 1`,
      ).catch((error: Error) =>
        refused.push(`${table}.${column}: ${String(error.message.split(' ').at(-1))}`),
      );
    }
  return refused;
}

/** Signs her in again. */
async function comeBack(): Promise<void> {
  const account = await harness.platform.db.tenant(tenantId).one<{ id: number }>(sql`
    select id from user_account where tenant_id = ${tenantId} and person_id = ${owner.personId} order by id limit 1`);
  await letIn(harness, 'alfa', owner.client, {
    accountId: account?.id ?? 0,
    personId: owner.personId,
    uuid: owner.uuid,
  });
}

/** The history may only be emptied by the service, so marks are written past its rules. */
const asOwner = (statement: ReturnType<typeof sql>) =>
  harness.platform.db.asOwner((run) => run(statement.text, statement.values as unknown[]));

const kept = personalTables.flatMap(({ table, keptWords = {} }) =>
  Object.keys(keptWords).map((column) => `${table}.${column}`),
);
const columnsOf = (said: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(said).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
/** The database computes it of the e-mail of somebody of the team. */
const OF_THE_TEAM = 'staff.mailbox';
const aboutEverybody = (column: string): boolean =>
  column === OF_THE_TEAM ||
  columnsOf(OF_THE_INSTITUTION).includes(column) ||
  IMPERSONAL.includes(column.split('.')[0] ?? '');

describe('S34: a name in every text of the product', () => {
  it('is written by every call into every field that takes it, or into its column directly', async () => {
    for (const key of keys) await write(key);
    // Files carry names as well.
    await upload(owner.client, owner.subscriptionId, owner.documentId, undefined, `${MARKED_NAME}.jpg`);
    expect(written.length).toBeGreaterThan(150);
    const open = written.filter(({ refused }) => refused !== '' && refused !== 'its own rule');
    const unknown = open.filter(({ key, path }) => notReached(key, path) === undefined);
    expect(unknown).toEqual([]);
    const words = personalTables.flatMap(({ table, words: own = [] }) => own.map((one) => `${table}.${one}`));
    for (const [key, fields] of Object.entries(NOT_REACHED))
      for (const [path, place] of Object.entries(fields)) {
        expect(
          open.find((one) => one.key === key && one.path === path),
          `${key} ${path} is reached`,
        ).toBeDefined();
        if (isColumn(place)) expect(words).toContain(place);
      }
  }, 300_000);

  it('is only where free text is declared', async () => {
    const found = await markedColumns(harness);
    expect(found.size).toBeGreaterThan(25);
    const codes = columnsOf(CODES);
    expect([...found.keys()].filter((column) => codes.includes(column))).toEqual([]);
  });

  it('is gone everywhere after erasure, except where the law requires it', async () => {
    // Digits alone, a number that one row has, and a reason that a case has once it is over.
    expect(await markRows(await markedColumns(harness))).toEqual([
      'exam_score.registration: "exam_score_registration_check"',
      'subscription.student_lyceum_id: "student_number"',
      'person_correction.release_reason: "person_correction_released"',
    ]);
    // What the calls changed about her ways in has ended her session.
    await comeBack();
    // She is told once more, at an address that takes mail.
    await asOwner(sql`update person set email = 'zuleida@exemplo.test' where id = ${owner.personId}`);
    await harness.platform.db.tenant(tenantId).many(sql`
      update subscription set status = 13 where tenant_id = ${tenantId} and person_id = ${owner.personId} returning id`);
    const asked = await owner.client.call('POST /candidate/users/{uuid}/privacy-requests', {
      params: { uuid: owner.uuid },
      body: { kind: 'deletion', details: `Apaguem ${MARKED_NAME}` },
    });
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    const decided = await make(harness.operations, 'POST /operations/privacy-requests/{id}/decision', {
      params: { id: asked.body.id },
      body: { decision: 'concluded', answer: `Apagado: ${MARKED_NAME}` },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    // Whom the institution brought in under the same name goes as well.
    const others = await harness.platform.db.tenant(tenantId).many<{ id: number }>(sql`
      select id from person where tenant_id = ${tenantId} and plain_name(concat(name, social_name, external_id)) like '%zuleida%'`);
    for (const { id } of others)
      await harness.platform.db.write(tenantId, (tx) => erasePerson(tx, id, harness.clock.now()));
    for (const job of ['outbox', 'export-sweep', 'document-sweep', 'retention'])
      await harness.platform.jobs.run(job);
    const left = await markedColumns(harness);
    // Answers about tenants, addresses of webhooks and the team itself are gone in a day.
    // So are, when their time is over, requests for them that wait for a second person.
    for (const column of ['idempotency_key.answer', 'approval.fields']) {
      for (const tag of left.get(column) ?? [])
        expect(written.find((one) => one.tag === tag)?.key).toMatch(OF_ITSELF);
      left.delete(column);
    }
    const found = [...left.keys()].filter((column) => !aboutEverybody(column));
    expect(found.filter((column) => !kept.includes(column))).toEqual([]);
    expect(found).toEqual(expect.arrayContaining(['contract_acceptance.declared', 'kept_identity.identity']));
    // What is kept of lists and of files for the bank does not name her any more.
    const named = [...(await markedColumns(harness, 'avila')).keys()];
    expect(named.filter((column) => /^(export_job|slip_remittance)/.test(column))).toEqual([]);
    const files = await markedFiles(harness, (tenant, key) => readSealedBytes(harness.platform, tenant, key));
    expect(files).toEqual([]);
  }, 120_000);
});
