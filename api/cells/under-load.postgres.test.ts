import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { essayOf } from '../../testing/bodies.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../../testing/harness.ts';
import {
  acceptContract,
  begin,
  bodyOf,
  ESSAY_OFFERS,
  fillData,
  findCourse,
  pixCharge,
  untilPaid,
} from '../../testing/journey.ts';
import { MovingCaller } from '../../testing/moving-caller.ts';
import { inventedPerson, type Person } from '../../testing/people.ts';
import {
  finishEssay,
  gradeEssay,
  listDocuments,
  newKey,
  openCharge,
  register,
  requestPlace,
  saveDraft,
  settlePix,
  signIn,
  startEssay,
  upload,
} from '../../testing/requests.ts';
import { everythingOf, numberOf, secondCell, startProxy } from '../../testing/two-cells.ts';
import { SEALED_COLUMNS } from '../resealing.ts';
import { switchTenant } from './move.ts';

const HOST = 'cua.alfa.orbita.test';
const WRITERS = 6;
const AFTER_SWITCH = 1;

/** What was acknowledged to and about one candidate. */
type Kept = {
  person: Person;
  subscriptionId?: number;
  essayId?: number;
  /** Last text that was acknowledged, and the last that was sent. */
  draft?: { answered: string; sent: string };
  blocked?: string;
  graded?: boolean;
  acceptanceId?: number;
  paymentId?: number;
  paid?: boolean;
  files: number;
};

let proxy: Awaited<ReturnType<typeof startProxy>>;
let source: Harness;
let target: Harness;

beforeAll(async () => {
  proxy = await startProxy();
  source = await startHarness({
    ...{ callsPerMinute: 1_000_000, proves: false, places: 10_000 },
    environment: { ORBITA_PUBLIC_URL: proxy.url },
  });
  target = await secondCell(source, { ORBITA_PUBLIC_URL: proxy.url });
  proxy.lead(source.url);
});
afterAll(async () => {
  await target?.stop();
  await source?.stop();
  await proxy?.stop();
});

const callerFor = (n: number) =>
  new MovingCaller(proxy.url, HOST, {
    'x-forwarded-host': HOST,
    'x-forwarded-for': `10.1.${n >> 8}.${n & 255}`,
  });

/** One candidate's path from the account to the paid instalment, with what the institution does in the meantime. */
async function way(kept: Kept, me: MovingCaller, operations: MovingCaller): Promise<void> {
  const { person } = kept;
  const who = await begin(me, await register(me, person));
  me.enter = async (client) => begin(client, await signIn(client, person));
  const place = await findCourse(me, { ...ESSAY_OFFERS, q: 'administra' });
  const applied = await requestPlace(me, place);
  const { uuid } = who;
  kept.subscriptionId =
    applied.repeated && applied.body.code === 'SUBSCRIPTION_EXISTS'
      ? (bodyOf(await me.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } }))[0]?.id ?? 0)
      : bodyOf(applied).id;
  const id = kept.subscriptionId;
  const document = inventedPerson(700_000 + id).cpf;
  bodyOf(
    await operations.call('POST /operations/blocks', {
      headers: newKey(),
      body: { documentType: 'cpf', document, reason: 'Fraude' },
    }),
  );
  kept.blocked = document;
  const essay = bodyOf(await startEssay(me, id));
  kept.essayId = essay.id;
  let { revision } = essay;
  let answered = '';
  for (let n = 0; n < 3; n++) {
    const sent = essayOf(100 + n);
    kept.draft = { answered, sent };
    const saved = await saveDraft(me, essay.id, { essay: sent, revision });
    const read = () =>
      me.call('GET /candidate/subscriptions/essays/{essayId}', { params: { essayId: essay.id } });
    const arrived = saved.repeated && saved.body.code === 'STALE_REVISION';
    revision = arrived ? bodyOf(await read()).revision : bodyOf(saved).revision;
    answered = sent;
    kept.draft = { answered, sent };
  }
  const sent = essayOf(180);
  kept.draft = { answered, sent };
  bodyOf(await finishEssay(me, essay.id, sent));
  kept.draft = { answered: sent, sent };
  bodyOf(await gradeEssay(operations, essay.id, 720, newKey()));
  kept.graded = true;
  await fillData(me, who.personId, id, person);
  kept.acceptanceId = Number((await acceptContract(me, id)).acceptanceId);
  const charge = bodyOf(await openCharge(me, id, await pixCharge(me, id, 'enrollment', 6)));
  kept.paymentId = charge.paymentId;
  const settled = await settlePix(operations, charge.paymentId);
  // The bank was paid before the recording of the payment was refused.
  if (!settled.repeated || settled.body.code !== 'STATE_CONFLICT') bodyOf(settled);
  await untilPaid(me, charge.paymentId);
  kept.paid = true;
  const [first] = bodyOf(await listDocuments(me, id));
  bodyOf(await upload(me, id, first?.documentId ?? 0));
  kept.files += 1;
}

