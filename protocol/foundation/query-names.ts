import { z } from 'zod';
import type { Call } from './define.ts';
import type { FieldErrorShape } from './errors.ts';

/** Most unknown names that an answer repeats, and most characters of each: an address may hold thousands. */
const MOST_NAMES = 10;
const MOST_CHARACTERS = 60;

/**
 * Names that the query of a call may have; undefined where any may come: what an outside provider adds to an address of ours, and
 * what messengers add to one that people open.
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

/** An error for each name that is not known, and which ones are: a filter that is passed over would answer with everybody. */
export const unknownNames = (given: readonly string[], known: readonly string[]): FieldErrorShape[] =>
  shown(given.filter((name) => !known.includes(name))).map((field) => ({ field, message: textOf(known) }));

/** Filters of a list inside a body, where an unknown name is refused as in an address. */
export const filters = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? textOf(Object.keys(shape)) : undefined),
  });

/** The errors of an object with names that it does not know. */
export const unrecognized = ({ path, keys, message }: z.core.$ZodIssueUnrecognizedKeys): FieldErrorShape[] =>
  shown(keys).map((key) => ({ field: [...path.map(String), key].join('.'), message }));
