import { z } from 'zod';
import { isBoundedText } from '../../platform/http/bounded.ts';
import { storableBody } from '../../platform/http/storable.ts';
import { type Catalogue, type Entry, type Kind, keyOf, shapes } from '../model.ts';

/** Sections that an academic catalogue decides. Modules appear only as a number on disciplines and electives. */
export const FED_KINDS = [
  'intakes',
  'disciplines',
  'electives',
  'classes',
] as const satisfies readonly Kind[];
export type FedKind = (typeof FED_KINDS)[number];
/** The sections as provided by the academic catalogue. */
export type Fed = { [K in FedKind]: Entry<K>[] };

/** Most entries of one kind in a response. */
export const MOST_ENTRIES = 20_000;
/** Most problems listed at once. */
const MOST_LISTED = 10;

const list = <T extends z.ZodType>(shape: T) => z.array(shape).max(MOST_ENTRIES);

/** Response of `GET {address}/tenants/{alias}/catalogue` (spec 2.5, docs/academic-catalogue.openapi.json). */
const academicAnswer = z.strictObject({
  version: z.literal(1),
  intakes: list(shapes.intakes),
  disciplines: list(shapes.disciplines),
  electives: list(shapes.electives),
  classes: list(shapes.classes),
});

/** The response can't be a catalogue; the previous entries stay. */
export class AcademicNonsense extends Error {}

/** The first problems as one text, with the number of further ones. */
export const listed = (problems: readonly string[]): string => {
  const more = problems.length - MOST_LISTED;
  return [...problems.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
};

const twice = (kind: FedKind, entries: Catalogue[FedKind]): string[] => {
  const known = new Set<string>();
  return entries.flatMap((entry) => {
    const key = keyOf(kind, entry);
    const repeated = known.has(key);
    known.add(key);
    return repeated ? [`${kind}: ${key} is there twice`] : [];
  });
};

/** Validates the shape of a response. @throws AcademicNonsense naming the first problems. */
export function readAnswer(body: unknown): Fed {
  const { data, error } = academicAnswer.safeParse(body);
  if (!data)
    throw new AcademicNonsense(
      listed(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)),
    );
  const { version: _, ...fed } = data;
  const repeated = FED_KINDS.flatMap((kind) => twice(kind, fed[kind]));
  if (repeated.length > 0) throw new AcademicNonsense(listed(repeated));
  return fed;
}

/** The parsed response, or why it is refused. Plain data, so that it can be passed between threads. */
export type Said = { fed: Fed; failure?: undefined } | { fed?: undefined; failure: string };

/** Anything nested more deeply or with more values isn't a catalogue. */
const WITHIN = { deepest: 6, values: 4 * 12 * MOST_ENTRIES };

/** Parses the text of a response. */
export function readText(text: string): Said {
  if (!isBoundedText(text, WITHIN)) return { failure: 'answered too much, or too deep' };
  try {
    return { fed: readAnswer(storableBody(text, JSON.parse(text))) };
  } catch (error) {
    if (error instanceof SyntaxError) return { failure: 'answered something that is not JSON' };
    if (error instanceof AcademicNonsense) return { failure: error.message };
    throw error;
  }
}
