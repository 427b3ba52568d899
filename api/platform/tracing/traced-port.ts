import { currentSpan, during, type Span, within } from './spans.ts';

/** The provider behind an account of a port, if the port has several. */
const providerOf = (port: object): string | undefined =>
  'provider' in port && typeof port.provider === 'string' ? port.provider : undefined;

/**
 * A port whose calls are recorded as parts of the current span, by its name and the function's name: no arguments or results.
 * Callable objects that it returns, such as an institution's account, are wrapped too. Used only if traces are on.
 */
export function tracedPort<P extends object>(name: string, port: P): P {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || typeof key !== 'string') return value;
      return (...given: unknown[]): unknown => {
        const span = currentSpan()?.begin({
          name: `${name} ${key}`,
          kind: 'provider',
          attributes: { 'orbita.provider': providerOf(target) ?? name, 'orbita.operation': key },
        });
        return answered(name, span, () => value.apply(target, given));
      };
    },
  });
}

/** Wraps all ports, each under its own name. */
export const tracedPorts = <P extends object>(ports: P): P =>
  Object.fromEntries(
    Object.entries(ports).map(([name, port]: [string, object]) => [name, tracedPort(name, port)]),
  ) as P;

const isCallable = (answer: unknown): answer is object =>
  typeof answer === 'object' &&
  answer !== null &&
  Object.values(answer).some((value) => typeof value === 'function');

/** A span that is not ended is never sent: so a call that returns synchronously, without asking anybody, leaves none. */
function answered(name: string, span: Span | undefined, call: () => unknown): unknown {
  const answer = span ? within(span, call) : call();
  if (answer instanceof Promise) return span ? during(span, () => answer) : answer;
  return isCallable(answer) ? tracedPort(name, answer) : answer;
}
