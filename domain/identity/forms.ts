import { type DocumentType, documentOf, type Rules, required } from '../foundation/index.ts';

type Typed = string | null | undefined;

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
