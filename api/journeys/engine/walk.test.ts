import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACT_NAMES, ACTS, type ActName, CLOCK, type ClockName } from '../../testing/engine/acts.ts';
import { arrange, PLACES } from '../../testing/engine/arrange.ts';
import { contradictions } from '../../testing/engine/contradictions.ts';
import { doStep } from '../../testing/engine/play.ts';
import type { Step } from '../../testing/engine/scenarios.ts';
import { forbiddenBy, rowsFor } from '../../testing/engine/table.ts';
import { Engine, type Snapshot } from '../../testing/engine/walker.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';

/** Sequences of up to eight commands, in every run of the tests; more and others where the environment asks for them. */
const WALKS = Number(process.env.ORBITA_WALKS ?? 1000);
const SEED = Number(process.env.ORBITA_WALK_SEED ?? 8_3);
/** Each walks in a house of its own: time goes by for a whole house. */
const LANES = 3;
const PATIENCE_MS = 60_000 + WALKS * 1000;

const lanes: { harness: Harness; engine: Engine }[] = [];
beforeAll(async () => {
  for (let lane = 0; lane < LANES; lane += 1) {
    const harness = await startHarness({ callsPerMinute: 1_000_000 });
    lanes.push({ harness, engine: await Engine.on(harness) });
  }
});
afterAll(async () => {
  for (const { harness } of lanes) await harness.stop();
});

const clocks = Object.keys(CLOCK) as ClockName[];
type Turn = { kind: 'known' | 'wild' | 'clock'; pick: number };
const turn: fc.Arbitrary<Turn> = fc.record({
  kind: fc.oneof(
    { weight: 7, arbitrary: fc.constant('known' as const) },
    { weight: 3, arbitrary: fc.constant('wild' as const) },
    { weight: 1, arbitrary: fc.constant('clock' as const) },
  ),
  pick: fc.nat(10_000),
});
const walks = fc.record({
  place: fc.constantFrom(...PLACES),
  turns: fc.array(turn, { minLength: 2, maxLength: 8 }),
});

/** What the turn comes to where somebody stands: something the table knows from there, anything at all, or time. */
function stepOf({ kind, pick }: Turn, { type, status: from }: Snapshot): Step {
  const known = ACT_NAMES.filter((name) => rowsFor({ type, from, event: ACTS[name].event }).length > 0);
  const among = kind === 'known' && known.length > 0 ? known : ACT_NAMES;
  if (kind === 'clock') return { clock: clocks[pick % clocks.length] as ClockName };
  return among[pick % among.length] as ActName;
}

describe('whatever candidates, institutions and time do, in whatever order', () => {
  it(
    'an application goes by the table, keeps its history, and never loses what was paid',
    async () => {
      let moved = 0;
      let refused = 0;
      await Promise.all(
        lanes.map(({ engine }, lane) =>
          fc.assert(
            fc.asyncProperty(walks, async ({ place, turns }) => {
              const walker = await arrange(engine, place);
              for (const turn of turns) {
                const before = await walker.snapshot();
                const step = stepOf(turn, before);
                const outcome = await doStep(walker, step);
                const after = await walker.snapshot();
                if (outcome && outcome.status >= 500)
                  throw new Error(`${JSON.stringify(step)}: ${outcome.status}`);
                expect(forbiddenBy(before, after), JSON.stringify(step)).toEqual([]);
                if (after.history.length > before.history.length) moved += 1;
                else if (outcome && outcome.status >= 400) refused += 1;
              }
            }),
            { numRuns: Math.ceil(WALKS / LANES), seed: SEED + lane, includeErrorInReport: true },
          ),
        ),
      );
      for (const { engine } of lanes) expect(await contradictions(engine)).toEqual([]);
      console.log(`${WALKS} walks: ${moved} commands moved an application, ${refused} were refused`);
      expect(moved).toBeGreaterThan(WALKS / 4);
      expect(refused).toBeGreaterThan(WALKS / 4);
    },
    PATIENCE_MS,
  );
});
