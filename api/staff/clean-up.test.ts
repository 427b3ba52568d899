import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FullPerson, fullPerson, tenantIdOf } from '../../testing/full-person.ts';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { newInvite, staffIn } from '../../testing/staff.ts';

let harness: Harness;
let tenantId: number;
let of: FullPerson;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  of = await fullPerson(harness, CANDIDATE_01);
});
afterAll(() => harness?.stop());

const DAY = 24 * 60;
const minutes = (n: number) => harness.clock.set(new Date(new Date(T0).getTime() + n * 60_000));
const on = () => harness.platform.db.tenant(tenantId);
const clean = () => harness.platform.jobs.run('staff-clean-up');
/** Remaining rows of these people. */
let people: number[] = [];
const left = async (table: 'staff_session' | 'staff_invite' | 'staff_browser' | 'work_claim' | 'work_skip') =>
  (
    await on().many(
      {
        staff_session: sql`select id from staff_session where tenant_id = ${tenantId} and staff_id = any(${people}::bigint[])`,
        staff_invite: sql`select id from staff_invite where tenant_id = ${tenantId} and staff_id = any(${people}::bigint[])`,
        staff_browser: sql`select hash from staff_browser where tenant_id = ${tenantId} and staff_id = any(${people}::bigint[])`,
        work_claim: sql`select id from work_claim where tenant_id = ${tenantId}`,
        work_skip: sql`select item_id from work_skip where tenant_id = ${tenantId}`,
      }[table],
    )
  ).length;

it('sessions, browsers and invites are deleted 90 days after their end; people who can sign in by passkey keep that', async () => {
  minutes(0);
  const { client, staffId } = await staffIn(harness, [{ role: 'secretaria' }]);
  const [unused, byKey] = [
    await newInvite(harness, [{ role: 'banca' }]),
    await newInvite(harness, [{ role: 'banca' }]),
  ];
  people = [staffId, unused.staffId, byKey.staffId];
  await on().many(sql`
    update staff_invite set method = 'passkey', used_at = ${harness.clock.now()}
    where tenant_id = ${tenantId} and staff_id = ${byKey.staffId} returning id`);
  expect([await left('staff_session'), await left('staff_browser'), await left('staff_invite')]).toEqual([
    1, 2, 3,
  ]);
  await client.call('DELETE /operations/staff/me/session');
  minutes(90 * DAY);
  await clean();
  expect([await left('staff_session'), await left('staff_browser'), await left('staff_invite')]).toEqual([
    1, 2, 3,
  ]);
  minutes(90 * DAY + 10 * 60 + 1);
  await clean();
  expect([await left('staff_session'), await left('staff_browser'), await left('staff_invite')]).toEqual([
    0, 0, 3,
  ]);
  minutes(93 * DAY + 1);
  await clean();
  expect(await left('staff_invite')).toBe(1);
  // The person, her roles and her audit entries stay.
  const kept = await on().many(sql`
    select id from audit_log where tenant_id = ${tenantId} and staff_id = ${staffId}`);
  expect(kept.length).toBeGreaterThan(0);
});

it('expired claims and skips are deleted; active ones and recusals stay', async () => {
  minutes(0);
  const { client } = await staffIn(harness, [{ role: 'secretaria' }]);
  const taken = await client.call('POST /operations/claims', {
    body: { kind: 'document', itemId: of.documentId },
  });
  expect(taken.status).toBe(201);
  const skip = await client.call('POST /operations/queues/{queue}/skips', {
    params: { queue: 'enrolment-documents' },
    body: { itemId: of.documentId, reason: 'Volto depois' },
  });
  expect(skip.status).toBe(204);
  await client.call('POST /operations/claims', { body: { kind: 'document', itemId: of.documentId } });
  const [before] = await on().many<{ staff_id: number }>(sql`
    select staff_id from work_skip where tenant_id = ${tenantId}`);
  await on().many(sql`
    insert into work_skip (tenant_id, kind, item_id, staff_id, reason, recusal, until)
    values (${tenantId}, 'essay', 1, ${before?.staff_id ?? 0}, 'Conheço a pessoa', true, null) returning 1`);
  await clean();
  expect([await left('work_claim'), await left('work_skip')]).toEqual([1, 2]);
  // Its page may still ask who has the item now.
  minutes(DAY);
  await clean();
  expect(await left('work_claim')).toBe(1);
  minutes(2 * DAY);
  await clean();
  expect([await left('work_claim'), await left('work_skip')]).toEqual([0, 1]);
});
