import { Parser } from 'htmlparser2';
import { unprintable } from '../platform/pdf-fonts.ts';
import { cleanHtml } from './clean-html.ts';
import { contractTextProblems, isList } from './placeholders.ts';
import { sourceProblems } from './source.ts';
import { type Part, readTemplate } from './template.ts';

/**
 * Maximum size of a contract text: far above any real contract, and far below what would keep a browser, the PDF or the cleaning
 * busy. Cleaning time grows with the square of the depth.
 */
export const CONTRACT_LIMITS = {
  characters: 500_000,
  /** Nesting depth of elements. */
  depth: 50,
  elements: 20_000,
  placeholders: 2_000,
} as const;

/** Increased whenever the cleaning rules change, so that texts cleaned earlier are cleaned again. */
export const CLEANING = 2;

/** A contract text ready to be filled in for each candidate, cleaned and split into parts, or why it cannot be used. */
export type Compiled = { parts: Part[]; problems?: undefined } | { parts?: undefined; problems: string[] };

class TooMuch extends Error {}

/** Maximum nesting depth of a text. Throws `TooMuch` as soon as a limit is exceeded, so the time is linear in the length. */
function depthOf(html: string): number {
  let [depth, deepest, elements] = [0, 0, 0];
  const tooMuch = (what: string): never => {
    const line = html.slice(0, parser.startIndex).split('\n').length;
    throw new TooMuch(`linha ${line} do texto: mais de ${what}`);
  };
  const parser: Parser = new Parser({
    onopentagname: () => {
      depth += 1;
      elements += 1;
      deepest = Math.max(deepest, depth);
      if (depth > CONTRACT_LIMITS.depth) tooMuch(`${CONTRACT_LIMITS.depth} elementos um dentro do outro`);
      if (elements > CONTRACT_LIMITS.elements) tooMuch(`${CONTRACT_LIMITS.elements} elementos`);
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  parser.end(html);
  return deepest;
}

function structureProblem(html: string): string | undefined {
  try {
    depthOf(html);
  } catch (error) {
    if (error instanceof TooMuch) return error.message;
    throw error;
  }
  return undefined;
}

/** Characters that no font of the PDF has, each with the line where it first occurs. */
function signProblems(html: string): string[] {
  const problems: string[] = [];
  const met = new Set<string>();
  const parser: Parser = new Parser({
    ontext: (text) => {
      for (const sign of unprintable(text).filter((one) => !met.has(one))) {
        met.add(sign);
        if (problems.length >= MOST_SIGNS) return;
        const line = html.slice(0, parser.startIndex).split('\n').length;
        problems.push(`linha ${line} do texto: o PDF não tem o sinal "${sign}", escreva de outro jeito`);
      }
    },
  });
  parser.end(html);
  return problems;
}
const MOST_SIGNS = 20;

const placeholdersIn = (parts: readonly Part[]): number =>
  parts.reduce(
    (sum, part) =>
      sum + (part.kind === 'text' ? 0 : 1) + (part.kind === 'section' ? placeholdersIn(part.parts) : 0),
    0,
  );

/**
 * Cleans a contract text and splits it into parts, so that only the candidate's data has to be filled in later. Takes up to a few
 * tenths of a second, so it runs in a worker (`clean-in-thread.ts`) or while a catalogue is read. Problems about limits are in
 * pt-BR.
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

/** The text of the parts, with each section included once. */
const textOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => (part.kind === 'section' ? textOf(part.parts) : part.kind === 'text' ? part.text : ''))
    .join('');

/** Names of lists whose section leaves an element open: each item would be nested in the previous one. */
const openSections = (parts: readonly Part[]): string[] =>
  parts.flatMap((part): string[] => {
    if (part.kind !== 'section') return [];
    const once = textOf(part.parts);
    const open = isList(part.name) && depthOf(once + once) > depthOf(once);
    return [...(open ? [part.name] : []), ...openSections(part.parts)];
  });

/** Why a text of the catalogue is refused; empty when it is accepted. */
export function contractProblems(html: string): string[] {
  const { parts, problems } = compileContract(html);
  if (!parts) return problems;
  try {
    const unseen = [...sourceProblems(html), ...signProblems(html)];
    if (unseen.length > 0) return unseen;
    return openSections(parts).map(
      (name) => `{{#${name}}} abre um elemento que não fecha antes de {{/${name}}}`,
    );
  } catch (error) {
    if (error instanceof TooMuch) return [error.message];
    throw error;
  }
}
