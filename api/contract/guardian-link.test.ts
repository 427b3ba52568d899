// Longer than other files: sending, opening, accepting and ending of one link share a minor whose preparation is most of the time.
import { randomUUID } from 'node:crypto';
import { GUARDIAN_LINK } from '@orbita/domain/contract';
import { STATUS } from '@orbita/domain/subscription';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Applicant, placeAt } from '../../testing/applicant.ts';
import { DEVICE } from '../../testing/bodies.ts';
import { candidateCalls } from '../../testing/candidate-calls.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import {
  guardianCalls,
  guardianKeyOf,
  guardianOfMinor,
  keyHolder,
  type Minor,
  minorWithGuardian,
  nameGuardian,
  sendGuardianLink,
  setBirthDate,
} from '../../testing/guardian.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { fillData } from '../../testing/journey.ts';
import { exampleOf, expectRefusal, make } from '../../testing/misuse.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { cleanUp } from '../identity/clean-up.ts';
import { readSealedBytes } from '../platform/files/storage.ts';

/** Calls of a guardian through their own link (spec 12.9, D-79). */
const keys = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).auth === 'guardian');
const HOST = 'cua.alfa.orbita.test';
const ALIEN_HOST = 'beta.orbita.test';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000, places: 10_000 });
});
afterAll(() => harness?.stop());

let people = 8600;
const minor = () => minorWithGuardian(harness, people++);
const holder = (key: string, host = HOST) => keyHolder(harness, key, host);
const linkOf = (who: Minor) => guardianOfMinor(harness, who);
const send = sendGuardianLink;
const messagesTo = async (to: string) =>
  (await harness.operations.call('GET /operations/simulator/outbox', { query: { to } })).body;
const show = (client: Client) => client.call('GET /candidate/guardian-acceptance');
const ask = (client: Client, channel: 'email' | 'sms' = 'email') =>
  client.call('POST /candidate/guardian-acceptance/challenges', { body: { channel } });
async function tokenOf(client: Client, who: Minor): Promise<string> {
  const { body } = await ask(client);
  const code = (await messagesTo(who.guardian.email)).flatMap(
    ({ text }) => /^\d{6}\b/m.exec(text)?.[0] ?? [],
  )[0];
  const answer = await client.call('POST /candidate/guardian-acceptance/challenges/{challengeId}/verify', {
    params: { challengeId: body.challengeId },
    body: { code: code ?? '' },
  });
  return answer.body.acceptanceToken;
}
async function accept(client: Client, acceptanceToken?: string, key = randomUUID()) {
  const { FormatedContract, Contract } = (await show(client)).body.contract;
  return post(client, { FormatedContract, Contract, ...(acceptanceToken ? { acceptanceToken } : {}) }, key);
}
const post = (
  client: Client,
  more: { FormatedContract: string; Contract: string; acceptanceToken?: string },
  key = randomUUID(),
) =>
  client.call('POST /candidate/guardian-acceptance/contract', {
    headers: { 'idempotency-key': key },
    body: { ...DEVICE, ...more },
  });
const after = async <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
  harness.clock.set(new Date(new Date(T0).getTime() + seconds * 1000));
  return work().finally(() => harness.clock.set(new Date(T0)));
};
const mail = (mode: 'down' | 'ok') =>
  harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'mail', mode } });
const statusOf = async (who: Applicant) =>
  (await who.client.call('GET /candidate/subscriptions/status/{id}', { params: { id: who.subscriptionId } }))
    .body.status;

