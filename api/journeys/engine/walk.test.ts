import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACT_NAMES, ACTS, type ActName, CLOCK, type ClockName } from '../../../testing/engine/acts.ts';
import { arrange, PLACES } from '../../../testing/engine/arrange.ts';
import { barsOf } from '../../../testing/engine/bars.ts';
import { HEADS } from '../../../testing/engine/catalogue.ts';
import { contradictions } from '../../../testing/engine/contradictions.ts';
import { doStep } from '../../../testing/engine/play.ts';
import { type Step, toContract } from '../../../testing/engine/scenarios.ts';
import { forbiddenBy, rowsFor } from '../../../testing/engine/table.ts';
import { Engine, type Snapshot, type Walker, type Way } from '../../../testing/engine/walker.ts';
import { figuresCounted } from '../../../testing/figures-counted.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { EVERYTHING } from '../../../testing/sample.ts';

/**
 * Random sequences of up to eight commands, in every test run; the environment can ask for more and for other
 * seeds.
 */
const WALKS = Number(process.env.ORBITA_WALKS ?? (EVERYTHING ? 150 : 30));
const SEED = Number(process.env.ORBITA_WALK_SEED ?? 8_3);
/** Each lane has a platform of its own, because the clock moves for a whole platform. */
const LANES = 3;
const PATIENCE_MS = 60_000 + WALKS * 1000;

const lanes: { harness: Harness; engine: Engine }[] = [];
beforeAll(async () => {
  for (let lane = 0; lane < LANES; lane += 1) {
    const harness = await startHarness({ callsPerMinute: 1_000_000 });
    const engine = await Engine.on(harness);
    await makeScarce(engine);
    lanes.push({ harness, engine });
  }
});
afterAll(async () => {
  for (const { harness } of lanes) await harness.stop();
});

const clocks = Object.keys(CLOCK) as ClockName[];
type Turn = { kind: 'known' | 'wild' | 'clock' | 'apply'; pick: number };
const turn: fc.Arbitrary<Turn> = fc.record({
  kind: fc.oneof(
    { weight: 7, arbitrary: fc.constant('known' as const) },
    { weight: 3, arbitrary: fc.constant('wild' as const) },
    { weight: 1, arbitrary: fc.constant('clock' as const) },
    { weight: 2, arbitrary: fc.constant('apply' as const) },
  ),
  pick: fc.nat(10_000),
});
type Start = (typeof PLACES)[number];
/** Ended applications that may continue: by another essay, or by a decision of the institution. */
const MAY_COME_BACK: readonly Start[] = [
  { letter: 'E', status: 9, way: { steps: () => ['write the essay', 'reject the essay'] } },
  { letter: 'E', status: 13, way: { steps: () => [...toContract('E'), { clock: 'payment deadline' }] } },
];
const OFTEN = 4;
const starts = [...PLACES, ...Array.from({ length: OFTEN }, () => MAY_COME_BACK).flat()];
const walks = fc.record({
  place: fc.constantFrom(...starts),
  turns: fc.array(turn, { minLength: 2, maxLength: 8 }),
});

/** The next step for a status: an act the table allows there, any act at all, or a move of the clock. */
function stepOf({ kind, pick }: Turn, { type, status: from }: Snapshot): Step {
  const known = ACT_NAMES.filter((name) => rowsFor({ type, from, event: ACTS[name].event }).length > 0);
  const among = kind === 'known' && known.length > 0 ? known : ACT_NAMES;
  if (kind === 'clock') return { clock: clocks[pick % clocks.length] as ClockName };
  return among[pick % among.length] as ActName;
}

/** Makes places scarce where no fixture needs them: in the other pole, in classes, and in the second test. */
const makeScarce = ({ harness, tenantId, slots }: Engine) =>
  harness.platform.db.tenant(tenantId).many(sql`
    with poles as (
      update offer_course_pole ocp set vacancies = 1 from pole p
      where ocp.tenant_id = ${tenantId} and p.tenant_id = ocp.tenant_id and p.id = ocp.pole_id and p.code = 'CT'
    ), classes as (
      update academic_class set slots = 2 where tenant_id = ${tenantId}
    ) update schedule_slot set capacity = 2 where tenant_id = ${tenantId} and id = ${slots[1]} returning id`);

const counts = { again: 0, second: 0, full: 0 };

