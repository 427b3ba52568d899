import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Applicant } from '../../testing/applicant.ts';
import { JPEG } from '../../testing/bodies.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { type Node, secondNode } from '../../testing/many-people.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { listDocuments } from '../../testing/requests.ts';
import { deliverAll } from '../../testing/reviewing.ts';
import { EVERYTHING } from '../../testing/sample.ts';
import { staffIn } from '../../testing/staff.ts';

/**
 * Two people and one document on two nodes: random interleavings of claim, take-over, decision, withdrawal, the end of a claim
 * and the end of a role. A single step gets exactly the response that the rules require for the state in the database;
 * simultaneous steps are checked against the state they leave: no decision lost or doubled, and every refused one states why.
 */
const RUNS = Number(process.env.ORBITA_INTERLEAVINGS ?? (EVERYTHING ? 60 : 30));
const SEED = Number(process.env.ORBITA_WALK_SEED ?? 25_4);
const CUA = [{ role: 'secretaria' as const, institutions: ['CUA01'] }];

type Person = { client: Client; staffId: number };
type Truth = {
  state: string;
  version: number;
  clean: boolean;
  holder: number | null;
  decisions: number;
  files: number[];
};
type Answer = { status: number; code: string; body: Record<string, unknown> };

let harness: Harness;
let node: Node;
let who: Applicant;
let documentId: number;
let people: [Person, Person];
const roles = [true, true];
let runs = 0;
/** Then another pair takes over: a session is limited in calls per minute. */
const RUNS_OF_A_PAIR = 50;

async function newPair(): Promise<void> {
  const [bia, caio] = [await staffIn(harness, CUA), await staffIn(harness, CUA)];
  people = [
    { client: bia.client, staffId: bia.staffId },
    { client: node.client(caio), staffId: caio.staffId },
  ];
  roles.fill(true);
}

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  node = await secondNode(harness, () => undefined);
  who = await personAt(harness, 'paid', { person: CANDIDATE_01 });
  const { body } = await listDocuments(who.client, who.subscriptionId);
  documentId = body.find(({ stage, required }) => stage === 'enrollment' && required)?.documentId ?? 0;
  await newPair();
}, 120_000);
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

const on = () => harness.platform.db.tenant(who.tenantId);

async function truth(): Promise<Truth> {
  const now = harness.clock.now();
  const row = await on().one<Truth>(sql`
    select d.state, d.version, exists (select from document_file f where f.tenant_id = d.tenant_id
        and f.required_document_id = d.id and f.removed_at is null and f.scan = 'clean') as clean,
      (select c.staff_id from work_claim c where c.tenant_id = d.tenant_id and c.kind = 'document' and c.item_id = d.id
        and c.until > ${now}::timestamptz) as holder,
      (select count(*)::int from document_decision o where o.tenant_id = d.tenant_id and o.required_document_id = d.id
        and o.decision <> 'reopened') as decisions,
      (select coalesce(jsonb_agg(f.id), '[]') from document_file f where f.tenant_id = d.tenant_id
        and f.required_document_id = d.id and f.removed_at is null) as files
    from required_document d where d.tenant_id = ${who.tenantId} and d.id = ${documentId}`);
  if (!row) throw new Error('the document is gone');
  return row;
}

type Step = { act: keyof typeof ACTS; by: 0 | 1; stale: boolean };
type Sent = { step: Step; seen: Truth; first: Truth };

const answerOf = (status: number, body: unknown): Answer => ({
  status,
  code: String((body as { code?: string } | null)?.code ?? ''),
  body: (body ?? {}) as Record<string, unknown>,
});
const claim =
  (takeOver: boolean) =>
  async ({ step }: Sent) => {
    const { status, body } = await people[step.by].client.call('POST /operations/claims', {
      body: { kind: 'document', itemId: documentId, takeOver },
    });
    return answerOf(status, body);
  };
const decide =
  (decision: 'approved' | 'rejected') =>
  async ({ step, seen, first }: Sent) => {
    const { version } = step.stale ? first : seen;
    const { status, body } = await people[step.by].client.call('POST /operations/documents/{id}/review', {
      params: { id: documentId },
      body: { decision, version, ...(decision === 'rejected' ? { reason: 'unreadable' } : {}) },
    });
    return answerOf(status, body);
  };
const grant =
  (grants: typeof CUA | []) =>
  async ({ step }: Sent) => {
    const { status, body } = await harness
      .operationsOf('alfa')
      .call('PUT /operations/staff/{staffId}/grants', {
        params: { staffId: people[step.by].staffId },
        body: { grants },
      });
    if (status === 200) roles[step.by] = grants.length > 0;
    return answerOf(status, body);
  };

const ACTS = {
  claim: claim(false),
  'take-over': claim(true),
  approve: decide('approved'),
  reject: decide('rejected'),
  token: async () => {
    const { status, body } = await harness
      .operationsOf('alfa')
      .call('POST /operations/documents/{id}/review', {
        params: { id: documentId },
        body: { decision: 'approved' },
      });
    return answerOf(status, body);
  },
  withdraw: async ({ seen }: Sent) => {
    const { status, body } = await who.client.call('DELETE /candidate/documents/files/{fileId}', {
      params: { fileId: seen.files[0] ?? 999_999_999 },
    });
    return answerOf(status, body);
  },
  expire: async () => {
    await on().many(sql`
      update work_claim set until = ${harness.clock.now()}::timestamptz
      where tenant_id = ${who.tenantId} and item_id = ${documentId} returning id`);
    return answerOf(200, {});
  },
  'end-role': grant([]),
  'give-role': grant(CUA),
};
const DECISIONS: readonly string[] = ['approve', 'reject', 'token'];

