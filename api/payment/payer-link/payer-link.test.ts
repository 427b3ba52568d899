import { PAYER_LINK } from '@orbita/domain/payment';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateCalls } from '../../../testing/candidate-calls.ts';
import type { Enrolling } from '../../../testing/enrolling.ts';
import { withoutTrace } from '../../../testing/fingerprint.ts';
import { fullPerson } from '../../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { exampleOf, expectRefusal, make } from '../../../testing/misuse.ts';
import { makePayerLink, payerCalls, payerKeyIn, payerOfCharge, payerWith } from '../../../testing/payer.ts';
import { type Paying, paying } from '../../../testing/paying.ts';
import { pdfText } from '../../../testing/pdf-text.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { until } from '../../../testing/until.ts';
import { cleanUp } from '../../identity/clean-up.ts';

/** Calls by somebody who pays through a link (spec 14.9, D-91). */
const keys = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).auth === 'payer');
const ALIEN_HOST = 'beta.orbita.test';

let harness: Harness;
let use: Paying;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({
    ...{ callsPerMinute: 1_000_000, places: 10_000 },
    writeLog: (line) => lines.push(line),
  });
  use = paying(harness);
});
afterAll(() => harness?.stop());

const show = (client: Client) => client.call('GET /candidate/payer-charge');
const slipOf = (client: Client) => client.call('GET /candidate/payer-charge/slip');
const over = async (client: Client) => expectRefusal(await show(client), 'link', 401, 'PAYER_LINK_INVALID');
const links = (who: Enrolling, paymentId: number) =>
  who.client.call('GET /candidate/payments/{paymentId}/payer-links', { params: { paymentId } });
const revoke = (who: Enrolling, paymentId: number) =>
  who.client.call('DELETE /candidate/payments/{paymentId}/payer-links', { params: { paymentId } });
const at = async <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
  harness.clock.set(new Date(new Date(T0).getTime() + minutes * 60_000));
  return work().finally(() => harness.clock.set(new Date(T0)));
};
/** A candidate with an open Pix charge, and a link to it. */
async function shared() {
  const who = await personAt(harness, 'payment');
  const { body: charge } = await use.pay(who);
  return { who, charge, payer: await payerOfCharge(harness, who.client, charge.paymentId) };
}
/** A candidate with a slip that the bank registered, and a link to it. */
async function sharedSlip() {
  const who = await personAt(harness, 'payment');
  await harness.platform.db.tenant(who.tenantId).one(sql`
    insert into person_address (tenant_id, person_id, street, number, neighborhood, zip_code, city_id)
    select ${who.tenantId}::bigint, ${who.personId}::bigint, 'Rua das Flores', '10', 'Centro', '30130010', min(id)
    from city returning id`);
  const { paymentId } = (await use.pay(who, use.key(), { method: 'slip' })).body;
  const slip = await until(
    async () => {
      const one = await use.payment(who, paymentId);
      if (one.state !== 'pending') await harness.platform.jobs.run('reconciliation');
      return one;
    },
    ({ state }) => state === 'pending',
  );
  return { who, slip, payer: await payerOfCharge(harness, who.client, paymentId) };
}
/** Everything that would reveal whose charge it is. */
const namesOf = async ({ tenantId, id }: Enrolling): Promise<string[]> => {
  const row = await harness.platform.db.tenant(tenantId).one<Record<string, string | null>>(sql`
    select p.name, p.cpf, p.email, p.cell_phone, c.name as course from person p
    join subscription s on s.tenant_id = p.tenant_id and s.person_id = p.id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    where s.tenant_id = ${tenantId} and s.id = ${id}`);
  return Object.values(row ?? {}).filter((value) => value !== null);
};