/** The same person applies again, for the same offer or another one. The answer must follow the rules. */
async function applyAgain(walkers: Walker[], pick: number): Promise<Walker | undefined> {
  const [first] = walkers as [Walker];
  const { letter, way } = PLACES[pick % PLACES.length] as (typeof PLACES)[number];
  const other: Way = { letter, head: way.head ?? HEADS[letter][0], tail: way.tail ?? 'plain' };
  const wish = pick % 3 === 0 ? (walkers[pick % walkers.length] as Walker).way : other;
  const pole = pick % 2 === 0 ? 'BH' : 'CT';
  const bars = await barsOf(first, wish);
  const { made, walker } = await first.engine.applyAs(first.who, wish, pole);
  if (made.status >= 500) throw new Error(`Applying: ${made.status}`);
  const { code } = made.body;
  if (walker) {
    expect(bars, JSON.stringify(wish)).toEqual([]);
    walkers.push(walker);
    counts.again += 1;
  } else if (code === 'SUBSCRIPTION_EXISTS') {
    expect(bars, JSON.stringify(wish)).toContain(made.body.id);
    counts.second += 1;
  } else if (code === 'NO_VACANCIES') {
    expect(bars).toEqual([]);
    counts.full += 1;
  } else expect(code).toMatch(/^(BLOCKED|INTAKE_INACTIVE)$/);
  return walker;
}

const commands = { moved: 0, refused: 0 };

/** Does a step of one application, and checks all applications of its person. */
async function act(
  walkers: readonly Walker[],
  walker: Walker,
  stepFor: (own: Snapshot) => Step,
): Promise<void> {
  const before = new Map(await Promise.all(walkers.map(async (one) => [one, await one.snapshot()] as const)));
  const own = before.get(walker) as Snapshot;
  const step = stepFor(own);
  const outcome = await doStep(walker, step);
  if (outcome && outcome.status >= 500) throw new Error(`${JSON.stringify(step)}: ${outcome.status}`);
  // A block moves all applications of a person, and the clock those of everybody.
  for (const [one, stood] of before) {
    const after = await one.snapshot();
    expect(forbiddenBy(stood, after), JSON.stringify(step)).toEqual([]);
    if (one !== walker) continue;
    if (after.history.length > stood.history.length) commands.moved += 1;
    else if (outcome && outcome.status >= 400) commands.refused += 1;
  }
}

async function take(walkers: Walker[], turn: Turn): Promise<void> {
  if (turn.kind !== 'apply')
    return act(walkers, walkers[turn.pick % walkers.length] as Walker, (own) => stepOf(turn, own));
  const walker = await applyAgain(walkers, turn.pick);
  // Places are taken by acceptances: applications that start in that status make places scarce.
  if (!walker) return;
  await act(walkers, walker, () => 'fill in and accept the contract');
  // The new application may keep the one it replaces from coming back.
  const { letter, head, tail } = walker.way;
  const left = walkers.find(
    ({ id, way }) => id !== walker.id && way.letter === letter && way.head === head && way.tail === tail,
  );
  if (left) await act(walkers, left, ({ status }) => (status === 9 ? 'retake the essay' : 'reinstate'));
}

describe('any sequence of actions by candidates, institutions and time', () => {
  it(
    'an application follows the table, keeps its history, and never loses a payment',
    async () => {
      await Promise.all(
        lanes.map(({ engine }, lane) =>
          fc.assert(
            fc.asyncProperty(walks, async ({ place, turns }) => {
              const walkers = [await arrange(engine, place)];
              for (const turn of turns) await take(walkers, turn);
            }),
            { numRuns: Math.ceil(WALKS / LANES), seed: SEED + lane, includeErrorInReport: true },
          ),
        ),
      );
      for (const { harness, engine } of lanes) {
        expect(await contradictions(engine)).toEqual([]);
        expect(await figuresCounted(harness, engine.operations, engine.tenantId)).toEqual([]);
      }
      const { moved, refused } = commands;
      console.log(
        `${WALKS} walks: ${moved} commands moved an application, ${refused} were refused; of people who applied ` +
          `again ${counts.again} could, ${counts.second} stood there already, ${counts.full} found no place`,
      );
      expect(moved).toBeGreaterThan(WALKS / 4);
      expect(refused).toBeGreaterThan(WALKS / 4);
      // Each rule must apply several times, or it is not tested.
      expect(Math.min(counts.again, counts.second, counts.full)).toBeGreaterThan(WALKS / 100);
    },
    PATIENCE_MS,
  );
});
