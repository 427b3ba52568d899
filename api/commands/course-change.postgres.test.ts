import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { consistent, type Node, secondNode } from '../../testing/many-people.ts';
import { type Answer, count, HERE, LAST, racing } from '../../testing/racing.ts';
import { staffIn } from '../../testing/staff.ts';

/** Races for a vacancy on two nodes (spec 25.6.2). */
const LONG = 120_000;
let harness: Harness;
let node: Node;
let field: ReturnType<typeof racing>;
let team: [Client, Client];
beforeAll(async () => {
  harness = await startHarness({ places: 1000, callsPerMinute: 1_000_000 });
  node = await secondNode(harness, () => undefined);
  field = racing(harness, node);
  const CUA = [{ role: 'secretaria' as const, institutions: ['CUA01'] }];
  const [bia, caio] = [await staffIn(harness, CUA), await staffIn(harness, CUA)];
  team = [bia.client, node.client(caio)];
}, LONG);
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

const versionOf = async (id: number) =>
  (
    await field.on().one<{ version: number }>(sql`
      select version from subscription where tenant_id = 1 and id = ${id}`)
  )?.version ?? 0;
const change = (client: Client, id: number, version: number, courseCode: string): Promise<Answer> =>
  client.call('POST /operations/subscriptions/{id}/course-change', {
    params: { id },
    body: { courseCode, poleCode: 'CT', reason: 'Mudou de cidade', version },
  });

it('two team members who saw the same state change it once', { timeout: LONG }, async () => {
  const many = await field.people(12, 6);
  const ids = many.map(({ id }) => id);
  const versions = new Map(await Promise.all(ids.map(async (id) => [id, await versionOf(id)] as const)));
  const answers = await Promise.all(
    ids.map((id) => Promise.all(team.map((client) => change(client, id, versions.get(id) ?? 0, 'ADM')))),
  );
  for (const pair of answers) expect([count(pair, 200), count(pair, 'VERSION_CONFLICT')]).toEqual([1, 1]);
  const moves = await field.on().many<{ moves: number; staff: number }>(sql`
    select count(*)::int as moves, count(staff_id)::int as staff from status_history
    where tenant_id = 1 and subscription_id = any(${ids}::bigint[]) and event = 'course-changed' group by subscription_id`);
  expect(moves).toEqual(ids.map(() => ({ moves: 1, staff: 1 })));
  // The columns of the choice are a version of their own.
  for (const row of await consistent(harness, ids, 1))
    expect([row.status, row.holds_place]).toEqual([3, false]);
});

it('the last place is not given twice while a change is accepted', { timeout: LONG }, async () => {
  const wish = await field.choice(LAST);
  await field.on().one(sql`
    update offer_course_pole set vacancies = taken + 1 where tenant_id = 1 and offer_id = ${wish.offerId}
      and course_id = ${wish.courseId} and pole_id = ${wish.poleId} returning vacancies`);
  const before = await field.placeOf(LAST);
  const there = await field.people(6, 3, LAST);
  const coming = await field.people(6, 6, HERE);
  const presses = await Promise.all(there.map((one, n) => field.readyToAccept(one, field.at(one, n))));
  const versions = await Promise.all(coming.map(({ id }) => versionOf(id)));
  const [accepts, changes] = await Promise.all([
    Promise.all(presses.map((press) => press())),
    Promise.all(coming.map(({ id }, n) => change(team[n % 2] as Client, id, versions[n] ?? 0, 'CCO'))),
  ]);
  expect([count(accepts, 201), count(accepts, 'NO_VACANCIES')]).toEqual([1, 5]);
  expect(count(changes, 200, 'NO_VACANCIES')).toBe(6);
  // Those who moved there in time find the vacancy gone, and nobody else can move there.
  const changed = coming.filter((_, n) => changes[n]?.status === 200);
  const late = await Promise.all(
    changed.map(async (one, n) => (await field.readyToAccept(one, field.at(one, n)))()),
  );
  expect(count(late, 'NO_VACANCIES')).toBe(changed.length);
  const [another] = await field.people(1, 6, HERE);
  const id = another?.id ?? 0;
  expect((await change(team[0], id, await versionOf(id), 'CCO')).body.code).toBe('NO_VACANCIES');
  expect(await field.placeOf(LAST)).toEqual({
    taken: (before?.taken ?? 0) + 1,
    living: (before?.living ?? 0) + 1,
  });
  const stayed = coming.filter((_, n) => changes[n]?.status !== 200);
  await consistent(
    harness,
    [...there, ...stayed].map((one) => one.id),
  );
  await consistent(
    harness,
    changed.map((one) => one.id),
    1,
  );
});
