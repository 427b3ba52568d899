import { type FieldError, isBlank, TEXTS } from '../foundation/index.ts';

/** Number of words: runs of non-space characters that contain a letter or a digit (spec 10.1). */
export function countWords(text: string): number {
  return text.split(/\s+/u).filter((run) => /[\p{L}\p{N}]/u.test(run)).length;
}

/** Number of characters: Unicode code points, including spaces (spec 10.1). */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export interface EssayLimits {
  minWords: number;
  maxWords: number;
  maxCharacters: number;
  titleMin: number;
  titleMax: number;
}

/** Product defaults (D-09); words and characters are parameters of spec 3.2. */
export const ESSAY_LIMITS: EssayLimits = {
  minWords: 150,
  maxWords: 600,
  maxCharacters: 5000,
  titleMin: 3,
  titleMax: 100,
};

export const ESSAY_TEXTS = {
  minWords: (min: number) => `A redação deve ter no mínimo ${min} palavras.`,
  maxWords: (max: number) => `A redação deve ter no máximo ${max} palavras.`,
} as const;

export interface EssayText {
  title: string | null | undefined;
  essay: string | null | undefined;
}

function titleError(title: string, limits: EssayLimits): string | undefined {
  const length = countCharacters(title.trim());
  if (isBlank(title)) return TEXTS.required;
  if (length < limits.titleMin) return TEXTS.minLength(limits.titleMin);
  return length > limits.titleMax ? TEXTS.maxLength(limits.titleMax) : undefined;
}

function bodyError(essay: string, limits: EssayLimits): string | undefined {
  if (isBlank(essay)) return TEXTS.required;
  const words = countWords(essay);
  if (words < limits.minWords) return ESSAY_TEXTS.minWords(limits.minWords);
  if (words > limits.maxWords) return ESSAY_TEXTS.maxWords(limits.maxWords);
  return countCharacters(essay) > limits.maxCharacters ? TEXTS.maxLength(limits.maxCharacters) : undefined;
}

const errors = (title: string | undefined, essay: string | undefined): FieldError[] => [
  ...(title ? [{ field: 'title', message: title }] : []),
  ...(essay ? [{ field: 'essay', message: essay }] : []),
];

/** Errors that prevent an essay from being finished (spec 10.3, S-18). */
export const essayErrors = ({ title, essay }: EssayText, limits: EssayLimits = ESSAY_LIMITS): FieldError[] =>
  errors(titleError(title ?? '', limits), bodyError(essay ?? '', limits));

/** Errors of a draft: only upper limits, because a draft may be short (spec 10.4). */
export function draftErrors({ title, essay }: EssayText, limits: EssayLimits = ESSAY_LIMITS): FieldError[] {
  const over = (text: string | null | undefined, most: number) =>
    countCharacters(text ?? '') > most ? TEXTS.maxLength(most) : undefined;
  return errors(over(title, limits.titleMax), over(essay, limits.maxCharacters));
}

/** Whether a saved text may be delivered when time runs out (spec 10.1). */
export const meetsLimits = (text: EssayText, limits?: EssayLimits): boolean =>
  essayErrors(text, limits).length === 0;
