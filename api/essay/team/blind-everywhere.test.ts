import { partsOfRole, ROLES, type Role } from '@orbita/domain/staff';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import { openersOf } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onFirstEngine } from '../../../testing/engine-part.ts';
import { type Author, author, grader, ownText, personOf, setParameter } from '../../../testing/grading.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { make } from '../../../testing/misuse.ts';
import { askReview } from '../../../testing/refused.ts';
import { newKey } from '../../../testing/requests.ts';
import { sample } from '../../../testing/sample.ts';
import { type TeamLine, teamLine, ticketFor } from '../../../testing/team-socket.ts';
import { until } from '../../../testing/until.ts';
import { askView } from '../../../testing/viewing.ts';

/**
 * A person who may mark essays finds no link between an essay without a final grade and its author, whatever other roles they
 * hold: every call that the team may read, for every combination of roles (spec 25.7, 25.23).
 */
const TENANT = 1;
const AT_ONCE = 10;
const VIEW_OF_ESSAY = 'GET /candidate/subscriptions/essays/{essayId}';

/** An author, with what identifies the person and what identifies the text. */
type Known = Author & { personId: number; word: string; delivered: string };

let harness: Harness;
let client: Client;
let staffId: number;
/** One for each mark that can be pending, and one under review; not counting one still writing. */
let known: Known[];
const on = () => harness.platform.db.tenant(TENANT);

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  await setParameter(harness, 'EssaySecondGrade', 'always');
  const words = ['primeira', 'segunda', 'terceira', 'revista'];
  const authors: Author[] = [];
  for (const word of words) {
    // Each submission has a minute of its own, by which it could be recognised.
    harness.clock.set(new Date(harness.clock.now().getTime() + 67_000));
    authors.push(await author(harness, ownText(word)));
  }
  harness.clock.set(new Date(harness.clock.now().getTime() + 67_000));
  const banca = [{ role: 'banca' as const }];
  const [one, other] = [await personOf(harness, 'Um', banca), await personOf(harness, 'Outra', banca)];
  const [, second, third, reviewed] = authors as [Author, Author, Author, Author];
  await grader(one.client).mark(second.essayId, { score: 300 });
  for (const [person, score] of [
    [one, 100],
    [other, 900],
  ] as const)
    await grader(person.client).mark(third.essayId, { score });
  for (const person of [one, other]) await grader(person.client).mark(reviewed.essayId, { score: 100 });
  await askReview(reviewed);
  const rows = await on().many<{ id: number; person: number; delivered: string }>(sql`
    select id, person_id as person, to_char(completed_date at time zone 'America/Sao_Paulo', 'HH24:MI:SS') as delivered
    from essay where tenant_id = ${TENANT} order by started_at`);
  known = authors.map((one, at) => {
    const row = rows.find(({ id }) => id === one.essayId);
    if (!row) throw new Error('No essay');
    return { ...one, personId: row.person, word: words[at] ?? '', delivered: row.delivered };
  });
});
afterAll(() => harness?.stop());

const signIn = async () => {
  ({ client, staffId } = await personOf(harness, 'Quem corrige', [{ role: 'banca' }]));
};
const hold = (roles: readonly Role[]) =>
  harness.platform.db.asOwner(async (run) => {
    await run(`delete from staff_grant where staff_id = ${staffId}`);
    for (const role of roles)
      await run(`insert into staff_grant (tenant_id, staff_id, role, source, granted_by, granted_at)
        values (${TENANT}, ${staffId}, '${role}', 'manual', 'teste', now())`);
  });

/** Every read call of team members, except those about a single record that is neither an application nor an essay. */
const READS = (Object.keys(calls) as CallKey[]).filter((key) => {
  const { auth } = callOf(key);
  return key.startsWith('GET /operations/') && (auth === 'service' || auth === 'staff');
});
const OF_APPLICATION = /^GET \/operations\/(subscriptions\/\{id\}|persons\/\{personId\}|essays\/\{id\})/;
const QUEUE = '{queue}';
/** Who an item of a queue is and was assigned to. */
const ITEM = '{kind}/{itemId}';
const isOfItem = (key: string) => key.includes(ITEM) && key.includes('assignments');
/** Ids of other records, none of which exist here, and calls that open no page. */
const hasOther = (key: string) =>
  key.includes('{') && !OF_APPLICATION.test(key) && !key.includes(QUEUE) && !isOfItem(key);
