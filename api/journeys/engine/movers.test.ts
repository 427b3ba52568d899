import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import {
  consistent,
  createPeople,
  failed,
  type Node,
  type Stored,
  secondNode,
} from '../../../testing/many-people.ts';
import { paying } from '../../../testing/paying.ts';
import { type Answer, count, HERE, race, racing, type Who } from '../../../testing/racing.ts';
import { until } from '../../../testing/until.ts';

/** Two simultaneous moves of one application end in one consistent status, and the loser gets that status. */

/** Every race is run this often, every other time with a head start for the second move. */
const ROUNDS = 8;

let harness: Harness;
let node: Node;
let field: ReturnType<typeof racing>;
const broken: string[] = [];
const watch = (line: string) => void (line.includes('"level":50') && broken.push(line.slice(0, 500)));
beforeAll(async () => {
  harness = await startHarness({ places: 1000, callsPerMinute: 1_000_000, writeLog: watch });
  node = await secondNode(harness, watch);
  field = racing(harness, node);
});
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

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
/** One prepared acceptance each. */
const presses = async (many: readonly Who[]) => {
  const ready = new Map<number, () => Promise<Answer>>();
  await Promise.all(
    many.map(async (who) => ready.set(who.id, await field.readyToAccept(who, node.client(who)))),
  );
  return (who: Who) => ready.get(who.id) ?? (() => Promise.reject(new Error('Not ready')));
};
const idsOf = (many: readonly Who[]) => many.map(({ id }) => id);

