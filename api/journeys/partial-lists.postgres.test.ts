import type { WaitsFor } from '@orbita/domain/work';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { sample } from '../../testing/sample.ts';
import { type SeededTenant, seedScale } from '../../testing/scale/seed.ts';

/** So many rows a page looks at here. */
const LOOK = 100;
let harness: Harness;
let tenant: SeededTenant;

type Row = {
  id: number;
  status: number;
  institution: string;
  course: string;
  pole: string;
  intake: string | null;
  attention: boolean;
  created: Date;
  updated: Date;
  waits: WaitsFor | null;
  since: Date | null;
};
let rows: Row[];

beforeAll(async () => {
  harness = await startHarness({
    callsPerMinute: 1_000_000,
    environment: { ORBITA_LIST_LOOK: String(LOOK) },
  });
  [tenant] = (await seedScale(harness.platform, { subscriptions: 1_000, tenants: 1 })) as [SeededTenant];
  const on = harness.platform.db.tenant(tenant.id);
  await on.many(sql`
    update subscription set attention = '["late-payment"]' where tenant_id = ${tenant.id} and id % 11 = 0 returning id`);
  rows = await on.many<Row>(sql`
    select s.id, s.status, n.code as institution, c.code as course, p.code as pole, k.code as intake,
      s.attention <> '[]' as attention, s.created_at as created, s.updated_at as updated,
      s.waits_for as waits, s.waits_since as since
    from subscription s join institution n on n.tenant_id = s.tenant_id and n.id = s.institution_id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    join pole p on p.tenant_id = s.tenant_id and p.id = s.pole_id
    left join intake k on k.tenant_id = s.tenant_id and k.id = s.intake_id
    where s.tenant_id = ${tenant.id}`);
}, 120_000);
afterAll(() => harness?.stop());

type Query = {
  state?: string;
  institution?: string;
  course?: string;
  pole?: string;
  intake?: string;
  attention?: 'true';
  createdFrom?: string;
  createdTo?: string;
  waits?: WaitsFor;
  stillDays?: number;
};
type Page = Answer<'GET /operations/subscriptions'>;

/** What the list holds, by a second way of asking: all rows, judged one by one. */
function expected(query: Query): number[] {
  const { state, institution, course, pole, intake, attention, createdFrom, createdTo, waits } = query;
  const byWait = waits !== undefined || query.stillDays !== undefined;
  const still = new Date(harness.clock.now().getTime() - (query.stillDays ?? 0) * 86_400_000);
  const states = state?.split(',').map(Number);
  const byCreation = createdFrom !== undefined || createdTo !== undefined;
  const at = ({ created, updated, since }: Row) =>
    byWait ? -(since?.getTime() ?? 0) : (byCreation ? created : updated).getTime();
  return rows
    .filter(
      (row) =>
        (!states || states.includes(row.status)) &&
        (!institution || row.institution === institution) &&
        (!course || row.course === course) &&
        (!pole || row.pole === pole) &&
        (!intake || row.intake === intake) &&
        (!attention || row.attention) &&
        (!createdFrom || row.created >= new Date(createdFrom)) &&
        (!createdTo || row.created < new Date(createdTo)) &&
        (!waits || row.waits === waits) &&
        (!byWait || (row.since !== null && row.since <= still)),
    )
    .sort((one, other) => at(other) - at(one) || (byWait ? one.id - other.id : other.id - one.id))
    .map(({ id }) => id);
}