const lists = READS.filter((key) => !key.includes('{'));
const singles = READS.filter((key) => OF_APPLICATION.test(key) || isOfItem(key));
const queues = READS.filter((key) => key.includes(QUEUE));

const opened = (key: CallKey, roles: readonly Role[]): boolean => {
  const call = callOf(key);
  if (call.auth === 'staff') return true;
  const parts = roles.flatMap(partsOfRole);
  const has = (scope: string) => parts.some((part) => part === scope || part.startsWith(`${scope}.`));
  return openersOf(call).some(has) && (call.alsoScope === undefined || has(call.alsoScope));
};

const query = (key: CallKey): { query?: Record<string, string | number> } =>
  key === 'GET /operations/moves'
    ? { query: { event: 'create' } }
    : callOf(key).query && 'pageSize' in (callOf(key).query?.shape ?? {})
      ? { query: { pageSize: 100 } }
      : {};
type Seen = { what: string; text: string; of?: Known };

/** Everything that the grader may read, each response with the parameters sent. */
async function readAll(roles: readonly Role[], about: readonly Known[]): Promise<Seen[]> {
  const looks: (() => Promise<Seen[]>)[] = [];
  const look = (key: CallKey, params: Record<string, string | number>) =>
    looks.push(() =>
      make(client, key, { params, ...query(key) }).then(({ status, body }) => {
        if (status >= 429) throw new Error(`${key}: ${status}`);
        // Each row of a list separately: two being on the same page means nothing.
        const { data } = (body ?? {}) as { data?: unknown };
        return (Array.isArray(data) ? data : [body]).map((one) => ({
          what: key,
          text: JSON.stringify([params, one]),
        }));
      }),
    );
  for (const key of lists) if (opened(key, roles)) look(key, {});
  for (const key of queues)
    if (opened(key, roles))
      for (const queue of [
        'essays',
        'second-grades',
        'third-grades',
        'selection-documents',
        'student-numbers',
      ])
        look(key, { queue });
  for (const key of singles)
    if (opened(key, roles))
      for (const { essayId, personId, id } of about)
        look(
          key,
          isOfItem(key)
            ? { kind: 'essay', itemId: essayId }
            : key.includes('/essays/{id}')
              ? { id: essayId }
              : key.includes('{personId}')
                ? { personId }
                : { id },
        );
  const seen: Seen[] = [];
  // As many at once as one person's pages make; hundreds would be refused on a busy machine.
  for (let from = 0; from < looks.length; from += AT_ONCE)
    seen.push(...(await Promise.all(looks.slice(from, from + AT_ONCE).map((one) => one()))).flat());
  return seen;
}

