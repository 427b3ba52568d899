import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Enrolling, Waiting } from '../../../testing/enrolling.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { type Node, secondNode } from '../../../testing/many-people.ts';
import { paying } from '../../../testing/paying.ts';
import { personAt, type Step } from '../../../testing/person-at.ts';
import { count, racing } from '../../../testing/racing.ts';
import { type ChallengeOrder, createChallenge, verifyChallenge } from '../../identity/challenge.ts';
import { applyCharge } from '../../payment/apply.ts';
import { pixReport } from '../../payment/instruments/pix.ts';
import { AppError } from '../../platform/http/errors.ts';
import { runOnce, runOnceAcross } from '../../platform/http/idempotency.ts';
import { reply } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { erasePerson } from '../../privacy/erase.ts';
import { findHost } from '../../tenancy/hosts.ts';

/**
 * Resources that exactly one of many simultaneous requests may get, on two nodes: a lock or an index
 * guarantees each of them.
 */

const CROWD = 50;
/** Long enough for many people on a busy machine. */
const LONG = 120_000;

let harness: Harness;
let node: Node;
let field: ReturnType<typeof racing>;
beforeAll(async () => {
  harness = await startHarness({ places: 1000, callsPerMinute: 1_000_000 });
  node = await secondNode(harness, () => undefined);
  field = racing(harness, node);
});
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

const platforms = (): [Platform, Platform] => [harness.platform, node.platform];
/** Returns the function and how often it was called. */
const counted = () => {
  const seen = { runs: 0 };
  const work = async () => {
    seen.runs += 1;
    return reply(201, { run: seen.runs });
  };
  return { seen, work };
};
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('S20: the last one, requested by fifty at once, is used exactly once', () => {
  const fifty = async ({ step = 'payment', ...where }: Waiting & { step?: Step }) => {
    const all: Enrolling[] = [];
    for (let n = 0; n < CROWD; n += 1) all.push(await personAt(harness, step, where));
    return all;
  };
  const browser = (who: Enrolling, n: number) => (n % 2 ? node.client(who) : who.client);

  it(
    'a place in a class',
    async () => {
      const all = await fifty({ offer: 'EXT-EXCEL', course: 'EXC', type: 'extension', step: 'class' });
      const classOf = await field.on().one<{ id: number }>(sql`
        update academic_class c set slots = c.taken + 1 from offer o
        where c.tenant_id = 1 and o.tenant_id = 1 and o.id = c.offer_id and o.code = 'EXT-EXCEL'
          and c.id = (select min(x.id) from academic_class x where x.tenant_id = 1 and x.offer_id = o.id)
        returning c.id`);
      const answers = await Promise.all(
        all.map((who, n) =>
          browser(who, n).call('PUT /candidate/subscriptions/{id}/class', {
            params: { id: who.id },
            body: { academicClassId: classOf?.id ?? 0 },
          }),
        ),
      );
      expect([count(answers, 200), count(answers, 'CLASS_UNAVAILABLE')]).toEqual([1, CROWD - 1]);
      expect(
        await field.on().one(sql`select taken = slots as full from academic_class where id = ${classOf?.id}`),
      ).toEqual({ full: true });
    },
    LONG,
  );

  it(
    'a place in a test',
    async () => {
      const all = await fifty({
        offer: 'ENF-TEST',
        course: 'ENF',
        pole: 'CENTRO',
        type: 'graduation',
        step: 'applied',
      });
      const slot = await field.on().one<{ id: number }>(sql`
        insert into schedule_slot (tenant_id, offer_id, pole_id, code, place, at, capacity)
        select 1, s.offer_id, s.pole_id, 'LAST', s.place, s.at, 1 from schedule_slot s
        where s.tenant_id = 1 and s.code = 'S1' returning id`);
      const answers = await Promise.all(
        all.map((who, n) =>
          browser(who, n).call('PUT /candidate/subscriptions/{id}/scheduling', {
            params: { id: who.id },
            body: { hourId: slot?.id ?? 0 },
          }),
        ),
      );
      expect([count(answers, 200), count(answers, 'SLOT_FULL')]).toEqual([1, CROWD - 1]);
      expect(await field.on().one(sql`select taken from schedule_slot where id = ${slot?.id}`)).toEqual({
        taken: 1,
      });
    },
    LONG,
  );

  it(
    'the use of a voucher',
    async () => {
      const all = await fifty({});
      await field.on().one(sql`
        insert into voucher (tenant_id, code, percent, applies_to, valid_from, valid_to, max_uses)
        values (1, 'UNICO', 100, 'first', '2026-01-01', '2026-12-31', 1) returning id`);
      const answers = await Promise.all(
        all.map((who, n) =>
          browser(who, n).call('POST /candidate/subscriptions/{id}/payments', {
            params: { id: who.id },
            headers: { 'idempotency-key': randomUUID() },
            body: {
              purpose: 'enrollment',
              method: 'pix',
              installments: 6,
              priceId: who.priceId,
              voucher: 'UNICO',
            },
          }),
        ),
      );
      expect([count(answers, 201), count(answers, 'VOUCHER_INVALID')]).toEqual([1, CROWD - 1]);
      expect(await field.on().one(sql`select used from voucher where code = 'UNICO'`)).toEqual({ used: 1 });
    },
    LONG,
  );
});

