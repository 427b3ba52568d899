import { setTimeout as pause } from 'node:timers/promises';
import { closeCodes } from '@orbita/protocol/messaging';
import { essayOf } from '@orbita/testing/bodies';
import { OPERATIONS_TOKEN } from '@orbita/testing/harness';
import { acceptContract, bodyOf } from '@orbita/testing/journey';
import { keptCode, keptFacts } from '@orbita/testing/kept-release';
import { liveLine } from '@orbita/testing/live-line';
import { finishEssay, gradeEssay, startEssay } from '@orbita/testing/requests';
import { until } from '@orbita/testing/until';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PatientCaller } from './chaos/caller.ts';
import {
  apply,
  enter,
  fill,
  type Kept,
  keepDraft,
  newcomer,
  pay,
  send,
  steps,
  travel,
} from './chaos/candidate.ts';
import { readBack } from './chaos/check.ts';
import { SETTLE_MS, workDone } from './chaos/run.ts';
import { ALFA } from './chaos/world.ts';
import { AlternatingCaller } from './upgrade/callers.ts';
import { KNOWN } from './upgrade/known.ts';
import { channelsOf, differences, presentChannels, watchShapes } from './upgrade/shapes.ts';
import { type Member, memberAt } from './upgrade/team.ts';
import { startUpgradeWorld, type UpgradeWorld } from './upgrade/world.ts';

/** Milliseconds of load before and after a node is replaced. */
const LOAD_MS = 2_000;
/** Live event streams, in the order in which a page of `steps` opens them. */
const STREAMS = ['business', 'financial'];
const never = () => false;
const service = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': 'alfa' };
const OPERATIONS = 'operations.test';

