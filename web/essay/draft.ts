import { AUTOSAVE_IDLE_MS, draftErrors, type EssayLimits } from '@orbita/domain/essay';
import type { DraftRules } from '../base/autosave.ts';

export type Draft = { title: string; essay: string };

export const sameText = (a: Draft, b: Draft): boolean => a.title === b.title && a.essay === b.essay;

export const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Draft).title === 'string' &&
  typeof (value as Draft).essay === 'string';

/** How an essay is saved: a text that is too long is not sent (spec 10.4). */
export const essayRules = (limits: EssayLimits, autosaveSeconds: number): DraftRules<Draft> => ({
  idleMs: AUTOSAVE_IDLE_MS,
  mostMs: autosaveSeconds * 1000,
  same: sameText,
  refused: (draft) => draftErrors(draft, limits).length > 0,
});
