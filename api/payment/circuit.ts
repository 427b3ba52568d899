import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { circuitChanged, measured } from '../platform/provider-measures.ts';

const FAILURES = 5;
const REST_MS = 30_000;

/**
 * Circuit breaker: after five consecutive failures, every call to the provider fails immediately for 30 s; then one call is let
 * through as a test. Saves candidates an 8 s wait for an answer that will not come.
 */
export function createCircuit(provider: string, clock: () => number = () => performance.now()) {
  let failures = 0;
  let restUntil = 0;
  const isOpen = () => failures >= FAILURES;
  const note = (now: number) => {
    const before = isOpen();
    failures = now;
    if (before !== isOpen()) circuitChanged({ provider, open: isOpen() });
  };
  return async <T>(call: () => Promise<T>): Promise<T> => {
    if (isOpen()) {
      if (clock() < restUntil)
        throw new ProviderUnavailable('The provider is resting after repeated failures');
      restUntil = clock() + REST_MS;
    }
    try {
      const result = await measured(provider, call);
      note(0);
      return result;
    } catch (error) {
      if (error instanceof ProviderUnavailable || error instanceof ProviderUnknown) {
        note(failures + 1);
        restUntil = clock() + REST_MS;
      }
      throw error;
    }
  };
}
