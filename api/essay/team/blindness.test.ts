import { ROLES, type Role } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onFirstEngine } from '../../../testing/engine-part.ts';
import { type Author, author, grader, ownText, personOf, setParameter } from '../../../testing/grading.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { askReview } from '../../../testing/refused.ts';
import { sample } from '../../../testing/sample.ts';
import { type TeamLine, teamLine, ticketFor } from '../../../testing/team-socket.ts';
import { until } from '../../../testing/until.ts';

/** Authors are unknown to graders, whatever other roles the graders hold (spec 25.7, 25.23). */
let harness: Harness;
let client: Client;
let staffId: number;
/** Essays awaiting each possible mark, one of them under review. */
let authors: Author[];
let copied: Author;

const NAME = 'Zuleica Autora Sigilosa';
const QUEUES = ['essays', 'second-grades', 'third-grades'] as const;
const TENANT = 1;
const on = () => harness.platform.db.tenant(TENANT);

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  await setParameter(harness, 'EssaySecondGrade', 'always');
  const copy = ownText('igual');
  copied = await author(harness, copy);
  const [first, second, third, reviewed] = [
    await author(harness, copy),
    await author(harness, ownText('segunda')),
    await author(harness, ownText('terceira')),
    await author(harness, ownText('revista')),
  ];
  const banca = [{ role: 'banca' as const }];
  const [one, other] = [await personOf(harness, 'Um', banca), await personOf(harness, 'Outra', banca)];
  await grader(one.client).mark(second.essayId, { score: 300 });
  for (const [person, score] of [
    [one, 100],
    [other, 900],
  ] as const)
    await grader(person.client).mark(third.essayId, { score });
  for (const person of [one, other]) await grader(person.client).mark(reviewed.essayId, { score: 100 });
  await askReview(reviewed);
  authors = [first, second, third, reviewed];
  await on().many(sql`
    update person set name = ${NAME}, social_name = ${`${NAME} Social`} where tenant_id = ${TENANT} returning id`);
});
afterAll(() => harness?.stop());

const signIn = async () => {
  ({ client, staffId } = await personOf(harness, 'Quem corrige', [{ role: 'banca' }]));
};

/** Gives the person exactly these roles, which apply from the next call on. */
const hold = (roles: readonly Role[]) =>
  harness.platform.db.asOwner(async (run) => {
    await run(`delete from staff_grant where staff_id = ${staffId}`);
    for (const role of roles)
      await run(`insert into staff_grant (tenant_id, staff_id, role, source, granted_by, granted_at)
        values (${TENANT}, ${staffId}, '${role}', 'manual', 'teste', now())`);
  });

type Answer = { status: number; body: unknown };

/** What the essay screen reads. */
const reads = (): Promise<Answer>[] => [
  client.call('GET /operations/staff/me'),
  client.call('GET /operations/queues', {}),
  client.call('GET /operations/graders', {}),
  client.call('GET /operations/essays', { query: { pageSize: 100 } }),
  ...QUEUES.map((queue) => client.call('GET /operations/queues/{queue}', { params: { queue } })),
  ...authors.map(({ essayId }) => client.call('GET /operations/essays/{id}', { params: { id: essayId } })),
  client.call('GET /operations/essays/{id}/similar', { params: { id: authors[0]?.essayId ?? 0 } }),
];

/** What the screen sends without deciding, and calls that are refused. */
async function writes(): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const queue of QUEUES) answers.push(await grader(client).next(queue));
  for (const { essayId } of authors) {
    const params = { id: essayId };
    const body = { score: 500, hasPlagiarism: false, feedback: 'Lido.', version: 999 };
    answers.push(
      await grader(client).claim(essayId),
      await client.call('PUT /operations/essays/{id}/grade-draft', { params, body: { score: 500 } }),
      await client.call('POST /operations/essays/{id}/grade', { params, body }),
    );
  }
  return answers;
}

/** Responses to everything that the essay screen requests. */
async function loaded(withWrites: boolean): Promise<unknown[]> {
  const answers = [...(await Promise.all(reads())), ...(withWrites ? await writes() : [])];
  expect(answers.filter(({ status }) => status >= 429)).toEqual([]);
  return answers.map(({ body }) => body);
}

/** All numbers and texts of a response, at any depth. */
function leavesOf(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [];
}

