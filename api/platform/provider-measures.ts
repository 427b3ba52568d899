import { channel } from 'node:diagnostics_channel';
import { ProviderUnavailable, ProviderUnknown } from './ports.ts';

/** A call to a provider that has ended: what came of it, in seconds. */
type ProviderCalled = {
  provider: string;
  outcome: 'answered' | 'unavailable' | 'unknown' | 'failed';
  seconds: number;
};
/** A circuit of a provider has opened, or has closed again. */
type CircuitChanged = { provider: string; open: boolean };

// Adapters know no platform; whoever measures listens here.
const called = channel('orbita:provider-called');
const changed = channel('orbita:provider-circuit');

const outcomeOf = (error: unknown): ProviderCalled['outcome'] =>
  error instanceof ProviderUnavailable
    ? 'unavailable'
    : error instanceof ProviderUnknown
      ? 'unknown'
      : 'failed';

/** Makes a call to a provider and says how long it took and what came of it. */
export async function measured<T>(provider: string, call: () => Promise<T>): Promise<T> {
  const began = performance.now();
  let outcome: ProviderCalled['outcome'] = 'answered';
  try {
    return await call();
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    called.publish({
      provider,
      outcome,
      seconds: (performance.now() - began) / 1000,
    } satisfies ProviderCalled);
  }
}

/** A port some of whose calls are measured. */
export function measuredPort<P extends object>(provider: string, port: P, ...names: (keyof P)[]): P {
  const copy = { ...port };
  for (const name of names) {
    const call = port[name] as (...given: unknown[]) => Promise<unknown>;
    copy[name] = ((...given: unknown[]) =>
      measured(provider, () => call.apply(port, given))) as P[typeof name];
  }
  return copy;
}

/** Says that a circuit opened or closed. */
export const circuitChanged = (change: CircuitChanged): void => changed.publish(change);

/** Listens to all calls and circuits of this process; returns how to stop. */
export function onProviders(
  onCall: (call: ProviderCalled) => void,
  onCircuit: (change: CircuitChanged) => void,
): () => void {
  const call = (message: unknown) => onCall(message as ProviderCalled);
  const circuit = (message: unknown) => onCircuit(message as CircuitChanged);
  called.subscribe(call);
  changed.subscribe(circuit);
  return () => {
    called.unsubscribe(call);
    changed.unsubscribe(circuit);
  };
}
