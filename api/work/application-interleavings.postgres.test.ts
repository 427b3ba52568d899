import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { numberless } from '../../testing/application-items.ts';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { type Node, secondNode } from '../../testing/many-people.ts';
import { EVERYTHING } from '../../testing/sample.ts';
import { staffIn } from '../../testing/staff.ts';

/**
 * Two people on two nodes and one application without a student number: random interleavings of claim, take-over, decision, a
 * system's decision and the end of a claim. A single step gets the response that the rules require; of simultaneous steps, every
 * decision that succeeded is stored once, and every refused one states why.
 */
const RUNS = Number(process.env.ORBITA_INTERLEAVINGS ?? (EVERYTHING ? 60 : 30)) / 2;
const SEED = Number(process.env.ORBITA_WALK_SEED ?? 25_4);
const CUA = [{ role: 'secretaria' as const, institutions: ['CUA01'] }];

type Person = { client: Client; staffId: number };
type Truth = { version: number; number: string | null; holder: number | null; published: number };
type Step = { act: 'claim' | 'take-over' | 'give' | 'system' | 'expire'; by: 0 | 1; stale: boolean };

let harness: Harness;
let node: Node;
let tenantId: number;
let id: number;
let people: [Person, Person];
let numbers = 0;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  node = await secondNode(harness, () => undefined);
  tenantId = await tenantIdOf(harness, 'alfa');
  id = (await numberless(harness)).id;
  const [bia, caio] = [await staffIn(harness, CUA), await staffIn(harness, CUA)];
  people = [
    { client: bia.client, staffId: bia.staffId },
    { client: node.client(caio), staffId: caio.staffId },
  ];
}, 120_000);
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

const on = () => harness.platform.db.tenant(tenantId);

async function truth(): Promise<Truth> {
  const row = await on().one<Truth>(sql`
    select s.version, s.student_lyceum_id as number,
      (select c.staff_id from work_claim c where c.tenant_id = s.tenant_id and c.kind = 'application' and c.item_id = s.id
        and c.until > ${harness.clock.now()}::timestamptz) as holder,
      (select count(*)::int from outbox_event e where e.tenant_id = s.tenant_id and e.subscription_id = s.id
        and e.type = 'student.registered') as published
    from subscription s where s.tenant_id = ${tenantId} and s.id = ${id}`);
  if (!row) throw new Error('the application is gone');
  return row;
}

/** Makes it pending again, without a claim. */
async function begin(): Promise<Truth> {
  await on().many(sql`delete from work_claim where tenant_id = ${tenantId} returning id`);
  await on().one(sql`
    update subscription set student_lyceum_id = null, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} returning id`);
  return truth();
}

type Answer = { status: number; code: string; body: object };
const answerOf = ({ status, body }: { status: number; body: unknown }): Answer => ({
  status,
  code: String((body as { code?: string } | null)?.code ?? ''),
  body: (body ?? {}) as object,
});

async function play({ act, by, stale }: Step, seen: Truth, first: Truth): Promise<Answer> {
  const { client } = people[by];
  const give = (caller: Client, version?: number) =>
    caller.call('PUT /operations/subscriptions/{id}/student', {
      params: { id },
      body: { studentLyceumId: `N${++numbers}`, version },
    });
  if (act === 'give') return answerOf(await give(client, (stale ? first : seen).version));
  if (act === 'system') return answerOf(await give(harness.operationsOf('alfa')));
  if (act !== 'expire')
    return answerOf(
      await client.call('POST /operations/claims', {
        body: { kind: 'application', itemId: id, takeOver: act === 'take-over' },
      }),
    );
  await on().many(sql`
    update work_claim set until = ${harness.clock.now()}::timestamptz where tenant_id = ${tenantId} returning id`);
  return { status: 200, code: '', body: {} };
}

/** Required response to a single step, by the rules of 25.4.2 and 25.4.3. */
function predicted({ act, by, stale }: Step, now: Truth, first: Truth): string {
  const held = now.holder !== null && now.holder !== people[by].staffId;
  // What is no longer pending cannot be claimed.
  if (act === 'claim') return now.number !== null ? 'NOT_FOUND' : held ? 'CLAIMED_BY_OTHER' : '';
  if (act === 'take-over') return now.number !== null ? 'NOT_FOUND' : '';
  if (act !== 'give') return '';
  if (stale && first.version !== now.version) return 'VERSION_CONFLICT';
  return held ? 'CLAIMED_BY_OTHER' : '';
}

const ANSWERED: Record<string, readonly string[]> = {
  VERSION_CONFLICT: ['version', 'changedAt'],
  CLAIMED_BY_OTHER: ['by', 'until'],
};

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('claim', 'take-over', 'give', 'give', 'system', 'expire'),
  by: fc.constantFrom(0, 1),
  stale: fc.boolean(),
});

it(
  `loses and duplicates no student number in ${RUNS} interleavings, and says why one is refused`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
        async (rounds) => {
          const first = await begin();
          for (const round of rounds) {
            const before = await truth();
            const answers = await Promise.all(round.map((one) => play(one, before, first)));
            const [alone, answer] = [round[0], answers[0]];
            if (round.length === 1 && alone)
              expect([alone, answer?.code]).toEqual([alone, predicted(alone, before, first)]);
            const decided = round.filter(
              ({ act }, at) => (act === 'give' || act === 'system') && answers[at]?.status === 200,
            );
            const after = await truth();
            expect(after.published - before.published, JSON.stringify([round, answers])).toBe(decided.length);
            // Of two people who saw the same version, one decides.
            expect(decided.filter(({ act }) => act === 'give').length).toBeLessThanOrEqual(1);
            if (decided.length > 0) expect(after.number).not.toBeNull();
            for (const { status, code, body } of answers) {
              expect(status).toBeLessThan(500);
              if (ANSWERED[code])
                expect(Object.keys(body)).toEqual(expect.arrayContaining([...ANSWERED[code]]));
            }
          }
        },
      ),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  },
  60_000 + RUNS * 3000,
);
