import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';

const FAILURES = 5;
const REST_MS = 30_000;

/**
 * Stops asking a provider that failed five times in a row: for 30 s every call is refused at once, then one is let
 * through to see. Keeps candidates from waiting 8 s each for what will not come.
 */
export function createCircuit(clock: () => number = () => performance.now()) {
  let failures = 0;
  let restUntil = 0;
  return async <T>(call: () => Promise<T>): Promise<T> => {
    if (failures >= FAILURES) {
      if (clock() < restUntil)
        throw new ProviderUnavailable('The provider is resting after repeated failures');
      restUntil = clock() + REST_MS;
    }
    try {
      const result = await call();
      failures = 0;
      return result;
    } catch (error) {
      if (error instanceof ProviderUnavailable || error instanceof ProviderUnknown) {
        failures += 1;
        restUntil = clock() + REST_MS;
      }
      throw error;
    }
  };
}
export type Circuit = ReturnType<typeof createCircuit>;
