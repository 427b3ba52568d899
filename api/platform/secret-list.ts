import type { Config } from './config.ts';

/**
 * One secret in the environment: its variable (and the key within it), the tenant that may use it, and the hosts it is sent to.
 */
export type ListedSecret = { variable: string; tenant: string; hosts: string[] };

const EVERY_TENANT = '*';
const NOWHERE: string[] = [];

const hostsOf = (...urls: (string | undefined)[]): string[] => [
  ...new Set(urls.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).host] : []))),
];

/** Hosts of every URL in an account, at any depth of the provider's settings. */
const hostsWithin = (account: unknown): string[] =>
  typeof account === 'string'
    ? hostsOf(/^[a-z]+:\/\//.test(account) ? account : undefined)
    : [...new Set(Object.values((account ?? {}) as object).flatMap(hostsWithin))];

const tenantOf = (reference: string): string => reference.split('/')[0] ?? reference;

const byReference = (variable: string, accounts: Readonly<Record<string, unknown>>): ListedSecret[] =>
  Object.entries(accounts).map(([reference, account]) => ({
    variable: `${variable} ${reference}`,
    tenant: tenantOf(reference),
    hosts: hostsWithin(account),
  }));

/**
 * Every secret of an installation with the tenant that may use it and the hosts it may be sent to, never its value: the
 * operator's list. `*` is a secret of the installation itself, which serves all tenants at one address.
 */
export function listSecrets(config: Config): ListedSecret[] {
  const { captcha, sms, whatsapp, examScore, social, mail } = config;
  const shared = (variable: string, secret: string | undefined, ...urls: (string | undefined)[]) =>
    secret ? [{ variable, tenant: EVERY_TENANT, hosts: hostsOf(...urls) }] : [];
  const addresses = {
    google: social.google.issuer,
    linkedin: social.linkedin.issuer,
    facebook: social.facebook.graphUrl,
  };
  return [
    ...config.namedSecrets.list().flatMap(({ name, uses }) =>
      [...new Set(uses.map(({ tenant }) => tenant))].map((tenant) => ({
        variable: `ORBITA_SECRET_${name}`,
        tenant,
        hosts: uses.flatMap((use) => (use.tenant === tenant ? [use.host] : [])),
      })),
    ),
    ...(['google', 'linkedin', 'facebook'] as const).flatMap((provider) =>
      Object.keys(social[provider].secrets).map((key) => ({
        variable: `ORBITA_SOCIAL ${provider} ${key}`,
        tenant: tenantOf(key),
        hosts: hostsOf(addresses[provider]),
      })),
    ),
    ...byReference('ORBITA_PIX_ACCOUNTS', config.pixAccounts),
    ...byReference('ORBITA_SLIP_ACCOUNTS', config.slipAccounts),
    ...byReference('ORBITA_ACQUIRER_ACCOUNTS', config.acquirerAccounts),
    ...byReference('ORBITA_ACADEMIC_CATALOGUES', config.academicCatalogues),
    ...shared('ORBITA_CAPTCHA_SECRET', captcha.secret, captcha.url),
    ...byReference('ORBITA_SMS_GATEWAYS', sms),
    ...Object.entries(whatsapp).map(([tenant, { url }]) => ({
      variable: `ORBITA_WHATSAPP ${tenant}`,
      tenant,
      hosts: hostsOf(url),
    })),
    ...shared('ORBITA_EXAM_SCORE_KEY', examScore.key, examScore.url),
    ...shared('ORBITA_SMTP_URL', mail.url, mail.url),
    { variable: 'ORBITA_SECRET', tenant: EVERY_TENANT, hosts: NOWHERE },
    ...shared('ORBITA_PREVIOUS_SECRET', config.secrets[1]),
    ...shared('ORBITA_BOOTSTRAP_TOKEN', config.bootstrapToken),
    ...shared('ORBITA_METRICS_KEY', config.metricsKey),
  ];
}
