import { check, normaliseDocument } from '@orbita/domain/foundation';
import { DOCUMENT_LABELS, signInRules } from '@orbita/domain/identity';
import { call } from '../base/api.ts';
import { settings } from '../base/settings.ts';
import { identityTexts as t } from '../texts/identity.ts';
import type { Captcha } from './captcha.ts';
import type { Identified } from './identified.ts';

/** What is typed to sign in with a password. */
export type SignInValues = Identified & { password: string; remember: boolean };

/** How both forms of sign-in judge and name their fields. */
export const signInJudge = {
  judge: (values: SignInValues) => check(values, signInRules(values.documentType)),
  labels: ({ documentType }: SignInValues) => ({
    document: DOCUMENT_LABELS[documentType],
    password: t.password,
  }),
};

/** Signs in with document and password (spec 5.4). False = nothing was asked, because the captcha is not there yet. */
export async function signInByPassword(values: SignInValues, captcha: Captcha): Promise<boolean> {
  const captchaToken = await captcha.token('signin');
  if (captcha.state !== 'off' && !captchaToken) return false;
  const { documentType, document, password, remember } = values;
  await call('POST /platform/auth/signin/tenants/{tenant}', {
    params: { tenant: settings.tenant.alias },
    body: {
      applicationAlias: 'orbita',
      documentType,
      document: normaliseDocument(documentType, document),
      password,
      remember,
      captchaToken: captchaToken ?? null,
    },
  });
  return true;
}
