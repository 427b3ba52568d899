import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Applicant } from '../../testing/applicant.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { make } from '../../testing/misuse.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { upload } from '../../testing/requests.ts';
import { decideDocument, deliverAll, readDocument } from '../../testing/reviewing.ts';
import { staffIn } from '../../testing/staff.ts';
import { until } from '../../testing/until.ts';

let harness: Harness;
let who: Applicant;
let ids: number[];
let bia: Client;
let caio: Client;
let hana: Client;

const CUA = { institutions: ['CUA01'] };
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  who = await personAt(harness, 'paid', { person: CANDIDATE_01 });
  ids = await deliverAll(harness, who);
  bia = (await staffIn(harness, [{ role: 'secretaria', ...CUA }])).client;
  caio = (await staffIn(harness, [{ role: 'secretaria', ...CUA }])).client;
  hana = (await staffIn(harness, [{ role: 'atendimento', ...CUA }])).client;
});
afterAll(() => harness?.stop());

const id = (at: number) => ids[at] ?? 0;
const claim = (client: Client, itemId: number, takeOver = false) =>
  client.call('POST /operations/claims', { body: { kind: 'document', itemId, takeOver } });
const reopen = (client: Client, documentId: number, version: number) =>
  client.call('POST /operations/documents/{id}/reopening', {
    params: { id: documentId },
    body: { reason: 'Faltou olhar o verso', version },
  });
const later = async (minutes: number) => {
  harness.clock.set(new Date(harness.clock.now().getTime() + minutes * 60_000));
};

describe('a document, as reviewers see it', () => {
  it('comes with the data to compare it with, and no more', async () => {
    const page = await readDocument(hana, id(0));
    expect(page.name).toMatch(/identidade/i);
    expect(page.compare.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Nome', 'Data de nascimento', 'CPF']),
    );
    const others = await Promise.all(ids.slice(1).map((one) => readDocument(hana, one)));
    const cpf = others.find(({ name }) => name === 'CPF');
    expect(cpf?.compare.map(({ label }) => label)).toEqual(['CPF', 'Nome']);
    const home = others.find(({ name }) => /residência/i.test(name));
    expect(home?.compare.map(({ label }) => label)).toEqual(['Rua', 'Bairro', 'Cidade', 'CEP']);
    expect(page).toMatchObject({ missingAfter: ids.length - 1, nextStatus: null, sentBy: 'candidate' });
  });

  it('can be decided only by those with the permission', async () => {
    expect((await claim(hana, id(0))).body).toMatchObject({ code: 'FORBIDDEN' });
    expect((await decideDocument(hana, id(0))).body).toMatchObject({ code: 'FORBIDDEN' });
    expect(await readDocument(bia, id(0))).toMatchObject({ state: 'sent', claim: null });
  });
});

