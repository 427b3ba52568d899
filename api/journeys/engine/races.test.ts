import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVICE } from '../../testing/bodies.ts';
import {
  accepted,
  applications,
  approved,
  consistent,
  crowd,
  type Node,
  type OneOfMany,
  type Stored,
  secondNode,
} from '../../testing/crowd.ts';
import { until } from '../../testing/enrolling.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { paying } from '../../testing/paying.ts';

/** What one connection can not show: who wins when many want the same at the same moment, on two nodes. */

const CROWD = 200;
/** Races of two are run so often, every other one with the second mover first. */
const ROUNDS = 8;
const HERE = { offer: 'ADM-ESSAY', course: 'ADM', pole: 'BH', type: 'essay' } as const;
const LAST = { ...HERE, course: 'CCO', pole: 'CT' };

let harness: Harness;
let node: Node;
const broken: string[] = [];
const watch = (line: string) => void (line.includes('"level":50') && broken.push(line));
beforeAll(async () => {
  harness = await startHarness({ places: 1000, callsPerMinute: 1_000_000, writeLog: watch });
  node = await secondNode(harness, watch);
});
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

type Who = OneOfMany & { id: number };
type Answer = { status: number; body: { code?: string; status?: number; id?: number } };
const on = () => harness.house.db.tenant(1);
const count = (answers: readonly Answer[], ...wanted: (string | number)[]) =>
  answers.filter(({ status, body }) => wanted.includes(body.code ?? status)).length;
/** Somebody's browser at one of the two nodes. */
const at = (who: OneOfMany, n: number): Client => (n % 2 ? node.client(who) : who.client);

const idOf = async (query: ReturnType<typeof sql>) => (await on().one<{ id: number }>(query))?.id ?? 0;
async function choice({ offer, course, pole }: { offer: string; course: string; pole: string }) {
  return {
    offerId: await idOf(sql`select id from offer where tenant_id = 1 and code = ${offer}`),
    courseId: await idOf(sql`select id from course where tenant_id = 1 and code = ${course}`),
    poleId: await idOf(sql`select id from pole where tenant_id = 1 and code = ${pole}`),
    schooling: { level: 'high-school' as const },
  };
}
const create = (client: Client, body: Awaited<ReturnType<typeof choice>>) =>
  client.call('POST /candidate/subscriptions', {
    body,
    headers: { ...client.headers, 'x-institution-code': 'CUA01' },
  });

/** People at 1, 3 or 6 of an application. */
async function people(
  size: number,
  status: 1 | 3 | 6,
  place: typeof HERE | typeof LAST = HERE,
): Promise<Who[]> {
  const found = await crowd(harness, size);
  const ids = await applications(harness, found, place);
  if (status > 1) await approved(harness, 1, ids);
  if (status > 3) await accepted(harness, 1, ids);
  return found.map((one, n) => ({ ...one, id: ids[n] ?? 0 }));
}

/** The contract as shown to somebody: pressing the button is a call of its own. */
async function readyToAccept(who: Who, client: Client): Promise<() => Promise<Answer>> {
  const params = { id: who.id };
  const { body } = await client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
    params,
  });
  const { FormatedContract, Contract } = body.contract;
  return () =>
    client.call('POST /candidate/subscriptions/{id}/contract', {
      params,
      headers: { 'idempotency-key': randomUUID() },
      body: { FormatedContract, Contract, ...DEVICE },
    });
}

/** Both movers at the same moment, on two nodes; every other time the second one is a little ahead. */
async function race<A, B>(
  many: readonly Who[],
  one: (who: Who) => () => Promise<A>,
  other: (who: Who) => () => Promise<B>,
): Promise<[A, B][]> {
  return Promise.all(
    many.map(async (who, n) => {
      const [first, second] = [one(who), other(who)];
      if (n % 2) {
        const ahead = second();
        return [await first(), await ahead] as [A, B];
      }
      return Promise.all([first(), second()]);
    }),
  );
}

