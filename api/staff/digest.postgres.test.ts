import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullPerson, tenantIdOf } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type Node, secondNode } from '../../testing/many-people.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';

/** More people than are read at a time. */
const PEOPLE = 120;
let harness: Harness;
let node: Node;
let tenantId: number;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  node = await secondNode(harness, () => undefined);
  tenantId = await tenantIdOf(harness, 'alfa');
  await fullPerson(harness, CANDIDATE_01);
  await harness.platform.db.tenant(tenantId).many(sql`
    with member as (
      insert into staff (tenant_id, name, email, state, created_at, changed_at)
      select ${tenantId}, concat('Pessoa ', n), concat('p', n, '@equipe.test'), 'active', now(), now()
      from generate_series(1, ${PEOPLE}::int) n returning id)
    insert into staff_grant (tenant_id, staff_id, role, source, granted_by, granted_at)
    select ${tenantId}, id, 'secretaria', 'manual', 'teste', now() from member returning id`);
}, 120_000);
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

const sent = () =>
  harness.platform.db.tenant(tenantId).one<{ all: number; people: number }>(sql`
    select count(*)::int as all, count(distinct recipient)::int as people from notification
    where tenant_id = ${tenantId} and template = 'NE-04'`);

it('two nodes at the same moment send everybody their digest once', async () => {
  for (const [round, day] of sample(['2026-01-13', '2026-01-14', '2026-01-15'], 3).entries()) {
    harness.clock.set(new Date(`${day}T07:00:00-03:00`));
    const nodes = [harness.platform, node.platform];
    const settled = await Promise.all(nodes.map((one) => one.jobs.run('staff-digest')));
    expect(settled.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(PEOPLE);
    // Plus the finance member of the person that everything is waiting for.
    expect(await sent()).toEqual({ all: (PEOPLE + 1) * (round + 1), people: PEOPLE + 1 });
    expect(await Promise.all(nodes.map((one) => one.jobs.run('staff-digest')))).toEqual([0, 0]);
  }
}, 120_000);
