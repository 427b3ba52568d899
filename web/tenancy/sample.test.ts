import { type CallKey, callOf, calls } from '@orbita/protocol';
import { expect, it } from 'vitest';
import sample from './sample.json' with { type: 'json' };

/** The call whose path matches an address. */
function keyOf(method: string, address: string): CallKey | undefined {
  const path = address.split('?')[0]?.split('/') ?? [];
  const parts = (key: string) => key.split(' ')[1]?.split('/') ?? [];
  const fits = (Object.keys(calls) as CallKey[]).filter(
    (key) =>
      key.startsWith(`${method} `) &&
      parts(key).length === path.length &&
      parts(key).every((part, at) => part.startsWith('{') || part === path[at]),
  );
  // A fixed path segment takes precedence over a parameter.
  return fits.toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
}

it.each(Object.entries(sample.answers))(
  '%s gets an answer the server could give (tools/sample-answers.ts)',
  (asked, answer) => {
    const [method = '', address = ''] = asked.split(' ');
    const key = keyOf(method, address);
    expect(key).toBeDefined();
    const shape = callOf(key as CallKey).responses[200];
    expect(shape?.safeParse(answer).error?.issues).toBeUndefined();
  },
);
