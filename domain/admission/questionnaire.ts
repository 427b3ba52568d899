import { type FieldError, TEXTS } from '../foundation/index.ts';
import {
  ADMISSION_TEXTS,
  cleanRow,
  isBlankRow,
  type Row,
  rowErrors,
  type TypedRow,
  type YearLimits,
} from './fields.ts';
import { SECTIONS, type SectionKey } from './sections.ts';

/** States of a questionnaire (spec 11.3). */
export const QUESTIONNAIRE_STATES = ['draft', 'submitted', 'returned', 'approved', 'rejected'] as const;
export type QuestionnaireState = (typeof QUESTIONNAIRE_STATES)[number];

/** A section that the offer's questionnaire template includes. */
export type AskedSection = { key: SectionKey; mandatory: boolean };
export type Answers = Readonly<Partial<Record<SectionKey, readonly Row[]>>>;

/** Whether the candidate may edit the questionnaire, i.e. it is not under review or decided. */
export const isWritable = (state: QuestionnaireState): boolean => state === 'draft' || state === 'returned';

/** Minimum number of rows: at least one in a mandatory section; any other section may stay empty. */
export const fewestRows = ({ key, mandatory }: AskedSection): number =>
  mandatory ? Math.max(1, SECTIONS[key].min) : 0;

/** Rows as they are stored: cleaned, without empty ones. */
export const keptRows = (key: SectionKey, rows: readonly TypedRow[]): Row[] =>
  rows.map((row) => cleanRow(SECTIONS[key].fields, row)).filter((row) => !isBlankRow(row));

/** Whether both would be stored as the same rows; the order of fields within a row does not matter. */
export const sameRows = (key: SectionKey, a: readonly TypedRow[], b: readonly TypedRow[]): boolean =>
  JSON.stringify(keptRows(key, a)) === JSON.stringify(keptRows(key, b));

/**
 * Errors of a draft: too many rows or invalid values; missing values may be filled in later. Fields are named by their path, such
 * as `rows.0.conclusionYear`.
 */
export function draftErrors(key: SectionKey, rows: readonly TypedRow[], limits: YearLimits): FieldError[] {
  const { fields, max } = SECTIONS[key];
  if (keptRows(key, rows).length > max) return [{ field: 'rows', message: ADMISSION_TEXTS.tooMany(max) }];
  return rows.flatMap((row, index) =>
    rowErrors(fields, cleanRow(fields, row), limits, false).map(({ field, message }) => ({
      field: `rows.${index}.${field}`,
      message,
    })),
  );
}

/**
 * All errors that prevent a section from being submitted, given the rows on the page. Empty rows are ignored, except that a
 * mandatory section without any filled row reports the missing values of its first row.
 */
export function wholeErrors(
  section: AskedSection,
  rows: readonly TypedRow[],
  limits: YearLimits,
): FieldError[] {
  const { fields, max } = SECTIONS[section.key];
  const clean = rows.map((row) => cleanRow(fields, row));
  const filled = clean.filter((row) => !isBlankRow(row)).length;
  if (filled > max) return [{ field: 'rows', message: ADMISSION_TEXTS.tooMany(max) }];
  const wanting = filled < fewestRows(section);
  const found = clean.flatMap((row, index) =>
    isBlankRow(row) && !(wanting && index === 0)
      ? []
      : rowErrors(fields, row, limits, true).map(({ field, message }) => ({
          field: `rows.${index}.${field}`,
          message,
        })),
  );
  return found.length === 0 && wanting ? [{ field: 'rows', message: TEXTS.required }] : found;
}

/** Whether the section may be submitted: enough rows, with nothing missing or invalid in any of them. */
export function isSectionComplete(section: AskedSection, rows: readonly Row[], limits: YearLimits): boolean {
  const { fields, max } = SECTIONS[section.key];
  return (
    rows.length >= fewestRows(section) &&
    rows.length <= max &&
    rows.every((row) => rowErrors(fields, row, limits, true).length === 0)
  );
}

/** Incomplete sections, in the order of the template. */
export const incompleteSections = (
  asked: readonly AskedSection[],
  answers: Answers,
  limits: YearLimits,
): SectionKey[] =>
  asked
    .filter((section) => !isSectionComplete(section, answers[section.key] ?? [], limits))
    .map(({ key }) => key);

/** "Preencha as seções obrigatórias: Graduação, Idiomas." */
export const incompleteText = (keys: readonly SectionKey[]): string =>
  ADMISSION_TEXTS.incomplete(keys.map((key) => SECTIONS[key].label));
