// Longer than other files: each list and queue is asked for its plan on one large database, whose filling costs more than all of them.
import { columnsOf, EXPORT_LIST_NAMES, type ExportList } from '@orbita/domain/export';
import { REPORTS } from '@orbita/domain/report';
import { WAITS_FOR } from '@orbita/domain/work';
import { type CallKey, callOf } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { operationsCalls } from '../../testing/operations-calls.ts';
import { GROWING, type Reading, readings } from '../../testing/scale/plans.ts';
import { MANY, type SeededTenant, seededPeople, seedScale } from '../../testing/scale/seed.ts';
import { sessionOf } from '../../testing/scale/session.ts';
import type { ExportQuery } from '../export/list-source.ts';
import { measure, nextBatch } from '../export/source.ts';
import { FOUND_WORK, tenantsDueStatement } from '../platform/database/tenants-due.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { countQueues } from '../work/count.ts';
import { nextItem } from '../work/next.ts';
import { type On, openQueue } from '../work/open-queue.ts';
import { queuePage } from '../work/page.ts';
import { assigneesOf } from '../work/share.ts';

// One long file, because all its tests share one database of 20,000 applications, which costs more than most of these tests.
let harness: Harness;
let tenant: SeededTenant;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  const [, second] = await seedScale(harness.platform, { subscriptions: 20_000, tenants: 5 });
  if (!second) throw new Error('nothing was seeded');
  tenant = second;
  await seedApprovals();
}, 120_000);
afterAll(() => harness.stop());

/**
 * A list counts to 1000 and checks the owner of each row; the tenant has many times more rows of everything.
 */
const MOST = 3_500;
const tooMuch = (found: readonly Reading[], most = MOST) =>
  found
    .filter(({ whole, unreached, looked = 0 }) => [...whole, ...unreached].length > 0 || looked > most)
    .map(
      ({ whole, unreached, looked, indexes, text }) =>
        `${looked} rows, whole ${[...whole, ...unreached]}, by ${indexes}: ${text}`,
    )
    .join('\n');

const lists = (Object.keys(operationsCalls) as CallKey[]).filter(
  // Lists with something in their address have tests of their own.
  (key) => key.startsWith('GET') && 'cursor' in (callOf(key).query?.shape ?? {}) && !key.includes('{'),
);

type Query = Record<string, string | number>;
const optionsOf = (key: CallKey, name: string): string[] => {
  const shape = callOf(key).query?.shape as
    | Record<string, { unwrap?: () => { options?: string[] } }>
    | undefined;
  return shape?.[name]?.unwrap?.().options ?? [];
};

/** Every filter of a list, alone and with the next page. */
function filtersOf(key: CallKey): Query[] {
  const shape = callOf(key).query?.shape ?? {};
  const states = optionsOf(key, 'state');
  if ('state' in shape && states.length === 0) states.push('6', '5,7');
  const since = new Date(harness.clock.now().getTime() - 3600_000).toISOString();
  return [
    {},
    ...('page' in shape ? [{ page: 9, pageSize: 100 }] : []),
    ...states.map((state) => ({ state })),
    ...('institution' in shape ? [{ institution: 'CUA01' }, { institution: 'EPA01' }] : []),
    ...('updatedSince' in shape ? [{ updatedSince: since }] : []),
    ...('offer' in shape ? [{ offer: 'ADM-ESSAY' }, { offer: 'NADA' }] : []),
    ...('externalId' in shape ? [{ externalId: 'B-1' }] : []),
    ...('paidFrom' in shape
      ? [{ paidFrom: '2026-01-10', paidUntil: '2026-01-11' }, { attention: 'any' }]
      : []),
    ...('course' in shape ? [{ course: 'ADM' }, { pole: 'BH' }, { intake: '2026-1' }] : []),
    ...('createdFrom' in shape ? [{ createdFrom: since }, { createdTo: since }] : []),
    ...('attention' in shape && 'course' in shape ? [{ attention: 'true' }] : []),
    ...('waits' in shape
      ? [
          ...WAITS_FOR.map((waits) => ({ waits })),
          { stillDays: 5 },
          { waits: 'person', stillDays: 5 },
          { waits: 'person', stillDays: 5, state: '6' },
          { waits: 'person', stillDays: 5, institution: 'CUA01' },
        ]
      : []),
    ...('kind' in shape && 'outcome' in shape
      ? [
          ...[{ kind: 'change' }, { kind: 'entry' }, { outcome: 'refused' }, { staffId: 7 }, { tokenId: 7 }],
          { kind: 'look', staffId: 7 },
          { doneFrom: since, doneTo: since, kind: 'change' },
        ]
      : []),
    ...('updatedSince' in shape && states[0] ? [{ updatedSince: since, state: states[0] }] : []),
  ];
}

