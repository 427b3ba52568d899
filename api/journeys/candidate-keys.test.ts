import { type CallKey, callOf, calls } from '@orbita/protocol';
import { takesKey } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Admission, admission } from '../../testing/admission.ts';
import { examCandidate, turnTo } from '../../testing/exam-scores.ts';
import { fingerprint, touched } from '../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { ESSAY_OFFERS, findCourse, payByPix, pixCharge, untilPaid } from '../../testing/journey.ts';
import { loseNextAnswer } from '../../testing/lost-answer.ts';
import { make, type Sent } from '../../testing/misuse.ts';
import { testCandidate } from '../../testing/on-behalf.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { refusedEssay } from '../../testing/refused.ts';
import { newKey, openCharge, settlePix, upload } from '../../testing/requests.ts';
import { until } from '../../testing/until.ts';

/** Writes of candidates that take a key and demand none; those that demand one stand in `idempotency.test.ts`. */
const keys = (Object.keys(calls) as CallKey[]).filter(
  (key) => callOf(key).auth === 'candidate' && takesKey(key, callOf(key)),
);

let harness: Harness;
let post: Admission;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  post = await admission(harness);
});
afterAll(() => harness?.stop());

type Ready = Sent & { client: Client };
let people = 4300;
const next = () => {
  people += 1;
  return inventedPerson(people);
};
const of = ({ client, id }: { client: Client; id: number }, more: Sent = {}): Ready => ({
  client,
  params: { id },
  ...more,
});
const ADMINISTRATION = { ...ESSAY_OFFERS, q: 'administra' };

async function charged() {
  const who = await personAt(harness, 'payment');
  const { body } = await openCharge(who.client, who.id, await pixCharge(who.client, who.id), newKey());
  return { client: who.client, params: { paymentId: body.paymentId } };
}

async function expired() {
  const one = await charged();
  await harness.platform.db.asOwner((run) =>
    run(`update payment set state = 'expired' where id = ${Number(one.params.paymentId)}`),
  );
  return one;
}

async function covering() {
  const who = await personAt(harness, 'paid', { person: next() });
  const params = { id: who.id };
  const { body } = await who.client.call('GET /candidate/subscriptions/{id}/documents', { params });
  const named = (name: string) => body.find((one) => one.name.startsWith(name))?.documentId ?? 0;
  return {
    client: who.client,
    params: { ...params, documentId: named('CPF'), otherId: named('Documento de identidade') },
  };
}

const COVER = 'POST /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}';
const UNCOVER = 'DELETE /candidate/subscriptions/{id}/documents/{documentId}/covered-by/{otherId}';

/** Somebody for whom each call succeeds, and what she sends. */
const ready: Partial<Record<CallKey, () => Promise<Ready>>> = {
  'POST /candidate/subscriptions': async () => {
    const { client } = await personAt(harness, 'account');
    const { institutionCode, ...place } = await findCourse(client, ADMINISTRATION);
    return {
      client,
      headers: { 'x-institution-code': institutionCode },
      body: { ...place, schooling: { level: 'high-school' } },
    };
  },
  'PUT /candidate/subscriptions/{id}/status': async () =>
    of(await personAt(harness, 'applied'), { body: { status: 13, reason: 'gave-up' } }),
  'PUT /candidate/subscriptions/{id}': async () => {
    const who = await personAt(harness, 'applied', { person: next() });
    const { offerId: _, institutionCode: __, ...place } = await findCourse(who.client, ADMINISTRATION);
    return of(who, { body: { ...place, subscriptionId: who.id } });
  },
  'POST /candidate/subscriptions/{id}/cancellation': async () =>
    of(await personAt(harness, 'applied'), { body: { reason: 'gave-up' } }),
  'DELETE /candidate/subscriptions/{id}/cancellation': async () => {
    const who = await personAt(harness, 'payment');
    const { paymentId } = await payByPix(who.client, who.id);
    await settlePix(harness.operations, paymentId);
    await untilPaid(who.client, paymentId);
    await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: who.id },
      body: { reason: 'gave-up' },
    });
    return of(who);
  },
  'PUT /candidate/subscriptions/{id}/scheduling': async () => {
    const who = await testCandidate(harness);
    return of(who, { body: { hourId: who.slots[0] } });
  },
  'POST /candidate/subscriptions/{id}/exam-score': async () =>
    of(await examCandidate(harness), { body: { registration: '123456789012', year: 2025 } }),
  'POST /candidate/subscriptions/{id}/ingress-switch': async () => {
    const who = await examCandidate(harness);
    return of(who, { body: { kind: 'online-essay' } });
  },
  'POST /candidate/subscriptions/{id}/questionnaire/submit': async () => {
    const who = await post.arrive('MBA-GESTAO');
    await post.save(who, 'graduate', [
      {
        institution: 'Universidade Exemplo',
        course: 'Administração',
        degree: 'bachelor',
        conclusionYear: 2024,
      },
    ]);
    return of(who);
  },
  'POST /candidate/subscriptions/{id}/interview': async () =>
    of(await post.beforeInterview('MBA-GESTAO'), {
      body: { channel: 'email', periods: [{ date: '2026-01-20', period: 'morning' }] },
    }),
  'POST /candidate/subscriptions/{id}/decision-review': async () =>
    of(await refusedEssay(harness), { body: { details: 'O tema foi seguido.' } }),
  'POST /candidate/users/{uuid}/privacy-requests': async () => {
    const { client, uuid } = await personAt(harness, 'account');
    return { client, params: { uuid }, body: { kind: 'sharing-info', details: null } };
  },
  'PUT /candidate/subscriptions/{id}/class': async () => {
    const who = await personAt(harness, 'class', { offer: 'EXT-EXCEL', course: 'EXC', type: 'extension' });
    const { body } = await who.client.call('GET /candidate/subscriptions/{id}/classes', {
      params: { id: who.id },
    });
    return of(who, { body: { academicClassId: body.availableClasses[0]?.id } });
  },
  'DELETE /candidate/payments/{paymentId}': charged,
  'POST /candidate/payments/{paymentId}/renew': expired,
  [COVER]: covering,
  [UNCOVER]: async () => {
    const one = await covering();
    await one.client.call(COVER, { params: one.params });
    return one;
  },
};

