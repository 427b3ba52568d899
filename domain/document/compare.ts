/** What a reviewer compares a document with; no more than its kind requires (spec 25.8). */
export type ComparedWith = 'identity' | 'cpf' | 'address' | 'school' | 'diploma' | 'guardian' | 'name';

/** What to compare each catalogue code with. A code with a suffix, such as `RG-VERSO`, matches by its prefix. */
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

/** What a document is compared with, by its code; unknown codes show the name only. */
export const comparedWith = (code: string): ComparedWith =>
  CODES.find(([known]) => code === known || code.startsWith(`${known}-`))?.[1] ?? 'name';
