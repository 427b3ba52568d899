import { Parser } from 'htmlparser2';
import { cleanHtml } from './clean-html.ts';
import { contractTextProblems } from './placeholders.ts';
import { type Part, readTemplate } from './template.ts';

/**
 * Most that one contract text may be: far above any contract, and far below what keeps a browser, a PDF or the cleaning busy.
 * Cleaning takes time with the square of the depth.
 */
export const CONTRACT_LIMITS = {
  characters: 500_000,
  /** Elements within each other. */
  depth: 50,
  elements: 20_000,
  placeholders: 2_000,
} as const;

/** Changes when texts are cleaned by other rules, so that those cleaned before are cleaned again. */
export const CLEANING = 1;

/** A contract text as it is filled for each candidate: cleaned and taken apart, or why it cannot be used. */
export type Compiled = { parts: Part[]; problems?: undefined } | { parts?: undefined; problems: string[] };

class TooMuch extends Error {}

/** Ends at the first excess, so that it takes time with the length alone. */
function structureProblem(html: string): string | undefined {
  const lineAt = (end: number) => html.slice(0, end).split('\n').length;
  let depth = 0;
  let elements = 0;
  const parser: Parser = new Parser({
    onopentagname: () => {
      depth += 1;
      elements += 1;
      if (depth > CONTRACT_LIMITS.depth)
        throw new TooMuch(
          `linha ${lineAt(parser.startIndex)} do texto: mais de ${CONTRACT_LIMITS.depth} elementos um dentro do outro`,
        );
      if (elements > CONTRACT_LIMITS.elements)
        throw new TooMuch(
          `linha ${lineAt(parser.startIndex)} do texto: mais de ${CONTRACT_LIMITS.elements} elementos`,
        );
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  try {
    parser.end(html);
  } catch (error) {
    if (error instanceof TooMuch) return error.message;
    throw error;
  }
  return undefined;
}

const placeholdersIn = (parts: readonly Part[]): number =>
  parts.reduce(
    (sum, part) =>
      sum + (part.kind === 'text' ? 0 : 1) + (part.kind === 'section' ? placeholdersIn(part.parts) : 0),
    0,
  );

/**
 * Cleans a contract text and takes it apart, so that what it costs a candidate is to put her data into it. Takes up to a
 * few tenths of a second, so it runs aside (`clean-in-thread.ts`) or where a catalogue is read. Problems are in pt-BR where
 * they are about limits.
 */
export function compileContract(html: string): Compiled {
  if (html.length > CONTRACT_LIMITS.characters)
    return { problems: [`o texto passa de ${CONTRACT_LIMITS.characters} caracteres`] };
  const problem = structureProblem(html);
  if (problem) return { problems: [problem] };
  const clean = cleanHtml(html);
  const problems = contractTextProblems(clean);
  if (problems.length > 0) return { problems };
  const parts = readTemplate(clean);
  return placeholdersIn(parts) > CONTRACT_LIMITS.placeholders
    ? { problems: [`mais de ${CONTRACT_LIMITS.placeholders} campos {{…}}`] }
    : { parts };
}