/** Years of requests for a second person, of which few wait: they end after three days. */
async function seedApprovals(): Promise<void> {
  const on = harness.platform.db.tenant(tenant.id);
  const now = harness.clock.now();
  await on.many(sql`
    with asker as (
      insert into staff (tenant_id, name, email, state, created_at, changed_at)
      values (${tenant.id}, 'Ivo Financeiro', 'ivo@equipe.test', 'active', ${now}::timestamptz, ${now}::timestamptz),
        (${tenant.id}, 'Júlia Financeiro', 'julia@equipe.test', 'active', ${now}::timestamptz, ${now}::timestamptz)
      returning id)
    insert into approval (tenant_id, kind, subject_kind, subject_id, subject_key, institutions, summary, hash, command,
      requested_by, requested_at, expires_at, state, ended_at, decided_by)
    select ${tenant.id}, 'refund', 'payment', n, concat('payment ', n),
      jsonb_build_array(case n % 2 when 0 then 'CUA01' else 'EPA01' end), concat('Devolver ', n), 'mark',
      case when n <= 200 then 'x' end, (select min(id) from asker), at, at + interval '72 hours',
      case when n <= 200 then 'waiting' else 'approved' end, case when n > 200 then at + interval '1 hour' end,
      case when n > 200 then (select max(id) from asker) end
    from generate_series(1, 8000) n,
      lateral (select ${now}::timestamptz - n * interval '10 minutes' as at) asked
    returning id`);
  await harness.platform.db.asOwner((run) => run('analyze approval'));
}

const limited = async (institutions: string[]): Promise<Client> => {
  const { body } = await harness.operationsOf(tenant.alias).call('POST /operations/tokens', {
    body: {
      name: 'Sistema',
      tenant: tenant.alias,
      scopes: ['subscriptions', 'essays', 'documents', 'students', 'payments', 'messages'],
      institutions,
      expiresAt: '2027-01-12T10:00:00-03:00',
    } as never,
  });
  const client = harness.visitor('operations.test');
  client.headers = { authorization: `Bearer ${body.token}` };
  return client;
};

describe('figures are counted from one index, without reading the applications', () => {
  it.each(REPORTS)('%s', async (report) => {
    const day = new Date(harness.clock.now().getTime() - 20 * 86_400_000).toISOString().slice(0, 10);
    const days: Query = report === 'vacancies' ? {} : { from: day, to: day };
    const found = await readings(harness.platform, tenant.id, async () => {
      const queries: Query[] = [
        {},
        { course: 'ADM' },
        { type: 'graduation' },
        { institution: 'CUA01' },
        days,
      ];
      for (const query of queries) {
        const { status } = await harness
          .operationsOf(tenant.alias)
          .call('GET /operations/reports/{report}', { params: { report }, query });
        expect(status).toBe(200);
      }
    });
    expect(
      found.filter(({ whole, unreached }) => [...whole, ...unreached].length > 0).map(({ text }) => text),
    ).toEqual([]);
    const counts = found.filter(
      ({ text, looked = 0 }) => /from subscription s where/.test(text) && looked > 0,
    );
    if (report !== 'vacancies') expect(counts.length).toBeGreaterThan(0);
    for (const { indexes, looked = 0, text } of counts)
      if (looked > 100) expect([...indexes, text]).toContain('subscription_figures');
    // A day of sixty is a small part of what there is.
    if (report === 'daily') expect(Math.min(...counts.map(({ looked = 0 }) => looked))).toBeLessThan(500);
  });
});

describe('a list reads through an index and no more than it shows', () => {
  it.each(lists)('%s', async (key) => {
    const found = await readings(harness.platform, tenant.id, async () => {
      const always = operationsCalls[key]?.query?.({} as never) ?? {};
      const ask = async (client: Client, more: Query) => {
        const query = { ...always, ...more } as Query;
        const { status, body } = await client.call(key, { query });
        if (status === 403) return;
        expect([status, query]).toEqual([200, query]);
        const { nextCursor } = body as { nextCursor?: string | null };
        const { page: _, ...rest } = query;
        if (nextCursor) await client.call(key, { query: { ...rest, cursor: nextCursor } });
      };
      for (const query of filtersOf(key)) await ask(harness.operationsOf(tenant.alias), query);
      for (const institutions of [['CUA01'], ['CUA01', 'EPA01'], ['EPA01']])
        await ask(await limited(institutions), {});
    });
    expect(tooMuch(found)).toBe('');
    expect(found.filter(({ looked, indexes }) => looked && indexes.length === 0)).toEqual([]);
  });
});