const placeOf = async ({ offer, course, pole }: typeof LAST | typeof HERE) =>
  on().one<{ taken: number; living: number }>(sql`
    select p.taken, (select count(*)::int from subscription s where s.tenant_id = 1 and s.offer_id = p.offer_id
      and s.course_id = p.course_id and s.pole_id = p.pole_id and s.holds_place) as living
    from offer_course_pole p
    where p.tenant_id = 1 and p.offer_id = (select id from offer where tenant_id = 1 and code = ${offer})
      and p.course_id = (select id from course where tenant_id = 1 and code = ${course})
      and p.pole_id = (select id from pole where tenant_id = 1 and code = ${pole})`);

describe('the last vacancy', () => {
  let many: Who[];

  it('is applied for by two hundred at once: none of them takes it yet', async () => {
    const wish = await choice(LAST);
    await on().one(sql`
      update offer_course_pole set vacancies = 1 where tenant_id = 1 and offer_id = ${wish.offerId}
        and course_id = ${wish.courseId} and pole_id = ${wish.poleId} returning vacancies`);
    const found = await crowd(harness, CROWD);
    const answers = await Promise.all(found.map((one, n) => create(at(one, n), wish)));
    expect(count(answers, 201)).toBe(CROWD);
    many = found.map((one, n) => ({ ...one, id: answers[n]?.body.id ?? 0 }));
    expect(new Set(many.map(({ id }) => id)).size).toBe(CROWD);
    expect(await placeOf(LAST)).toEqual({ taken: 0, living: 0 });
    await consistent(
      harness,
      many.map(({ id }) => id),
    );
  });

  it('goes to one of two hundred who accept at once; the others keep their approval', async () => {
    const ids = many.map(({ id }) => id);
    await approved(harness, 1, ids);
    const presses = await Promise.all(many.map((one, n) => readyToAccept(one, at(one, n))));
    const answers = await Promise.all(presses.map((press) => press()));
    expect([count(answers, 201), count(answers, 'NO_VACANCIES')]).toEqual([1, CROWD - 1]);
    for (const { status, body } of answers.filter((one) => one.status !== 201))
      expect([status, body.status]).toEqual([409, 3]);
    const winner = many[answers.findIndex(({ status }) => status === 201)]?.id;
    for (const row of await consistent(harness, ids)) {
      const won = row.id === winner;
      expect([row.status, row.holds_place, row.acceptances]).toEqual(won ? [6, true, 1] : [3, false, 0]);
    }
    expect(await placeOf(LAST)).toEqual({ taken: 1, living: 1 });
  });

  it('is told as gone to who comes after, at every node', async () => {
    const wish = await choice(LAST);
    const answers = await Promise.all((await crowd(harness, 4)).map((one, n) => create(at(one, n), wish)));
    expect(count(answers, 'NO_VACANCIES')).toBe(4);
  });
});

it('one person who applies twenty times at once applies once', async () => {
  const wish = await choice(HERE);
  const [one] = (await crowd(harness, 1)) as [OneOfMany];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => create(at(one, n), wish)));
  expect([count(answers, 201), count(answers, 'SUBSCRIPTION_EXISTS')]).toEqual([1, 19]);
  const id = answers.find(({ status }) => status === 201)?.body.id ?? 0;
  for (const answer of answers) expect(answer.body.id).toBe(id);
  const all = await on().many(sql`
    select id from subscription where tenant_id = 1 and person_id = ${one.personId}`);
  expect(all).toEqual([{ id }]);
  await consistent(harness, [id]);
});