describe('two simultaneous transitions of one application', () => {
  it('graders who disagree: one grade counts, the other grader gets the status of the application', async () => {
    const many = await field.people(ROUNDS, 1);
    const essays = await field.on().many<{ id: number; subscription_id: number }>(sql`
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
    const grades = await field.on().many(sql`
      select essay_id from essay_grade where tenant_id = 1 and essay_id = any(${essays.map(({ id }) => id)}::bigint[])`);
    expect(grades).toHaveLength(ROUNDS);
  });

  it('a cancellation while the bank confirms: the payment is never lost', async () => {
    const { pay, txidOf, settle } = paying(harness);
    const many = await field.people(ROUNDS, 6);
    const priceId = await field.priceOf(many[0]?.id ?? 0);
    const bills = new Map<number, string>();
    for (const who of many) {
      const { body } = await pay({ ...who, priceId });
      bills.set(who.id, await txidOf({ ...who, priceId }, body.paymentId));
    }
    const answers = await race(many, (who) => () => settle(bills.get(who.id) ?? ''), cancel);
    const payments = await until(
      () =>
        field.on().many<{ state: string; attention: string[]; received_cents: number | null }>(sql`
          select state, attention, received_cents from payment
          where tenant_id = 1 and subscription_id = any(${idsOf(many)}::bigint[]) order by subscription_id`),
      (found) => found.every(({ received_cents: received }) => received !== null),
    );
    const rows = await consistent(harness, idsOf(many));
    for (const [n, [, left]] of answers.entries()) {
      const row = rows[n] as Stored;
      expect([left.status, left.body.status]).toEqual([200, row.status]);
      // Paid first: the institution decides. Left first: the charge was closed, and the payment is marked for
      // refund.
      const marks = row.status === 12 ? [] : ['payment-of-closed-charge'];
      expect(payments[n]).toMatchObject({
        state: row.status === 12 ? 'paid' : 'cancelled',
        attention: marks,
      });
      expect([row.status, row.attention]).toEqual([row.is_paid ? 12 : 13, marks]);
    }
  });

  it('an acceptance during a disqualification or a block: the place is freed or kept, never both', async () => {
    const many = await field.people(ROUNDS * 2, 3);
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
    const place = await field.placeOf(HERE);
    expect(place?.taken).toBe(place?.living);
  });

  it('leaving during a block: the block always applies', async () => {
    const many = await field.people(ROUNDS, 3);
    const answers = await race(many, cancel, block);
    const rows = await consistent(harness, idsOf(many));
    for (const [n, [left, blocked]] of answers.entries()) {
      expect(blocked.status).toBe(201);
      if (left.status === 200) expect([rows[n]?.status, left.body.status]).toEqual([13, 13]);
      else expect([left.status, left.body, rows[n]?.status]).toMatchObject([409, { status: 8 }, 8]);
    }
  });

  it('applying during a block: no application of the person stays active', async () => {
    const wish = await field.choice(HERE);
    const many = (await createPeople(harness, ROUNDS * 2)).map((one) => ({ ...one, id: 0 }));
    const answers = await race(many, (who) => () => field.create(node.client(who), wish), block);
    for (const [made, blocked] of answers) {
      expect(blocked.status).toBe(201);
      if (made.status === 201) expect((await consistent(harness, [made.body.id]))[0]?.status).toBe(8);
      else expect([made.status, made.body.code]).toEqual([403, 'BLOCKED']);
    }
  });

  it('two blocks lifted at once: the last one to be lifted unblocks the application', async () => {
    const many = await field.people(ROUNDS, 3);
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

describe('two simultaneous decisions', () => {
  const operations = () => harness.operations;

  it('a cancellation request is confirmed while it is withdrawn', async () => {
    const many = await field.people(ROUNDS, 6);
    await field.on().many(sql`
      insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents,
        received_cents, created_at, paid_at, updated_at)
      select 1, id, 'enrollment', 'manual', 'paid', 1, 36000, 36000, ${harness.clock.now()}::timestamptz,
        ${harness.clock.now()}::timestamptz, ${harness.clock.now()}::timestamptz
      from unnest(${idsOf(many)}::bigint[]) as s (id) returning id`);
    const wishes = new Map<number, number>();
    for (const who of many) {
      expect((await cancel(who)()).body.status).toBe(12);
      const { id } = who;
      wishes.set(
        id,
        await field.idOf(sql`select id from cancellation where tenant_id = 1 and subscription_id = ${id}`),
      );
    }
    const confirm = (who: Who) => () =>
      operations().call('POST /operations/cancellations/{id}/decision', {
        params: { id: wishes.get(who.id) ?? 0 },
        body: { decision: 'confirmed', refund: 360 },
      });
    const takeBack = (who: Who) => () =>
      node.client(who).call('DELETE /candidate/subscriptions/{id}/cancellation', { params: { id: who.id } });
    const answers = await race(many, confirm, takeBack);
    const rows = await consistent(harness, idsOf(many));
    for (const [n, [confirmed, back]] of answers.entries()) {
      const status = confirmed.status === 200 ? 13 : 6;
      const lost = status === 13 ? back : confirmed;
      const won = status === 13 ? confirmed : back;
      expect([won.status, won.body.status, rows[n]?.status]).toEqual([200, status, status]);
      const code = status === 13 ? 'TRANSITION_NOT_ALLOWED' : 'STATE_CONFLICT';
      expect([lost.status, lost.body]).toMatchObject([409, { code, status }]);
    }
  });

  it('a payment at the institution is settled while it is refused', async () => {
    const many = await field.people(ROUNDS, 6);
    const bills = new Map<number, number>();
    for (const { id } of many) {
      const { body } = await operations().call('POST /operations/subscriptions/{id}/manual-payments', {
        params: { id },
        body: { purpose: 'enrollment', amount: 360, reason: 'Paga na secretaria' },
      });
      bills.set(id, body.id);
    }
    const decide = (who: Who, decision: 'settled' | 'refused') => () =>
      operations().call('POST /operations/manual-payments/{id}/decision', {
        params: { id: bills.get(who.id) ?? 0 },
        body: { decision, reason: 'Sem comprovante' },
      });
    const answers = await race(
      many,
      (who) => decide(who, 'settled'),
      (who) => decide(who, 'refused'),
    );
    const rows = await consistent(harness, idsOf(many));
    for (const [n, [settled, refused]] of answers.entries()) {
      const [won, lost] = settled.status === 200 ? [settled, refused] : [refused, settled];
      const status = won === settled ? 5 : 6;
      expect([won.status, rows[n]?.status, rows[n]?.is_paid]).toEqual([200, status, status === 5]);
      expect([lost.status, lost.body]).toMatchObject([409, { code: 'STATE_CONFLICT', status }]);
    }
  });

  it('of many expired applications one is reinstated with the last place', async () => {
    const place = { ...HERE, pole: 'CT' };
    const many = await field.people(ROUNDS, 6, place);
    await field.on().many(sql`
      update subscription set payment_deadline = ${new Date(harness.clock.now().getTime() - 1)}::timestamptz
      where tenant_id = 1 and id = any(${idsOf(many)}::bigint[]) returning id`);
    const done = await Promise.all(
      [harness.platform, node.platform].map(({ jobs }) => jobs.run('payment-deadline')),
    );
    expect(done.reduce((sum, moved) => sum + moved, 0)).toBe(ROUNDS);
    const { offerId, courseId, poleId } = await field.choice(place);
    await field.on().one(sql`
      update offer_course_pole set vacancies = 1 where tenant_id = 1 and offer_id = ${offerId}
        and course_id = ${courseId} and pole_id = ${poleId} returning vacancies`);
    const answers = await Promise.all(
      many.map(({ id }) =>
        operations().call('POST /operations/subscriptions/{id}/events', {
          params: { id },
          body: { event: 'reinstated', reason: 'Pago na secretaria' },
        }),
      ),
    );
    expect([count(answers, 200), count(answers, 'NO_VACANCIES')]).toEqual([1, ROUNDS - 1]);
    const rows = await consistent(harness, idsOf(many));
    for (const [n, { status, body }] of answers.entries()) {
      expect([body.status, rows[n]?.status]).toEqual(status === 200 ? [6, 6] : [13, 13]);
    }
    expect(await field.placeOf(place)).toEqual({ taken: 1, living: 1 });
  });
});

describe('two applications of one person', () => {
  const alive = (many: readonly Who[], courseId: number) =>
    field.on().many<{ id: number }>(sql`
      select id from subscription where tenant_id = 1 and person_id = any(${many.map(({ personId }) => personId)}::bigint[])
        and course_id = ${courseId} and status not in (9, 13)`);

  it('a change to a course for which the person applies at the same moment', async () => {
    await field.on().one(sql`
      insert into parameter (tenant_id, level, owner_id, internal_value, value)
      values (1, 'tenant', 0, 'AllowPoleUpdate', 'true') returning owner_id`);
    const wish = await field.choice({ ...HERE, course: 'CCO' });
    const many = await field.people(ROUNDS * 2, 1);
    const change = (who: Who) => () =>
      who.client.call('PUT /candidate/subscriptions/{id}', {
        params: { id: who.id },
        body: { courseId: wish.courseId, poleId: wish.poleId, subscriptionId: who.id },
      });
    const answers = await race(many, change, (who) => () => field.create(node.client(who), wish));
    for (const [changed, made] of answers) {
      if (changed.status === 200)
        expect([made.status, made.body]).toMatchObject([
          409,
          { code: 'SUBSCRIPTION_EXISTS', id: changed.body.id },
        ]);
      else expect([changed.status, made.status]).toEqual([409, 201]);
    }
    expect(await alive(many, wish.courseId)).toHaveLength(many.length);
  });

  it('another essay attempt while a new application is created', async () => {
    const wish = await field.choice(HERE);
    const many = await field.people(ROUNDS * 2, 1);
    await failed(harness, 1, idsOf(many));
    const again = (who: Who) => () =>
      who.client.call('PUT /candidate/subscriptions/{id}/status', {
        params: { id: who.id },
        body: { status: 1 },
      });
    const answers = await race(many, again, (who) => () => field.create(node.client(who), wish));
    for (const [n, [retaken, made]] of answers.entries()) {
      const id = retaken.status === 204 ? many[n]?.id : made.body.id;
      const [won, lost] = retaken.status === 204 ? [retaken, made] : [made, retaken];
      expect([won.status < 300, lost.status, lost.body]).toMatchObject([
        true,
        409,
        { code: 'SUBSCRIPTION_EXISTS', id },
      ]);
    }
    await consistent(harness, idsOf(many));
    expect(await alive(many, wish.courseId)).toHaveLength(many.length);
  });

  it('a change of course while its contract is accepted: the place taken belongs to the final course', async () => {
    const wish = await field.choice({ ...HERE, course: 'CCO' });
    const many = await field.people(ROUNDS, 3);
    const press = await presses(many);
    const change = (who: Who) => () =>
      who.client.call('PUT /candidate/subscriptions/{id}', {
        params: { id: who.id },
        body: { courseId: wish.courseId, poleId: wish.poleId, subscriptionId: who.id },
      });
    const answers = await race(many, press, change);
    // Accepted first, the change voids the acceptance; changed first, the accepted text belongs to another
    // course.
    for (const [signed, changed] of answers) {
      expect(changed.status).toBe(200);
      if (signed.status !== 201) expect([signed.status, signed.body.code]).toEqual([409, 'CONTRACT_CHANGED']);
    }
    for (const row of await consistent(harness, idsOf(many), 1))
      expect([row.status, row.holds_place, row.acceptances]).toEqual([3, false, 0]);
    for (const place of [HERE, { ...HERE, course: 'CCO' }]) {
      const found = await field.placeOf(place);
      expect(found?.taken).toBe(found?.living);
    }
  });
});

it('none of these failed unexpectedly', () => {
  expect(broken).toEqual([]);
});
