import { REMINDER } from '@orbita/domain/messaging';
import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../../testing/harness.ts';
import { setTenantParameters } from '../../../../testing/parameters.ts';
import { personAt } from '../../../../testing/person-at.ts';
import { staffIn } from '../../../../testing/staff.ts';
import { sqlState } from '../../../platform/database/types.ts';
import { takeTurn } from './store.ts';

let harness: Harness;
let bia: Client;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000, places: 10_000 });
});
// The clock moves on by days, but a session does not last that long.
beforeEach(async () => {
  ({ client: bia } = await staffIn(harness, [{ role: 'secretaria' }]));
});
afterAll(() => harness?.stop());

const HOUR_MS = 3_600_000;
const on = () => harness.platform.db.tenant(1);
type Wish = Body<'POST /operations/reminders'>;
const preview = (body: Wish, client = bia) => client.call('POST /operations/reminders/preview', { body });
const start = (body: Wish, client = bia, key?: string) =>
  client.call('POST /operations/reminders', {
    body,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  } as never);
const show = async (id: number, client = bia) =>
  (await client.call('GET /operations/reminders/{id}', { params: { id } })).body;
const run = () => harness.platform.jobs.run('reminder-batches');
const messages = (id: number) =>
  on().many<{ template: string; channel: string }>(sql`
    select template, channel from notification where tenant_id = 1 and subscription_id = ${id}
      and dedupe_key like '%:batch:%' order by channel`);
/** Somebody with days left to pay. */
const owing = async (emailConfirmed = true) => {
  const person = await personAt(harness, 'payment', { emailConfirmed });
  const until = new Date(harness.clock.now().getTime() + 5 * 24 * HOUR_MS);
  await on().one(sql`
    update subscription set payment_deadline = ${until}::timestamptz
    where tenant_id = 1 and id = ${person.subscriptionId} returning id`);
  return person;
};