/** Required response to a single step, by the rules of 25.4.2 and 25.4.3. */
function predicted({ act, by, stale }: Step, now: Truth, first: Truth): string {
  const held = now.holder !== null && now.holder !== people[by].staffId;
  const open = now.state === 'sent' && now.clean;
  switch (act) {
    case 'claim':
      return !roles[by] ? 'FORBIDDEN' : held ? 'CLAIMED_BY_OTHER' : '';
    case 'take-over':
      return roles[by] ? '' : 'FORBIDDEN';
    case 'approve':
    case 'reject':
      if (!roles[by]) return 'FORBIDDEN';
      if (!open) return 'STATE_CONFLICT';
      if (stale && first.version !== now.version) return 'VERSION_CONFLICT';
      return held ? 'CLAIMED_BY_OTHER' : '';
    case 'token':
      return open ? '' : 'STATE_CONFLICT';
    case 'withdraw':
      if (now.files.length === 0) return 'NOT_FOUND';
      return now.state === 'approved' ? 'APPROVED' : '';
    default:
      return '';
  }
}

/** Every refusal states why: the current state, or who has the item. */
function expectReason({ code, body }: Answer): void {
  const published: Record<string, readonly string[]> = {
    VERSION_CONFLICT: ['version', 'changedAt'],
    CLAIMED_BY_OTHER: ['by', 'until'],
    STATE_CONFLICT: ['state', 'status'],
    FORBIDDEN: [],
  };
  expect(Object.keys(published)).toContain(code);
  expect(body).toMatchObject(
    Object.fromEntries((published[code] ?? []).map((name) => [name, expect.anything()])),
  );
}

/** Sent by the institution, because a candidate is limited in files per hour. */
async function sendFile(): Promise<void> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(JPEG)], 'foto.jpg', { type: 'image/jpeg' }));
  const address = `/orbita/api/operations/documents/${documentId}/files`;
  expect(await harness.operationsOf('alfa').send('POST', address, { form })).toMatchObject({ status: 201 });
}

/** Makes the document pending again, without a claim and with both people allowed to decide. */
async function begin(): Promise<Truth> {
  runs += 1;
  if (runs % RUNS_OF_A_PAIR === 0) await newPair();
  for (const by of [0, 1] as const)
    if (!roles[by]) await ACTS['give-role']({ step: { act: 'give-role', by, stale: false } } as Sent);
  await on().many(sql`delete from work_claim where tenant_id = ${who.tenantId} returning id`);
  const { state, files } = await truth();
  if (state === 'approved' || state === 'rejected')
    await harness.operationsOf('alfa').call('POST /operations/documents/{id}/reopening', {
      params: { id: documentId },
      body: { reason: 'Outra vez' },
    });
  if (files.length === 0) {
    await sendFile();
    await harness.platform.jobs.run('scan');
  }
  const first = await truth();
  expect(first).toMatchObject({ state: 'sent', clean: true, holder: null });
  return first;
}

async function play(rounds: readonly (readonly Step[])[]): Promise<void> {
  const first = await begin();
  for (const round of rounds) {
    const before = await truth();
    const wanted = round.map((step) => predicted(step, before, first));
    const answers = await Promise.all(round.map((step) => ACTS[step.act]({ step, seen: before, first })));
    if (round.length === 1) expect([round[0], answers[0]?.code]).toEqual([round[0], wanted[0]]);
    const decided = answers.filter(
      ({ status }, at) => status === 200 && DECISIONS.includes(round[at]?.act ?? ''),
    );
    const after = await truth();
    expect(after.decisions - before.decisions, JSON.stringify([round, answers])).toBe(decided.length);
    for (const [at, answer] of answers.entries())
      if (DECISIONS.includes(round[at]?.act ?? '') && answer.status !== 200) expectReason(answer);
    // Simultaneous steps may reject and then approve, if a file was added again; they never approve twice.
    expect(decided.filter(({ body }) => body.state === 'approved').length).toBeLessThanOrEqual(1);
    for (const { status } of answers) expect(status).toBeLessThan(500);
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[]), 'approve', 'take-over', 'claim'),
  by: fc.constantFrom(0 as const, 1 as const),
  stale: fc.boolean(),
});

it(
  `loses and duplicates no decision in ${RUNS} interleavings, and says why one is refused`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
        play,
      ),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  },
  60_000 + RUNS * 3000,
);

it('twelve who request the next one at the same moment get twelve different ones, or none', async () => {
  const other = await personAt(harness, 'paid', { person: inventedPerson(40) });
  await deliverAll(harness, other);
  const here = await Promise.all(Array.from({ length: 6 }, () => staffIn(harness, CUA)));
  const crowd = here.flatMap(({ client }) => [client]);
  const there = await Promise.all(Array.from({ length: 6 }, () => staffIn(harness, CUA)));
  crowd.push(...there.map((one) => node.client(one)));
  for (let round = 0; round < 5; round += 1) {
    await on().many(sql`delete from work_claim where tenant_id = ${who.tenantId} returning id`);
    const waiting = await on().one<{ count: number }>(sql`
      select count(*)::int as count from required_document where tenant_id = ${who.tenantId} and state = 'sent'
        and readable and stage = 'enrollment'`);
    const answers = await Promise.all(
      crowd.map((client) =>
        client.call('POST /operations/queues/{queue}/next', {
          params: { queue: 'enrolment-documents' },
          body: {},
        }),
      ),
    );
    const got = answers.flatMap(({ status, body }) => (status === 200 ? [body.itemId] : []));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 204)).toEqual(
      [],
    );
    expect(new Set(got).size).toBe(got.length);
    expect(got).toHaveLength(Math.min(crowd.length, waiting?.count ?? 0));
  }
}, 120_000);
