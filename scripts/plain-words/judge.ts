import { fleschOf, wordsOf } from './flesch.ts';

/** Read at school, not only at college (D-90). */
const EASY = 60;
/** Fewer words say nothing alone: what has some of them is judged with the others of its screen. */
const ALONE = 8;
/** Names of fields, buttons and pages: the formula is made for sentences. */
const SENTENCE = 4;

/** What is too hard among the texts of one screen: single texts, and what stands for the shorter ones together. */
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
