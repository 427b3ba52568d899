import { expect, it } from 'vitest';
import { createClock } from './clock.ts';
import { type ClockStep, createSteadyTime } from './steady-time.ts';

const HOUR = 3600_000;
const SECOND = 1000;

/** A machine whose clock can be set independently of the time that really passes. */
function machine() {
  let passed = 0;
  let offset = Date.parse('2026-01-12T10:00:00-03:00');
  const steady = createSteadyTime(
    () => offset + passed,
    () => passed,
  );
  const steps: ClockStep['is'][] = [];
  steady.onStep(({ is }) => steps.push(is));
  const from = steady.millis();
  return {
    clock: createClock(undefined, steady),
    steps,
    pass: (ms: number) => {
      passed += ms;
    },
    step: (ms: number) => {
      offset += ms;
    },
    /** Milliseconds since the start, as seen by the product. */
    seen: () => steady.millis() - from,
  };
}

it('a clock that jumps two hours ahead expires nothing: time continues at its real pace', () => {
  const { clock, steps, pass, step, seen } = machine();
  const deadline = clock.now().getTime() + HOUR;
  pass(10 * SECOND);
  step(2 * HOUR);
  expect(seen()).toBe(10 * SECOND);
  pass(5 * SECOND);
  expect([clock.now().getTime() < deadline, clock.wall() < deadline, seen()]).toEqual([
    true,
    true,
    15 * SECOND,
  ]);
  step(-2 * HOUR);
  pass(SECOND);
  expect(seen()).toBe(16 * SECOND);
  expect(steps).toEqual(['doubted', 'gone']);
});

it('a clock that jumps back repeats no hour', () => {
  const { pass, step, seen } = machine();
  pass(10 * SECOND);
  seen();
  step(-HOUR);
  pass(SECOND);
  expect(seen()).toBe(11 * SECOND);
});

it('small corrections are followed, and a jump that stays for an hour is believed', () => {
  const { steps, pass, step, seen } = machine();
  step(2 * SECOND);
  expect(seen()).toBe(2 * SECOND);
  step(2 * HOUR);
  expect(seen()).toBe(2 * SECOND);
  pass(HOUR - SECOND);
  expect(seen()).toBe(HOUR + SECOND);
  pass(SECOND);
  expect(seen()).toBe(3 * HOUR + 2 * SECOND);
  expect(steps).toEqual(['doubted', 'believed']);
});