describe('S3: of two simultaneous code requests one is sent', () => {
  let n = 0;
  const order = (change: Partial<ChallengeOrder> = {}): ChallengeOrder => ({
    purpose: 'sign-in',
    channel: 'email',
    recipient: `trava${n}@exemplo.test`,
    template: 'N-02',
    greeted: 'Candidata',
    ...change,
  });
  const both = async (one: ChallengeOrder, other: ChallengeOrder) => {
    const found = await findHost(harness.platform, 'cua.alfa.orbita.test');
    if (!found) throw new Error('No host');
    const [here, there] = platforms();
    return Promise.all([
      outcome(createChallenge({ platform: here, ...found }, one)),
      outcome(createChallenge({ platform: there, ...found }, other)),
    ]);
  };

  it.each([
    ['for one document', { subject: 'a' }, { subject: 'a' }],
    ['for two documents with one contact', { subject: 'a' }, { subject: 'b' }],
    ['for a document and by its owner', { subject: 'a' }, {}],
  ])('%s', async (_what, one, other) => {
    for (let round = 0; round < 12; round += 1) {
      n += 1;
      const own = (change: Partial<ChallengeOrder>) =>
        order({ ...change, ...(change.subject ? { subject: `${change.subject}${n}` } : {}) });
      expect((await both(own(one), own(other))).sort()).toEqual(['RATE_LIMITED', 'done']);
    }
  });

  it('the fifth within an hour goes to one of two, whichever contacts they use', async () => {
    for (let round = 0; round < 12; round += 1) {
      n += 1;
      const personId = 800_000 + n;
      await field.on().many(sql`
        insert into code_challenge (tenant_id, id, purpose, person_id, channel, recipient, code_hash, payload,
          created_at, expires_at)
        select 1, gen_random_uuid(), 'sign-in', ${personId}::bigint, 'email', 'antes' || k || ${n}::text || '@exemplo.test', 'x',
          '{}', ${new Date(harness.clock.now().getTime() - 10 * 60_000)}::timestamptz, ${harness.clock.now()}::timestamptz
        from generate_series(1, 4) k returning id`);
      const mail = order({ personId });
      const sms = order({ personId, channel: 'sms', recipient: `319${String(n).padStart(8, '0')}` });
      expect((await both(mail, sms)).sort()).toEqual(['RATE_LIMITED', 'done']);
    }
  });
});

describe('S3: a code entered by several at once', () => {
  const asked = async (channel: 'email' | 'sms', round: number) => {
    const found = await findHost(harness.platform, 'cua.alfa.orbita.test');
    if (!found) throw new Error('No host');
    const recipient =
      channel === 'email' ? `uso${round}@exemplo.test` : `3197${String(round).padStart(7, '0')}`;
    const expected = { purpose: 'contact-change', personId: 810_000 + round } as const;
    const { challengeId } = await createChallenge(
      { platform: harness.platform, ...found },
      { ...expected, channel, recipient, template: 'N-02', greeted: 'Candidata' },
    );
    const { body } = await harness.operations.call('GET /operations/simulator/outbox', {
      query: { to: recipient },
    });
    const code = /\d{6}/.exec(body[0]?.text ?? '')?.[0] ?? '';
    const enter = (platform: Platform, typed: string) =>
      outcome(
        verifyChallenge({ platform, ...found }, challengeId, typed, expected).then((verified) =>
          platform.db.write(1, (tx) => verified.use(tx)),
        ),
      );
    return { code, enter };
  };

  it('works once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { code, enter } = await asked('email', round);
      const answers = await Promise.all(
        platforms().flatMap((platform) => [enter(platform, code), enter(platform, code)]),
      );
      expect(answers.sort()).toEqual(['CODE_EXPIRED', 'CODE_EXPIRED', 'CODE_EXPIRED', 'done']);
    }
  });

  it('becomes invalid after five wrong entries, however many arrive at the same moment', async () => {
    const { code, enter } = await asked('sms', 99);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => enter(platforms()[at % 2] as Platform, wrong)),
    );
    const of = (what: string) => answers.filter((one) => one === what).length;
    expect([of('CODE_INVALID'), of('CODE_EXPIRED')]).toEqual([5, 35]);
    expect(await enter(harness.platform, code)).toBe('CODE_EXPIRED');
  });
});