describe(`R12: release ${keptFacts().version} (schema ${keptFacts().schema}) beside this one, on this one's schema`, () => {
  let stage: UpgradeWorld;
  let shapes: Awaited<ReturnType<typeof watchShapes>>;
  let ofBefore: Map<string, Set<string>>;
  const everybody: Kept[] = [];
  /** Responses after which a call was repeated: nobody may be refused. */
  const repeated: string[] = [];
  let next = 1;

  beforeAll(async () => {
    stage = await startUpgradeWorld({ repeated: (answer) => void repeated.push(answer) });
    const channels = channelsOf([
      ...Object.values(keptCode()),
      ...presentChannels().map((name) => `'${name}'`),
    ]);
    expect(channels).toContain('orbita_live');
    shapes = await watchShapes(stage.databaseUrl, channels);
  });
  afterAll(async () => {
    await shapes?.stop();
    await stage?.stop();
  });

  const caller = (urls: readonly string[], host: string, headers: Record<string, string>) =>
    new PatientCaller(urls, host, headers, never, (answer) => void repeated.push(answer));
  const fromHome = (n: number) => ({ 'x-forwarded-for': `10.9.0.${n}` });

  /** Waits until each of these sockets, or each group together, delivered every event of a stream; then closes the pages. */
  async function allEventsAt(kept: Kept, groups: readonly (readonly number[])[]): Promise<void> {
    const written = await eventsOf(kept);
    expect(written.length).toBeGreaterThan(5);
    for (const group of groups)
      await until(
        async () =>
          written.filter(({ id, stream }) =>
            group.every(
              (n) => n % STREAMS.length !== STREAMS.indexOf(stream) || !kept.lines[n]?.seen.has(id),
            ),
          ),
        (missed) => missed.length === 0,
        50,
      );
    for (const line of kept.lines) line.close();
  }

  /** Two people enrol at these nodes only. */
  async function enrolAt(urls: readonly string[]): Promise<void> {
    const world = { ...stage.world, urls: [...urls] };
    const people = [newcomer(next++), newcomer(next++)];
    everybody.push(...people);
    await Promise.all(people.map((kept, n) => travel(world, kept, next + n, never)));
    expect(people.map(({ failed }) => failed)).toEqual([undefined, undefined]);
    await workDone(stage.world);
    for (const kept of people) await allEventsAt(kept, [[0, 1]]);
  }

  /** Somebody enrols with calls that alternate between the two releases, with pages open at both. */
  async function enrolAtBoth(): Promise<void> {
    const urls = stage.apis.map(({ url }) => url);
    const kept = newcomer(next++);
    everybody.push(kept);
    const me = new AlternatingCaller(urls, ALFA.host, fromHome(next));
    const operations = new AlternatingCaller(urls, OPERATIONS, service);
    await steps(
      stage.world,
      kept,
      me,
      operations,
      urls.map((url) => [url]),
    );
    await workDone(stage.world);
    const callers = [me.both, operations.both];
    expect(callers.flatMap(({ refused }) => refused)).toEqual([]);
    expect(callers.flatMap(({ different }) => different)).toEqual([]);
    expect(callers.reduce((sum, { twice }) => sum + twice, 0)).toBeGreaterThan(5);
    await allEventsAt(kept, [
      [0, 1],
      [2, 3],
    ]);
  }

  async function eventsOf({ personId = 0 }: Kept): Promise<{ id: string; stream: string }[]> {
    const db = await stage.world.open();
    try {
      const tenant = await db.global.one<{ id: number }>(sql`select id from tenant where alias = 'alfa'`);
      const tenantId = tenant?.id ?? 0;
      return await db.tenant(tenantId).many<{ id: string; stream: string }>(sql`
        select public_id as id, stream from outbox_event where tenant_id = ${tenantId} and person_id = ${personId}`);
    } finally {
      await db.close();
    }
  }

  /** This person goes through all parts of the upgrade. */
  const lasting = newcomer(0);
  let revision = 0;
  const lastingAt = (urls: readonly string[]) => caller(urls, ALFA.host, fromHome(1));
  let session: PatientCaller;
  const goOn = (urls: readonly string[]) => {
    const nextCaller = lastingAt(urls);
    nextCaller.adopt({ token: session.token, cookies: session.cookies });
    session = nextCaller;
  };

  it('is migrated while the previous release serves, and nobody waits or is refused', async () => {
    const [one, two] = stage.apis;
    stage.front.to([one.url, two.url]);
    await Promise.all([one.launch(stage.before), stage.workers[0].launch(stage.before)]);
    everybody.push(lasting);
    session = lastingAt([one.url]);
    const { uuid } = await enter(lasting, session, ALFA);
    await apply(lasting, session, uuid);
    const essay = bodyOf(await startEssay(session, lasting.subscriptionId ?? 0));
    lasting.essayId = essay.id;
    revision = essay.revision;
    let over = false;
    const load = async () => {
      let saves = 0;
      do {
        const sent = essayOf(60 + (saves % 40));
        ({ revision } = await keepDraft(session, essay.id, sent, revision));
        bodyOf(await session.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } }));
        lasting.draft = { answered: sent, sent };
        saves += 1;
      } while (!over);
      return saves;
    };
    const loading = load();
    await stage.migrate().finally(() => {
      over = true;
    });
    expect(await loading).toBeGreaterThan(0);
    expect(repeated).toEqual([]);
  });

  it('serves the previous release alone', async () => {
    await shapes.begin();
    await enrolAt([stage.apis[0].url]);
    ofBefore = await shapes.end();
    expect(ofBefore.get('notifications')?.size).toBeGreaterThan(3);
    expect(repeated).toEqual([]);
  });

  it('serves both, call by call, while the worker of the previous release works', async () => {
    await stage.apis[1].launch();
    await enrolAtBoth();
  });

  it('serves both, call by call, while the worker of this release works', async () => {
    await stage.workers[1].launch();
    expect(await stage.workers[0].terminate()).toBe(0);
    await enrolAtBoth();
  });

  it('serves a team whose console calls both', async () => {
    const urls = stage.apis.map(({ url }) => url);
    const member: Member = await memberAt(stage.world, urls, 'equipe@equipe.test');
    const { client, staffId, lines } = member;
    const ask = async () => ({
      me: bodyOf(await client.call('GET /operations/staff/me')),
      queues: bodyOf(await client.call('GET /operations/queues')).queues,
    });
    const first = await ask();
    // An odd number of calls, so that each request now reaches the other release.
    await client.call('GET /operations/staff/me');
    expect(await ask()).toEqual(first);

    const kept = newcomer(next++);
    everybody.push(kept);
    const me = caller([stage.apis[0].url], ALFA.host, fromHome(next));
    const { uuid } = await enter(kept, me, ALFA);
    await apply(kept, me, uuid);
    const { id: itemId } = bodyOf(await startEssay(me, kept.subscriptionId ?? 0));
    bodyOf(await finishEssay(me, itemId));
    const params = { kind: 'essay' as const, itemId };
    for (const reason of ['Primeira', 'Segunda'])
      bodyOf(
        await client.call('PUT /operations/assignments/{kind}/{itemId}', {
          params,
          body: { staffId, reason },
        }),
      );
    const { body } = await client.call('GET /operations/assignments/{kind}/{itemId}', { params });
    expect(body.data.map((one) => one.staffId)).toContain(staffId);
    bodyOf(await gradeEssay(caller(urls, OPERATIONS, service), itemId));
    const rows = (line: (typeof lines)[number]) =>
      line.events.filter(({ type }) => type !== 'queue.changed').map(({ id }) => id);
    await until(
      async () => lines.map((line) => new Set(line.types())),
      (all) => all.every((types) => types.has('queue.changed') && types.has('item.decided')),
      50,
    );
    expect(rows(lines[1] as (typeof lines)[number])).toEqual(rows(lines[0] as (typeof lines)[number]));
    expect([...client.refused, ...client.different]).toEqual([]);
    for (const line of lines) line.close();
  });

  it('serves this release alone, which sends and stores what the previous release understands', async () => {
    expect(await stage.apis[0].terminate()).toBe(0);
    stage.front.to([stage.apis[1].url]);
    goOn([stage.apis[1].url]);
    const { essayId = 0 } = lasting;
    const sent = essayOf(180);
    ({ revision } = await keepDraft(session, essayId, sent, revision));
    bodyOf(await finishEssay(session, essayId, sent));
    lasting.draft = { answered: sent, sent };
    lasting.finished = true;
    bodyOf(await gradeEssay(caller([stage.apis[1].url], OPERATIONS, service), essayId));
    lasting.graded = true;
    await fill(lasting, session, () => undefined);
    await shapes.begin();
    await enrolAt([stage.apis[1].url]);
    const found = differences(ofBefore, await shapes.end());
    expect(found.filter((line) => !Object.hasOwn(KNOWN.told, line))).toEqual([]);
    expect(repeated).toEqual([]);
  });

  it('can be rolled back: the previous release continues where this one stopped', async () => {
    const [one, two] = stage.apis;
    await Promise.all([one.launch(stage.before), stage.workers[0].launch(stage.before)]);
    expect(await Promise.all([two.terminate(), stage.workers[1].terminate()])).toEqual([0, 0]);
    stage.front.to([one.url]);
    goOn([one.url]);
    lasting.acceptanceId = (await acceptContract(session, lasting.subscriptionId ?? 0)).acceptanceId;
    await pay(stage.world, lasting, session);
    await send(lasting, session, () => undefined);
    await enrolAt([one.url]);
    expect(repeated).toEqual([]);
  });

  it('nothing confirmed is lost or duplicated, and no event missed', async () => {
    await pause(SETTLE_MS);
    await workDone(stage.world);
    for (const line of everybody.flatMap(({ lines }) => lines)) line.close();
    await stage.world.stopNodes();
    const findings = await readBack(
      stage.world,
      everybody.filter(({ lines }) => lines.length > 0),
      [],
    );
    expect(findings).toMatchObject({ lost: [], doubled: [] });
    const [first] = everybody;
    const alone = await readBack(stage.world, [first as Kept], []);
    // This person had no page open, so no socket delivered events.
    expect(alone.lost.filter((one) => !one.includes(': event '))).toEqual([]);
    expect(alone.doubled).toEqual([]);
  });
});

