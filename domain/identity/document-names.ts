import type { DocumentType } from '../foundation/index.ts';

/** Labels of the sign-in documents, kept apart from their rules because the sign-in page is rendered without those. */
export const DOCUMENT_LABELS: Record<DocumentType, string> = {
  cpf: 'CPF',
  rne: 'RNE',
  passport: 'Passaporte',
};

/** Document types with which a tenant lets people sign in (spec 3.1 `usePassport`). */
export const documentTypes = (usePassport: boolean): DocumentType[] =>
  usePassport ? ['cpf', 'rne', 'passport'] : ['cpf', 'rne'];