/** What was set off may still write while the next call runs. */
const quiet = () =>
  until(
    () =>
      harness.platform.db.asOwner((run) =>
        run("select id from document_file where scan = 'pending' and removed_at is null limit 1"),
      ),
    (waiting) => waiting.length === 0,
  );

it('every such call succeeds for some person', () => {
  expect(Object.keys(ready).sort()).toEqual(keys.toSorted());
});

it.each(keys)(
  'R1: %s is done once under one Idempotency-Key, also after its answer was lost',
  async (key) => {
    const { client, ...asked } = await (ready[key] as () => Promise<Ready>)();
    const sent = { ...asked, headers: { ...asked.headers, 'idempotency-key': `once ${key}` } };
    await loseNextAnswer(harness.platform);
    const lost = await make(client, key, sent);
    expect([lost.status, (lost.body as { code?: string }).code]).toEqual([500, 'INTERNAL']);
    const first = await make(client, key, sent);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    await quiet();
    const between = await fingerprint(harness.platform);
    const second = await make(client, key, sent);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(touched(between, await fingerprint(harness.platform))).toEqual([]);
  },
);

it('without a key a call is done as before, and a key is refused for another body', async () => {
  const who = await examCandidate(harness);
  expect((await turnTo(who, 'online-essay')).status).toBe(200);
  const key = { 'idempotency-key': 'another body' };
  const cancel = (reason: string) =>
    make(who.client, 'POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: who.id },
      body: { reason },
      headers: key,
    });
  expect((await cancel('gave-up')).status).toBe(200);
  const other = await cancel('other');
  expect([other.status, (other.body as { code: string }).code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
});

/** Naturally repeatable: the second time finds what it asked for. */
it('removing a removed file again succeeds; a charge is cancelled once unless its key is repeated', async () => {
  const who = await personAt(harness, 'paid', { person: next() });
  const { body } = await who.client.call('GET /candidate/subscriptions/{id}/documents', {
    params: { id: who.id },
  });
  const sentFile = await upload(who.client, who.id, body[0]?.documentId ?? 0);
  const { fileId } = sentFile.body as { fileId: number };
  const remove = () => who.client.call('DELETE /candidate/documents/files/{fileId}', { params: { fileId } });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
  const stranger = await personAt(harness, 'account');
  expect(
    (await stranger.client.call('DELETE /candidate/documents/files/{fileId}', { params: { fileId } })).status,
  ).toBe(404);
  const { client, params } = await charged();
  const cancel = (headers = {}) => client.call('DELETE /candidate/payments/{paymentId}', { params, headers });
  const answers = [await cancel(), await cancel(newKey()), await cancel()];
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 409]);
  const states = await harness.platform.db.tenant(post.tenantId).many<{ state: string }>(sql`
    select state from payment where tenant_id = ${post.tenantId} and id = ${params.paymentId}`);
  expect(states).toEqual([{ state: 'cancelled' }]);
});