describe('a reminder to many', () => {
  it('is previewed before it is sent: text, people by channel, who is excluded and why', async () => {
    const one = await owing();
    const { subscriptionId: done } = await personAt(harness, 'enrolled');
    const { status, body } = await preview({ kind: 'payment', subscriptionIds: [one.subscriptionId, done] });
    expect([status, body.chosen, body.people]).toEqual([200, 2, 1]);
    expect(body.leftOut).toEqual([{ why: 'not-waiting', count: 1, ids: [done] }]);
    expect(body.channels.map(({ channel }) => channel)).toContain('email');
    expect(body.text?.subject).toMatch(/^Seu prazo de pagamento termina em \d/);
    expect(body.text?.text).toContain('[link da pessoa]');
    expect(await messages(one.subscriptionId)).toEqual([]);
  });

  it('goes once to each person by the channels that reach them, and another within 48 hours to nobody', async () => {
    const [one, other] = [await owing(), await owing()];
    const ids = [one.subscriptionId, other.subscriptionId];
    const { status, body } = await start({ kind: 'payment', subscriptionIds: ids });
    expect([status, body.state, body.waiting]).toEqual([201, 'running', 2]);
    await run();
    expect(await show(body.id)).toMatchObject({ state: 'done', sent: 2, waiting: 0, leftOut: [] });
    for (const id of ids) {
      const sent = await messages(id);
      expect(sent.length).toBeGreaterThan(0);
      expect(new Set(sent.map(({ channel }) => channel)).size).toBe(sent.length);
      expect(sent.every(({ template }) => template === 'N-22')).toBe(true);
    }
    const again = await preview({ kind: 'continue', subscriptionIds: ids });
    expect(again.body.leftOut).toMatchObject([{ why: 'recent', count: 2 }]);
    expect((await start({ kind: 'continue', subscriptionIds: ids })).status).toBe(422);
    harness.clock.set(new Date(harness.clock.now().getTime() + REMINDER.hours * HOUR_MS));
    const { client: later } = await staffIn(harness, [{ role: 'secretaria' }]);
    expect((await preview({ kind: 'continue', subscriptionIds: ids }, later)).body.people).toBe(2);
  });

  it('submitted twice is one batch', async () => {
    const { subscriptionId } = await owing();
    const wish: Wish = { kind: 'continue', subscriptionIds: [subscriptionId] };
    const [first, second] = await Promise.all([
      start(wish, bia, 'duas-vezes-1'),
      start(wish, bia, 'duas-vezes-1'),
    ]);
    expect(second.body.id).toBe(first.body.id);
    await run();
    const rows = await on().many(sql`
      select id from reminder where tenant_id = 1 and subscription_id = ${subscriptionId}`);
    expect(rows).toHaveLength(1);
  });

  it('that is stopped reminds nobody else', async () => {
    const people = [await owing(), await owing()];
    const { body } = await start({
      kind: 'continue',
      subscriptionIds: people.map(({ subscriptionId }) => subscriptionId),
    });
    const stopped = await bia.call('POST /operations/reminders/{id}/stop', { params: { id: body.id } });
    expect(stopped.body).toMatchObject({ state: 'stopped', stopped: 2, waiting: 0, sent: 0 });
    await run();
    for (const { subscriptionId } of people) expect(await messages(subscriptionId)).toEqual([]);
    // Those who were not reminded can still be reminded within the 48 hours.
    expect(
      (await preview({ kind: 'continue', subscriptionIds: [people[0]?.subscriptionId ?? 0] })).body.people,
    ).toBe(1);
    const again = await bia.call('POST /operations/reminders/{id}/stop', { params: { id: body.id } });
    expect(again.body).toEqual(stopped.body);
  });

  it('skips people who did their part meanwhile', async () => {
    const { subscriptionId: id } = await owing();
    const { body } = await start({ kind: 'payment', subscriptionIds: [id] });
    await on().one(sql`update subscription set status = 13 where tenant_id = 1 and id = ${id} returning id`);
    await run();
    expect(await show(body.id)).toMatchObject({ sent: 0, leftOut: [{ why: 'not-waiting', count: 1 }] });
    expect(await messages(id)).toEqual([]);
  });

  it('goes to one person once, however many of their applications were selected', async () => {
    const one = await owing();
    const other = await owing();
    await on().one(sql`
      update subscription set person_id = (select person_id from subscription where tenant_id = 1 and id = ${one.subscriptionId}),
        course_id = (select id from course c where c.tenant_id = 1 and exists (select from offer_course_pole p
          where p.tenant_id = 1 and p.course_id = c.id and p.offer_id = subscription.offer_id and p.pole_id = subscription.pole_id)
          and c.id <> subscription.course_id limit 1)
      where tenant_id = 1 and id = ${other.subscriptionId} returning id`);
    const { body } = await preview({
      kind: 'continue',
      subscriptionIds: [one.subscriptionId, other.subscriptionId],
    });
    expect([body.people, body.leftOut.map(({ why }) => why)]).toEqual([1, ['same-person']]);
  });

  it('counts who came back and who paid', async () => {
    const { subscriptionId: id } = await owing();
    const { body } = await start({ kind: 'payment', subscriptionIds: [id] });
    await run();
    expect(await show(body.id)).toMatchObject({ sent: 1, cameBack: 0, paid: 0 });
    const later = new Date(harness.clock.now().getTime() + HOUR_MS);
    await on().one(sql`
      update user_account set last_login_at = ${later}::timestamptz
      where tenant_id = 1 and person_id = (select person_id from subscription where tenant_id = 1 and id = ${id}) returning id`);
    await on().one(sql`
      insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, created_at, updated_at, paid_at)
      values (1, ${id}, 'enrollment', 'pix', 'paid', 1, 100, ${later}::timestamptz, ${later}::timestamptz, ${later}::timestamptz)
      returning id`);
    expect(await show(body.id)).toMatchObject({ cameBack: 1, paid: 1 });
  });
});

