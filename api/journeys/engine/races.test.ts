import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import {
  approved,
  consistent,
  createPeople,
  type Node,
  type OneOfMany,
  secondNode,
} from '../../../testing/many-people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { count, HERE, LAST, racing, type Who } from '../../../testing/racing.ts';

/**
 * Races that need more than one connection: many requests for the same thing at the same moment, on two
 * nodes.
 */

const CROWD = 200;
/** Long enough for many people on a busy machine. */
const LONG = 120_000;

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

describe('S20: the last vacancy', () => {
  let many: Who[];

  it(
    'is applied for by two hundred at once, which takes no place yet',
    async () => {
      const wish = await field.choice(LAST);
      await field.on().one(sql`
      update offer_course_pole set vacancies = 1 where tenant_id = 1 and offer_id = ${wish.offerId}
        and course_id = ${wish.courseId} and pole_id = ${wish.poleId} returning vacancies`);
      const found = await createPeople(harness, CROWD);
      const answers = await Promise.all(found.map((one, n) => field.create(field.at(one, n), wish)));
      expect(count(answers, 201)).toBe(CROWD);
      many = found.map((one, n) => ({ ...one, id: answers[n]?.body.id ?? 0 }));
      expect(new Set(many.map(({ id }) => id)).size).toBe(CROWD);
      expect(await field.placeOf(LAST)).toEqual({ taken: 0, living: 0 });
      await consistent(
        harness,
        many.map(({ id }) => id),
      );
    },
    LONG,
  );

  it(
    'goes to one of two hundred simultaneous acceptances; the others stay approved',
    async () => {
      const ids = many.map(({ id }) => id);
      await approved(harness, 1, ids);
      const presses = await Promise.all(many.map((one, n) => field.readyToAccept(one, field.at(one, n))));
      const answers = await Promise.all(presses.map((press) => press()));
      expect([count(answers, 201), count(answers, 'NO_VACANCIES')]).toEqual([1, CROWD - 1]);
      for (const { status, body } of answers.filter((one) => one.status !== 201))
        expect([status, body.status]).toEqual([409, 3]);
      const winner = many[answers.findIndex(({ status }) => status === 201)]?.id;
      for (const row of await consistent(harness, ids)) {
        const won = row.id === winner;
        expect([row.status, row.holds_place, row.acceptances]).toEqual(won ? [6, true, 1] : [3, false, 0]);
      }
      expect(await field.placeOf(LAST)).toEqual({ taken: 1, living: 1 });
    },
    LONG,
  );

  it('is shown as taken afterwards, on every node', async () => {
    const wish = await field.choice(LAST);
    const answers = await Promise.all(
      (await createPeople(harness, 4)).map((one, n) => field.create(field.at(one, n), wish)),
    );
    expect(count(answers, 'NO_VACANCIES')).toBe(4);
  });
});

it('one person who applies twenty times at once gets one application', async () => {
  const wish = await field.choice(HERE);
  const [one] = (await createPeople(harness, 1)) as [OneOfMany];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => field.create(field.at(one, n), wish)),
  );
  expect([count(answers, 201), count(answers, 'SUBSCRIPTION_EXISTS')]).toEqual([1, 19]);
  const id = answers.find(({ status }) => status === 201)?.body.id ?? 0;
  for (const answer of answers) expect(answer.body.id).toBe(id);
  const all = await field.on().many(sql`
    select id from subscription where tenant_id = 1 and person_id = ${one.personId}`);
  expect(all).toEqual([{ id }]);
  await consistent(harness, [id]);
});

it('S20: the last use of a voucher goes to one of many', async () => {
  const many = await field.people(12, 6);
  await field.on().one(sql`
    insert into voucher (tenant_id, code, percent, applies_to, valid_from, valid_to, max_uses)
    values (1, 'ULTIMO', 50, 'first', '2026-01-01', '2026-12-31', 1) returning id`);
  const priceId = await field.priceOf(many[0]?.id ?? 0);
  const answers = await Promise.all(
    many.map((who, n) =>
      field.at(who, n).call('POST /candidate/subscriptions/{id}/payments', {
        params: { id: who.id },
        headers: { 'idempotency-key': randomUUID() },
        body: { purpose: 'enrollment', method: 'pix', installments: 6, priceId, voucher: 'ULTIMO' },
      }),
    ),
  );
  expect([count(answers, 201), count(answers, 'VOUCHER_INVALID')]).toEqual([1, 11]);
  expect(await field.on().one(sql`select used from voucher where tenant_id = 1 and code = 'ULTIMO'`)).toEqual(
    {
      used: 1,
    },
  );
});

it('a student number goes to one of two', async () => {
  const [one, two] = [await personAt(harness, 'enrolled'), await personAt(harness, 'enrolled')];
  const give = ({ id }: { id: number }, studentLyceumId: string) =>
    harness.operations.call('PUT /operations/subscriptions/{id}/student', {
      params: { id },
      body: { studentLyceumId },
    });
  for (let round = 0; round < 8; round += 1) {
    const number = `2026${round}`;
    const answers = await Promise.all([give(one, number), give(two, number)]);
    expect([count(answers, 200), count(answers, 'STUDENT_NUMBER_TAKEN')]).toEqual([1, 1]);
  }
});

it('none of these failed unexpectedly', () => {
  expect(broken).toEqual([]);
});
