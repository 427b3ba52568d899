import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, openLink } from '../../testing/applicant.ts';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';
import { forgetSessions } from '../caller/session.ts';
import { issueTicket, readTicket } from '../document/ticket.ts';
import { type ChallengeOrder, createChallenge } from '../identity/challenge.ts';
import { LOCK, lockAccount, takeTry } from '../identity/store.ts';
import { takeTicket } from '../messaging/ticket.ts';
import { AppError } from '../platform/http/errors.ts';
import { findHost } from '../tenancy/hosts.ts';

/** Everything with an expiry is valid one millisecond before it, and no longer valid at it. */

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());
afterEach(() => harness.clock.set(new Date(T0)));

const on = () => harness.platform.db.tenant(1);
const now = () => harness.clock.now();
const after = (ms: number, from = new Date(T0)) => new Date(from.getTime() + ms);
const at = <T>(when: Date, ask: () => Promise<T>): Promise<T> => {
  harness.clock.set(when);
  return ask().finally(() => harness.clock.set(new Date(T0)));
};
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/**
 * Something that expires, and how to check that it is still valid; a check that uses it up gets a new one
 * each time.
 */
type Thing = { ends: Date; isThere: () => Promise<boolean> };

async function session(change: 'expires_at' | 'silence'): Promise<Thing> {
  const { client, personId } = await personAt(harness, 'account');
  const ends = after(change === 'silence' ? 65 * MINUTE : 7 * MINUTE);
  await on().many(
    change === 'silence'
      ? sql`update login_session set remember = false, last_seen_at = ${now()}::timestamptz
          where tenant_id = 1 and person_id = ${personId} returning id`
      : sql`update login_session set expires_at = ${ends}::timestamptz
          where tenant_id = 1 and person_id = ${personId} returning id`,
  );
  return {
    ends,
    isThere: async () => {
      forgetSessions(harness.platform);
      return (await client.call('GET /candidate/users/check/')).status === 200;
    },
  };
}

async function handOff(): Promise<Thing> {
  const { personId } = await personAt(harness, 'account');
  const { body } = await harness.operations.call('POST /operations/handoffs', { body: { personId } });
  const code = new URL(body.url).searchParams.get('code') ?? '';
  return {
    ends: after(MINUTE),
    isThere: async () =>
      (await harness.visitor().call('POST /platform/auth/handoff/exchange', { body: { code } })).status ===
      200,
  };
}

async function accessKey(): Promise<Thing> {
  const { id } = await personAt(harness, 'payment');
  const { keyId, key } = await issueKey(harness, id, { purpose: 'continue', ttlDays: 2 });
  const row = await on().one<{ expires_at: Date }>(sql`
    select expires_at from access_key where tenant_id = 1 and id = ${keyId}`);
  return {
    ends: row?.expires_at ?? new Date(0),
    isThere: async () => Boolean((await openLink(harness.visitor(), id, key)).body.accessToken),
  };
}

async function serviceToken(): Promise<Thing> {
  const ends = after(3 * DAY);
  const { body } = await harness.operations.call('POST /operations/tokens', {
    body: { name: 'Sistema', tenant: 'alfa', scopes: ['essays'], expiresAt: ends.toISOString() },
  });
  const client = harness.visitor('operations.test');
  client.headers = { authorization: `Bearer ${body.token}` };
  return { ends, isThere: async () => (await client.call('GET /operations/essays')).status === 200 };
}

async function documentTicket(): Promise<Thing> {
  const { personId } = await personAt(harness, 'account');
  const { ticket } = await issueTicket(harness.platform, 1, 'print', personId, {});
  return {
    ends: after(5 * MINUTE),
    isThere: async () => (await readTicket(harness.platform, 1, 'print', ticket))?.over === false,
  };
}

async function eventTicket(): Promise<Thing> {
  const { client, personId } = await personAt(harness, 'account');
  const { body } = await client.call('POST /candidate/events/tickets', { body: {} });
  const row = await on().one<{ expires_at: Date }>(sql`
    select expires_at from short_ticket where tenant_id = 1 and person_id = ${personId} and kind = 'events'`);
  return {
    ends: row?.expires_at ?? new Date(0),
    isThere: async () => typeof (await takeTicket(harness.platform, 1, body.ticket, 'business')) === 'object',
  };
}

async function eventTicketOfSession(): Promise<Thing> {
  const { client, personId } = await personAt(harness, 'account');
  const { body } = await client.call('POST /candidate/events/tickets', { body: {} });
  const ends = after(1000);
  await on().many(sql`
    update login_session set expires_at = ${ends}::timestamptz where tenant_id = 1 and person_id = ${personId}
    returning id`);
  return {
    ends,
    isThere: async () => typeof (await takeTicket(harness.platform, 1, body.ticket, 'business')) === 'object',
  };
}

async function charge(): Promise<Thing> {
  const { pay, payment } = paying(harness);
  const who = await personAt(harness, 'payment');
  const { body } = await pay(who, { 'idempotency-key': `edge-${who.id}` });
  return {
    ends: after(60 * MINUTE),
    isThere: async () => {
      await harness.platform.jobs.run('charge-expiry');
      return (await payment(who, body.paymentId)).state === 'pending';
    },
  };
}