/** What identifies the authors of essays whose grade is not final. */
async function secrets() {
  const ids = [...authors, copied].map(({ id }) => id);
  const rows = await on().many<{ cpf: string; email: string; cell_phone: string; uuid: string }>(sql`
    select p.cpf, p.email, p.cell_phone, p.uuid from subscription s
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    where s.tenant_id = ${TENANT} and s.id = any(${ids}::bigint[])`);
  expect(rows).toHaveLength(ids.length);
  const words = rows.flatMap(({ cpf, email, cell_phone: phone, uuid }) => [cpf, email, phone, uuid]);
  return {
    numbers: new Set(ids),
    words: ['zuleica', 'sigilosa', ...words.map((word) => word.toLowerCase())],
  };
}

/** Every set of roles that opens the screen. */
const combinations: Role[][] = Array.from({ length: 2 ** ROLES.length }, (_, bits) =>
  ROLES.filter((_role, at) => bits & (1 << at)),
).filter((roles) => roles.includes('banca') || roles.includes('coordenacao'));

describe('what graders receive', () => {
  it('names no author, for every combination of roles', onFirstEngine, async () => {
    expect(combinations).toHaveLength(192);
    const { numbers, words } = await secrets();
    const leaks: unknown[] = [];
    const received: TeamLine[] = [];
    const namesIn = (leaves: readonly (string | number)[]) =>
      leaves.filter((leaf) =>
        typeof leaf === 'number'
          ? numbers.has(leaf)
          : numbers.has(Number(leaf)) || words.some((word) => leaf.toLowerCase().includes(word)),
      );
    for (const [at, roles] of sample(combinations, 12).entries()) {
      // A session is limited to 600 calls a minute.
      if (at % 32 === 0) {
        await signIn();
        const line = teamLine(harness.url, await ticketFor(client));
        await line.opened;
        received.push(line);
      }
      await hold(roles);
      const leaves = leavesOf(await loaded(at % 16 === 0));
      expect(leaves.length, roles.join()).toBeGreaterThan(100);
      const found = namesIn(leaves);
      if (found.length > 0) leaks.push([roles, found]);
    }
    expect(leaks.slice(0, 3)).toEqual([]);
    // What open pages receive about claims and decisions reveals no more.
    await until(
      async () => received.flatMap((line) => line.types()),
      (types) => types.includes('item.claimed'),
    );
    expect(namesIn(leavesOf(received.map(({ events }) => events)))).toEqual([]);
  });

  it('names the application once the grade is final, and to systems as before', async () => {
    await signIn();
    const done = await author(harness, ownText('pronta'));
    await harness.operations.call('POST /operations/essays/{id}/grade', {
      params: { id: done.essayId },
      body: { score: 640, hasPlagiarism: false },
    });
    expect((await grader(client).shown(done.essayId)).subscriptionId).toBe(done.id);
    const { body } = await harness.operations.call('GET /operations/essays/{id}', {
      params: { id: authors[0]?.essayId ?? 0 },
    });
    expect(body).toMatchObject({ subscriptionId: authors[0]?.id, similarity: { essayId: copied.essayId } });
  });

  it('stops where people are named, for pure graders: search, applications, documents', async () => {
    await signIn();
    const params = { id: authors[0]?.id ?? 0 };
    const codes = await Promise.all([
      client.call('GET /operations/subscriptions', {}),
      client.call('GET /operations/subscriptions/{id}', { params }),
      client.call('POST /operations/subscriptions/search', { body: { name: 'Zuleica' } }),
      client.call('GET /operations/documents', {}),
      client.call('GET /operations/notifications', {}),
    ]);
    expect(codes.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });
});

it('essays due in the same hour are in a random order that stays', async () => {
  await signIn();
  const ask = async (cursor?: string) =>
    (await client.call('GET /operations/essays', { query: { pageSize: 2, ...(cursor ? { cursor } : {}) } }))
      .body;
  const walk = async () => {
    const ids: number[] = [];
    for (let page = await ask(); ; page = await ask(page.nextCursor ?? '')) {
      ids.push(...page.data.map(({ id }) => id));
      if (!page.nextCursor) return ids;
    }
  };
  const order = await walk();
  expect(await walk()).toEqual(order);
  expect(new Set(order).size).toBe(order.length);
  const sorted = order.toSorted((a, b) => a - b);
  expect(order).not.toEqual(sorted);
  const { body } = await harness.operations.call('GET /operations/essays', { query: { pageSize: 100 } });
  expect(body.data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(sorted);
});
