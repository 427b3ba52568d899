import { createHash } from 'node:crypto';
import { Instrumenter } from '@stryker-mutator/instrumenter';

type Place = { line: number; column: number };
export type Mutant = {
  /** Its name in the instrumented code; numbered anew for each set of files. */
  id: string;
  /** The same for the same change of the same file: results are stored under it. */
  key: string;
  file: string;
  mutator: string;
  /** Lines count from 1, columns from 0. */
  start: Place;
  end: Place;
  original: string;
  replacement: string;
};

/** Two adjacent words: a sentence for people. SQL statements are recognized by their tag and stay in. */
const SENTENCE = /\p{L}{2,}[,.:;!?)]*\s+\(?\p{L}/u;
const SQL_TAG = /\b(?:sql|raw)(?:<[^>]*>)?$/;

/** Whether the mutant changes a text for people. Such wording is not a rule, so no test repeats it. */
export const isText = (mutator: string, original: string, before: string): boolean =>
  mutator === 'StringLiteral' && SENTENCE.test(original) && !SQL_TAG.test(before);

const silent = {
  ...{ trace: () => {}, debug: () => {}, info: () => {}, fatal: () => {} },
  ...{ warn: console.warn, error: console.error },
  isDebugEnabled: () => false,
};

/** Offset of a place in a text whose lines start at `lines`. */
const offsetOf = (lines: number[], { line, column }: Place): number => (lines[line] ?? 0) + column;

/**
 * Inserts every mutant into its file, each behind a switch (done by the library).
 * @param sources text by file
 * @returns the instrumented texts, the mutants, and the number of omitted changes to texts for people by file
 */
export async function instrument(sources: Map<string, string>): Promise<{
  files: Map<string, string>;
  mutants: Mutant[];
  texts: Map<string, number>;
}> {
  const options = { plugins: null, mutators: [], excludedMutations: [], ignorers: [] };
  const result = await new Instrumenter(silent as never).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    options as never,
  );
  const texts = new Map<string, number>();
  const mutants: Mutant[] = [];
  const begins = new Map<string, number[]>();
  for (const { id, fileName: file, mutatorName: mutator, location, replacement } of result.mutants) {
    const source = sources.get(file) ?? '';
    let lines = begins.get(file);
    if (!lines) {
      lines = [0, ...[...source.matchAll(/\n/g)].map((found) => found.index + 1)];
      begins.set(file, lines);
    }
    const [from, to] = [offsetOf(lines, location.start), offsetOf(lines, location.end)];
    const original = source.slice(from, to);
    if (isText(mutator, original, source.slice(Math.max(0, from - 40), from))) {
      texts.set(file, (texts.get(file) ?? 0) + 1);
      continue;
    }
    const key = createHash('sha256')
      .update([source, from, to, mutator, replacement].join('\0'))
      .digest('hex')
      .slice(0, 24);
    mutants.push({
      ...{ id, key, file, mutator, original, replacement },
      start: { line: location.start.line + 1, column: location.start.column },
      end: { line: location.end.line + 1, column: location.end.column },
    });
  }
  return { files: new Map(result.files.map(({ name, content }) => [name, content])), mutants, texts };
}
