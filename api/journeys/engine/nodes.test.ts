import type { SubscriptionEvent } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { control } from '../../../testing/enrolling.ts';
import { type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import {
  accepted,
  applications,
  approved,
  consistent,
  createPeople,
  type Node,
  type Place,
  secondNode,
} from '../../../testing/many-people.ts';

/** Jobs that two nodes run at the same moment: all due work is done, once, by one of the two. */

const DUE = 10;
const ESSAY: Place = { offer: 'ADM-ESSAY', course: 'ADM', pole: 'BH', type: 'essay' };
const ENEM: Place = { offer: 'ADM-ENEM', course: 'ADM', pole: 'BH', type: 'graduation' };
const EXTENSION: Place = { offer: 'EXT-EXCEL', course: 'EXC', pole: 'BH', type: 'extension' };
const POSTGRADUATE: Place = { offer: 'POS-DADOS', course: 'CDA', pole: 'SP', type: 'postgraduate' };
const NOW = new Date(new Date(T0).getTime() + 20 * 60_000);
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

let harness: Harness;
let node: Node;
const broken: string[] = [];
const watch = (line: string) => void (line.includes('"level":50') && broken.push(line.slice(0, 500)));
beforeAll(async () => {
  harness = await startHarness({ places: 1000, callsPerMinute: 1_000_000, writeLog: watch });
  node = await secondNode(harness, watch);
});
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

const on = () => harness.platform.db.tenant(1);
/** Runs jobs on both nodes at the same moment; returns their summed results. */
async function onBoth(...names: string[]): Promise<Record<string, number>> {
  const done = await Promise.all(
    names.map(async (name) => {
      const counts = await Promise.all([harness.platform, node.platform].map(({ jobs }) => jobs.run(name)));
      return [name, counts.reduce((sum, count) => sum + count, 0)] as const;
    }),
  );
  return Object.fromEntries(done);
}

/** Applications of ten people in a status in which a job will process them. */
async function waiting(place: Place, status: 1 | 3 | 6): Promise<number[]> {
  const ids = await applications(harness, await createPeople(harness, DUE), place);
  if (status > 1) await approved(harness, 1, ids, place === ESSAY ? 'essay' : 'nothing');
  if (status > 3) await accepted(harness, 1, ids);
  return ids;
}

/** Payment deadlines: past for some, two days away for others. */
async function toPay(deadline: Date): Promise<number[]> {
  const ids = await waiting(ESSAY, 6);
  await on().many(sql`
    update subscription set payment_deadline = ${deadline}::timestamptz
    where tenant_id = 1 and id = any(${ids}::bigint[]) returning id`);
  return ids;
}

async function writing(): Promise<number[]> {
  const ids = await waiting(ESSAY, 1);
  await on().many(sql`
    insert into essay (tenant_id, subscription_id, person_id, offer_id, attempt, essay_theme_id, title, body, state,
      started_at, deadline)
    select 1, s.id, s.person_id, s.offer_id, 1, (select min(id) from essay_theme where tenant_id = 1), '', '',
      'in-progress', ${before(120)}::timestamptz, ${before(30)}::timestamptz
    from subscription s where s.tenant_id = 1 and s.id = any(${ids}::bigint[]) returning id`);
  return ids;
}

async function holding(end: Date): Promise<number[]> {
  const ids = await waiting(EXTENSION, 6);
  await on().many(sql`
    with class as (
      update academic_class set taken = taken + ${DUE}::int where tenant_id = 1 and code = 'T2' returning id)
    insert into class_hold (tenant_id, subscription_id, academic_class_id, state, chosen_at, expires_at)
    select 1, s.id, class.id, 'held', ${before(40)}::timestamptz, ${end}::timestamptz
    from unnest(${ids}::bigint[]) as s (id), class returning subscription_id`);
  return ids;
}

/** Look-ups that the source has accepted and will answer twenty minutes later. */
async function lookingUp(): Promise<number[]> {
  const ids = await waiting(ENEM, 1);
  const start = new Date(T0);
  await on().many(sql`
    insert into exam_score (tenant_id, subscription_id, attempt, registration, year, state, requested_at, expected_by,
      next_check_at)
    select 1, id, 1, '251000000005', 2025, 'analysing', ${start}::timestamptz, ${NOW}::timestamptz, ${start}::timestamptz
    from unnest(${ids}::bigint[]) as s (id) returning id`);
  expect(await onBoth('exam-score')).toEqual({ 'exam-score': 0 });
  return ids;
}

async function ofEndedIntake(): Promise<number[]> {
  const ids = await waiting(POSTGRADUATE, 3);
  await on().many(sql`
    update intake set end_date = '2026-01-11' where tenant_id = 1
      and id = (select intake_id from offer where tenant_id = 1 and code = ${POSTGRADUATE.offer}) returning id`);
  return ids;
}

/** Number of messages written, by template. */
const written = async (ids: readonly number[]) =>
  (
    await on().many<{ sent: string }>(sql`
      select distinct template || ' ' || count(*) as sent from notification
      where tenant_id = 1 and subscription_id = any(${[...ids]}::bigint[]) group by subscription_id, template, channel`)
  ).map(({ sent }) => sent);

it('deadlines, reservations, look-ups, essays and reminders are processed once across two nodes', async () => {
  const { body: endpoint } = await harness.operations.call('POST /operations/webhook-endpoints', {
    body: {
      institution: 'CUA01',
      url: `${harness.sandbox.url}/academic/dois/webhooks`,
      kinds: ['subscription.status-changed'],
    },
  });
  await control(harness, 'PUT', '/academic/dois', { secrets: [endpoint.secret] });
  const cases: Record<
    string,
    { ids: number[]; status: number; event: SubscriptionEvent | undefined; notices: string }
  > = {
    late: { ids: await toPay(before(1)), status: 13, event: 'payment-deadline-expired', notices: 'N-23' },
    soon: {
      ids: await toPay(new Date('2026-01-14T23:59:59-03:00')),
      status: 6,
      event: undefined,
      notices: 'N-22',
    },
    writing: { ids: await writing(), status: 1, event: undefined, notices: 'N-11' },
    held: { ids: await holding(before(1)), status: 21, event: 'class-hold-expired', notices: 'N-30' },
    warned: { ids: await holding(before(-3)), status: 6, event: undefined, notices: 'N-30' },
    looked: { ids: await lookingUp(), status: 3, event: 'exam-score-approved', notices: 'N-09 1, N-13' },
    ended: { ids: await ofEndedIntake(), status: 13, event: 'intake-expired', notices: 'N-23' },
  };
  harness.clock.set(NOW);
  await control(harness, 'PUT', '/clock', { now: NOW.toISOString() });
  const names = [
    'payment-deadline',
    'intake-expiry',
    'reminders',
    'class-hold',
    'exam-score',
    'essay-timeout',
  ];
  expect(await onBoth(...names)).toEqual({
    'payment-deadline': DUE,
    'intake-expiry': DUE,
    // By e-mail and by phone.
    reminders: 2 * DUE,
    // Ended and warned.
    'class-hold': 2 * DUE,
    'exam-score': DUE,
    'essay-timeout': DUE,
  });

  for (const [name, { ids, status, event, notices }] of Object.entries(cases)) {
    for (const row of await consistent(harness, ids)) {
      expect([name, row.status]).toEqual([name, status]);
      if (event) expect([name, row.history.filter((one) => one.event === event).length]).toEqual([name, 1]);
    }
    expect([name, (await written(ids)).sort().join(', ')]).toEqual([name, `${notices} 1`]);
  }
  const places = await on().many<{ taken: number; living: number }>(sql`
    select k.taken, (select count(*)::int from class_hold h where h.tenant_id = 1 and h.academic_class_id = k.id)
      as living
    from academic_class k where k.tenant_id = 1 and k.code = 'T2'`);
  expect(places).toEqual([{ taken: DUE, living: DUE }]);
  expect(Object.values(await onBoth(...names)).every((count) => count === 0)).toBe(true);
});

it("their messages are sent once, to people and to the institution's system", async () => {
  const pending = async (table: 'notification' | 'webhook_delivery') => {
    const rows =
      table === 'notification'
        ? sql`select state, attempts from notification where tenant_id = 1`
        : sql`select state, attempts from webhook_delivery where tenant_id = 1`;
    return on().many<{ state: string; attempts: number }>(rows);
  };
  const [messages, deliveries] = [await pending('notification'), await pending('webhook_delivery')];
  expect(messages.length).toBeGreaterThan(6 * DUE);
  // Late, held and looked-up applications; the postgraduate course belongs to another institution.
  expect(deliveries.length).toBeGreaterThanOrEqual(3 * DUE);
  expect(await onBoth('outbox', 'webhooks')).toEqual({
    outbox: messages.length,
    webhooks: deliveries.length,
  });
  expect(new Set((await pending('notification')).map((one) => `${one.state} ${one.attempts}`))).toEqual(
    new Set(['sent 1']),
  );
  expect(new Set((await pending('webhook_delivery')).map((one) => `${one.state} ${one.attempts}`))).toEqual(
    new Set(['delivered 1']),
  );
  const sent = (await (await control(harness, 'GET', '/academic/dois')).json()) as { times: number }[];
  expect(sent.map(({ times }) => times)).toEqual(deliveries.map(() => 1));
  expect(await onBoth('outbox', 'webhooks')).toEqual({ outbox: 0, webhooks: 0 });
});

it('none of these failed unexpectedly', () => {
  expect(broken).toEqual([]);
});
