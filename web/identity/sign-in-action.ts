import { check, normaliseDocument } from '@orbita/domain/foundation';
import { signInRules } from '@orbita/domain/identity';
import { call } from '../base/api.ts';
import { settings } from '../base/settings.ts';
import type { Captcha } from './captcha.ts';
import type { SignInValues } from './sign-in-values.ts';

/** Validation shared by both sign-in forms. */
export const judgeSignIn = (values: SignInValues) => check(values, signInRules(values.documentType));

/** Signs in with document and password (spec 5.4). False: nothing was sent, because the captcha is not ready. */
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
