import { plainLine } from '../foundation/index.ts';
import type { Row, RowField, RowValue, TypedRow } from './fields.ts';
import { keptRows } from './questionnaire.ts';
import { SECTIONS, type SectionKey } from './sections.ts';

/** A row as typed: the text of each field. */
export type TypedValues = Readonly<Record<string, string>>;
/** A section as typed. */
export type SectionDraft = readonly TypedValues[];

export const emptyValues = (key: SectionKey): TypedValues =>
  Object.fromEntries(SECTIONS[key].fields.map(({ name }) => [name, '']));

function shown({ kind }: RowField, value: RowValue): string {
  if (value === null) return '';
  const month = kind === 'month' && /^(\d{4})-(\d{2})$/.exec(String(value));
  return month ? `${month[2]}/${month[1]}` : String(value);
}

function typed({ kind }: RowField, text: string): RowValue {
  const given = kind === 'year' || kind === 'month' ? plainLine(text) : text.trim();
  if (given === '') return null;
  if (kind === 'year') return /^\d{1,4}$/.test(given) ? Number(given) : given;
  const month = kind === 'month' && /^(\d{2})\/(\d{4})$/.exec(given);
  return month ? `${month[2]}-${month[1]}` : given;
}

/** Stored rows converted to the text values of the form. */
export const draftOf = (key: SectionKey, rows: readonly Row[]): SectionDraft =>
  rows.map((row) =>
    Object.fromEntries(
      SECTIONS[key].fields.map((field) => [field.name, shown(field, row[field.name] ?? null)]),
    ),
  );

/** Form rows converted to what the rules check, including empty rows. */
export const rowsOf = (key: SectionKey, draft: SectionDraft): TypedRow[] =>
  draft.map((values) =>
    Object.fromEntries(
      SECTIONS[key].fields.map((field) => [field.name, typed(field, values[field.name] ?? '')]),
    ),
  );

/** Form rows as they are saved. */
export const keptOf = (key: SectionKey, draft: SectionDraft): Row[] => keptRows(key, rowsOf(key, draft));
