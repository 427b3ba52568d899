import { channel } from 'node:diagnostics_channel';
import { ProviderUnavailable, ProviderUnknown } from './ports.ts';

/** A completed call to a provider: its outcome and its duration in seconds. */
type ProviderCalled = {
  provider: string;
  outcome: 'answered' | 'unavailable' | 'unknown' | 'failed';
  seconds: number;
};
/** A provider's circuit breaker opened or closed again. */
type CircuitChanged = { provider: string; open: boolean };
/** A client certificate was read from a file; `until` is when it expires, in seconds since 1970. */
type CertificateRead = { provider: string; file: string; until: number };

// Adapters have no access to the platform, so the metrics subscribe here.
const called = channel('orbita:provider-called');
const changed = channel('orbita:provider-circuit');
const read = channel('orbita:provider-certificate');

const outcomeOf = (error: unknown): ProviderCalled['outcome'] =>
  error instanceof ProviderUnavailable
    ? 'unavailable'
    : error instanceof ProviderUnknown
      ? 'unknown'
      : 'failed';

/** Makes a call to a provider and publishes its duration and outcome. */
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

/** A copy of a port with some of its calls measured. */
export function measuredPort<P extends object>(provider: string, port: P, ...names: (keyof P)[]): P {
  const copy = { ...port };
  for (const name of names) {
    const call = port[name] as (...given: unknown[]) => Promise<unknown>;
    copy[name] = ((...given: unknown[]) =>
      measured(provider, () => call.apply(port, given))) as P[typeof name];
  }
  return copy;
}

/** Publishes that a circuit breaker opened or closed. */
export const circuitChanged = (change: CircuitChanged): void => changed.publish(change);

/** Publishes that a client certificate was read. */
export const certificateRead = (certificate: CertificateRead): void => read.publish(certificate);

/** Subscribes to what happens at providers in this process; returns a function that unsubscribes. */
export function onProviders(
  onCall: (call: ProviderCalled) => void,
  onCircuit: (change: CircuitChanged) => void,
  onCertificate: (certificate: CertificateRead) => void,
): () => void {
  const call = (message: unknown) => onCall(message as ProviderCalled);
  const circuit = (message: unknown) => onCircuit(message as CircuitChanged);
  const certificate = (message: unknown) => onCertificate(message as CertificateRead);
  called.subscribe(call);
  changed.subscribe(circuit);
  read.subscribe(certificate);
  return () => {
    called.unsubscribe(call);
    changed.unsubscribe(circuit);
    read.unsubscribe(certificate);
  };
}
