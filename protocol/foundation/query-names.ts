import { z } from 'zod';
import type { Call } from './define.ts';
import type { FieldErrorShape } from './errors.ts';

/** Maximum number of unknown names repeated in a response, and maximum characters of each: a URL may contain thousands. */
const MOST_NAMES = 10;
const MOST_CHARACTERS = 60;

/**
 * Query parameters that a call accepts; undefined if it accepts any: external providers add some to our URLs, and messengers add
 * some to links that people open.
 */
export function queryNames(call: Call): readonly string[] | undefined {
  if (call.auth === 'provider' || call.fromProvider) return undefined;
  if (call.query) return Object.keys(call.query.shape);
  return call.auth === 'public' ? undefined : [];
}

const textOf = (known: readonly string[]): string =>
  known.length === 0
    ? 'Parâmetro desconhecido: aqui não há nenhum.'
    : `Parâmetro desconhecido. Os conhecidos são: ${known.toSorted().join(', ')}.`;

const shown = (names: readonly string[]): string[] =>
  names.slice(0, MOST_NAMES).map((name) => name.slice(0, MOST_CHARACTERS));

/** One error per unknown name, listing the known ones: a filter that was silently ignored would return everybody. */
export const unknownNames = (given: readonly string[], known: readonly string[]): FieldErrorShape[] =>
  shown(given.filter((name) => !known.includes(name))).map((field) => ({ field, message: textOf(known) }));

/** Filters of a list inside a body, where an unknown name is refused as in a query. */
export const filters = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? textOf(Object.keys(shape)) : undefined),
  });

/** Errors for an object with unknown keys. */
export const unrecognized = ({ path, keys, message }: z.core.$ZodIssueUnrecognizedKeys): FieldErrorShape[] =>
  shown(keys).map((key) => ({ field: [...path.map(String), key].join('.'), message }));
