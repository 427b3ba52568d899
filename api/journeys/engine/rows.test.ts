import { dayInZone } from '@orbita/domain/foundation';
import { historyPath, type RowKey, transitions } from '@orbita/domain/subscription';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Letter, TYPES } from '../../../testing/engine/catalogue.ts';
import { contradictions } from '../../../testing/engine/contradictions.ts';
import { NO_WAY, REASONS } from '../../../testing/engine/no-way.ts';
import {
  claimsOf,
  messagesOf,
  OUTCOMES,
  outcomesOf,
  rowsOf,
  slotOf,
  worldAfter,
} from '../../../testing/engine/outcomes.ts';
import { begin, doSteps } from '../../../testing/engine/play.ts';
import { SCENARIOS } from '../../../testing/engine/scenarios.ts';
import { BESIDE } from '../../../testing/engine/scenarios-beside.ts';
import { Engine, type Walker } from '../../../testing/engine/walker.ts';
import { everyWay } from '../../../testing/engine/ways.ts';
import { lookAt, NOTHING_YET } from '../../../testing/engine/world.ts';
import { figuresCounted } from '../../../testing/figures-counted.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { EVERYTHING, sample } from '../../../testing/sample.ts';
import { waitsKept } from '../../../testing/waits-kept.ts';

let harness: Harness;
let engine: Engine;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  engine = await Engine.on(harness);
});
afterAll(() => harness.stop());

/** In `npm test` each row by one of the types it is marked for, by turns; their differences are proved by the rules of the table. */
const casesOf = (choose: (letters: readonly Letter[], at: number) => readonly Letter[]) =>
  [...SCENARIOS, ...BESIDE].flatMap(({ letters, ...rest }, at) =>
    choose(letters, at).map((letter) => ({
      letter,
      name: `${rest.row} ${rest.event} of ${letter}${rest.from ? ` from ${rest.from}` : ''}${rest.head ? ` by ${rest.head}` : ''}${rest.tail ? ` (${rest.tail})` : ''}`,
      ...rest,
    })),
  );
const cases = casesOf((letters, at) => sample(letters, letters.length, at));

/** Rows, with the facts each was seen to change. */
const seen = new Set<string>();
/** From, to and actor of every line of every history. */
const walked = new Set<string>();

const NOTHING_DONE = { world: NOTHING_YET, received: false, messages: [], events: [], webhooks: [] };
const MOVED = 'subscription.status-changed';
const COMPLETED = 'enrollment.completed';

/** Compares the effects of the last step with what the rows in its history define. */
async function judge(
  walker: Walker,
  last: unknown,
  before: Awaited<ReturnType<typeof lookAt>>,
  known: number,
) {
  const after = await lookAt(walker);
  const { history } = await walker.snapshot();
  const lines = history.slice(known);
  const outcomes = lines.flatMap(outcomesOf);
  const day = dayInZone(harness.clock.now(), 'America/Sao_Paulo');
  expect(after.world).toEqual(
    worldAfter(before.world, outcomes, { day, slot: slotOf(walker, last), received: before.received }),
  );
  const messages = after.messages.slice(before.messages.length);
  expect([...messages].sort()).toEqual(messagesOf(outcomes, before.world, before.received).sort());
  const events = after.events.slice(before.events.length);
  expect(events.filter((type) => type === MOVED)).toHaveLength(lines.length);
  expect(events).toEqual(expect.arrayContaining(outcomes.flatMap(({ live = [] }) => live)));
  const enrolled = lines.some(({ to, transition }) => to === 7 && transition !== 'TR-93');
  expect(after.webhooks.slice(before.webhooks.length).sort()).toEqual([
    ...(enrolled ? [COMPLETED] : []),
    ...lines.map(() => MOVED),
  ]);
  for (const key of lines.flatMap(rowsOf)) {
    for (const claim of claimsOf(OUTCOMES[key]))
      if (before.world[claim] !== after.world[claim]) seen.add(`${key} ${claim}`);
  }
  for (const line of history) {
    const { from, to, actor } = line;
    // A row recorded together with another one is a move of the system.
    for (const [n, key] of rowsOf(line).entries())
      walked.add(`${key} ${from} ${to} ${n > 0 ? 'system' : actor}`);
  }
  expect(historyPath(history)).toBeUndefined();
  return lines;
}

describe('every row of spec 8.3 happens through the API, for each type it is marked for', () => {
  it.each(cases)('$name', async ({ letter, row, event, from, ...scenario }) => {
    const steps = scenario.steps(letter);
    const walker = await begin(engine, scenario, letter);
    await doSteps(walker, steps.slice(0, -1));
    const before = steps.length > 0 ? await lookAt(walker) : NOTHING_DONE;
    const known = steps.length > 0 ? (await walker.snapshot()).history.length : 0;
    await doSteps(walker, steps.slice(-1));
    const lines = await judge(walker, steps.at(-1), before, known);
    const made = lines.filter((line) => rowsOf(line).includes(`${row} ${event}` as RowKey));
    expect(made.length, JSON.stringify(lines)).toBeGreaterThan(0);
    if (from !== undefined) expect(made.map((line) => line.from)).toContain(from);
  });

  it('covers every row and every type', () => {
    // The essay has states of its own, which have their own test (TR-50, spec 10.2).
    const wanted = transitions
      .filter(({ id }) => id !== 'TR-50')
      .flatMap(({ id, event, types }) => types.map((type) => `${id} ${event} ${type}`));
    const played = new Set(
      casesOf((letters) => letters).map(({ row, event, letter }) => `${row} ${event} ${TYPES[letter]}`),
    );
    expect(wanted.filter((one) => !played.has(one))).toEqual([]);
  });

  it.runIf(EVERYTHING)('saw every fact change that a row claims to change', () => {
    const claims = Object.entries(OUTCOMES).flatMap(([key, outcome]) =>
      claimsOf(outcome).map((claim) => `${key} ${claim}`),
    );
    expect(claims.filter((one) => !seen.has(one))).toEqual([]);
  });

  it.runIf(EVERYTHING)('uses every from-to pair of a row, or gives the reason why it is impossible', () => {
    const missing = everyWay().filter((one) => !walked.has(one));
    expect(missing.sort()).toEqual(Object.keys(NO_WAY).sort());
  });

  it.each(Object.entries(NO_WAY))('there is no %s', (way, reason) => {
    expect(REASONS[reason].holds(way), REASONS[reason].says).toBe(true);
  });

  it('leaves no contradictory data behind', async () => {
    expect(await contradictions(engine)).toEqual([]);
  });

  it('stores who each application waits for, as the rule says', async () => {
    expect((await waitsKept(engine.harness.platform, engine.tenantId)).wrong).toEqual([]);
  });

  it('counts each application at the step its candidate sees', async () => {
    expect(await figuresCounted(engine.harness, engine.operations, engine.tenantId)).toEqual([]);
  });
});
