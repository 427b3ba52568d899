import { DOCUMENT_LABELS } from '@orbita/domain/identity';
import { identityTexts as t } from '../texts/identity.ts';
import type { Identified } from './identified.ts';

/** What is typed to sign in with a password. */
export type SignInValues = Identified & { password: string; remember: boolean };

/** Field labels shared by both sign-in forms. */
export const signInLabels = ({ documentType }: SignInValues) => ({
  document: DOCUMENT_LABELS[documentType],
  password: t.password,
});
