import { allStatuses, STATUS } from '@orbita/domain/subscription';
import { WAIT_FACTS, type WaitFacts, waitOf } from '@orbita/domain/work';
import sql, { join, raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrange, PLACES } from '../../testing/engine/arrange.ts';
import { Engine } from '../../testing/engine/walker.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { waitsKept } from '../../testing/waits-kept.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ places: 100_000, callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

describe('who an application waits for', () => {
  it('is the same in the database as in the rule, in every status with all facts', async () => {
    const facts = join(
      WAIT_FACTS.map((_, at) => raw(`n & ${2 ** at} > 0`)),
      ', ',
    );
    for (const status of allStatuses) {
      const rows = await harness.platform.db.tenant(1).many<{ n: number; wait: string | null }>(sql`
        select n, application_wait(${status}::int, ${facts}) as wait
        from generate_series(0, ${2 ** WAIT_FACTS.length - 1}::int) n`);
      const wrong = rows.filter(({ n, wait }) => {
        const held = Object.fromEntries(WAIT_FACTS.map((fact, at) => [fact, (n & (2 ** at)) > 0]));
        const said = waitOf(status, held as WaitFacts);
        return wait !== (said && (said.queue ? `${said.for}:${said.queue}` : said.for));
      });
      expect([rows.length, wrong]).toEqual([2 ** WAIT_FACTS.length, []]);
    }
  });

  it('is stored as the rule says wherever an application can rest', async () => {
    const engine = await Engine.on(harness);
    for (const place of PLACES) await arrange(engine, place);
    const { wrong, statuses } = await waitsKept(harness.platform, engine.tenantId);
    expect(wrong).toEqual([]);
    // The application leaves 4 immediately.
    expect([...statuses].sort((one, other) => one - other)).toEqual(
      allStatuses.filter((status) => status !== STATUS.TermsAccepted).sort((one, other) => one - other),
    );
  });
});

describe('related changes', () => {
  const on = () => harness.platform.db.tenant(1);
  const kept = async (id: number) =>
    on().one<{ waits: string | null; waits_since: Date | null; version: number }>(sql`
      select concat_ws(':', waits_for, waits_queue) as waits, waits_since, version from subscription
      where tenant_id = 1 and id = ${id}`);

  it('a charge the bank has not answered waits for the bank since then, and a refused one for the person again', async () => {
    const { subscriptionId: id } = await personAt(harness, 'payment');
    const before = await kept(id);
    expect(before?.waits).toBe('person');
    const [asked, denied] = [new Date('2026-01-13T10:00:00Z'), new Date('2026-01-13T10:05:00Z')];
    await on().one(sql`
      insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, created_at, updated_at)
      values (1, ${id}, 'enrollment', 'credit-card', 'processing', 1, 100, ${asked}::timestamptz, ${asked}::timestamptz)
      returning id`);
    expect(await kept(id)).toEqual({ waits: 'bank', waits_since: asked, version: before?.version });
    await on().one(sql`
      update payment set state = 'denied', updated_at = ${denied}::timestamptz
      where tenant_id = 1 and subscription_id = ${id} returning id`);
    expect(await kept(id)).toEqual({ waits: 'person', waits_since: denied, version: before?.version });
  });

  it('the last document sent makes it wait for the team, and a refused one for the person', async () => {
    const { subscriptionId: id } = await personAt(harness, 'documents');
    const at = new Date('2026-01-14T10:00:00Z');
    const set = (state: string, moment: Date) =>
      on().many(sql`
        update required_document set state = ${state}, updated_at = ${moment}::timestamptz
        where tenant_id = 1 and subscription_id = ${id} and required returning id`);
    if ((await set('pending', at)).length === 0)
      await on().one(sql`
        insert into required_document (tenant_id, subscription_id, code, position, name, stage, required, updated_at)
        values (1, ${id}, 'RG', 1, 'RG', 'enrollment', true, ${at}::timestamptz) returning id`);
    await set('sent', at);
    expect(await kept(id)).toMatchObject({ waits: 'team:enrolment-documents', waits_since: at });
    const later = new Date('2026-01-15T10:00:00Z');
    await set('rejected', later);
    expect(await kept(id)).toMatchObject({ waits: 'person', waits_since: later });
  });

  it('a date that passed makes it wait for the team from then on', async () => {
    const { subscriptionId: id } = await personAt(harness, 'payment');
    const until = new Date(harness.clock.now().getTime() + 60_000);
    await on().one(sql`
      insert into interview (tenant_id, subscription_id, state, appointment_at, updated_at)
      values (1, ${id}, 'scheduled', ${until}::timestamptz, ${harness.clock.now()}::timestamptz) returning id`);
    await on().one(sql`update subscription set status = 18 where tenant_id = 1 and id = ${id} returning id`);
    expect(await kept(id)).toMatchObject({ waits: 'date:interview-decisions' });
    await harness.platform.jobs.run('waits');
    expect(await kept(id)).toMatchObject({ waits: 'date:interview-decisions' });
    harness.clock.set(until);
    await harness.platform.jobs.run('waits');
    expect(await kept(id)).toMatchObject({ waits: 'team:interview-decisions', waits_since: until });
    const { body } = await harness
      .operationsOf('alfa')
      .call('GET /operations/subscriptions/{id}', { params: { id } });
    expect(body.waits).toMatchObject({ for: 'team', queue: 'interview-decisions', until: null });
    expect(new Date(body.waits?.since ?? 0)).toEqual(until);
  });
});

describe('the list', () => {
  it('filters by who is waited for and for how long, the longest first, and shows it in every row', async () => {
    const operations = harness.operationsOf('alfa');
    const made: number[] = [];
    for (const days of [8, 6, 2]) {
      const { subscriptionId } = await personAt(harness, 'payment');
      made.push(subscriptionId);
      await harness.platform.db.tenant(1).one(sql`
        update subscription set waits_since = ${harness.clock.now()}::timestamptz - ${days} * interval '1 day'
        where tenant_id = 1 and id = ${subscriptionId} returning id`);
    }
    const ask = async (query: Record<string, string | number>) => {
      const { body } = await operations.call('GET /operations/subscriptions', {
        query: { ...query, pageSize: 100 },
      });
      return body.data.filter(({ id }) => made.includes(id));
    };
    const found = await ask({ waits: 'person', stillDays: 5 });
    expect(found.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(found.map(({ waits }) => waits?.for)).toEqual(['person', 'person']);
    expect((await ask({ stillDays: 7 })).map(({ id }) => id)).toEqual(made.slice(0, 1));
    expect((await ask({ waits: 'person', stillDays: 5, state: '3,6,21', course: 'ADM' })).length).toBe(2);
    expect((await ask({ waits: 'team' })).length).toBe(0);
    const { status } = await operations.call('GET /operations/subscriptions', {
      query: { stillDays: 366 } as never,
    });
    expect(status).toBe(422);
  });
});