it('a tenant moves under load, and everything acknowledged is at the target exactly once', async () => {
  const all: Kept[] = [];
  const callers: MovingCaller[] = [];
  const failures: unknown[] = [];
  let over = false;
  let next = 0;
  const operations = new MovingCaller(proxy.url, 'operations.test', {
    ...{ authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': 'alfa' },
  });
  const writing = Array.from({ length: WRITERS }, async () => {
    while (!over) {
      const n = next++;
      const kept: Kept = { person: inventedPerson(800_000 + n), files: 0 };
      const me = callerFor(n);
      all.push(kept);
      callers.push(me);
      await way(kept, me, operations).catch((error: unknown) => failures.push(error));
    }
  });
  const enough = async (more: number, of: (kept: Kept) => boolean) => {
    const had = all.filter(of).length;
    for (let tries = 0; tries < 3_000 && all.filter(of).length < had + more && failures.length === 0; tries++)
      await pause(20);
  };
  await enough(WRITERS, ({ paid }) => paid === true);
  const here = (await numberOf(source.platform, 'alfa')) ?? 0;
  let seen: Map<string, string[]> | undefined;
  const before = all.length;
  const { closedMs } = await switchTenant({
    ...{ source: source.platform, target: target.platform, alias: 'alfa', sealed: SEALED_COLUMNS },
    say: () => undefined,
    async step(name) {
      if (name === 'opening') seen = await everythingOf(source.platform, here);
    },
  });
  // For a while, the proxy still leads to the former cell, which refuses everything.
  await pause(AFTER_SWITCH);
  proxy.lead(target.url);
  await enough(WRITERS, ({ paid }) => paid === true);
  over = true;
  await Promise.all(writing);
  expect(failures).toEqual([]);
  expect(closedMs).toBeGreaterThan(0);
  expect(all.length).toBeGreaterThan(before);
  const refused = callers.reduce((sum, { refusals }) => sum + (refusals.get('TENANT_MOVING') ?? 0), 0);
  expect(refused).toBeGreaterThan(0);
  // Nothing else got in anybody's way, except the sign-in that the other cell requires.
  const codes = new Set(callers.flatMap(({ refusals }) => [...refusals.keys()]));
  expect([...codes].toSorted()).toEqual(['TENANT_MOVING', 'UNAUTHENTICATED']);

  expect([...(await everythingOf(source.platform, here))], 'nothing at the source after the switch').toEqual([
    ...(seen ?? []),
  ]);
  const there = (await numberOf(target.platform, 'alfa')) ?? 0;
  const on = target.platform.db.tenant(there);
  for (const { person, ...kept } of all) {
    const found = await on.one(sql`
      select
        (select count(*)::int from user_account where tenant_id = ${there} and document = ${person.cpf}) as accounts,
        (select array_agg(s.id::int) from subscription s join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
          where s.tenant_id = ${there} and p.cpf = ${person.cpf}) as applications,
        (select array_agg(body) from essay where tenant_id = ${there} and subscription_id = ${kept.subscriptionId ?? 0}) as essays,
        (select count(*)::int from essay_grade where tenant_id = ${there} and essay_id = ${kept.essayId ?? 0}) as grades,
        (select array_agg(id::int) from contract_acceptance
          where tenant_id = ${there} and subscription_id = ${kept.subscriptionId ?? 0}) as contracts,
        (select array_agg(id::int) from payment where tenant_id = ${there} and subscription_id = ${kept.subscriptionId ?? 0}
          and state = 'paid') as payments,
        (select coalesce(max(times), 0)::int from (select count(*) as times from status_history where tenant_id = ${there}
          and subscription_id = ${kept.subscriptionId ?? 0} group by event, from_status, to_status) h) as moves,
        (select count(*)::int from block_entry where tenant_id = ${there} and document = ${kept.blocked ?? ''}) as blocks`);
    expect.soft(found, person.cpf).toMatchObject({
      ...{ accounts: 1, applications: [kept.subscriptionId], essays: [kept.draft?.sent], grades: 1 },
      ...{ contracts: [kept.acceptanceId], payments: [kept.paymentId], blocks: 1, moves: 1 },
    });
  }
});
