import { historyPath, transitions } from '@orbita/domain/subscription';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TYPES } from '../../testing/engine/catalogue.ts';
import { play } from '../../testing/engine/play.ts';
import { SCENARIOS } from '../../testing/engine/scenarios.ts';
import { Engine } from '../../testing/engine/walker.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';

let harness: Harness;
let engine: Engine;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  engine = await Engine.on(harness);
});
afterAll(() => harness.stop());

const cases = SCENARIOS.flatMap(({ letters, ...rest }) =>
  letters.map((letter) => ({
    letter,
    name: `${rest.row} ${rest.event} of ${letter}${rest.from ? ` from ${rest.from}` : ''}${rest.head ? ` by ${rest.head}` : ''}${rest.tail ? ` (${rest.tail})` : ''}`,
    ...rest,
  })),
);

describe('every row of spec 8.3 happens through the API, for each type it is marked for', () => {
  it.each(cases)('$name', async ({ letter, row, event, from, to, ...scenario }) => {
    const walker = await play(engine, { ...scenario }, letter);
    const { history } = await walker.snapshot();
    const made = history.filter((line) => line.event === event && line.transition.split('+').includes(row));
    expect(
      made.length,
      JSON.stringify(history.map((line) => `${line.from}→${line.to} ${line.event}`)),
    ).toBeGreaterThan(0);
    if (from !== undefined) expect(made.map((line) => line.from)).toContain(from);
    if (to !== undefined) expect(made.map((line) => line.to)).toContain(to);
    expect(historyPath(history)).toBeUndefined();
  });

  it('leaves no row and no type out', () => {
    // The essay keeps its own states; they are proved with the essay (TR-50, spec 10.2).
    const wanted = transitions
      .filter(({ id }) => id !== 'TR-50')
      .flatMap(({ id, event, types }) => types.map((type) => `${id} ${event} ${type}`));
    const played = new Set(cases.map(({ row, event, letter }) => `${row} ${event} ${TYPES[letter]}`));
    expect(wanted.filter((one) => !played.has(one))).toEqual([]);
  });
});
