import { syllablesOf } from './syllables.ts';

/** Numbers, symbols and addresses do not count as words; "e-mail" and "bem-vindo" are one word each. */
export const wordsOf = (text: string): string[] => text.match(/\p{L}+(?:-\p{L}+)*/gu) ?? [];

/** What ends a sentence: also a colon, a semicolon and a line break. */
const sentencesOf = (text: string): number =>
  text.split(/[.!?…:;\n]+/).filter((part) => wordsOf(part).length > 0).length;

/**
 * Reading ease of a Portuguese text, by Flesch's formula adapted to the longer words of the language (D-90): 60 and more is
 * read at school, below 40 at college.
 */
export function fleschOf(text: string): number {
  const words = wordsOf(text);
  if (words.length === 0) return 100;
  const syllables = words.reduce(
    (sum, word) => sum + word.split('-').reduce((all, part) => all + syllablesOf(part), 0),
    0,
  );
  return 248.835 - 1.015 * (words.length / sentencesOf(text)) - 84.6 * (syllables / words.length);
}