describe("a person's decision", () => {
  it('needs the version that was seen, unlike a token’s', async () => {
    const blind = await bia.call('POST /operations/documents/{id}/review', {
      params: { id: id(0) },
      body: { decision: 'approved' },
    });
    expect([blind.status, blind.body]).toMatchObject([400, { code: 'VERSION_REQUIRED' }]);
    const token = await harness.operations.call('POST /operations/documents/{id}/review', {
      params: { id: id(0) },
      body: { decision: 'approved' },
    });
    expect(token.status).toBe(200);
  });

  it('is refused when the candidate has sent another file meanwhile, and nothing is written', async () => {
    const { version } = await readDocument(bia, id(1));
    await upload(who.client, who.subscriptionId, id(1));
    const refused = await decideDocument(bia, id(1), { version });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'VERSION_CONFLICT' }]);
    expect((refused.body as unknown as { version: number }).version).toBeGreaterThan(version);
    expect((await readDocument(bia, id(1))).state).toBe('sent');
    // Scanning the new file changes the document once more, shortly after the upload was answered.
    await until(
      () =>
        harness.platform.db.asOwner((run) =>
          run("select id from document_file where scan = 'pending' and removed_at is null limit 1"),
        ),
      (waiting) => waiting.length === 0,
    );
  });

  it('is refused while a colleague has claimed the document, and the document can be taken over', async () => {
    expect((await claim(bia, id(1))).status).toBe(201);
    const refused = await decideDocument(caio, id(1));
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'CLAIMED_BY_OTHER' }]);
    expect((refused.body as unknown as { message: string }).message).toMatch(
      /^Pessoa da Equipe está com este item até \d\d:\d\d\.$/,
    );
    expect((await readDocument(caio, id(1))).claim).toMatchObject({ mine: false, by: 'Pessoa da Equipe' });
    expect((await claim(caio, id(1), true)).status).toBe(201);
    expect((await decideDocument(bia, id(1))).body).toMatchObject({ code: 'CLAIMED_BY_OTHER' });
    expect((await decideDocument(caio, id(1))).body).toMatchObject({ state: 'approved' });
    const decided = await decideDocument(bia, id(1));
    expect([decided.status, decided.body]).toMatchObject([
      409,
      { code: 'STATE_CONFLICT', state: 'approved', by: 'Pessoa da Equipe' },
    ]);
  });

  it('counts after the claim expired, if nobody else claimed the document', async () => {
    await claim(bia, id(2));
    await later(20);
    expect((await decideDocument(bia, id(2))).body).toMatchObject({ state: 'approved' });
  });

  it('cannot be made by the person who sent the document', async () => {
    const sent = await make(caio, 'POST /operations/documents/{id}/files', {
      params: { id: id(3) },
      body: { reason: 'Trouxe o papel' },
    });
    expect(sent.status).toBe(201);
    await harness.platform.jobs.run('scan');
    // Each file says who sent it; the document says who sent the last one.
    const { sentBy, files } = await readDocument(caio, id(3));
    expect([sentBy, files.map((file) => file.sentBy)]).toEqual(['institution', ['candidate', 'institution']]);
    expect((await decideDocument(caio, id(3))).body).toMatchObject({ code: 'OWN_FILE' });
    expect((await decideDocument(bia, id(3))).body).toMatchObject({ state: 'approved' });
  });
});

describe('reopening', () => {
  it('makes a document wait again and keeps the former decision', async () => {
    const before = await readDocument(bia, id(2));
    expect((await reopen(bia, id(2), before.version)).body).toMatchObject({ state: 'sent', status: 5 });
    const page = await readDocument(bia, id(2));
    expect(page.decisions.map(({ state, by }) => [state, by])).toEqual([
      ['approved', 'Pessoa da Equipe'],
      ['reopened', 'Pessoa da Equipe'],
    ]);
    expect(page.waitingSince).not.toBeNull();
    expect((await reopen(bia, id(2), page.version)).body).toMatchObject({ code: 'STATE_CONFLICT' });
  });
});