describe('limits', () => {
  it('of a day, of a batch, and of the request', async () => {
    const { subscriptionId: id } = await owing();
    await setTenantParameters(harness, 1, { RemindersPerDay: 0 });
    const none = await start({ kind: 'continue', subscriptionIds: [id] });
    expect(none.body).toMatchObject({ code: 'REMINDER_LIMIT', most: 0 });
    await setTenantParameters(harness, 1, { RemindersPerDay: null });
    for (const wrong of [
      {},
      { subscriptionIds: [id], query: {} },
      { subscriptionIds: [] },
      { subscriptionIds: Array(501).fill(id) },
    ])
      expect((await start({ kind: 'continue', ...wrong } as never)).status).toBe(422);
  });

  it('of the institution: staff who see none of it remind nobody there, and see no batch of it', async () => {
    const { subscriptionId: id } = await owing();
    const { body } = await start({ kind: 'continue', subscriptionIds: [id] });
    const { client: far } = await staffIn(harness, [{ role: 'secretaria', institutions: ['EPA01'] }]);
    expect((await preview({ kind: 'continue', subscriptionIds: [id] }, far)).status).toBe(404);
    expect((await preview({ kind: 'continue', query: {} }, far)).body).toMatchObject({
      people: 0,
      text: null,
    });
    expect((await far.call('GET /operations/reminders/{id}', { params: { id: body.id } })).status).toBe(404);
    expect((await far.call('POST /operations/reminders/{id}/stop', { params: { id: body.id } })).status).toBe(
      404,
    );
    expect((await far.call('GET /operations/reminders', {})).body.data).toEqual([]);
    const { client: lead } = await staffIn(harness, [{ role: 'financeiro' }]);
    expect((await start({ kind: 'continue', subscriptionIds: [id] }, lead)).status).toBe(403);
  });
});

describe('one reminder in 48 hours', () => {
  it('holds for simultaneous sends: of two batches that race, each person gets one', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => owing()));
    const ids = people.map(({ subscriptionId }) => subscriptionId);
    const batches = await Promise.all([1, 2, 3].map(() => start({ kind: 'continue', subscriptionIds: ids })));
    expect(batches.map(({ status }) => status)).toEqual([201, 201, 201]);
    await Promise.all([run(), run(), run()]);
    await run();
    const sent = await on().many<{ subscription_id: number; count: number }>(sql`
      select subscription_id, count(*)::int as count from reminder
      where tenant_id = 1 and subscription_id = any(${ids}::bigint[]) and state = 'sent' group by subscription_id`);
    expect(sent.map(({ count }) => count)).toEqual(ids.map(() => 1));
  });

  it('is taken by one of many transactions', async () => {
    const { subscriptionId } = await owing();
    const person =
      (
        await on().one<{ person_id: number }>(sql`
      select person_id from subscription where tenant_id = 1 and id = ${subscriptionId}`)
      )?.person_id ?? 0;
    const turns = await Promise.all(
      Array.from({ length: 8 }, () =>
        harness.platform.db.write(1, (tx) => takeTurn(tx, person, harness.clock.now(), REMINDER.hours)),
      ),
    );
    expect(turns.filter(Boolean)).toHaveLength(1);
    // The database rejects a write that skips the check.
    const early = on().one(sql`
      update last_reminder set at = at + interval '47 hours' where tenant_id = 1 and person_id = ${person} returning at`);
    await expect(early).rejects.toSatisfy((error) => sqlState(error) === '23514');
  });
});

describe('responsibility for an application', () => {
  it('is claimed, with a next contact date, and others must take it over explicitly', async () => {
    const { subscriptionId: id } = await owing();
    const own = (body: Body<'PUT /operations/subscriptions/{id}/owner'>, client = bia) =>
      client.call('PUT /operations/subscriptions/{id}/owner', { params: { id }, body });
    const taken = await own({ mine: true, nextContactOn: '2026-02-01' });
    expect(taken.body).toMatchObject({ owner: { mine: true }, nextContactOn: '2026-02-01' });
    const { client: carla, staffId } = await staffIn(harness, [{ role: 'atendimento' }]);
    expect((await own({ mine: true }, carla)).body).toMatchObject({ code: 'CLAIMED_BY_OTHER' });
    expect((await own({ mine: false }, carla)).status).toBe(409);
    expect((await own({ mine: true, takeOver: true }, carla)).status).toBe(200);
    const { body } = await carla.call('GET /operations/subscriptions', { query: { ownerId: staffId } });
    expect(body.data.map((card) => [card.id, card.owner?.mine])).toEqual([[id, true]]);
    expect((await own({ mine: false, nextContactOn: '2026-02-01' }, carla)).status).toBe(422);
    expect((await own({ mine: false }, carla)).body).toEqual({ owner: null, nextContactOn: null });
    const { client: far } = await staffIn(harness, [{ role: 'atendimento', institutions: ['EPA01'] }]);
    expect((await own({ mine: true }, far)).status).toBe(404);
    expect((await own({ mine: true }, harness.operations)).status).toBe(403);
  });
});
