import { CONCLUSION_TEXTS, conclusionYear } from '../enrolment/index.ts';
import { type FieldError, isRealDay, maxLength, required } from '../foundation/index.ts';

/** A field value of a row: text, a year as a number, or null when empty. */
export type RowValue = string | number | null;
export type Row = Readonly<Record<string, RowValue>>;
/** A row as typed by the candidate; fields may be missing. */
export type TypedRow = Readonly<Record<string, RowValue | undefined>>;

export type FieldOption = { code: string; label: string };

/** Definition of one row field (spec 11.1), used both to render the page and to validate on the server. */
export type RowField = {
  name: string;
  label: string;
  required?: true;
} & (
  | { kind: 'text'; max: number }
  | { kind: 'choice'; options: readonly FieldOption[] }
  | { kind: 'year'; notBefore?: string }
  | { kind: 'month'; notBefore?: string }
  | { kind: 'link'; accepts: 'https' | 'web-or-doi' }
);

/** Limits for years (spec 12.2); without a birth date there is no lower limit. */
export type YearLimits = { birthDate: string | null; limit: number };

export const ADMISSION_TEXTS = {
  elsewhere: 'Esta seção foi alterada em outra janela.',
  link: 'Informe um endereço válido (https://…).',
  choice: 'Selecione uma opção.',
  value: 'Valor inválido.',
  month: 'Confira o mês e o ano. Escreva assim: 04/2020.',
  yearOrder: 'O ano de conclusão não pode ser anterior ao ano de início.',
  monthOrder: 'O fim não pode ser anterior ao início.',
  incomplete: (labels: readonly string[]) => `Preencha as seções obrigatórias: ${labels.join(', ')}.`,
  channel: 'Selecione uma forma de contato.',
  tooMany: (most: number) => `Máximo de ${most} itens.`,
} as const;

const LONGEST_LINK = 500;
const DOI = /^(doi:\s*)?10\.\d{4,9}\/\S+$/i;

/** A usable web address: no credentials, and a host with a dot. */
export function isWebAddress(value: string, schemes: readonly string[]): boolean {
  if (!URL.canParse(value) || /\s/.test(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return schemes.includes(protocol) && hostname.includes('.') && !username && !password;
}

const yearText = (value: RowValue, { birthDate, limit }: YearLimits): string | undefined =>
  typeof value === 'number'
    ? conclusionYear({ birthDate: birthDate ?? '0000-01-01', limit }, true)(value)
    : CONCLUSION_TEXTS.invalid;

function monthText(value: RowValue, limits: YearLimits): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}$/.test(value) || !isRealDay(`${value}-01`))
    return ADMISSION_TEXTS.month;
  const year = Number(value.slice(0, 4));
  const born = Number((limits.birthDate ?? '0000').slice(0, 4));
  return year > born && year <= limits.limit ? undefined : ADMISSION_TEXTS.month;
}

function textOf(field: RowField, row: Row, limits: YearLimits): string | undefined {
  const value = row[field.name] ?? null;
  if (value === null) return undefined;
  switch (field.kind) {
    case 'year': {
      const text = yearText(value, limits);
      const start = field.notBefore ? row[field.notBefore] : null;
      return (
        text ?? (typeof start === 'number' && Number(value) < start ? ADMISSION_TEXTS.yearOrder : undefined)
      );
    }
    case 'month': {
      const text = monthText(value, limits);
      const start = field.notBefore ? row[field.notBefore] : null;
      return (
        text ?? (typeof start === 'string' && String(value) < start ? ADMISSION_TEXTS.monthOrder : undefined)
      );
    }
    case 'choice':
      return field.options.some(({ code }) => code === value) ? undefined : ADMISSION_TEXTS.choice;
    case 'link':
      return typeof value === 'string' && isLink(value, field.accepts) ? undefined : ADMISSION_TEXTS.link;
    default:
      return typeof value === 'string' ? maxLength(field.max)(value) : ADMISSION_TEXTS.value;
  }
}

const isLink = (value: string, accepts: 'https' | 'web-or-doi') =>
  value.length <= LONGEST_LINK &&
  (accepts === 'https'
    ? isWebAddress(value, ['https:'])
    : DOI.test(value) || isWebAddress(value, ['https:', 'http:']));

/** The row as stored: known fields only, texts trimmed, empty values as null. */
export const cleanRow = (fields: readonly RowField[], row: TypedRow): Row =>
  Object.fromEntries(
    fields.map(({ name }) => {
      const value = Object.hasOwn(row, name) ? row[name] : null;
      return [name, typeof value === 'string' ? value.trim() || null : (value ?? null)];
    }),
  );

export const isBlankRow = (row: Row): boolean => Object.values(row).every((value) => value === null);

/** Errors of a cleaned row, by field. With `whole`, missing required fields are errors too. */
export const rowErrors = (
  fields: readonly RowField[],
  row: Row,
  limits: YearLimits,
  whole: boolean,
): FieldError[] =>
  fields.flatMap((field) => {
    const message =
      (whole && field.required ? required(row[field.name]) : undefined) ?? textOf(field, row, limits);
    return message ? [{ field: field.name, message }] : [];
  });
