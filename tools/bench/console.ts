import { performance } from 'node:perf_hooks';
import { type Client, type Harness, startHarness } from '@orbita/testing/harness';
import { seedScale } from '@orbita/testing/scale/seed';
import { fromConsole, type Grants, makeStrong, staffCode } from '@orbita/testing/staff';
import sql from 'sql-template-tag';
import { inMs, measure, percentile, usual } from './rounds.ts';
import type { Figure } from './table.ts';

/** An almost empty tenant that still fills its pages, so that responses of both are the same size. */
const FEW = 1_000;
const ROWS = 100;
/** Team members who call in turn, so that no session reaches its limits. */
const TEAM = 50;
/** The institution whose data is measured. */
const INSTITUTION = 'CUA01';

type Ask = { most: number; ask: () => Promise<unknown> };
type Side = { harness: Harness; team: readonly Client[]; asks: Map<string, Ask> };

let people = 0;

/** A team member of a seeded tenant, signed in to its console. */
async function member(
  harness: Harness,
  alias: string,
  roles: readonly Grants[number]['role'][],
): Promise<Client> {
  const host = `${alias}.cua.alfa.orbita.test`;
  const client = harness.visitor(host);
  people += 1;
  client.headers = { ...fromConsole(host), 'x-forwarded-for': `10.${people >> 8}.${people & 255}.9` };
  const email = `medida${people}@equipe.test`;
  const invited = await harness.operationsOf(alias).call('POST /operations/staff/invites', {
    body: {
      name: `Pessoa Medida ${people}`,
      email,
      grants: roles.map((role) => ({ role, institutions: [INSTITUTION] })),
    },
  });
  const sent = await client.call('POST /operations/staff/invites/acceptance', {
    body: { invite: invited.body.url?.split('#')[1] ?? '', method: 'code' },
  });
  if (!('challengeId' in sent.body)) throw new Error(JSON.stringify(sent.body));
  const entered = await client.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
    params: { challengeId: sent.body.challengeId },
    body: { code: await staffCode(harness, email) },
  });
  if (entered.status !== 200) throw new Error(JSON.stringify(entered.body));
  await makeStrong(harness, invited.body.staffId, alias);
  return client;
}

/** Throws if a call does not succeed. */
const good = async <T extends { status: number }>(answer: Promise<T>): Promise<T> => {
  const got = await answer;
  if (got.status >= 300) throw new Error(JSON.stringify(got));
  return got;
};

type Sample = {
  id: number;
  cpf: string;
  email: string;
  name: string;
  offer: string;
  course: string;
  pole: string;
  intake: string | null;
};

const sampleOf = (harness: Harness, tenantId: number) =>
  harness.platform.db.tenant(tenantId).many<Sample>(sql`
    select s.id, p.cpf, p.email, p.name, o.code as offer, c.code as course, po.code as pole, i.code as intake
    from subscription s join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    join institution n on n.tenant_id = s.tenant_id and n.id = s.institution_id and n.code = ${INSTITUTION}
    join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    join pole po on po.tenant_id = s.tenant_id and po.id = s.pole_id
    left join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
    where s.tenant_id = ${tenantId} and s.status = 7 order by s.id desc limit 200`);

