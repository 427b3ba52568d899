import { ANY_INSTITUTION, type PixAccount } from './config.ts';

/** Client of the demo hosts at every social provider. */
const CLIENT = { sim: 'sandbox-social-secret' };
const socialOf = (url: string) => ({
  google: { issuer: `${url}/oidc/google`, secrets: CLIENT },
  linkedin: { issuer: `${url}/oidc/linkedin`, secrets: CLIENT },
  facebook: { graphUrl: `${url}/graph`, scriptUrl: `${url}/graph/sdk.js`, secrets: CLIENT },
});

/** Returns addresses and keys that point every adapter at a sandbox; nothing else differs from production. */
export function sandboxEnvironment(sandbox: {
  url: string;
  smtpPort: number;
  clamdPort: number;
  controlKey: string;
}): Record<string, string> {
  const host = new URL(sandbox.url).hostname;
  // The sandbox keeps an account for every institution of any catalogue.
  const accounts: Record<string, PixAccount> = {
    [ANY_INSTITUTION]: {
      baseUrl: `${sandbox.url}/psp`,
      tokenUrl: `${sandbox.url}/psp/oauth/token`,
      clientId: `sandbox-${ANY_INSTITUTION}`,
      clientSecret: 'sandbox-secret',
      receiver: { agencia: '0001', conta: '123456', tipoConta: 'CORRENTE' },
    },
  };
  return {
    ORBITA_SANDBOX_URL: sandbox.url,
    ORBITA_SANDBOX_KEY: sandbox.controlKey,
    ORBITA_SMTP_URL: `smtp://${host}:${sandbox.smtpPort}`,
    ORBITA_SMS_URL: `${sandbox.url}/sms/messages`,
    ORBITA_SMS_KEY: 'sandbox-sms-key',
    ORBITA_ZIP_URL: `${sandbox.url}/cep/ws`,
    ORBITA_EXAM_SCORE_URL: `${sandbox.url}/exam-score`,
    ORBITA_EXAM_SCORE_KEY: 'sandbox-exam-score-key',
    ORBITA_ACADEMIC_CATALOGUES: JSON.stringify({
      [ANY_INSTITUTION]: { url: `${sandbox.url}/academic-catalogue`, key: 'sandbox-academic-key' },
    }),
    ORBITA_CAPTCHA_URL: `${sandbox.url}/captcha/siteverify`,
    ORBITA_CAPTCHA_SCRIPT_URL: `${sandbox.url}/captcha/api.js`,
    ORBITA_CAPTCHA_SECRET: 'sandbox-captcha-secret',
    ORBITA_TAG_MANAGER_URL: `${sandbox.url}/tags/gtm.js`,
    ORBITA_OPTIMIZE_URL: `${sandbox.url}/tags/optimize.js`,
    ORBITA_CLAMD: `${host}:${sandbox.clamdPort}`,
    ORBITA_PIX_ACCOUNTS: JSON.stringify(accounts),
    ORBITA_SOCIAL: JSON.stringify(socialOf(sandbox.url)),
  };
}
