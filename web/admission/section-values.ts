import {
  draftErrors,
  draftOf,
  emptyValues,
  keptOf,
  rowsOf,
  type SectionDraft,
  type SectionKey,
  sameRows,
  type TypedValues,
  type YearLimits,
} from '@orbita/domain/admission';
import { AUTOSAVE_IDLE_MS } from '@orbita/domain/essay';
import type { DraftRules } from '../base/autosave.ts';

export { draftOf, emptyValues, keptOf, rowsOf, type SectionDraft, type TypedValues };

/** The same as for an essay whose offer sets no other value (spec 10.1). */
const AUTOSAVE_MOST_MS = 30_000;

/** How a section is saved: values that the server would refuse are not sent, and empty rows do not count as a change. */
export const sectionRules = (key: SectionKey, limits: YearLimits): DraftRules<SectionDraft> => ({
  idleMs: AUTOSAVE_IDLE_MS,
  mostMs: AUTOSAVE_MOST_MS,
  same: (a, b) => sameRows(key, rowsOf(key, a), rowsOf(key, b)),
  refused: (draft) => draftErrors(key, rowsOf(key, draft), limits).length > 0,
});

const isValues = (value: unknown): value is TypedValues =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string');

export const isSectionDraft = (value: unknown): value is SectionDraft =>
  Array.isArray(value) && value.every(isValues);

/** id of a control on the page; `field` is the path in a rule's error, such as `rows.0.conclusionYear`. */
export const controlId = (key: SectionKey, field: string): string =>
  field === 'rows' ? sectionId(key) : `${key}.${field}`;

export const sectionId = (key: SectionKey): string => `secao-${key}`;