/** The lists of E-02 with each filter, and the middle of the longest one. */
async function lists(caller: () => Client, one: Sample): Promise<[string, Ask][]> {
  type Query = Record<string, string | number>;
  const list = (query: Query) => () =>
    good(
      caller().call('GET /operations/subscriptions', {
        query: { institution: INSTITUTION, pageSize: ROWS, ...query } as never,
      }),
    );
  const filters: [string, Query][] = [
    ['without filter', {}],
    ['situation', { state: '6' }],
    ['two situations', { state: '5,7' }],
    ['offer', { offer: one.offer }],
    ['course', { course: one.course }],
    ['pole', { pole: one.pole }],
    ...(one.intake ? [['intake', { intake: one.intake }] as [string, Query]] : []),
    [
      'created in two days',
      { createdFrom: '2026-01-08T00:00:00-03:00', createdTo: '2026-01-10T00:00:00-03:00' },
    ],
    ['attention', { attention: 'true' }],
    ['number of another system', { externalId: 'B-1' }],
    ['course and situation', { course: one.course, state: '9' }],
    ['course, pole and two rare situations', { course: one.course, pole: one.pole, state: '18,20' }],
  ];
  let cursor: string | undefined;
  for (let page = 0; page < 60; page++) {
    const { body } = await list(cursor ? { cursor } : {})();
    if (!('nextCursor' in body) || !body.nextCursor) break;
    cursor = body.nextCursor;
  }
  const deep: Query = cursor ? { cursor } : {};
  return [...filters, ['deep cursor', deep] as [string, Query]].map(([name, query]) => [
    `list of ${ROWS}: ${name}`,
    { most: 50, ask: list(query) },
  ]);
}

/** Queues: their counts, their first hundred entries and the next hundred. */
async function queues(caller: () => Client): Promise<[string, Ask][]> {
  const asks: [string, Ask][] = [
    ['queues, all counts', { most: 80, ask: () => good(caller().call('GET /operations/queues', {})) }],
  ];
  for (const queue of ['essays', 'selection-documents', 'enrolment-documents'] as const) {
    const page = (query: { cursor?: string }) => () =>
      good(
        caller().call('GET /operations/queues/{queue}', {
          params: { queue },
          query: { pageSize: ROWS, ...query },
        }),
      );
    const { nextCursor: cursor } = (await page({})()).body;
    asks.push([`queue ${queue}, ${ROWS} rows`, { most: 50, ask: page({}) }]);
    if (cursor) asks.push([`queue ${queue}, the next ${ROWS}`, { most: 50, ask: page({ cursor }) }]);
  }
  return asks;
}

/** Search, and one application with everything its page requests at once. */
function pages(caller: () => Client, sample: readonly Sample[]): [string, Ask][] {
  let turn = 0;
  const next = (): Sample => sample[turn++ % sample.length] as Sample;
  const search = (q: () => string) => () =>
    good(caller().call('POST /operations/search', { body: { q: q() } }));
  return [
    ['search by CPF', { most: 30, ask: search(() => next().cpf) }],
    ['search by e-mail', { most: 30, ask: search(() => next().email) }],
    ['search by number', { most: 30, ask: search(() => String(next().id)) }],
    ['search by name', { most: 100, ask: search(() => next().name) }],
    ['search by three letters', { most: 100, ask: search(() => next().name.slice(0, 3)) }],
    [
      'application, actions and timeline at once',
      {
        most: 60,
        ask: () => {
          const client = caller();
          const params = { id: next().id };
          return Promise.all([
            good(client.call('GET /operations/subscriptions/{id}', { params })),
            good(client.call('GET /operations/subscriptions/{id}/actions', { params })),
            good(client.call('GET /operations/subscriptions/{id}/timeline', { params })),
          ]);
        },
      },
    ],
  ];
}

/**
 * Reports on a whole intake: once with a different start date before all applications each time, so that they are recomputed,
 * and once as cached.
 */
function reports(caller: () => Client): [string, Ask][] {
  let turn = 0;
  const ask = (report: 'daily' | 'funnel' | 'campaigns', from?: string) =>
    good(
      caller().call('GET /operations/reports/{report}', { params: { report }, query: from ? { from } : {} }),
    );
  const another = () => new Date(Date.UTC(2025, 9, 1 - (turn++ % 250))).toISOString().slice(0, 10);
  return [
    ...(['daily', 'funnel', 'campaigns'] as const).map((report): [string, Ask] => [
      `report ${report}, counted anew`,
      { most: 300, ask: () => ask(report, another()) },
    ]),
    ['report funnel, kept', { most: 20, ask: () => ask('funnel') }],
  ];
}