describe('several documents at once', () => {
  it('are each decided separately, and the last required one enrols the candidate', async () => {
    const open = await Promise.all(ids.map((one) => readDocument(bia, one)));
    const waiting = open.filter(({ state }) => state === 'sent');
    const items = waiting.map((one, at) => ({
      id: one.id,
      version: at === 0 ? one.version + 7 : one.version,
      decision: 'approved' as const,
    }));
    const { status, body } = await bia.call('POST /operations/documents/reviews', { body: { items } });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.map(({ state, code }) => code ?? state)).toEqual([
      'VERSION_CONFLICT',
      ...items.slice(1).map(() => 'approved'),
    ]);
    const last = await readDocument(bia, items[0]?.id ?? 0);
    const enrolled = { status: 7, statusName: 'Matriculado' };
    expect(last).toMatchObject({ missingAfter: 0, nextStatus: enrolled, nextStatusWaived: enrolled });
    expect(last.reopening).toBeNull();
    const decided = await readDocument(bia, items[1]?.id ?? 0);
    expect(decided).toMatchObject({
      ...{ nextStatus: null, nextStatusWaived: null },
      reopening: { allowed: true, reason: null },
    });
    // A rejected one may still be waived, and that also completes the stage.
    await decideDocument(bia, last.id, { decision: 'rejected', note: 'Falta o verso' });
    const refused = await readDocument(bia, last.id);
    expect(refused).toMatchObject({ nextStatus: null, nextStatusWaived: enrolled });
    expect((await reopen(bia, last.id, refused.version)).body).toMatchObject({ state: 'sent' });
    // Whoever did not say that it may conclude the stage is refused, and nothing is written.
    const one = { id: last.id, version: (await readDocument(bia, last.id)).version };
    const several = (client: Client, concludes?: boolean) =>
      client.call('POST /operations/documents/reviews', {
        body: {
          items: [{ ...one, decision: 'approved', ...(concludes === undefined ? {} : { concludes }) }],
        },
      });
    for (const decision of ['approved', 'waived'] as const) {
      const unsaid = await decideDocument(bia, last.id, { decision, concludes: false });
      expect([unsaid.status, unsaid.body]).toMatchObject([
        409,
        { code: 'CONCLUDES_STAGE', nextStatus: enrolled },
      ]);
    }
    const silent = await bia.call('POST /operations/documents/{id}/review', {
      params: { id: one.id },
      body: { decision: 'approved', version: one.version },
    });
    expect(silent.body).toMatchObject({ code: 'CONCLUDES_STAGE' });
    for (const [client, concludes] of [
      [bia, undefined],
      [bia, false],
      [harness.operations, false],
    ] as const)
      expect((await several(client, concludes)).body).toEqual([{ id: one.id, code: 'CONCLUDES_STAGE' }]);
    const untouched = await readDocument(bia, last.id);
    expect([untouched.state, untouched.version, untouched.decisions.at(-1)?.state]).toEqual([
      'sent',
      one.version,
      'reopened',
    ]);
    expect((await decideDocument(bia, last.id)).body).toMatchObject({ state: 'approved', status: 7 });
    const after = await readDocument(bia, last.id);
    expect(after.reopening).toEqual({ allowed: false, reason: 'A inscrição já seguiu adiante.' });
    const gone = await reopen(bia, last.id, after.version);
    expect([gone.status, gone.body]).toMatchObject([409, { message: 'A inscrição já seguiu adiante.' }]);
  });
});

it('the queue is ordered by deadline, and marks what is late', async () => {
  const other = await personAt(harness, 'paid', { person: inventedPerson(3) });
  const [first = 0] = await deliverAll(harness, other);
  const queue = { params: { queue: 'enrolment-documents' as const } };
  const reviewer = async () => (await staffIn(harness, [{ role: 'secretaria', ...CUA }])).client;
  const risks = async () => {
    const { body } = await (await reviewer()).call('GET /operations/queues/{queue}', queue);
    return [...new Set(body.data.map(({ risk }) => risk))];
  };
  /** Lowest and highest position on the track, which has one entry per item. */
  const track = async () => {
    const { body } = await (await reviewer()).call('GET /operations/queues', {});
    const counted = body.queues.find(({ queue: name }) => name === 'enrolment-documents');
    expect(counted?.track).toHaveLength(counted?.count ?? 0);
    return [counted?.track.at(0), counted?.track.at(-1)];
  };
  expect([await risks(), await track()]).toEqual([['none'], [0, 0]]);
  await later(12 * 60);
  expect(await track()).toEqual([25, 25]);
  await later(13 * 60);
  expect([await risks(), await track()]).toEqual([['at-risk'], [52, 52]]);
  await later(24 * 60);
  expect([await risks(), await track()]).toEqual([['late'], [100, 100]]);
  const dora = await reviewer();
  const { body } = await dora.call('GET /operations/queues', {});
  const counted = body.queues.find(({ queue: name }) => name === 'enrolment-documents');
  expect(counted).toMatchObject({ atRisk: 0, late: counted?.count });
  await upload(other.client, other.subscriptionId, first);
  await harness.platform.jobs.run('scan');
  const page = await dora.call('GET /operations/queues/{queue}', { ...queue, query: { pageSize: 2 } });
  const rest = await dora.call('GET /operations/queues/{queue}', {
    ...queue,
    query: { pageSize: 100, cursor: page.body.nextCursor ?? '' },
  });
  const found = [...page.body.data, ...rest.body.data];
  expect(found.map(({ itemId }) => itemId).at(-1)).toBe(first);
  expect(new Set(found.map(({ itemId }) => itemId)).size).toBe(page.body.total);
  expect(found).toHaveLength(page.body.total);
  expect(found.map(({ risk }) => risk)).toEqual([...found.slice(1).map(() => 'late'), 'none']);
});