describe('a guardian without an account', () => {
  it('reads the contract and its summary, confirms with a code, and accepts once', async () => {
    const who = await minor();
    const sent = await send(who.client, who.subscriptionId);
    expect(sent).toMatchObject({
      status: 202,
      body: { channel: 'email', expiresAt: '2026-01-15T10:00:00-03:00', sentAt: '2026-01-12T10:00:00-03:00' },
    });
    expect(sent.body.masked).not.toContain(who.guardian.email);
    const [mail] = await messagesTo(who.guardian.email);
    expect(mail?.text).toContain('Leia o contrato');
    expect(mail?.text).not.toContain('accesskey');
    const client = holder(await guardianKeyOf(harness, who.guardian.email));
    const own = await who.client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
      params: { id: who.subscriptionId },
    });
    expect(own.body.guardianLink).toEqual(sent.body);
    const { body } = await show(client);
    expect(body).toMatchObject({
      state: 'open',
      guardian: who.guardian.name,
      candidate: who.person.name,
      contract: own.body.contract,
      acceptance: { ...own.body.acceptance, party: 'guardian', code: true },
    });
    expect(body.plans).toEqual(own.body.plans);
    expect(body.plans[0]).toMatchObject({ installments: 6 });
    expect(body.plans[0]?.total).toBeGreaterThan(body.plans[0]?.totalInTime ?? 0);

    const refused = await accept(client);
    expect([refused.status, refused.body.code]).toEqual([422, 'CONFIRMATION_REQUIRED']);
    expect(await statusOf(who)).toBe(STATUS.Evaluated);
    const key = randomUUID();
    const token = await tokenOf(client, who);
    const first = await accept(client, token, key);
    expect([first.status, first.body.status]).toEqual([201, STATUS.EnrollmentPending]);
    const { FormatedContract, Contract } = body.contract;
    const again = await post(client, { FormatedContract, Contract, acceptanceToken: token }, key);
    expect(again.body).toEqual(first.body);
    expect(await accept(client, token)).toMatchObject({ status: 409, body: { code: 'ALREADY_ACCEPTED' } });
    expect((await show(client)).body).toMatchObject({ state: 'accepted', acceptance: null });
    expect(await statusOf(who)).toBe(STATUS.EnrollmentPending);
  });

  it('reads the prices with the voucher that the application has', async () => {
    const who = await minor();
    const client = await linkOf(who);
    const [before] = (await show(client)).body.plans;
    const kept = await who.client.call('PUT /candidate/subscriptions/{id}/payment-voucher', {
      params: { id: who.subscriptionId },
      body: { purpose: 'enrollment', voucher: 'ALFA50' },
    });
    expect(kept.status).toBeLessThan(300);
    const [after] = (await show(client)).body.plans;
    const { priceId } = (
      await who.client.call('GET /candidate/subscriptions/{id}/payment-options', {
        params: { id: who.subscriptionId },
        query: { purpose: 'enrollment' },
      })
    ).body.prices[0] ?? { priceId: 0 };
    const own = await who.client.call('POST /candidate/subscriptions/{id}/simulateinstallments', {
      params: { id: who.subscriptionId },
      body: { priceId, method: 'pix', voucher: 'ALFA50' },
    });
    expect([before?.voucherOff, (after?.voucherOff ?? 0) > 0]).toEqual([0, true]);
    expect(after?.total).toBe((before?.total ?? 0) - (after?.voucherOff ?? 0));
    expect(after?.totalInTime, 'what the candidate reads').toBe(own.body.Data[0]?.total);
    const hers = await who.client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
      params: { id: who.subscriptionId },
    });
    expect(hers.body.plans[0], 'and on her review').toEqual(after);
  });

  it('also with a voucher given with the application, until it is removed', async () => {
    const who = await minor();
    const { tenantId, subscriptionId: id } = who;
    await harness.platform.db
      .tenant(tenantId)
      .many(sql`update subscription set voucher_tag = 'alfa50' where tenant_id = ${tenantId} and id = ${id}`);
    const client = await linkOf(who);
    const hers = async () =>
      (
        await who.client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
          params: { id },
        })
      ).body.plans;
    const given = await hers();
    expect(given[0]?.voucherOff).toBeGreaterThan(0);
    expect((await show(client)).body.plans).toEqual(given);
    await who.client.call('PUT /candidate/subscriptions/{id}/payment-voucher', {
      params: { id },
      body: { purpose: 'enrollment', voucher: null },
    });
    expect((await hers())[0]?.voucherOff).toBe(0);
  });

  it("the evidence names the guardian's link and no account, and both people get the PDF", async () => {
    const who = await minor();
    const client = await linkOf(who);
    await accept(client, await tokenOf(client, who));
    await harness.platform.jobs.run('contract-copy');
    const row = await harness.platform.db.tenant(who.tenantId).one<{
      account_uuid: string | null;
      session_id: string | null;
      sign_in_method: string;
      observed: { link: { masked: string } };
      pdf_key: string;
      guardian: { name: string };
    }>(sql`
      select account_uuid, session_id, sign_in_method, observed, pdf_key, guardian from contract_acceptance
      where tenant_id = ${who.tenantId} and subscription_id = ${who.subscriptionId}`);
    expect(row).toMatchObject({
      account_uuid: null,
      session_id: null,
      sign_in_method: 'guardian-link',
      guardian: { name: who.guardian.name },
    });
    const text = await pdfText(await readSealedBytes(harness.platform, who.tenantId, row?.pdf_key ?? ''));
    expect(text).toContain('link próprio do responsável');
    expect(text).toContain(`enviado para ${row?.observed.link.masked} em 12/01/2026`);
    expect(text).toContain('código enviado para');
    await harness.platform.jobs.run('outbox');
    const subjects = (await messagesTo(who.guardian.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Cópia do seu contrato');
  });

  it('gets the whole link in a text message', async () => {
    const who = await minor();
    expect((await send(who.client, who.subscriptionId, 'sms')).status).toBe(202);
    const [message] = await messagesTo(who.guardian.cellPhone);
    expect(message?.text.length).toBeLessThanOrEqual(160);
    expect((await show(holder(await guardianKeyOf(harness, who.guardian.cellPhone)))).status).toBe(200);
  });
});