describe('a list with filters that share no index', () => {
  const LOOK = 1_000;
  const [early, late] = ['2025-11-20T00:00:00-03:00', '2026-01-10T00:00:00-03:00'];
  let usual: number;
  beforeAll(() => {
    usual = harness.platform.config.listLook;
    Object.assign(harness.platform.config, { listLook: LOOK });
  });
  afterAll(() => {
    Object.assign(harness.platform.config, { listLook: usual });
  });

  const lists: [CallKey, Query[]][] = [
    [
      'GET /operations/subscriptions',
      [
        ...[
          { state: '7', course: 'ADM' },
          { state: '9,13', institution: 'CUA01' },
          { state: '21', pole: 'BH' },
        ],
        ...[
          { state: '1,7,9', intake: '2026-1', pole: 'BH' },
          { attention: 'true', state: '3' },
        ],
        ...[
          { createdFrom: early, state: '20' },
          { createdTo: late, course: 'ADM', institution: 'EPA01' },
        ],
      ],
    ],
    [
      'GET /operations/documents',
      [
        { state: 'approved', stage: 'selection' },
        { state: 'pending', institution: 'EPA01' },
        { stage: 'selection' },
      ],
    ],
    ['GET /operations/essays', [{ state: 'graded', institution: 'EPA01' }]],
  ];
  it.each(lists)('%s reads no more than its limit, step by step', async (key, queries) => {
    let partial = 0;
    const found = await readings(harness.platform, tenant.id, async () => {
      for (const query of queries) {
        const client = harness.operationsOf(tenant.alias);
        const first = await client.call(key, { query: { ...query, pageSize: 50 } as never });
        expect([query, first.status]).toEqual([query, 200]);
        const { nextCursor, partial: said } = first.body as { nextCursor: string | null; partial?: true };
        if (said) partial += 1;
        if (nextCursor)
          await client.call(key, { query: { ...query, pageSize: 50, cursor: nextCursor } as never });
      }
    });
    const walks = found.filter(({ text }) => text.includes('list_edge'));
    expect(walks.length).toBeGreaterThan(0);
    // What a page looks at, what it shows, and what a sort of small parts reads more.
    expect(tooMuch(walks, LOOK * 1.5 + 50)).toBe('');
    expect(partial > 0).toBe(key !== 'GET /operations/essays');
    expect(tooMuch(found)).toBe('');
  });
});

describe('a list exported as a file', () => {
  const SIZE = 100;
  const filters: Record<ExportList, ExportQuery[]> = {
    subscriptions: [{}, { state: '6' }, { state: '5,7' }, { institution: 'CUA01' }, { attention: 'true' }],
    documents: [{}, { state: 'sent' }, { state: 'approved' }, { institution: 'CUA01' }],
    essays: [{}, { state: 'finished' }, { institution: 'CUA01' }],
    audit: [{}, { kind: 'look' }, { operator: 'Ana' }],
  };

  it.each(EXPORT_LIST_NAMES)('%s is read by its key, one batch at a time', async (list) => {
    const on = harness.platform.db.tenant(tenant.id);
    const columns = columnsOf(list).map(({ key }) => key);
    for (const query of filters[list]) {
      const institutions = query.institution === undefined ? null : [String(query.institution)];
      const walk = {
        ...{ tenantId: tenant.id, zone: 'America/Sao_Paulo', list, query, institutions, columns },
        now: harness.clock.now(),
      };
      const { last } = await measure(on, walk);
      const first = await nextBatch(on, walk, 0, last, SIZE);
      const found = await readings(harness.platform, tenant.id, () =>
        nextBatch(on, walk, first?.at ?? 0, last, SIZE),
      );
      expect([query, tooMuch(found)]).toEqual([query, '']);
    }
  });
});

it('the applications of a person on the phone are found through an index', async () => {
  const [person] = await seededPeople(harness.platform, tenant.id, true, 1);
  // Seeded numbers have wrong check digits, so a search for one would be refused.
  const cpf = '52998224725';
  await harness.platform.db.tenant(tenant.id).many(sql`
    with own as (
      update person set cpf = ${cpf}, name = 'Quitéria Única', email = 'unica@exemplo.test', cell_phone = '31988887777'
      where tenant_id = ${tenant.id} and uuid = ${person?.uuid} returning id)
    update user_account set document = ${cpf} from own
    where user_account.tenant_id = ${tenant.id} and person_id = own.id returning own.id`);
  for (const said of [
    { document: cpf },
    { name: 'quiteria uni' },
    { email: 'unica@exemplo.test' },
    { cellPhone: '31988887777' },
  ]) {
    const found = await readings(harness.platform, tenant.id, async () => {
      const { body } = await harness
        .operationsOf(tenant.alias)
        .call('POST /operations/subscriptions/search', { body: said });
      expect(body.total).toBe(MANY);
    });
    expect(tooMuch(found, 600), Object.keys(said).join()).toBe('');
  }
});

