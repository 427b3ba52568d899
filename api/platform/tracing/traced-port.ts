import { currentSpan, during, type Span, within } from './spans.ts';

/** Who answers behind an account of a port, where the port has several. */
const providerOf = (port: object): string | undefined =>
  'provider' in port && typeof port.provider === 'string' ? port.provider : undefined;

/**
 * A port each call of which is a part of what is recorded, by its own name and that of its function: nothing that is given to it or
 * that it answers. What it hands out to be called, such as the account of an institution, is such a port, too. Used only where traces
 * are on.
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

/** The same of all ports, each by the name it has among them. */
export const tracedPorts = <P extends object>(ports: P): P =>
  Object.fromEntries(
    Object.entries(ports).map(([name, port]: [string, object]) => [name, tracedPort(name, port)]),
  ) as P;

const isCallable = (answer: unknown): answer is object =>
  typeof answer === 'object' &&
  answer !== null &&
  Object.values(answer).some((value) => typeof value === 'function');

/** A span that is not ended is sent nowhere: so what is answered at once, without asking anybody, leaves none. */
function answered(name: string, span: Span | undefined, call: () => unknown): unknown {
  const answer = span ? within(span, call) : call();
  if (answer instanceof Promise) return span ? during(span, () => answer) : answer;
  return isCallable(answer) ? tracedPort(name, answer) : answer;
}
