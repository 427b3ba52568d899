import { type CallKey, callOf, calls } from '@orbita/protocol';
import { fieldErrorsOf } from '@orbita/protocol/foundation';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { candidateCalls } from '../../testing/candidate-calls.ts';
import type { FullPerson } from '../../testing/full-person.ts';
import {
  expectInLine,
  fieldsOf,
  type Growing,
  type Shape,
  valueAt,
  waysToGrow,
  withValue,
} from '../../testing/growth.ts';
import { operationsCalls } from '../../testing/operations-calls.ts';
import { sample } from '../../testing/sample.ts';
import { isBounded } from '../platform/http/bounded.ts';

/** Stands for ids and documents of a person: reading a body asks the database nothing. */
const anybody = new Proxy({}, { get: () => '7' }) as FullPerson;
const exampleOf = (key: CallKey): unknown => (operationsCalls[key] ?? candidateCalls[key])?.body?.(anybody);

const withBody = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).body);
const shapeOf = (body: z.ZodType): Shape =>
  z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape;

/** Reads a body as the server does: its bounds, its shape, and what is wrong in which field. */
const read = (shape: z.ZodType, body: unknown) => () => {
  if (!isBounded(body)) return;
  const { error } = shape.safeParse(body, { reportInput: true });
  if (error) fieldErrorsOf(error);
};

function* bodiesOf(key: CallKey): Generator<Growing> {
  const shape = callOf(key).body as z.ZodType;
  const example = exampleOf(key);
  for (const { path } of fieldsOf(shapeOf(shape)))
    for (const { name, size, grown } of waysToGrow(valueAt(example, path)))
      yield {
        name: `${path.join('.')} as ${name}`,
        // Up to what a body may hold: 256 KiB and 20,000 values.
        size: size * 4,
        work: (more) => read(shape, withValue(example, path, grown(more))),
      };
}

describe('S49: the body of every call, each field grown in length, number, depth and repetition', () => {
  it('is read in time linear in its size', async () => {
    const slow: string[] = [];
    let looked = 0;
    const keys = sample(withBody, 20);
    for (const key of keys)
      looked += await expectInLine(bodiesOf(key)).catch((error: Error) => {
        slow.push(`${key}: ${error.message}`);
        return 0;
      });
    expect(slow).toEqual([]);
    expect(looked).toBeGreaterThan(keys.length * 10);
  });
});