it("a search, a person's page and a timeline read only what they show", async () => {
  const [person] = await seededPeople(harness.platform, tenant.id, true, 1);
  const on = harness.platform.db.tenant(tenant.id);
  const own = await on.one<{ id: number; subscription: number }>(sql`
    with own as (
      update person set name = 'Zuleica Procurada', email = 'zuleica@exemplo.test'
      where tenant_id = ${tenant.id} and uuid = ${person?.uuid} returning id)
    select own.id, (select min(s.id) from subscription s where s.tenant_id = ${tenant.id} and s.person_id = own.id)
      as subscription from own`);
  const client = harness.operationsOf(tenant.alias);
  const ask: [string, () => Promise<{ status: number }>][] = [
    ...['zuleica proc', 'zuleica@exemplo.test', String(own?.subscription)].map(
      (q): [string, () => Promise<{ status: number }>] => [
        q,
        () => client.call('POST /operations/search', { body: { q } }),
      ],
    ),
    [
      'person',
      () => client.call('GET /operations/persons/{personId}', { params: { personId: own?.id ?? 0 } }),
    ],
    [
      'timeline',
      () =>
        client.call('GET /operations/subscriptions/{id}/timeline', {
          params: { id: own?.subscription ?? 0 },
        }),
    ],
  ];
  for (const [what, work] of ask) {
    const found = await readings(harness.platform, tenant.id, async () => {
      expect([what, (await work()).status]).toEqual([what, 200]);
    });
    expect(tooMuch(found, 700), what).toBe('');
  }
});

it('the search for copies reads few essays, even where thousands quote one sentence', async () => {
  const on = harness.platform.db.tenant(tenant.id);
  const essay = await on.one<{ id: number }>(sql`
    select min(essay_id) as id from essay_run where tenant_id = ${tenant.id}`);
  const QUOTED = -2_000_000_000;
  await on.many(sql`
    insert into essay_run (tenant_id, run, essay_id) select distinct tenant_id, ${QUOTED}::int, essay_id from essay_run
    where tenant_id = ${tenant.id} returning run`);
  const found = await readings(harness.platform, tenant.id, async () => {
    const { status } = await harness
      .operationsOf(tenant.alias)
      .call('GET /operations/essays/{id}', { params: { id: essay?.id ?? 0 } });
    expect(status).toBe(200);
  });
  expect(tooMuch(found, 200)).toBe('');
});

describe('an attendance list', () => {
  it('reads the bookings through the slot', async () => {
    const slot = await harness.platform.db.tenant(tenant.id).one<{ id: number }>(sql`
      select id from schedule_slot where tenant_id = ${tenant.id} order by taken desc, id limit 1`);
    const found = await readings(harness.platform, tenant.id, async () => {
      const { body } = await harness
        .operationsOf(tenant.alias)
        .call('GET /operations/schedules/{hourId}/roll', { params: { hourId: slot?.id ?? 0 } });
      expect(body.length).toBeGreaterThan(10);
    });
    expect(tooMuch(found, 500)).toBe('');
  });
});

describe('queries of candidates and jobs', () => {
  const signedIn = async (many: boolean): Promise<{ client: Client; uuid: string }> => {
    const [person] = await seededPeople(harness.platform, tenant.id, many, 1);
    if (!person) throw new Error('nobody was seeded');
    return { client: await sessionOf(harness, tenant, person), uuid: person.uuid };
  };

  it.each([true, false])("the portal reads the caller's own rows only (many: %s)", async (many) => {
    const { client, uuid } = await signedIn(many);
    const found = await readings(harness.platform, tenant.id, async () => {
      const { body } = await client.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } });
      expect(body).toHaveLength(many ? MANY : 1);
    });
    expect(tooMuch(found, 600)).toBe('');
    expect(found.filter(({ indexes }) => indexes.includes('subscription_by_person'))).toHaveLength(1);
  });

  it('the status reads the newest event of its application only', async () => {
    const { client, uuid } = await signedIn(true);
    const [one] = (await client.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } })).body;
    const found = await readings(harness.platform, tenant.id, async () => {
      const call = 'GET /candidate/subscriptions/status/{id}';
      expect((await client.call(call, { params: { id: one?.id ?? 0 } })).status).toBe(200);
    });
    const events = found.filter(({ text }) => text.includes('outbox_event'));
    expect(events.map(({ looked, indexes }) => [looked, indexes])).toEqual([
      [1, ['outbox_event_by_subscription']],
    ]);
    expect(tooMuch(found, 600)).toBe('');
  });

  it('jobs read only rows that may be due', async () => {
    const faults: string[] = [];
    // The sweep compares all files with the storage, four times a day.
    for (const job of harness.platform.jobs.names().filter((name) => name !== 'storage-sweep')) {
      const found = await readings(harness.platform, tenant.id, () => harness.platform.jobs.run(job));
      if (tooMuch(found, 700)) faults.push(`${job}: ${tooMuch(found, 700)}`);
    }
    expect(faults.join('\n')).toBe('');
  });
});