describe('a link expires', () => {
  const over = async (client: Client) =>
    expectRefusal(await show(client), 'link', 401, 'GUARDIAN_LINK_INVALID');

  it('when a newer one was sent; a failed send expires nothing and does not count', async () => {
    const who = await minor();
    const first = await linkOf(who);
    await mail('down');
    const lost = await after(61, () => send(who.client, who.subscriptionId));
    await mail('ok');
    expect([lost.status, lost.body.code]).toEqual([503, 'SEND_FAILED']);
    expect((await show(first)).status).toBe(200);
    const second = await after(62, () => linkOf(who));
    expect((await show(second)).status).toBe(200);
    await over(first);
  });

  it('after 72 hours, and is deleted a day later', async () => {
    const who = await minor();
    const client = await linkOf(who);
    const life = GUARDIAN_LINK.lifeHours * 3600;
    expect((await after(life - 1, () => show(client))).status).toBe(200);
    await after(life, () => over(client));
    const count = () =>
      harness.platform.db.tenant(who.tenantId).one<{ n: number }>(sql`
        select count(*)::int as n from guardian_link
        where tenant_id = ${who.tenantId} and subscription_id = ${who.subscriptionId}`);
    await after(life + 86_400, () => cleanUp.run(harness.platform));
    expect(await count()).toEqual({ n: 1 });
    await after(life + 86_401, () => cleanUp.run(harness.platform));
    expect(await count()).toEqual({ n: 0 });
  });

  it('when the contact or the guardian changed, or the candidate came of age', async () => {
    const who = await minor();
    const client = await linkOf(who);
    await nameGuardian(who, { ...who.guardian, email: 'outro@exemplo.test' });
    await over(client);
    await nameGuardian(who, { ...who.guardian, cpf: '33344455508' });
    await over(client);
    await nameGuardian(who, who.guardian);
    expect((await show(client)).status).toBe(200);
    const token = await tokenOf(client, who);
    const { FormatedContract, Contract } = (await show(client)).body.contract;
    await setBirthDate(harness, who, '2003-05-10');
    await over(client);
    expectRefusal(
      await post(client, { FormatedContract, Contract, acceptanceToken: token }),
      'post',
      401,
      'GUARDIAN_LINK_INVALID',
    );
    expect(await statusOf(who)).toBe(STATUS.Evaluated);
  });

  it('S14 S15 without the key, with another kind of token, and at another tenant', async () => {
    const owner = await fullPerson(harness, inventedPerson(people++));
    const who = await minor();
    const client = await linkOf(who);
    const key = client.token ?? '';
    await withoutTrace(
      harness,
      async () => {
        for (const [at, call] of keys.entries()) {
          const example = guardianCalls[call];
          if (!example) throw new Error(`${call} has no example`);
          const sent = {
            ...exampleOf(example, owner),
            // Wrong keys are counted per address.
            headers: { 'idempotency-key': randomUUID(), 'x-forwarded-for': `203.0.113.${at}` },
          };
          const none = harness.visitor(HOST);
          const callers: [string, Client][] = [
            ['nobody', none],
            ['garbage', holder('x'.repeat(22))],
            ['too long', holder('x'.repeat(5000))],
            ['the candidate', who.client],
            ['a service', holder(harness.platform.config.developmentToken ?? '')],
            ['the key at another tenant', holder(key, ALIEN_HOST)],
          ];
          for (const [what, caller] of callers)
            expectRefusal(await make(caller, call, sent), `${call} ${what}`, 401, 'GUARDIAN_LINK_INVALID');
          const alias = { ...sent, headers: { ...sent.headers, 'x-tenant-alias': 'beta' } };
          expectRefusal(await make(client, call, alias), 'alias', 403, 'TENANT_MISMATCH');
        }
      },
      'refused callers',
    );
    expect((await show(client)).status).toBe(200);
  });

  it('twenty wrong keys in a minute from one address block further attempts from it', async () => {
    const from = (address: string, key: string) => {
      const client = holder(key);
      client.headers = { 'x-forwarded-for': address };
      return client;
    };
    for (let at = 0; at < 20; at += 1) await over(from('198.51.100.7', `wrong-${at}`));
    expectRefusal(await show(from('198.51.100.7', 'wrong')), 'guessing', 429, 'RATE_LIMITED');
    await over(from('198.51.100.99', 'wrong'));
  });
});

