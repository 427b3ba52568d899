import { ACQUIRERS } from '@orbita/domain/tenancy';
import { ACQUIRER } from './acquirers.ts';

/** Matches every institution, as a reference and inside account names. */
const ANY_INSTITUTION = '*';

/** Name of an institution's account at the simulated providers; the institution is given as `alias-CODE`. */
export const sandboxAccount = (institution: string): string => `sandbox-${institution}`;

/** Client of every tenant's demo hosts at every social provider. */
const CLIENT = { [`${ANY_INSTITUTION}/sim`]: 'sandbox-social-secret' };
const socialOf = (url: string) => ({
  google: { issuer: `${url}/oidc/google`, secrets: CLIENT },
  linkedin: { issuer: `${url}/oidc/linkedin`, secrets: CLIENT },
  facebook: { graphUrl: `${url}/graph`, scriptUrl: `${url}/graph/sdk.js`, secrets: CLIENT },
});

/** Issuer of the demo catalogue's own sign-in, simulated by the sandbox. */
const STAFF_ISSUER = 'https://login.alfa.test/realm';

/** Value of `ORBITA_SECRET_{NAME}_FOR` that allows a tenant's secret to be sent to these addresses. */
export const secretFor = (tenant: string, urls: readonly string[]): string =>
  urls.map((url) => `${tenant}@${new URL(url).host}`).join(',');

/** A gateway with a generic form, the simplest of those that the sandbox simulates. */
const smsForm = (url: string): unknown => ({
  kind: 'form',
  url: `${url}/sms/messages`,
  headers: { authorization: 'Bearer sandbox-sms-key', 'content-type': 'application/json' },
  body: '{"to":"{{to}}","text":"{{text}}","reference":"{{reference}}","template":"{{template}}"}',
});

/** The number of only one demo college, so that the other shows the portal without it. */
const whatsAppOfBeta = (url: string): unknown => ({
  beta: {
    url: `${url}/whatsapp`,
    phoneNumberId: '100000000000002',
    token: 'sandbox-whatsapp-token',
    appSecret: 'sandbox-whatsapp-secret',
    verifyToken: 'sandbox-whatsapp-verify-token',
    code: { name: 'codigo_de_acesso' },
    templates: {
      'N-05:recebida': { name: 'inscricao_recebida', values: ['nome', 'id', 'curso', 'link'] },
      'N-09': { name: 'aprovacao', values: ['nome', 'prazo', 'link'] },
      'N-19': { name: 'pagamento_confirmado', values: { nome: 'nome', valor: 'valor', link: 'link' } },
      'N-24': { name: 'documento_novo', values: ['nome', 'link'] },
      'N-26': { name: 'matricula_concluida', values: ['nome', 'instituicao'] },
    },
  },
});

/** Returns addresses and keys that point every adapter at a sandbox; nothing else differs from production. */
export function sandboxEnvironment(sandbox: {
  url: string;
  smtpPort: number;
  clamdPort: number;
  controlKey: string;
}): Record<string, string> {
  const host = new URL(sandbox.url).hostname;
  // The sandbox has an account for every institution of any catalogue.
  const accounts = {
    [ANY_INSTITUTION]: {
      baseUrl: `${sandbox.url}/psp`,
      tokenUrl: `${sandbox.url}/psp/oauth/token`,
      clientId: sandboxAccount(ANY_INSTITUTION),
      clientSecret: 'sandbox-secret',
      receiver: { agencia: '0001', conta: '123456', tipoConta: 'CORRENTE' },
    },
  };
  const slipAccounts = {
    [ANY_INSTITUTION]: {
      baseUrl: `${sandbox.url}/bank`,
      tokenUrl: `${sandbox.url}/bank/oauth/v2/token`,
      clientId: sandboxAccount(ANY_INSTITUTION),
      clientSecret: 'sandbox-secret',
    },
  };
  const acquirers = Object.fromEntries(
    ACQUIRERS.map((name) => [
      name,
      ACQUIRER[name].account(`${sandbox.url}/${name}`, sandboxAccount(ANY_INSTITUTION)),
    ]),
  );
  return {
    ORBITA_SANDBOX_URL: sandbox.url,
    ORBITA_SANDBOX_KEY: sandbox.controlKey,
    ORBITA_SMTP_URL: `smtp://${host}:${sandbox.smtpPort}`,
    ORBITA_SMS_GATEWAYS: JSON.stringify({ [ANY_INSTITUTION]: smsForm(sandbox.url) }),
    ORBITA_WHATSAPP: JSON.stringify(whatsAppOfBeta(sandbox.url)),
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
    ORBITA_SLIP_ACCOUNTS: JSON.stringify(slipAccounts),
    ORBITA_ACQUIRER_ACCOUNTS: JSON.stringify({ [ANY_INSTITUTION]: acquirers }),
    ORBITA_SOCIAL: JSON.stringify(socialOf(sandbox.url)),
    ORBITA_STAFF_PROVIDERS: JSON.stringify({ [STAFF_ISSUER]: `${sandbox.url}/oidc/conta-alfa` }),
    ORBITA_SECRET_ALFA_EQUIPE_OIDC: 'sandbox-equipe-secret',
    ORBITA_SECRET_ALFA_EQUIPE_OIDC_FOR: secretFor('alfa', [STAFF_ISSUER, sandbox.url]),
  };
}