/** The pages of a candidate as the grader may view them. */
async function viewAll(roles: readonly Role[]): Promise<Seen[]> {
  if (!opened('POST /operations/subscriptions/{id}/views', roles)) return [];
  const seen: Seen[] = [];
  for (const of of known) {
    const tab = harness.visitor('cua.alfa.orbita.test');
    const { status, body } = await tab.call('POST /candidate/views', {
      body: { code: await askView(client, of.id) },
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    tab.token = body.token;
    const ask = async (key: CallKey, params: Record<string, string | number>) => {
      const answer = await make(tab, key, { params });
      seen.push({
        what: `${key} ${params.essayId ?? ''}`,
        text: JSON.stringify([of.id, answer.status, answer.body]),
        of,
      });
      return answer;
    };
    for (const key of [
      'GET /candidate/subscriptions/{id}',
      'GET /candidate/subscriptions/{id}/essays',
      'GET /candidate/subscriptions/{id}/timeline',
    ] as CallKey[])
      if (key in calls) await ask(key, { id: of.id });
    expect((await ask(VIEW_OF_ESSAY, { essayId: 1 })).status).toBe(200);
    // The id of an essay to be graded opens nothing here, whoever wrote it.
    for (const one of known) {
      const answer = await make(tab, VIEW_OF_ESSAY, { params: { essayId: one.essayId } });
      expect(answer.status, one.word).toBe(404);
    }
  }
  return seen;
}

/** What a response contains that identifies a text, and what identifies a person. */
function sides(text: string) {
  const essays = known.filter(
    ({ essayId, word }) => text.includes(String(essayId)) || new RegExp(`\\b${word}\\d`).test(text),
  );
  const people = known.filter(
    ({ id, personId, cpf, email }) =>
      new RegExp(`\\b(${id}|"personId":${personId})\\b`).test(text) ||
      text.includes(cpf) ||
      text.includes(email),
  );
  return { essays, people };
}

/** Responses that link the two: by containing both, or the exact second of a submission. */
const linking = (seen: readonly Seen[]) =>
  seen.filter(({ what, text }) => {
    const { essays, people } = sides(text);
    const byTime = what.includes('/essays') && known.some(({ delivered }) => text.includes(delivered));
    const ofView = what.startsWith('GET /candidate/');
    return (essays.length > 0 && people.length > 0) || (byTime && !ofView);
  });

const combinations: Role[][] = Array.from({ length: 2 ** ROLES.length }, (_, bits) =>
  ROLES.filter((_role, at) => bits & (1 << at)),
).filter((roles) => roles.some((role) => partsOfRole(role).some((part) => part.startsWith('essays.'))));

describe('S40: a person who may mark an essay', () => {
  it(
    'S40 cannot get from it to its author or from a person to their essay, with any combination of roles',
    onFirstEngine,
    async () => {
      expect(combinations).toHaveLength(192);
      // Other calls take ids that do not exist here; every new call must be read here as well.
      expect(READS.filter(hasOther).sort()).toMatchInlineSnapshot(`
        [
          "GET /operations/acceptances/{id}/file",
          "GET /operations/approvals/{id}",
          "GET /operations/cancellations/{id}",
          "GET /operations/catalogue/entries/{kind}/{code}",
          "GET /operations/catalogue/versions/{version}",
          "GET /operations/document-cases/{id}",
          "GET /operations/documents/files/{fileId}",
          "GET /operations/documents/{id}",
          "GET /operations/exam-scores/{id}",
          "GET /operations/exports/{id}",
          "GET /operations/exports/{id}/file",
          "GET /operations/interviews/{id}",
          "GET /operations/kept-records/{personId}",
          "GET /operations/months/{id}",
          "GET /operations/payments/{id}",
          "GET /operations/payments/{id}/slip",
          "GET /operations/privacy-requests/{id}",
          "GET /operations/questionnaires/{id}",
          "GET /operations/reconciliations/{id}",
          "GET /operations/reminders/{id}",
          "GET /operations/reports/{report}",
          "GET /operations/schedules/{hourId}",
          "GET /operations/schedules/{hourId}/roll",
          "GET /operations/slip-remittances/{id}/file",
          "GET /operations/slip-returns/{id}",
          "GET /operations/staff/{staffId}",
          "GET /operations/tenants/{alias}",
          "GET /operations/tenants/{alias}/notice-addresses",
          "GET /operations/webhook-endpoints/{id}",
        ]
      `);
      const leaks: unknown[] = [];
      let linesOfPerson = 0;
      const lines: TeamLine[] = [];
      const tried = sample(combinations, 12);
      for (const [at, roles] of tried.entries()) {
        // Each combination takes some eighty calls, of which a session may make six hundred a minute.
        if (at % 4 === 0) await signIn();
        await hold(roles);
        if (at % 48 === 0) {
          const line = teamLine(harness.url, await ticketFor(client));
          await line.opened;
          lines.push(line);
        }
        const seen = await readAll(roles, [known[at % known.length] as Known]);
        linesOfPerson += seen.filter(({ text }) => sides(text).people.length > 0).length;
        for (const leak of linking(seen)) leaks.push([roles, leak.what, leak.text.slice(0, 300)]);
      }
      expect(leaks.slice(0, 3)).toEqual([]);
      expect(linesOfPerson).toBeGreaterThan(5 * tried.length);
      await grader(client).claim(known[0]?.essayId ?? 0);
      await until(
        async () => lines.flatMap((line) => line.types()),
        (types) => types.includes('item.claimed'),
      );
      const events = lines
        .flatMap((line) => line.events)
        .map((event) => ({ what: 'event', text: JSON.stringify(event) }));
      expect(linking(events)).toEqual([]);
    },
  );

  it('S40 sees neither the text nor a way to it when viewing its author', onFirstEngine, async () => {
    const views = combinations.filter((roles) => opened('POST /operations/subscriptions/{id}/views', roles));
    expect(views.length).toBeGreaterThan(100);
    // Views depend on what the roles open together: one combination per set of scopes is enough.
    const kinds = new Map(
      views.map((roles) => [
        String(roles.filter((r) => ['banca', 'coordenacao', 'secretaria', 'atendimento'].includes(r))),
        roles,
      ]),
    );
    for (const roles of kinds.values()) {
      await signIn();
      await hold(roles);
      const seen = await viewAll(roles);
      expect(seen.length).toBeGreaterThan(known.length);
      for (const { what, text, of } of seen) {
        expect(sides(text).essays, `${roles} ${what}`).toEqual([]);
        expect(text, what).not.toMatch(/"score":\d/);
        expect(of).toBeDefined();
      }
      const essays = seen.filter(({ what }) => what.startsWith(VIEW_OF_ESSAY));
      expect(essays.every(({ text }) => text.includes('Oculto na visualização.'))).toBe(true);
    }
  });

  it('S40 sees the author once the grade is final; those who grade nothing see the text in a view', async () => {
    await signIn();
    await hold(['banca', 'secretaria']);
    const done = await author(harness, ownText('pronta'));
    const timeline = async () =>
      (
        await client.call('GET /operations/subscriptions/{id}/timeline', { params: { id: done.id } })
      ).body.data
        .filter(({ kind }) => kind === 'essay')
        .map(({ id, refs }) => [id, refs]);
    expect(await timeline()).toEqual([
      ['essay-started-1', { attempt: 1 }],
      ['essay-ended-1', { attempt: 1 }],
    ]);
    await harness.operations.call('POST /operations/essays/{id}/grade', {
      params: { id: done.essayId },
      headers: newKey(),
      body: { score: 640, hasPlagiarism: false },
    });
    expect((await timeline()).map(([, refs]) => refs)).toEqual(Array(3).fill({ essayId: done.essayId }));
    await hold(['secretaria']);
    const waiting = await author(harness, ownText('visivel'));
    const tab = harness.visitor('cua.alfa.orbita.test');
    const { body } = await tab.call('POST /candidate/views', {
      body: { code: await askView(client, waiting.id) },
    });
    tab.token = (body as { token: string }).token;
    const shown = await tab.call(VIEW_OF_ESSAY, { params: { essayId: 1 } });
    expect(shown.body.essay).toContain('visivel1');
  });

  it('S40 learns from a review neither which essay it is nor who marked it', async () => {
    await signIn();
    const reviews = async () =>
      (await client.call('GET /operations/privacy-requests', {})).body.data.flatMap(
        ({ review }) => review ?? [],
      );
    await hold(['administracao']);
    expect((await reviews()).map(({ essayId }) => essayId)).toEqual([known[3]?.essayId]);
    await hold(['administracao', 'banca']);
    expect(await reviews()).toMatchObject([{ essayId: null, decidedBy: null }]);
  });

  it('S40 cannot find the second of a delivery by asking for changes since', async () => {
    await signIn();
    await hold(['banca']);
    const [first] = known;
    const since = async (at: Date) =>
      (
        await client.call('GET /operations/essays', {
          query: { pageSize: 100, updatedSince: at.toISOString() },
        })
      ).body.data.some(({ id }) => id === first?.essayId);
    const changed = await on().one<{ at: Date }>(sql`
      select changed_at as at from essay where tenant_id = ${TENANT} and id = ${first?.essayId}`);
    const at = changed?.at ?? new Date(0);
    expect(await since(at)).toBe(true);
    // A moment later in the same hour, the response is the same.
    const later = new Date(at.getTime() + 1);
    if (later.getUTCHours() === at.getUTCHours()) expect(await since(later)).toBe(true);
    expect(await since(new Date(at.getTime() + 3_700_000))).toBe(false);
  });
});