it('S17 the key opens no call of the candidate', async () => {
  const owner: FullPerson = await fullPerson(harness, inventedPerson(people++));
  const who = await minor();
  const client = await linkOf(who);
  for (const [name_, value] of who.client.cookies) client.cookies.set(name_, value);
  await withoutTrace(
    harness,
    async () => {
      for (const [call, example] of Object.entries(candidateCalls))
        expectRefusal(
          await make(client, call as CallKey, exampleOf(example, owner)),
          call,
          401,
          'UNAUTHENTICATED',
        );
    },
    'by the key',
  );
});

describe('sending is refused', () => {
  const refuses = async (who: Applicant, status: number, code: string, channel: 'email' | 'sms' = 'email') =>
    expectRefusal(await send(who.client, who.subscriptionId, channel), code, status, code);

  it('within a minute, and after five in an hour, counted per contact', async () => {
    const who = await minor();
    const other = await minor();
    await nameGuardian(other, { ...who.guardian });
    expect((await send(who.client, who.subscriptionId)).status).toBe(202);
    await after(59, () => refuses(who, 429, 'RATE_LIMITED'));
    await after(59, () => refuses(other, 429, 'RATE_LIMITED'));
    for (const minute of [1, 2, 3, 4])
      await after(minute * 60 + 1, async () =>
        expect((await send(other.client, other.subscriptionId)).status).toBe(202),
      );
    await after(400, () => refuses(who, 429, 'RATE_LIMITED'));
    await after(3700, async () => expect((await send(who.client, who.subscriptionId)).status).toBe(202));
  });

  it('for adults, without a guardian, with data missing, in other states and for unknown channels', async () => {
    const adult = await personAt(harness, 'approved', { person: inventedPerson(people++) });
    await refuses(adult, 422, 'PARTY_NOT_ALLOWED');
    const who = await minor();
    expectRefusal(
      await who.client.send(
        'POST',
        `/orbita/api/candidate/subscriptions/${who.subscriptionId}/guardian-links`,
        {
          body: { channel: 'pigeon' },
        },
      ),
      'channel',
      422,
      'VALIDATION',
    );
    const db = harness.platform.db.tenant(who.tenantId);
    await db.one(sql`
      update person set mother_name = null where tenant_id = ${who.tenantId} and id = ${who.personId} returning id`);
    await refuses(who, 422, 'DATA_INCOMPLETE');
    const early = await minor();
    await placeAt(harness, early.subscriptionId, STATUS.Subscribed);
    await refuses(early, 409, 'TRANSITION_NOT_ALLOWED');
    const unnamed = await personAt(harness, 'approved', { person: inventedPerson(people) });
    await fillData(unnamed.client, unnamed.personId, unnamed.subscriptionId, inventedPerson(people++));
    await setBirthDate(harness, unnamed, '2009-12-31');
    await refuses(unnamed, 422, 'GUARDIAN_REQUIRED');
  });
});

describe('meanwhile', () => {
  it('a contract that changed is reported, and one the candidate accepted is shown as accepted', async () => {
    const who = await minor();
    const client = await linkOf(who);
    const token = await tokenOf(client, who);
    const { FormatedContract, Contract } = (await show(client)).body.contract;
    const changed = await post(client, {
      FormatedContract: `${FormatedContract}<p>!</p>`,
      Contract,
      acceptanceToken: token,
    });
    expect([changed.status, changed.body.code]).toEqual([409, 'CONTRACT_CHANGED']);
    const at = { params: { id: who.subscriptionId }, headers: { 'idempotency-key': randomUUID() } };
    // The code belongs to the guardian, whoever types it.
    const mine = await who.client.call('POST /candidate/subscriptions/{id}/contract', {
      ...at,
      body: { ...DEVICE, FormatedContract, Contract, acceptanceToken: token },
    });
    expect(mine.status).toBe(201);
    expect((await show(client)).body.state).toBe('accepted');
  });

  it('a refused or cancelled application is closed to the guardian', async () => {
    const who = await minor();
    const client = await linkOf(who);
    const { FormatedContract, Contract } = (await show(client)).body.contract;
    await placeAt(harness, who.subscriptionId, STATUS.Canceled);
    expect((await show(client)).body).toMatchObject({ state: 'closed', acceptance: null });
    expect((await ask(client)).body.code).toBe('TRANSITION_NOT_ALLOWED');
    expect((await post(client, { FormatedContract, Contract })).body.code).toBe('TRANSITION_NOT_ALLOWED');
  });

  it('of ten acceptances at once one is written', async () => {
    const who = await minor();
    const client = await linkOf(who);
    const acceptanceToken = await tokenOf(client, who);
    const { FormatedContract, Contract } = (await show(client)).body.contract;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(client, { FormatedContract, Contract, acceptanceToken })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const written = await harness.platform.db.tenant(who.tenantId).many(sql`
      select id from contract_acceptance where tenant_id = ${who.tenantId} and subscription_id = ${who.subscriptionId}`);
    expect(written).toHaveLength(1);
  });
});