describe('S-54: another person who pays by a link', () => {
  it('sees only the charge, live, and afterwards that it was paid', async () => {
    const { who, charge, payer } = await shared();
    const { status, body } = await show(payer);
    expect([status, body]).toEqual([
      200,
      {
        state: 'open',
        institution: 'Centro Universitário Alfa Exemplo',
        purpose: 'enrollment',
        method: 'pix',
        installments: 6,
        amount: 360,
        createdAt: charge.createdAt,
        paidAt: null,
        slip: null,
        pix: charge.pix,
      },
    ]);
    expectRefusal(await slipOf(payer), 'no slip', 404, 'NOT_FOUND');
    await use.settle(await use.txidOf(who, charge.paymentId));
    await use.paid(who);
    const after = (await show(payer)).body;
    expect(after).toMatchObject({ state: 'paid', amount: 360, pix: null });
    expect(after.paidAt).not.toBeNull();
    expect((await makePayerLink(who.client, charge.paymentId)).body).toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });

  it('sees no names: neither in the answer nor on the slip', async () => {
    const { who, slip, payer } = await sharedSlip();
    const { body } = await show(payer);
    expect(body).toMatchObject({
      state: 'open',
      method: 'slip',
      amount: 360,
      slip: slip.slip,
      pix: slip.pix,
    });
    const file = await slipOf(payer);
    const paper = await pdfText(Buffer.from(file.body.pdf, 'base64'));
    expect(paper).toContain('Dados com a instituição');
    const names = await namesOf(who);
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      expect(JSON.stringify(body)).not.toContain(name);
      expect(paper).not.toContain(name);
    }
    expect(paper).not.toContain('Rua das Flores');
  });

  it('has a key that is stored as a hash and never logged', async () => {
    const { who, charge, payer } = await shared();
    const key = payer.token ?? '';
    expect((await show(payer)).status).toBe(200);
    // Refusals are logged as well, with what was called.
    await over(payerWith(harness, `${key}x`));
    await over(payerWith(harness, key, ALIEN_HOST));
    const stored = await harness.platform.db.tenant(who.tenantId).many<{ row: string }>(sql`
      select l::text as row from payer_link l
      where tenant_id = ${who.tenantId} and payment_id = ${charge.paymentId}`);
    expect(stored).toHaveLength(1);
    const log = lines.join('');
    expect(log).toContain('GET /candidate/payer-charge');
    // Columns of bytes are shown as hexadecimal digits.
    const spellings = [Buffer.from(key), Buffer.from(key, 'base64url')].map((bytes) => bytes.toString('hex'));
    for (const spelling of [key, ...spellings])
      expect([log, stored[0]?.row].filter((text) => text?.includes(spelling))).toEqual([]);
  });
});

describe('a link expires', () => {
  it('when the candidate ends it; a new one works again', async () => {
    const { who, charge, payer } = await shared();
    const second = await payerOfCharge(harness, who.client, charge.paymentId);
    expect((await links(who, charge.paymentId)).body).toEqual({ valid: 2 });
    expect((await show(payer)).status).toBe(200);
    expect((await revoke(who, charge.paymentId)).status).toBe(204);
    await over(payer);
    await over(second);
    expect((await links(who, charge.paymentId)).body).toEqual({ valid: 0 });
    expect((await show(await payerOfCharge(harness, who.client, charge.paymentId))).status).toBe(200);
  });

  it('some days after its charge, and is deleted a day later', async () => {
    const { who, charge, payer } = await shared();
    const end = 60 + PAYER_LINK.daysAfter * 1440;
    expect((await at(end - 1, () => show(payer))).status).toBe(200);
    await at(end, () => over(payer));
    const count = () =>
      harness.platform.db.tenant(who.tenantId).one(sql`
        select count(*)::int as n from payer_link where tenant_id = ${who.tenantId} and payment_id = ${charge.paymentId}`);
    await at(end + 1440, () => cleanUp.run(harness.platform));
    expect(await count()).toEqual({ n: 1 });
    await at(end + 1441, () => cleanUp.run(harness.platform));
    expect(await count()).toEqual({ n: 0 });
  });

  it('with its charge, once another one replaced it or its code ended', async () => {
    const { who, charge, payer } = await shared();
    const next = await use.pay(who, use.key(), { replace: true, method: 'pix' });
    expect(next.status).toBe(201);
    expect((await show(payer)).body).toMatchObject({ state: 'over', pix: null, slip: null });
    expectRefusal(await makePayerLink(who.client, charge.paymentId), 'replaced', 409, 'STATE_CONFLICT');
    const later = await payerOfCharge(harness, who.client, next.body.paymentId);
    expect((await show(later)).body).toMatchObject({ state: 'open', pix: next.body.pix });
    await at(61, async () => {
      expectRefusal(await makePayerLink(who.client, next.body.paymentId), 'ended', 409, 'STATE_CONFLICT');
      await harness.platform.jobs.run('charge-expiry');
      expect((await show(later)).body).toMatchObject({ state: 'over', pix: null, slip: null });
    });
  });
});

