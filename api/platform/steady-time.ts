/** Largest jump that is followed, because machine clocks are corrected by seconds. */
const TOLERATED_MS = 60_000;
/** A jump that persists this long is accepted, as after a machine was suspended; until then it may be corrected. */
const BELIEVED_AFTER_MS = 3600_000;

/** A jump of the machine's clock in milliseconds: not accepted yet, gone again, or finally accepted. */
export type ClockStep = { stepMs: number; is: 'doubted' | 'gone' | 'believed' };

/**
 * The machine's time in milliseconds since 1970, kept steady: if the clock jumps by more than a minute, time continues by what
 * has really passed (`elapsed`, monotonic milliseconds). Otherwise an erroneous jump of two hours would expire everything that
 * is valid for one hour.
 */
export function createSteadyTime(wall: () => number, elapsed: () => number) {
  let agreed = { wall: wall(), at: elapsed() };
  let doubted: { since: number; stepMs: number } | undefined;
  let announce: (step: ClockStep) => void = () => undefined;
  return {
    millis(): number {
      const at = elapsed();
      const seen = wall();
      const expected = agreed.wall + Math.round(at - agreed.at);
      const stepMs = seen - expected;
      const small = Math.abs(stepMs) <= TOLERATED_MS;
      if (!small && doubted === undefined) {
        doubted = { since: at, stepMs };
        announce({ stepMs, is: 'doubted' });
      }
      if (!small && doubted !== undefined && at - doubted.since < BELIEVED_AFTER_MS) return expected;
      agreed = { wall: seen, at };
      if (doubted !== undefined) announce({ stepMs: doubted.stepMs, is: small ? 'gone' : 'believed' });
      doubted = undefined;
      return seen;
    },
    /** Registers the listener for jumps of the clock. */
    onStep(listener: (step: ClockStep) => void): void {
      announce = listener;
    },
  };
}