describe('two movers of one application', () => {
  const operate = (body: { event: 'disqualified'; reason: string }, id: number) =>
    harness.operations.call('POST /operations/subscriptions/{id}/events', { params: { id }, body });
  const block = (who: Who) => () =>
    harness.operations.call('POST /operations/blocks', {
      body: { documentType: 'cpf', document: who.cpf, reason: 'Fraude' },
    });
  const cancel = (who: Who) => () =>
    node.client(who).call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: who.id },
      body: { reason: 'gave-up' },
    });
  /** One press each, ready to be made. */
  const presses = async (many: readonly Who[]) => {
    const ready = new Map<number, () => Promise<Answer>>();
    await Promise.all(many.map(async (who) => ready.set(who.id, await readyToAccept(who, node.client(who)))));
    return (who: Who) => ready.get(who.id) ?? (() => Promise.reject(new Error('Not ready')));
  };
  const idsOf = (many: readonly Who[]) => many.map(({ id }) => id);

  it('graders who disagree: one grade counts, the other is told where the application stands', async () => {
    const many = await people(ROUNDS, 1);
    const essays = await on().many<{ id: number; subscription_id: number }>(sql`
      insert into essay (tenant_id, subscription_id, person_id, offer_id, attempt, essay_theme_id, title, body, state,
        started_at, deadline, completed_date)
      select 1, s.id, s.person_id, s.offer_id, 1, (select min(id) from essay_theme where tenant_id = 1), 'Título',
        'Texto', 'finished', s.created_at, s.created_at, s.created_at
      from subscription s where s.tenant_id = 1 and s.id = any(${idsOf(many)}::bigint[]) returning id, subscription_id`);
    const grade = (who: Who, score: number) => () =>
      harness.operations.call('POST /operations/essays/{id}/grade', {
        params: { id: essays.find((essay) => essay.subscription_id === who.id)?.id ?? 0 },
        body: { score, hasPlagiarism: false },
      });
    const answers = await race(
      many,
      (who) => grade(who, 720),
      (who) => grade(who, 100),
    );
    const rows = await consistent(harness, idsOf(many));
    for (const [n, [good, bad]] of answers.entries()) {
      const [won, lost] = good.status === 200 ? [good, bad] : [bad, good];
      const status = won === good ? 3 : 9;
      expect([won.status, won.body.status, rows[n]?.status]).toEqual([200, status, status]);
      expect([lost.status, lost.body]).toMatchObject([409, { code: 'STATE_CONFLICT', status }]);
    }
    const grades = await on().many(sql`
      select essay_id from essay_grade where tenant_id = 1 and essay_id = any(${essays.map(({ id }) => id)}::bigint[])`);
    expect(grades).toHaveLength(ROUNDS);
  });

  it('who cancels while the bank confirms: the money is never lost', async () => {
    const { pay, txidOf, settle } = paying(harness);
    const many = await people(ROUNDS, 6);
    const priceId = await idOf(sql`
      select p.id from price p join price_list l on l.tenant_id = p.tenant_id and l.id = p.price_list_id
      join subscription s on s.tenant_id = l.tenant_id and s.course_id = l.course_id and s.intake_id = l.intake_id
      where s.tenant_id = 1 and s.id = ${many[0]?.id ?? 0} and p.kind in ('enrollment', 'total') order by p.id limit 1`);
    const bills = new Map<number, string>();
    for (const who of many) {
      const { body } = await pay({ ...who, priceId });
      bills.set(who.id, await txidOf({ ...who, priceId }, body.paymentId));
    }
    const answers = await race(many, (who) => () => settle(bills.get(who.id) ?? ''), cancel);
    const payments = await until(
      () =>
        on().many<{ state: string; attention: string[]; received_cents: number | null }>(sql`
          select state, attention, received_cents from payment
          where tenant_id = 1 and subscription_id = any(${idsOf(many)}::bigint[]) order by subscription_id`),
      (found) => found.every(({ received_cents: received }) => received !== null),
    );
    const rows = await consistent(harness, idsOf(many));
    for (const [n, [, left]] of answers.entries()) {
      const row = rows[n] as Stored;
      expect([left.status, left.body.status]).toEqual([200, row.status]);
      // Paid first: the institution decides. Left first: the charge was closed, and the money is marked for refund.
      const marks = row.status === 12 ? [] : ['payment-of-closed-charge'];
      expect(payments[n]).toMatchObject({
        state: row.status === 12 ? 'paid' : 'cancelled',
        attention: marks,
      });
      expect([row.status, row.attention]).toEqual([row.is_paid ? 12 : 13, marks]);
    }
  });

  it('who accepts while she is disqualified, or blocked: her place is free again or kept for her, never both', async () => {
    const many = await people(ROUNDS * 2, 3);
    const press = await presses(many);
    const out = (who: Who) => () => operate({ event: 'disqualified', reason: 'Fraude' }, who.id);
    const [disqualified, blocked] = [many.slice(0, ROUNDS), many.slice(ROUNDS)];
    const answers = [...(await race(disqualified, press, out)), ...(await race(blocked, press, block))];
    const rows = await consistent(harness, idsOf(many));
    for (const [n, [signed, ended]] of answers.entries()) {
      const status = n < ROUNDS ? 9 : 8;
      expect([ended.status, rows[n]?.status]).toEqual([status === 9 ? 200 : 201, status]);
      const before = rows[n]?.history.at(-1)?.from;
      if (signed.status === 201) expect(before).toBe(6);
      else {
        expect([signed.status, signed.body]).toMatchObject([409, { code: 'TRANSITION_NOT_ALLOWED', status }]);
        expect([before, rows[n]?.acceptances]).toEqual([3, 0]);
      }
    }
    const place = await placeOf(HERE);
    expect(place?.taken).toBe(place?.living);
  });

  it('who leaves while she is blocked: the block stands in any case', async () => {
    const many = await people(ROUNDS, 3);
    const answers = await race(many, cancel, block);
    const rows = await consistent(harness, idsOf(many));
    for (const [n, [left, blocked]] of answers.entries()) {
      expect(blocked.status).toBe(201);
      if (left.status === 200) expect([rows[n]?.status, left.body.status]).toEqual([13, 13]);
      else expect([left.status, left.body, rows[n]?.status]).toMatchObject([409, { status: 8 }, 8]);
    }
  });

  it('who applies while she is blocked: no application of hers is left alive', async () => {
    const wish = await choice(HERE);
    const many = (await crowd(harness, ROUNDS * 2)).map((one) => ({ ...one, id: 0 }));
    const answers = await race(many, (who) => () => create(node.client(who), wish), block);
    for (const [made, blocked] of answers) {
      expect(blocked.status).toBe(201);
      if (made.status === 201) expect((await consistent(harness, [made.body.id]))[0]?.status).toBe(8);
      else expect([made.status, made.body.code]).toEqual([403, 'BLOCKED']);
    }
  });

  it('two blocks lifted at once: the last one to go lets the application go on', async () => {
    const many = await people(ROUNDS, 3);
    const blocks = new Map<number, [number, number]>();
    for (const who of many) blocks.set(who.id, [(await block(who)()).body.id, (await block(who)()).body.id]);
    const lift = (who: Who, n: 0 | 1) => () =>
      harness.operations.call('DELETE /operations/blocks/{id}', {
        params: { id: blocks.get(who.id)?.[n] ?? 0 },
      });
    const answers = await race(
      many,
      (who) => lift(who, 0),
      (who) => lift(who, 1),
    );
    for (const [one, other] of answers) expect([one.status, other.status]).toEqual([200, 200]);
    for (const row of await consistent(harness, idsOf(many))) expect(row.status).toBe(3);
  });
});

