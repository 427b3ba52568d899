/** Steps up to here are followed: machines are set right by seconds. */
const TOLERATED_MS = 60_000;
/** A step that stays this long is taken for true, as after a machine that slept. Until then somebody can set it right. */
const BELIEVED_AFTER_MS = 3600_000;

/** A step of the machine's clock, in milliseconds: not believed, gone again, or believed after all. */
export type ClockStep = { stepMs: number; is: 'doubted' | 'gone' | 'believed' };

/**
 * The machine's time in milliseconds since 1970, held steady: when the clock steps by more than a minute, time goes on
 * by what really passed since (`elapsed`, milliseconds that only go forward). Otherwise two hours that never were would
 * end what was given an hour.
 */
export function createSteadyTime(wall: () => number, elapsed: () => number) {
  let agreed = { wall: wall(), at: elapsed() };
  let doubted: { since: number; stepMs: number } | undefined;
  let tell: (step: ClockStep) => void = () => undefined;
  return {
    millis(): number {
      const at = elapsed();
      const seen = wall();
      const expected = agreed.wall + Math.round(at - agreed.at);
      const stepMs = seen - expected;
      const small = Math.abs(stepMs) <= TOLERATED_MS;
      if (!small && doubted === undefined) {
        doubted = { since: at, stepMs };
        tell({ stepMs, is: 'doubted' });
      }
      if (!small && doubted !== undefined && at - doubted.since < BELIEVED_AFTER_MS) return expected;
      agreed = { wall: seen, at };
      if (doubted !== undefined) tell({ stepMs: doubted.stepMs, is: small ? 'gone' : 'believed' });
      doubted = undefined;
      return seen;
    },
    /** Who is told of steps. */
    onStep(heard: (step: ClockStep) => void): void {
      tell = heard;
    },
  };
}
