import { draftErrors, isSectionComplete, wholeErrors } from '@orbita/domain/admission';
import type { FieldError } from '@orbita/domain/foundation';
import { isUnsent, type SaveWord, saveWord } from '../base/autosave.ts';
import { keptOf, rowsOf } from './section-values.ts';
import type { SectionNow } from './use-questionnaire.ts';

/** `empty`: an optional section without answers, which may be sent like that. */
export type SectionWord = 'done' | 'missing' | 'empty' | 'stale';

type Known = Pick<SectionNow, 'section' | 'state' | 'limits' | 'refused'>;

/** The state of a section. */
export function sectionWord({ section, state, limits }: Known): SectionWord {
  if (state.phase === 'stale') return 'stale';
  const rows = keptOf(section.key, state.draft);
  if (!isSectionComplete(section, rows, limits)) return 'missing';
  return rows.length > 0 ? 'done' : 'empty';
}

/** Errors of the rows as they are; `whole` includes missing answers. */
export function problemsOf(
  { section, state, limits, refused }: Known,
  whole: boolean,
): readonly FieldError[] {
  const rows = rowsOf(section.key, state.draft);
  const own = whole ? wholeErrors(section, rows, limits) : draftErrors(section.key, rows, limits);
  return own.length > 0 ? own : refused;
}

const ORDER: readonly SaveWord[] = ['offline', 'error', 'refused', 'saving', 'saved', 'idle'];

/** One save status for all sections: trouble first. */
export const savingWord = (sections: readonly Pick<SectionNow, 'state'>[]): SaveWord => {
  const words = sections.map(
    ({ state }): SaveWord => (state.phase === 'stale' && isUnsent(state) ? 'idle' : saveWord(state)),
  );
  return ORDER.find((word) => words.includes(word)) ?? 'idle';
};

/** The latest save of all sections. */
export const lastSaved = (sections: readonly Pick<SectionNow, 'state'>[]): string | undefined =>
  sections
    .flatMap(({ state }) => (state.savedAt ? [state.savedAt] : []))
    .sort()
    .at(-1);
