/** What a reviewer compares a document with, and no more than its kind needs (spec 25.8). */
export type ComparedWith = 'identity' | 'cpf' | 'address' | 'school' | 'diploma' | 'guardian' | 'name';

/** Codes of catalogues by what their papers say; a code with an addition, such as `RG-VERSO`, counts as its beginning. */
const CODES: readonly (readonly [code: string, ComparedWith])[] = [
  ['RG', 'identity'],
  ['RNE', 'identity'],
  ['PASSAPORTE', 'identity'],
  ['CERTIDAO', 'identity'],
  ['CPF', 'cpf'],
  ['RESIDENCIA', 'address'],
  ['DIPLOMA', 'diploma'],
  ['HIST-GRAD', 'diploma'],
  ['HIST-ANALISE', 'diploma'],
  ['HISTORICO', 'school'],
  ['CERTIFICADO', 'school'],
  ['EQUIVALENCIA', 'school'],
  ['RESPONSAVEL', 'guardian'],
];

/** What the document of a code is compared with; one that is not known shows the name only. */
export const comparedWith = (code: string): ComparedWith =>
  CODES.find(([known]) => code === known || code.startsWith(`${known}-`))?.[1] ?? 'name';
