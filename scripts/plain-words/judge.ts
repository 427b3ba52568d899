import { fleschOf, wordsOf } from './flesch.ts';

/** Readable at school, not only at college (D-90). */
const EASY = 60;
/** Shorter texts say little alone: they are judged together with the others of their screen. */
const ALONE = 8;
/** Shorter texts are names of fields, buttons and pages: the formula is made for sentences. */
const SENTENCE = 4;

/** Texts of one screen that are too hard: single ones, and the shorter ones taken together. */
export function tooHard(texts: readonly string[]): string[] {
  const count = (text: string): number => wordsOf(text).length;
  const shown = (text: string, name: string): string[] =>
    fleschOf(text) < EASY ? [`${fleschOf(text).toFixed(0)} ${name}`] : [];
  const short = texts.filter((text) => count(text) >= SENTENCE && count(text) < ALONE);
  return [
    ...texts.filter((text) => count(text) >= ALONE).flatMap((text) => shown(text, text)),
    ...shown(short.join('\n'), `${short.length} short texts together`),
  ];
}