describe('work is found by reading only rows that may be due', () => {
  const rowsRead = async (): Promise<[string, number][]> => {
    const at = { now: harness.clock.now(), wall: new Date(harness.clock.wall()) };
    const read: [string, number][] = [];
    for (const work of FOUND_WORK)
      await harness.platform.db.write(tenant.id, async (tx) => {
        // Also counts what this connection has not reported of earlier transactions.
        const soFar = async () =>
          (
            await tx.one<{ rows: number }>(sql`
              select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`)
          )?.rows ?? 0;
        const before = await soFar();
        await tx.many(tenantsDueStatement(work, at));
        read.push([work, (await soFar()) - before]);
      });
    return read;
  };
  // Of all tenants together, each of which has thousands of rows of everything.
  const tooMany = async () => (await rowsRead()).filter(([, rows]) => rows > 1_000);

  it('with the statistics of the server', async () => expect(await tooMany()).toEqual([]));

  // As on a new server, one whose major version was just changed, or one whose autovacuum is behind.
  it.each([
    ['of one table', "delete from pg_statistic where starelid = 'subscription'::regclass"],
    [
      'at all',
      `update pg_class set reltuples = -1, relpages = 0 where relnamespace = 'public'::regnamespace;
      delete from pg_statistic`,
    ],
  ])('without statistics %s', async (_, forget) => {
    await harness.platform.db.asOwner((run) => run(forget));
    expect(await tooMany()).toEqual([]);
    await harness.platform.db.asOwner((run) => run('analyze'));
  });
});

describe('approvals', () => {
  it('are listed and counted by an index of their own', async () => {
    const found = await readings(harness.platform, tenant.id, async () => {
      for (const client of [harness.operationsOf(tenant.alias), await limited(['CUA01'])])
        for (const state of ['waiting', 'decided', 'approved', 'expired'] as const) {
          const { status, body } = await client.call('GET /operations/approvals', { query: { state } });
          expect(status).toBe(200);
          if (body.nextCursor)
            await client.call('GET /operations/approvals', { query: { state, cursor: body.nextCursor } });
        }
      const { body } = await harness.operationsOf(tenant.alias).call('GET /operations/queues');
      expect(body.queues.find(({ queue }) => queue === 'approvals')?.count).toBeGreaterThan(100);
    });
    // Half of the rows are of an institution that the second token has not.
    expect(tooMuch(found)).toBe('');
    const own = found.filter(({ text }) => text.includes('approval a'));
    expect(own.filter(({ looked, indexes }) => looked && indexes.length === 0)).toEqual([]);
    // Which of them is the planner's choice: few wait, so that any index of what waits does.
    expect(own.flatMap(({ indexes }) => indexes).filter((name) => /^approval_/.test(name))).not.toEqual([]);
  });
});