async function timeToPay(): Promise<Thing> {
  const { pay } = paying(harness);
  const who = await personAt(harness, 'payment');
  const ends = after(DAY);
  await on().many(sql`
    update subscription set payment_deadline = ${ends}::timestamptz where tenant_id = 1 and id = ${who.id} returning id`);
  return {
    ends,
    isThere: async () =>
      (await pay(who, { 'idempotency-key': `due-${who.id}-${now().getTime()}` })).status === 201,
  };
}

async function applicationToPay(): Promise<Thing> {
  const who = await personAt(harness, 'payment');
  await on().many(sql`
    update subscription set payment_deadline = ${after(DAY)}::timestamptz where tenant_id = 1 and id = ${who.id}
    returning id`);
  return {
    // A payment is still possible at its deadline and ends one millisecond later.
    ends: after(DAY + 1),
    isThere: async () => {
      await harness.platform.jobs.run('payment-deadline');
      return (
        (await on().one(
          sql`select id from subscription where tenant_id = 1 and id = ${who.id} and status = 6`,
        )) !== undefined
      );
    },
  };
}

async function lock(): Promise<Thing> {
  const { accountId, cpf } = await personAt(harness, 'account');
  await lockAccount(on(), accountId, now());
  return {
    ends: after(LOCK.lockMs),
    isThere: async () => (await takeTry(on(), 'cpf', cpf, now()))?.failed_sign_ins === 0,
  };
}

async function failedTries(): Promise<Thing> {
  const { cpf } = await personAt(harness, 'account');
  await takeTry(on(), 'cpf', cpf, now());
  return {
    ends: after(LOCK.windowMs),
    isThere: async () => (await takeTry(on(), 'cpf', cpf, now()))?.failed_sign_ins === 2,
  };
}

async function application(): Promise<Thing> {
  return {
    // The intake of EPA01 is over; that of CUA01 ends with its last day in the zone of the tenant.
    ends: new Date('2026-02-14T00:00:00-03:00'),
    isThere: async () => {
      const { body } = await harness.visitor().call('GET /candidate/offers', { query: { type: 1 } });
      return body.data.length > 0;
    },
  };
}

let codes = 0;
const order = (change: Partial<ChallengeOrder>): ChallengeOrder => ({
  purpose: 'contact-change',
  channel: 'email',
  recipient: `limite${codes}@exemplo.test`,
  template: 'N-02',
  greeted: 'Candidata',
  ...change,
});
const sent = async (change: Partial<ChallengeOrder>): Promise<boolean> => {
  const found = await findHost(harness.platform, 'cua.alfa.orbita.test');
  if (!found) throw new Error('No host');
  return createChallenge({ platform: harness.platform, ...found }, order(change)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
      throw error;
    },
  );
};

async function waitForCode(): Promise<Thing> {
  codes += 1;
  expect(await sent({})).toBe(true);
  return { ends: after(MINUTE), isThere: async () => !(await sent({})) };
}

async function hourOfCodes(): Promise<Thing> {
  codes += 1;
  const personId = 600_000 + codes;
  for (let n = 0; n < 5; n += 1)
    expect(await sent({ personId, recipient: `limite${codes}-${n}@exemplo.test` })).toBe(true);
  return { ends: after(60 * MINUTE), isThere: async () => !(await sent({ personId })) };
}

describe('expiry to the millisecond', () => {
  it.each([
    ['S8: a session', () => session('expires_at')],
    ['S8: a session nobody uses', () => session('silence')],
    ['the code of a hand-off', handOff],
    ['S17: a link of a message', accessKey],
    ['a service token', serviceToken],
    ['the link of a document', documentTicket],
    ['the ticket of a socket', eventTicket],
    ['the ticket of a socket whose session ends', eventTicketOfSession],
    ['a charge', charge],
    ['the time to pay', timeToPay],
    ['an application whose time to pay is over', applicationToPay],
    ['S2: the lock of an account', lock],
    ['S2: the count of failed tries', failedTries],
    ['S3: the wait for another code', waitForCode],
    ['S3: the hour of five codes', hourOfCodes],
    ['an offer whose intake ends', application],
  ] as [string, () => Promise<Thing>][])('%s', async (_what, make) => {
    const before = await make();
    expect(await at(after(-1, before.ends), before.isThere), 'a millisecond before').toBe(true);
    const then = await make();
    expect(await at(then.ends, then.isThere), 'at its end').toBe(false);
  });
});

it('an offer opens at the first moment of its intake', async () => {
  const client = harness.visitor();
  const open = async () =>
    (await client.call('GET /candidate/offers', { query: { type: 1 } })).body.data.length > 0;
  expect(await at(new Date('2025-09-30T23:59:59.999-03:00'), open)).toBe(false);
  expect(await at(new Date('2025-10-01T00:00:00-03:00'), open)).toBe(true);
});
