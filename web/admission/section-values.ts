import {
  draftErrors,
  keptRows,
  type Row,
  type RowField,
  type RowValue,
  SECTIONS,
  type SectionKey,
  sameRows,
  type TypedRow,
  type YearLimits,
} from '@orbita/domain/admission';
import { AUTOSAVE_IDLE_MS } from '@orbita/domain/essay';
import type { DraftRules } from '../app/autosave.ts';

/** A row as it is typed: the text of each field. */
export type TypedValues = Readonly<Record<string, string>>;
/** A section as it is typed. */
export type SectionDraft = readonly TypedValues[];

export const emptyValues = (key: SectionKey): TypedValues =>
  Object.fromEntries(SECTIONS[key].fields.map(({ name }) => [name, '']));

function shown({ kind }: RowField, value: RowValue): string {
  if (value === null) return '';
  const month = kind === 'month' && /^(\d{4})-(\d{2})$/.exec(String(value));
  return month ? `${month[2]}/${month[1]}` : String(value);
}

function typed({ kind }: RowField, text: string): RowValue {
  const given = text.trim();
  if (given === '') return null;
  if (kind === 'year') return /^\d{1,4}$/.test(given) ? Number(given) : given;
  const month = kind === 'month' && /^(\d{2})\/(\d{4})$/.exec(given);
  return month ? `${month[2]}-${month[1]}` : given;
}

/** Rows on file as the form shows them. */
export const draftOf = (key: SectionKey, rows: readonly Row[]): SectionDraft =>
  rows.map((row) =>
    Object.fromEntries(
      SECTIONS[key].fields.map((field) => [field.name, shown(field, row[field.name] ?? null)]),
    ),
  );

/** Rows of the form as the rules of the domain read them, empty ones too. */
export const rowsOf = (key: SectionKey, draft: SectionDraft): TypedRow[] =>
  draft.map((values) =>
    Object.fromEntries(
      SECTIONS[key].fields.map((field) => [field.name, typed(field, values[field.name] ?? '')]),
    ),
  );

/** Rows as they are saved. */
export const keptOf = (key: SectionKey, draft: SectionDraft): Row[] => keptRows(key, rowsOf(key, draft));

/** As for an essay where the offer says nothing else (spec 10.1). */
const AUTOSAVE_MOST_MS = 30_000;

/** How a section is saved: values that the server would refuse stay here, and empty rows are no change. */
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

/** id of a control on the page; `field` is the path of a rule's error, such as `rows.0.conclusionYear`. */
export const controlId = (key: SectionKey, field: string): string =>
  field === 'rows' ? sectionId(key) : `${key}.${field}`;

export const sectionId = (key: SectionKey): string => `secao-${key}`;