// Last, because so much that waits is due to the jobs as well.
describe('a queue of the team', () => {
  /** The index of each queue. */
  const INDEXES = {
    essays: 'essay_first_marks',
    'enrolment-documents': 'required_document_waiting',
    'discipline-analyses': 'subscription_to_analyse',
    'accommodation-requests': 'subscription_to_accommodate',
    'stuck-papers': 'subscription_with_stuck_papers',
    'manual-payments': 'subscription_to_settle',
    'student-numbers': 'subscription_without_number',
    attention: 'payment_waiting',
    cancellations: 'cancellation_waiting',
  } as const;
  const QUEUES = Object.keys(INDEXES) as (keyof typeof INDEXES)[];
  /** Enough waits in the institution that reading all of it would be seen. */
  const WAITING = 4_000;

  beforeAll(async () => {
    const on = harness.platform.db.tenant(tenant.id);
    await on.many(sql`
      update required_document set state = 'sent', readable = true where tenant_id = ${tenant.id} and id in (
        select d.id from required_document d where d.tenant_id = ${tenant.id} and d.stage = 'enrollment'
          and d.state = 'approved' order by d.id limit ${WAITING}) returning id`);
    await on.many(sql`
      update essay set state = 'finished', awaited = true where tenant_id = ${tenant.id} and id in (
        select e.id from essay e where e.tenant_id = ${tenant.id} and e.state = 'graded' order by e.id limit ${WAITING})
      returning id`);
    // Everybody in 10 waits for an analysis, and every fourth who is enrolled has a number.
    const since = harness.clock.now();
    await on.many(sql`
      update subscription set status = case when id % 2 = 0 then 10 else 7 end where tenant_id = ${tenant.id} and id in (
        select id from subscription where tenant_id = ${tenant.id} and status not in (1, 7, 9, 10, 13) order by id limit ${WAITING})
      returning id`);
    await on.many(sql`
      update subscription set analysis_since = ${since}::timestamptz - id * interval '1 minute',
        analysis_due_at = ${since}::timestamptz + interval '48 hours' - id * interval '1 minute'
      where tenant_id = ${tenant.id} and status = 10 returning id`);
    await on.many(sql`
      update subscription set student_lyceum_id = case when id % 4 = 0 then concat('N', id) end
      where tenant_id = ${tenant.id} and status = 7 returning id`);
    await on.many(sql`
      update subscription set accommodation_asked_at = ${since}::timestamptz - id * interval '1 minute'
      where tenant_id = ${tenant.id} and id in (
        select id from subscription where tenant_id = ${tenant.id} and status = 1 order by id limit ${WAITING})
      returning id`);
    // Papers are stuck of people who wait in no other queue, and of some who do.
    await on.many(sql`
      update subscription set papers_stuck_at = ${since}::timestamptz - id * interval '1 minute'
      where tenant_id = ${tenant.id} and (status = 13 or (status = 7 and id % 3 = 0)) returning id`);
    await on.many(sql`
      update subscription set counter_payment_at = ${since}::timestamptz - id * interval '1 minute'
      where tenant_id = ${tenant.id} and id in (
        select id from subscription where tenant_id = ${tenant.id} and status = 13 and id % 2 = 0 order by id limit ${WAITING})
      returning id`);
    await on.many(sql`
      update payment set attention = '["amount-higher"]', updated_at = ${since}::timestamptz - id * interval '1 minute'
      where tenant_id = ${tenant.id} and id in (
        select id from payment where tenant_id = ${tenant.id} and state = 'paid' order by id limit ${WAITING}) returning id`);
    await on.many(sql`
      update cancellation set state = 'open', decided_at = null where tenant_id = ${tenant.id} and id in (
        select id from cancellation where tenant_id = ${tenant.id} order by id limit ${WAITING}) returning id`);
    await on.many(sql`
      insert into document_case (tenant_id, person_id, document_type, document, brought, brought_hash, reasons,
        brought_by, opened_at, updated_at, state, decided_at)
      select tenant_id, id, 'rne', concat('V', id, 'W'), ${JSON.stringify({ name: 'Vera', socialName: null, birthDate: null, email: null, cellPhone: null })}::jsonb, 'x', '["name"]', 'Sistema', ${since}::timestamptz,
        ${since}::timestamptz, case when id % 4 = 0 then 'open' else 'kept' end,
        case when id % 4 <> 0 then ${since}::timestamptz end
      from person where tenant_id = ${tenant.id} returning id`);
    await on.many(sql`
      insert into person_correction (tenant_id, person_id, fields, identity_check, reason, staff_id, made_by, at,
        before, after, held_until, until_released, effective_at)
      select p.tenant_id, p.id, '["email"]', 'document', 'Perdeu', (select min(s.id) from staff s
          where s.tenant_id = p.tenant_id), 'Ivo', ${since}::timestamptz, '{}',
        jsonb_build_object('email', p.email), ${since}::timestamptz, true,
        case when p.id % 4 <> 0 then ${since}::timestamptz end
      from person p where p.tenant_id = ${tenant.id} and p.email is not null returning id`);
    await on.many(sql`
      update person set email_confirmed_at = null where tenant_id = ${tenant.id} and id % 4 = 0 returning id`);
    await harness.platform.db.asOwner((run) =>
      run(
        'analyze essay, required_document, subscription, payment, cancellation, exam_score, questionnaire, interview, document_case, person_correction, person',
      ),
    );
  });

  /** Essays of somebody: some of her own, the most of a group of hers. */
  const GIVEN = 600;

  /**
   * Somebody who grades, with items of her own, and in every other one of many groups, of which the first has many items and is
   * hers; others have as many.
   */
  async function grader(): Promise<On> {
    const db = harness.platform.db.tenant(tenant.id);
    const now = sql`${harness.clock.now()}::timestamptz`;
    const ids = await db.many<{ id: number }>(sql`
      insert into staff (tenant_id, name, email, state, created_at, changed_at)
      select ${tenant.id}, concat('Corretora ', n), concat('c', n, '@equipe.test'), 'active', ${now}, ${now}
      from generate_series(1, 200) n returning id`);
    const [her = { id: 0 }] = ids;
    await db.many(sql`
      insert into staff_grant (tenant_id, staff_id, role, source, granted_by, granted_at)
      select ${tenant.id}, id, 'banca', 'manual', 'Ana', ${now} from unnest(${ids.map(({ id }) => id)}::bigint[]) as s (id)
      returning id`);
    const session = await db.one<{ id: number }>(sql`
      insert into staff_session (tenant_id, staff_id, hash, method, started_at, last_input_at, ends_at, reauth_at, place)
      values (${tenant.id}, ${her.id}, 'x', 'code', ${now}, ${now}, ${now} + interval '1 day', ${now}, 'x') returning id`);
    const [place = { id: 0 }] = await db.many<{ id: number }>(sql`
      select institution_id as id from essay where tenant_id = ${tenant.id} and awaited group by 1 order by count(*) desc`);
    const groups = await db.many<{ id: number }>(sql`
      insert into work_group (tenant_id, institution_id, name, created_by, created_at)
      select ${tenant.id}, ${place.id}::bigint, concat('Banca ', n), 'Ana', ${now} from generate_series(1, 20) n returning id`);
    const [hers = { id: 0 }, others = { id: 0 }] = groups;
    await db.many(sql`
      insert into work_group_member (tenant_id, group_id, staff_id)
      select ${tenant.id}, g.id, s.id from unnest(${groups.map(({ id }) => id)}::bigint[]) with ordinality as g (id, n)
      join unnest(${ids.map(({ id }) => id)}::bigint[]) with ordinality as s (id, n)
        on s.n between 1 + (g.n - 1) * 10 and g.n * 10 returning staff_id`);
    await db.many(sql`
      insert into work_assignment (tenant_id, kind, item_id, institution_id, staff_id, group_id, by, at)
      select ${tenant.id}, 'essay', e.id, e.institution_id, case when e.n <= 100 then ${her.id}::bigint end,
        case when e.n > 100 then case when e.n <= ${GIVEN} then ${hers.id}::bigint else ${others.id}::bigint end end, 'Ana', ${now}
      from (select id, institution_id, row_number() over (order by id) as n from essay where tenant_id = ${tenant.id} and awaited
        and state = 'finished' and round = 1 and institution_id = ${place.id}) e
      where e.n <= ${2 * GIVEN} returning id`);
    // Years of what others had.
    await db.many(sql`
      insert into work_assignment (tenant_id, kind, item_id, institution_id, staff_id, group_id, by, at, ended_at, ended_by)
      select ${tenant.id}, case when n % 2 = 0 then 'essay' else 'document' end, 1000000 + n, ${place.id},
        case when n % 4 > 0 then s.id end, case when n % 4 = 0 then ${hers.id}::bigint end, 'Ana', ${now}, ${now}, 'Ana'
      from generate_series(1, 20000) n join unnest(${ids.map(({ id }) => id)}::bigint[]) with ordinality as s (id, at)
        on s.at = 1 + n % 200 returning id`);
    await harness.platform.db.asOwner((run) =>
      run('analyze staff, staff_grant, work_group, work_group_member, work_assignment'),
    );
    const staff = {
      ...{
        id: her.id,
        sessionId: session?.id ?? 0,
        grants: [{ role: 'banca' as const, institutions: null }],
      },
      ...{ role: null, method: 'code' as const, reauthAt: harness.clock.now() },
      ...{ hasPasskey: false, strength: null },
    };
    const service = {
      ...{ tokenName: '', scopes: [], institutions: null, operator: 'Corretora 1', development: false },
      ...{ tenantId: tenant.id, tokenId: null, staff },
    };
    return { platform: harness.platform, tenant: await tenantById(harness.platform, tenant.id), service };
  }

  it.each([
    // Cases are walked in steps, whose plans name no index.
    ['document-cases', /^subscription_by_person$/],
    ['held-contacts', /^person_correction_waiting$/],
  ] as const)('%s are counted and listed by an index', async (queue, index) => {
    const all = harness.operationsOf(tenant.alias);
    for (const client of [all, await limited(['CUA01'])]) {
      const found = await readings(harness.platform, tenant.id, async () => {
        const { body } = await client.call('GET /operations/queues', {});
        expect(body.queues.find((one) => one.queue === queue)?.count).toBeGreaterThan(500);
        const { body: listed } = await client.call(`GET /operations/${queue}`, { query: { pageSize: 100 } });
        expect(listed.data).toHaveLength(100);
      });
      // Of each of a thousand it is asked where its person applied, and whether her contact is still the corrected one.
      expect(tooMuch(found, 4 * MOST)).toBe('');
      expect(found.flatMap(({ indexes }) => indexes)).toContainEqual(expect.stringMatching(index));
    }
  });

  it('assignments to a person and to their groups are found by an index on the assignee', async () => {
    const on = await grader();
    const open = await openQueue(on, 'essays');
    const unrecorded = harness.platform.db.tenant(tenant.id);
    const found = await readings(
      harness.platform,
      tenant.id,
      async () => {
        expect((await countQueues(on)).queues.find(({ queue }) => queue === 'essays')?.assigned).toBe(GIVEN);
        const page = await queuePage(on, 'essays', { assigned: 'me', pageSize: 100 });
        expect([page.total, page.data.length]).toEqual([GIVEN, 100]);
        await queuePage(on, 'essays', { assigned: 'me', cursor: page.nextCursor ?? '' });
        await queuePage(on, 'essays', { assigned: 'nobody' });
        // Her own first, then those of her groups.
        for (const group of [false, true]) {
          const item = await harness.platform.db.write(tenant.id, (tx) => nextItem(tx, on, open, undefined));
          expect(item?.assigned).toMatchObject({ mine: true, groupId: group ? expect.any(Number) : null });
          if (!group)
            await unrecorded.many(sql`
              update work_assignment set ended_at = at, ended_by = by where tenant_id = ${tenant.id} and staff_id is not null
              returning id`);
        }
        expect((await assigneesOf(on, open)).groups).toHaveLength(20);
        const led = await harness.operationsOf(tenant.alias).call('GET /operations/groups', {});
        expect(led.body.data).toHaveLength(20);
      },
      [...GROWING, 'work_assignment'],
    );
    expect(tooMuch(found)).toBe('');
    expect(found.flatMap(({ indexes }) => indexes)).toEqual(
      expect.arrayContaining([
        'work_assignment_by_staff',
        'work_assignment_by_group',
        'work_assignment_living',
      ]),
    );
  });

  it.each(QUEUES)('%s is counted and shown by its own index', async (queue) => {
    const client = harness.operationsOf(tenant.alias);
    const show = (query: Query) =>
      client.call('GET /operations/queues/{queue}', { params: { queue }, query });
    const counted = await readings(harness.platform, tenant.id, async () => {
      const { body } = await client.call('GET /operations/queues', {});
      expect(body.queues.find((one) => one.queue === queue)?.count).toBeGreaterThan(500);
    });
    expect(tooMuch(counted)).toBe('');
    let cursor: string | null = null;
    const found = await readings(harness.platform, tenant.id, async () => {
      const { body } = await show({ pageSize: 100 });
      expect(body.data).toHaveLength(100);
      cursor = body.nextCursor;
      for (let page = 0; page < 3; page += 1)
        cursor = (await show({ pageSize: 100, cursor: cursor ?? '' })).body.nextCursor;
      await show({ pageSize: 25, institution: 'CUA01' });
    });
    expect(tooMuch(found)).toBe('');
    const used = [...counted, ...found].flatMap(({ indexes }) => indexes);
    expect(used).toContain(INDEXES[queue]);
  });
});