async function prepare(applications: number, over: number, report: (text: string) => void): Promise<Side> {
  const harness = await startHarness({ callsPerMinute: 10_000_000 });
  const began = performance.now();
  const tenants = await seedScale(
    harness.platform,
    { subscriptions: applications, tenants: over },
    (done) => {
      if (done.endsWith('00000')) report(done);
    },
  );
  const tenant = tenants[Math.floor(tenants.length / 2)];
  if (!tenant) throw new Error('nothing was seeded');
  const sample = await sampleOf(harness, tenant.id);
  const [first] = sample;
  if (!first) throw new Error('no application to look at');
  const { share } =
    (await harness.platform.db.tenant(tenant.id).one<{ share: number }>(sql`
      select count(*)::int as share from subscription s join institution n on n.tenant_id = s.tenant_id
        and n.id = s.institution_id where s.tenant_id = ${tenant.id} and n.code = ${INSTITUTION}`)) ?? {};
  report(
    `${applications} applications over ${over} tenants, ${share} of ${INSTITUTION}, in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const team: Client[] = [];
  for (let n = 0; n < TEAM; n++)
    team.push(await member(harness, tenant.alias, ['secretaria', 'coordenacao', 'banca', 'atendimento']));
  let turn = 0;
  const caller = () => team[turn++ % TEAM] as Client;
  const asks = new Map([
    ...(await lists(caller, first)),
    ...(await queues(caller)),
    ...pages(caller, sample),
    ...reports(caller),
  ]);
  return { harness, team, asks };
}

/** Many graders click "Próximo" at the same time; no two may get the same essay. */
async function nextAtOnce({ team }: Side): Promise<Figure> {
  const times: number[] = [];
  let twice = 0;
  for (let round = 0; round < 5; round++) {
    const items = await Promise.all(
      team.map(async (grader) => {
        const began = performance.now();
        const { body } = await good(
          grader.call('POST /operations/queues/{queue}/next', { params: { queue: 'essays' }, body: {} }),
        );
        times.push(performance.now() - began);
        return (body as { itemId?: number } | undefined)?.itemId;
      }),
    );
    const got = items.filter((one) => one !== undefined);
    twice += got.length - new Set(got).size;
  }
  const p95 = percentile(times, 0.95);
  return {
    what: `next essay, ${TEAM} graders at once`,
    measured: `${percentile(times, 0.5).toFixed(1)} / ${p95.toFixed(1)} ms, ${twice} twice`,
    target: '≤ 50 ms, 0 twice',
    reached: p95 <= 50 && twice === 0,
  };
}

/**
 * Server times of the console on a big tenant (spec-console 25.21): p50 / p95 on an almost empty and on a full database, the
 * ratio of the two, and the targets in milliseconds. `only` limits this to names containing a text. Needs PostgreSQL.
 */
export async function consoleFigures(
  size: number,
  { times, over, only }: { times: number; over: number; only: string },
  report: (text: string) => void,
): Promise<Figure[]> {
  const sides = [await prepare(FEW, 1, report), await prepare(size, over, report)] as const;
  try {
    const figures: Figure[] = [];
    for (const [name, { most }] of sides[0].asks) {
      if (!name.includes(only)) continue;
      const both = sides.flatMap(({ asks }) => asks.get(name)?.ask ?? []);
      const [few = [], many = []] = await measure(both, times);
      if (both.length < 2) continue;
      const p95 = usual(many, 0.95);
      const ratio = p95 / usual(few, 0.95);
      const compared = name.startsWith('list') || name.startsWith('queue ');
      figures.push({
        what: name,
        measured: `${inMs(few)} → ${inMs(many)} ms, ${ratio.toFixed(2)}`,
        target: compared ? `≤ ${most} ms, ≤ 1.25` : `≤ ${most} ms`,
        reached: p95 <= most && (!compared || ratio <= 1.25),
      });
    }
    return 'next'.includes(only) ? [...figures, await nextAtOnce(sides[1])] : figures;
  } finally {
    for (const { harness } of sides) await harness.stop();
  }
}