/** Every page of a list, from the first to the last. */
async function pagesOf(client: Client, query: Query, pageSize: number): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await client.call('GET /operations/subscriptions', {
      query: { ...query, pageSize, ...(cursor ? { cursor } : {}) },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    pages.push(body);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return pages;
}

const day = (n: number) => new Date(harness.clock.now().getTime() - n * 86_400_000).toISOString();
/** Filters as people combine them, from none to what only a few fulfil. */
const combined = (): Query[] => {
  const [one] = rows.filter(({ status, intake }) => status === 7 && intake);
  if (!one?.intake) throw new Error('nothing was seeded');
  const { institution, course, pole, intake } = one;
  return [
    ...[{}, { state: '7' }, { state: '5,7' }, { state: '19,20,18,3' }, { intake }, { institution }],
    ...[
      { course, pole },
      { course, state: '9' },
      { pole, state: '19' },
      { institution, state: '5,7' },
    ],
    ...[
      { waits: 'person' as const },
      { stillDays: 20 },
      { waits: 'person' as const, stillDays: 20, state: '3,6' },
      { waits: 'team' as const, course },
      { stillDays: 5, institution, state: '7' },
      { waits: 'person' as const, createdFrom: day(40) },
    ],
    ...[
      { attention: 'true' as const, state: '3' },
      { attention: 'true' as const, course, pole },
    ],
    { institution, course, pole, intake, state: '1,2,3,5,6,7,9,13,18', attention: 'true' },
    ...[{ createdFrom: day(30) }, { createdFrom: day(40), createdTo: day(5), state: '7' }],
    ...[
      { createdTo: day(1), pole, state: '20' },
      { state: '4', course },
      { state: '21', intake, pole },
    ],
  ];
};

describe('a list with combined filters', () => {
  it.each(sample([50, 7], 2))('has the same rows in the same order, page by page of %i', async (pageSize) => {
    const client = harness.operationsOf(tenant.alias);
    let partial = 0;
    for (const query of combined()) {
      const pages = await pagesOf(client, query, pageSize);
      expect([query, pages.flatMap(({ data }) => data.map(({ id }) => id))]).toEqual([
        query,
        expected(query),
      ]);
      for (const page of pages) {
        // A page that is not full is the last one, or says that it is not.
        if (page.data.length < pageSize && page.nextCursor) expect(page.partial).toBe(true);
        if (page.partial)
          expect([page.data.length < pageSize, typeof page.nextCursor]).toEqual([true, 'string']);
        partial += page.partial ? 1 : 0;
      }
    }
    expect(partial).toBeGreaterThan(0);
  });

  it('counts only what it has read, and says that there may be more', async () => {
    const client = harness.operationsOf(tenant.alias);
    for (const query of sample(combined(), 3)) {
      const [first, ...others] = await pagesOf(client, query, 20);
      const all = expected(query).length;
      if (first?.totalCapped) expect(first.total).toBeLessThanOrEqual(all);
      else expect([query, first?.total]).toEqual([query, all]);
      // The pages behind say what the first one said.
      if (first?.partial)
        for (const page of others) expect([page.total, page.totalCapped]).toEqual([first.total, true]);
    }
  });

  it('is complete at once where one of its filters leaves few', async () => {
    const few = rows.filter(({ status }) => status === 19);
    expect(few.length).toBeLessThan(LOOK);
    const [{ institution = '' } = {}] = few;
    const pages = await pagesOf(harness.operationsOf(tenant.alias), { state: '19', institution }, 100);
    expect(pages.map(({ partial }) => partial)).toEqual([undefined]);
  });

  it('refuses a cursor it did not write, and accepts one of the previous release', async () => {
    const client = harness.operationsOf(tenant.alias);
    const query = combined()[7] ?? {};
    const of = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const ask = (cursor: string) =>
      client.call('GET /operations/subscriptions', { query: { ...query, cursor } });
    expect((await ask(of(['x', 1, 2, 3, true]))).status).toBe(422);
    const all = expected(query);
    const [from] = rows.filter(({ id }) => id === all[1]);
    const old = await ask(of([(from?.updated.getTime() ?? 0) * 1000 + 999, 9_999_999, 2]));
    expect([old.status, old.body.data[0]?.id]).toEqual([200, all[1]]);
    // What it says of the total is a hint, and no more than one.
    const answer = await ask(of([7_000_000_000_000_000, 1, 2, 1e9, 'yes']));
    expect(answer.body.total).toBeLessThanOrEqual(all.length);
  });
});

const limited = async (institutions: string[]): Promise<Client> => {
  const { body } = await harness.operationsOf(tenant.alias).call('POST /operations/tokens', {
    body: {
      name: 'Sistema',
      tenant: tenant.alias,
      scopes: ['subscriptions', 'essays', 'documents'],
      institutions,
      expiresAt: '2027-01-12T10:00:00-03:00',
    } as never,
  });
  const client = harness.visitor('operations.test');
  client.headers = { authorization: `Bearer ${body.token}` };
  return client;
};

it('shows a caller of some institutions only theirs, merged in the order of the list', async () => {
  const institutions = [...new Set(rows.map(({ institution }) => institution))].sort();
  expect(institutions.length).toBeGreaterThan(1);
  for (const some of [institutions.slice(0, 1), institutions.slice(0, 2), institutions]) {
    const own = new Set(rows.filter(({ institution }) => some.includes(institution)).map(({ id }) => id));
    for (const query of [{}, { state: '9,13' }]) {
      const pages = await pagesOf(await limited(some), query, 50);
      const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
      expect(ids).toEqual(expected(query).filter((id) => own.has(id)));
    }
  }
});

it.each([
  ['GET /operations/documents', ['stage', 'state']],
  ['GET /operations/essays', ['state']],
] as const)('%s: by state, stage and institution, nothing is omitted', async (key, names) => {
  const table = key === 'GET /operations/documents' ? 'required_document' : 'essay';
  const all = await harness.platform.db
    .tenant(tenant.id)
    .many<{ id: number; state: string; stage?: string; institution: string; readable?: boolean }>(
      table === 'essay'
        ? sql`select e.id, e.state, n.code as institution from essay e join institution n
            on n.tenant_id = e.tenant_id and n.id = e.institution_id where e.tenant_id = ${tenant.id}`
        : sql`select d.id, d.state, d.stage, n.code as institution from required_document d join institution n
            on n.tenant_id = d.tenant_id and n.id = d.institution_id where d.tenant_id = ${tenant.id}`,
    );
  // What some row has, in each number of filters; a document that was sent waits for its file first.
  const some = all.find(({ state }) => state !== 'sent');
  if (!some) throw new Error('nothing was seeded');
  const queries = names.map((name) => ({ [name]: some[name as keyof typeof some] }));
  const together = Object.assign({}, ...queries) as Record<string, string>;
  for (const query of [...queries, together, { ...together, institution: some.institution }]) {
    const ids: number[] = [];
    let cursor: string | undefined;
    do {
      const { status, body } = await harness
        .operationsOf(tenant.alias)
        .call(key, { query: { ...query, pageSize: 30, ...(cursor ? { cursor } : {}) } as never });
      expect(status).toBe(200);
      ids.push(...(body as { data: { id: number }[] }).data.map(({ id }) => id));
      cursor = (body as { nextCursor: string | null }).nextCursor ?? undefined;
    } while (cursor);
    const wanted = all.filter((row) =>
      Object.entries(query).every(([name, value]) => row[name as keyof typeof row] === value),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(ids.toSorted((a, b) => a - b)).toEqual(wanted.map(({ id }) => id).toSorted((a, b) => a - b));
  }
});