it('records kept of erased people are found through an index', async () => {
  const on = harness.platform.db.tenant(tenant.id);
  await on.many(sql`
    insert into kept_identity (tenant_id, person_id, identity, reasons, kept_at, keep_until)
    select tenant_id, id, '{"name":"Fulana"}', '["contract"]', created_at, '2036-01-12' from person
    where tenant_id = ${tenant.id} returning person_id`);
  const [one] = await on.many<{ document: string; person_id: number }>(sql`
    insert into kept_document (tenant_id, person_id, document_type, document)
    select tenant_id, person_id, document_type, document from user_account
    where tenant_id = ${tenant.id} returning document, person_id`);
  await harness.platform.db.asOwner((run) => run('analyze kept_identity, kept_document'));
  const cpf = '11144477735';
  await on.many(sql`
    update kept_document set document = ${cpf} where tenant_id = ${tenant.id} and document = ${one?.document ?? ''}
    returning document`);
  for (const [by, value] of [
    ['cpf', cpf],
    ['application', '5001'],
    ['request', '9501'],
  ] as const) {
    const search = async () => {
      const { status } = await harness
        .operationsOf(tenant.alias)
        .call('POST /operations/kept-records/search', { body: { by, value } });
      expect([by, status]).toEqual([by, 200]);
    };
    const kept = ['kept_identity', 'kept_document', 'subscription'];
    const found = await readings(harness.platform, tenant.id, search, kept);
    expect(found.flatMap(({ indexes }) => indexes)).toContain('kept_identity_pkey');
    expect(tooMuch(found, 50), by).toBe('');
  }
});