describe('R5: a payment reported to two nodes at once', () => {
  it('is recorded once, and notified once', async () => {
    const { pay, txidOf, stored } = paying(harness);
    for (let round = 0; round < 8; round += 1) {
      const who = await personAt(harness, 'payment');
      const { body } = await pay(who, { 'idempotency-key': randomUUID() });
      const txid = await txidOf(who, body.paymentId);
      const found = {
        txid,
        status: 'CONCLUIDA' as const,
        amountCents: 36_000,
        copyPaste: 'code',
        createdAt: '2026-01-12T13:00:00Z',
        expiresInSeconds: 3600,
        received: [{ endToEndId: `E${who.id}`, amountCents: 36_000, at: '2026-01-12T13:01:00Z' }],
      };
      const replies = await Promise.all(
        platforms().flatMap((platform) =>
          [0, 1].map(() => applyCharge(platform, 1, body.paymentId, pixReport(found))),
        ),
      );
      expect(replies.filter(Boolean)).toHaveLength(1);
      expect(await stored(who)).toMatchObject({
        status: 5,
        confirmed: 1,
        attention: [],
        payments: [{ state: 'paid', received: 36_000 }],
      });
    }
  });
});

it('of many endpoints registered at once only the allowed number is kept', async () => {
  const register = (n: number) =>
    harness.operations.call('POST /operations/webhook-endpoints', {
      body: { institution: 'EPA01', url: `http://127.0.0.1:9/${n}`, kinds: ['enrollment.completed'] },
    });
  const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => register(n)));
  expect([count(answers, 201), count(answers, 'LIMIT_REACHED')]).toEqual([10, 6]);
});

it('of two simultaneous privacy requests one is accepted', async () => {
  for (let round = 0; round < 8; round += 1) {
    const who = await personAt(harness, 'account');
    const ask = (client: Client) =>
      client.call('POST /candidate/users/{uuid}/privacy-requests', {
        params: { uuid: who.uuid },
        body: { kind: 'deletion' },
      });
    const answers = await Promise.all([ask(who.client), ask(node.client(who))]);
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      202,
      'PRIVACY_REQUEST_OPEN',
    ]);
  }
});

it('of two simultaneous uses of one hand-off code one signs in', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { personId } = await personAt(harness, 'account');
    const { body } = await harness.operations.call('POST /operations/handoffs', { body: { personId } });
    const code = new URL(body.url).searchParams.get('code') ?? '';
    const visitors = [harness.visitor(), node.client({ client: harness.visitor() })];
    const answers = await Promise.all(
      visitors.map((client) => client.call('POST /platform/auth/handoff/exchange', { body: { code } })),
    );
    expect([count(answers, 200), count(answers, 'HANDOFF_EXPIRED')]).toEqual([1, 1]);
  }
});

describe('S29: two simultaneous erasures of one person', () => {
  it('one erases; the other does not wait, and has nothing to do', async () => {
    const { personId } = await personAt(harness, 'account');
    const now = harness.clock.now();
    const [here, there] = platforms();
    const version = async () =>
      (await field.on().one<{ name: string }>(sql`select name from person where id = ${personId}`))?.name;
    const first = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const one = here.db.write(1, async (tx) => {
      const erased = await erasePerson(tx, personId, now);
      first.resolve();
      await done.promise;
      return erased;
    });
    await first.promise;
    const other = there.db.write(1, async (tx) => {
      await tx.many(sql`set local lock_timeout = '3s'`);
      return erasePerson(tx, personId, now);
    });
    expect(await other.finally(() => done.resolve())).toBe(false);
    expect(await one).toBe(true);
    const name = await version();
    expect(await here.db.write(1, (tx) => erasePerson(tx, personId, now))).toBe(false);
    expect(await version()).toBe(name);
  });
});

describe('R2: two simultaneous commands with one key', () => {
  const command = (key: string, body: unknown) => ({
    tenantId: 1,
    personId: 0,
    address: 'POST /x',
    key,
    body,
    requestId: 'r',
  });

  it('one is executed, and both get its answer', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { seen, work } = counted();
      const key = randomUUID();
      const answers = await Promise.all(
        platforms().flatMap((platform) => [
          runOnce(platform, command(key, { a: 1 }), work),
          runOnce(platform, command(key, { a: 1 }), work),
        ]),
      );
      expect(seen.runs).toBe(1);
      for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: { run: 1 } });
    }
  });

  it('one is executed even when its steps wait for external services', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { seen, work } = counted();
      const key = randomUUID();
      const answers = await Promise.all(
        platforms().map((platform) =>
          runOnceAcross(platform, command(key, { a: 1 }), async () => {
            const answer = await work();
            await new Promise((after) => setTimeout(after, 20));
            return answer;
          }),
        ),
      );
      expect([seen.runs, answers.map(({ body }) => body)]).toEqual([1, [{ run: 1 }, { run: 1 }]]);
    }
  });

  it('one with a different body is refused and does nothing', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { seen, work } = counted();
      const key = randomUUID();
      const [here, there] = platforms();
      const answers = await Promise.all([
        outcome(runOnce(here, command(key, { a: 1 }), work)),
        outcome(runOnce(there, command(key, { a: 2 }), work)),
      ]);
      expect([seen.runs, answers.sort()]).toEqual([1, ['IDEMPOTENCY_CONFLICT', 'done']]);
    }
  });
});
