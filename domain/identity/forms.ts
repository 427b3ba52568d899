import { type DocumentType, documentOf, type Rules, required } from '../foundation/index.ts';

type Typed = string | null | undefined;

export const DOCUMENT_LABELS: Record<DocumentType, string> = {
  cpf: 'CPF',
  rne: 'RNE',
  passport: 'Passaporte',
};

/** Kinds of document a tenant lets people sign in with (spec 3.1 `usePassport`). */
export const documentTypes = (usePassport: boolean): DocumentType[] =>
  usePassport ? ['cpf', 'rne', 'passport'] : ['cpf', 'rne'];

export interface SignIn {
  document?: Typed;
  password?: Typed;
}

/** Rules of S-01. */
export const signInRules = (documentType: DocumentType): Rules<SignIn> => ({
  document: [required, documentOf(documentType)],
  password: required,
});

/** Rules of every step that asks for a document: code sign-in, reset, linking. */
export const documentRules = (documentType: DocumentType): Rules<Pick<SignIn, 'document'>> => ({
  document: [required, documentOf(documentType)],
});