describe('anybody else', () => {
  it('S14 S15 reaches nothing without the key, with another kind of token, or at another tenant', async () => {
    const { who, charge, payer } = await shared();
    const other = await personAt(harness, 'payment');
    const key = payer.token ?? '';
    await withoutTrace(harness, async () => {
      for (const [n, call] of keys.entries()) {
        const headers = { 'x-forwarded-for': `203.0.113.${n}` };
        const callers: [string, Client][] = [
          ['nobody', harness.visitor('cua.alfa.orbita.test')],
          ['garbage', payerWith(harness, 'x'.repeat(22))],
          ['too long', payerWith(harness, 'x'.repeat(5000))],
          ['the candidate', who.client],
          ['a service', payerWith(harness, harness.platform.config.developmentToken ?? '')],
          ['the key at another tenant', payerWith(harness, key, ALIEN_HOST)],
        ];
        for (const [what, caller] of callers)
          expectRefusal(await make(caller, call, { headers }), `${call} ${what}`, 401, 'PAYER_LINK_INVALID');
        const alias = { headers: { ...headers, 'x-tenant-alias': 'beta' } };
        expectRefusal(await make(payer, call, alias), 'alias', 403, 'TENANT_MISMATCH');
      }
      for (const call of ['POST', 'GET', 'DELETE'] as const)
        expectRefusal(
          await other.client.send(call, `/orbita/api/candidate/payments/${charge.paymentId}/payer-links`),
          `${call} of another person`,
          404,
          'NOT_FOUND',
        );
    });
    expect((await show(payer)).status).toBe(200);
  });

  it('S17 cannot use the key for calls of the candidate', async () => {
    const owner = await fullPerson(harness, inventedPerson(8800));
    const { who, payer } = await shared();
    for (const [name, value] of who.client.cookies) payer.cookies.set(name, value);
    await withoutTrace(harness, async () => {
      for (const [call, example] of Object.entries(candidateCalls))
        expectRefusal(
          await make(payer, call as CallKey, exampleOf(example, owner)),
          call,
          401,
          'UNAUTHENTICATED',
        );
    });
  });

  it('every call by the key has an example', () => {
    expect(keys.length).toBeGreaterThan(0);
    expect(Object.keys(payerCalls)).toEqual(keys);
  });
});

describe('a flood', () => {
  it('twenty wrong keys in a minute from one address block that address', async () => {
    const from = (address: string) => {
      const client = payerWith(harness, 'wrong');
      client.headers = { 'x-forwarded-for': address };
      return client;
    };
    for (let n = 0; n < 20; n += 1) await over(from('198.51.100.8'));
    expectRefusal(await show(from('198.51.100.8')), 'guessing', 429, 'RATE_LIMITED');
    await over(from('198.51.100.98'));
  });

  it('one key is limited per minute, and another one still works', async () => {
    const { who, charge, payer } = await shared();
    const other = await payerOfCharge(harness, who.client, charge.paymentId);
    const seen = await Promise.all(Array.from({ length: PAYER_LINK.readsPerMinute + 5 }, () => show(payer)));
    const count = (status: number) => seen.filter((one) => one.status === status).length;
    expect([count(200), count(429)]).toEqual([PAYER_LINK.readsPerMinute, 5]);
    expect((await show(other)).status).toBe(200);
  });

  it('the number of links per charge and hour is limited, also for simultaneous requests', async () => {
    const { who, charge } = await shared();
    const made = await Promise.all(
      Array.from({ length: PAYER_LINK.perHour + 4 }, () => makePayerLink(who.client, charge.paymentId)),
    );
    const statuses = made.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(PAYER_LINK.perHour - 1);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    const [first] = made.filter(({ status }) => status === 201);
    expect(payerKeyIn(first?.body.link ?? '')).toMatch(/^[\w-]{22}$/);
    expect(first?.body).toMatchObject({
      institution: 'Centro Universitário Alfa Exemplo',
      expiresAt: '2026-01-12T11:00:00-03:00',
    });
    expect((await links(who, charge.paymentId)).body).toEqual({ valid: PAYER_LINK.perHour });
  });
});
