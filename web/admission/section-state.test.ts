import { describe, expect, it } from 'vitest';
import { type Autosave, openAutosave } from '../base/autosave.ts';
import { lastSaved, problemsOf, savingWord, sectionWord } from './section-state.ts';
import { type SectionDraft, sectionRules } from './section-values.ts';

const limits = { birthDate: null, limit: 2026 };
const asked = {
  key: 'graduate',
  label: 'Graduação',
  mandatory: true,
  min: 1,
  max: 5,
  complete: false,
  rows: [],
  revision: 0,
} as const;
const whole = { institution: 'U', course: 'C', degree: 'bachelor', conclusionYear: '2020' };

function now(draft: SectionDraft, more: Partial<Autosave<SectionDraft>> = {}, mandatory = true) {
  const opening = { draft, revision: 0, unsent: false, online: true };
  const state = { ...openAutosave(opening, sectionRules('graduate', limits), 0), ...more };
  return { section: { ...asked, rows: [], mandatory }, limits, refused: [], state };
}

describe('the progress of a section', () => {
  it.each([
    ['missing', now([])],
    ['empty', now([{}], {}, false)],
    ['missing', now([{ institution: 'U' }], {}, false)],
    ['done', now([whole])],
    ['stale', now([whole], { phase: 'stale' })],
  ])('%s', (word, section) => expect(sectionWord(section)).toBe(word));

  it('shows server errors only where the local rules report none', () => {
    const refused = [{ field: 'rows.0.course', message: 'Inválido.' }];
    expect(problemsOf({ ...now([whole]), refused }, true)).toEqual(refused);
    expect(problemsOf({ ...now([{}]), refused }, true)).toHaveLength(4);
    expect(problemsOf(now([{}]), false)).toEqual([]);
  });
});

describe('one save status for all sections', () => {
  const saved = (at: string) => now([whole], { savedAt: at });
  it('shows problems first, otherwise the latest save', () => {
    const failing = now([whole], { change: 1, failures: 1 });
    expect(savingWord([saved('a'), failing, now([])])).toBe('error');
    expect(savingWord([failing, now([whole], { change: 1, online: false })])).toBe('offline');
    expect(savingWord([now([]), saved('b')])).toBe('saved');
    expect(savingWord([])).toBe('idle');
    expect(savingWord([now([whole], { change: 1, phase: 'stale' })])).toBe('idle');
    expect(lastSaved([saved('2026-01-12T10:00:00'), now([]), saved('2026-01-12T11:00:00')])).toBe(
      '2026-01-12T11:00:00',
    );
  });
});
