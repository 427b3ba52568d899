import type { DocumentType } from '../foundation/index.ts';

/** Names of the documents a person signs in with, apart from their rules: the sign-in page is drawn without those. */
export const DOCUMENT_LABELS: Record<DocumentType, string> = {
  cpf: 'CPF',
  rne: 'RNE',
  passport: 'Passaporte',
};

/** Kinds of document a tenant lets people sign in with (spec 3.1 `usePassport`). */
export const documentTypes = (usePassport: boolean): DocumentType[] =>
  usePassport ? ['cpf', 'rne', 'passport'] : ['cpf', 'rne'];