it('the last use of a voucher goes to one of many', async () => {
  const many = await people(12, 6);
  await on().one(sql`
    insert into voucher (tenant_id, code, percent, applies_to, valid_from, valid_to, max_uses)
    values (1, 'ULTIMO', 50, 'first', '2026-01-01', '2026-12-31', 1) returning id`);
  const priceId = await idOf(sql`
    select p.id from price p join price_list l on l.tenant_id = p.tenant_id and l.id = p.price_list_id
    join subscription s on s.tenant_id = l.tenant_id and s.course_id = l.course_id and s.intake_id = l.intake_id
    where s.tenant_id = 1 and s.id = ${many[0]?.id ?? 0} and p.kind in ('enrollment', 'total') order by p.id limit 1`);
  const answers = await Promise.all(
    many.map((who, n) =>
      at(who, n).call('POST /candidate/subscriptions/{id}/payments', {
        params: { id: who.id },
        headers: { 'idempotency-key': randomUUID() },
        body: { purpose: 'enrollment', method: 'pix', installments: 6, priceId, voucher: 'ULTIMO' },
      }),
    ),
  );
  expect([count(answers, 201), count(answers, 'VOUCHER_INVALID')]).toEqual([1, 11]);
  expect(await on().one(sql`select used from voucher where tenant_id = 1 and code = 'ULTIMO'`)).toEqual({
    used: 1,
  });
});

it('nothing of all this was an unforeseen failure', () => {
  expect(broken).toEqual([]);
});
