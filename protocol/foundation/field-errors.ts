import type { z } from 'zod';
import type { FieldErrorShape } from './errors.ts';
import { unrecognized } from './query-names.ts';

/** In a reference, 0 means that none was chosen (spec 2.3). */
const isNone = ({ path, input }: z.core.$ZodIssue): boolean =>
  input === 0 && /^(id|\w*Id)$/.test(String(path.at(-1)));

const textOf = (issue: z.core.$ZodIssue): string => {
  if (isNone(issue)) return 'Obrigatório.';
  if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null))
    return 'Obrigatório.';
  if (issue.code === 'too_big' && issue.origin === 'string') return `Máximo de ${issue.maximum} caracteres.`;
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return issue.minimum === 1 ? 'Obrigatório.' : `Mínimo de ${issue.minimum} caracteres.`;
  }
  return 'Valor inválido.';
};

/**
 * Fields of a body or query whose shape is wrong, with the texts of spec 2.4. Fields are named by their dotted path. Parse with
 * `{ reportInput: true }`, otherwise a missing field cannot be distinguished from a wrong one.
 */
export const fieldErrorsOf = (error: z.ZodError): FieldErrorShape[] =>
  error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? unrecognized(issue)
      : [{ field: issue.path.map(String).join('.'), message: textOf(issue) }],
  );