describe(`two nodes of release ${keptFacts().version} replaced by this one under load`, () => {
  it('refuse no call, lose nothing, and leave out no event', async () => {
    const refused: string[] = [];
    const { world, front, apis, workers, before, stop } = await startUpgradeWorld({
      repeated: (answer) => void refused.push(answer),
    });
    try {
      await Promise.all([...apis, workers[0]].map((node) => node.launch(before)));
      front.to(apis.map(({ url }) => url));
      const behind = { ...world, urls: [front.url] };
      let over = false;
      const people: Kept[] = [];
      const walk = async (): Promise<void> => {
        while (!over) {
          const kept = newcomer(people.length);
          people.push(kept);
          await travel(behind, kept, people.length, () => over);
        }
      };
      const walking = Promise.all([walk(), walk(), walk()]);
      const watcher = newcomer(500);
      const me = new PatientCaller([front.url], ALFA.host, {}, never, (answer) => void refused.push(answer));
      await enter(watcher, me, ALFA);

      for (const node of apis) {
        const { ticket } = bodyOf(await me.call('POST /candidate/events/tickets', { body: {} }));
        const page = liveLine(node.url, '/candidate/events/business', ticket);
        await page.opened;
        await pause(LOAD_MS);
        expect(await node.terminate()).toBe(0);
        expect(await page.closed).toBe(closeCodes.restart);
        await node.launch();
      }
      await workers[1].launch();
      expect(await workers[0].terminate()).toBe(0);
      await pause(LOAD_MS);
      over = true;
      await walking;

      await pause(SETTLE_MS);
      await workDone(world);
      expect(refused).toEqual([]);
      for (const line of people.flatMap(({ lines }) => lines)) line.close();
      await world.stopNodes();
      expect(people.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(20);
      expect(await readBack(world, people, [])).toMatchObject({ lost: [], doubled: [] });
    } finally {
      await stop();
    }
  });
});
