import { z } from 'zod';

/** How one bank expects API Pix calls, beyond what the standard says. */
export type PixProfile = {
  /**
   * Where the token request carries our credentials: `basic` in a header, `post` in the form, `none` for a client that is
   * identified by its certificate and has no secret.
   */
  client: 'basic' | 'post' | 'none';
  /** Some banks accept the token request only as JSON. */
  tokenBody: 'form' | 'json';
  /** `named`: requests the scopes we need; `contract`: requests none, and the token gets what the contract grants. */
  scopes: 'named' | 'contract';
  /** Whether every call in production needs our client certificate. */
  certificate: boolean;
  /**
   * Headers sent with every call besides the token, and query parameters added to every URL. A value may contain `{clientId}`,
   * `{applicationKey}`, `{accountNumber}` and `{requestId}` (a new UUID for each call); values whose setting the account lacks
   * are left out.
   */
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Account settings without which the bank rejects calls. */
  needs: readonly ('applicationKey' | 'merchant')[];
  /** Notices are `{ "pix": [...] }` as in the standard, or just the list. Both are accepted from any bank. */
  notices: 'object' | 'list';
  /** Number of entries on one page of a list. */
  pageSize: number;
  /** Public description that this is based on; null if there is none. */
  source: string | null;
};

const STANDARD: PixProfile = {
  client: 'basic',
  tokenBody: 'form',
  scopes: 'named',
  certificate: true,
  headers: {},
  query: {},
  needs: [],
  notices: 'object',
  pageSize: 100,
  source: null,
};

/**
 * Banks and payment institutions with their peculiarities. Each is based on the public source named with it, and we have called
 * none of them: docs/going-live.md says what to test. Caixa publishes nothing usable; its account is `generic`.
 */
export const PIX_PROFILES = {
  /** API Pix 2.9.0 as described by the Central Bank; differences are configured in the account. */
  generic: { ...STANDARD, certificate: false },
  'banco-do-brasil': {
    ...STANDARD,
    query: { 'gw-dev-app-key': '{applicationKey}' },
    needs: ['applicationKey'],
    source: 'imobanco/bb-wrapper; ACBrPIXPSPBancoDoBrasil.pas; developers.bb.com.br',
  },
  itau: {
    ...STANDARD,
    client: 'post',
    scopes: 'contract',
    headers: { 'x-itau-apikey': '{clientId}', 'x-itau-correlationID': '{requestId}' },
    source: 'ACBrPIXPSPItau.pas; bacen/pix-api issue 492; devportal.itau.com.br',
  },
  bradesco: {
    ...STANDARD,
    scopes: 'contract',
    source: 'ACBrPIXPSPBradesco.pas; api.bradesco',
  },
  santander: {
    ...STANDARD,
    client: 'post',
    scopes: 'contract',
    // Its charges only contain a URL; we have to build the code.
    needs: ['merchant'],
    source: 'ACBrPIXPSPSantander.pas; developer.santander.com.br',
  },
  sicoob: {
    ...STANDARD,
    client: 'none',
    headers: { client_id: '{clientId}' },
    source: 'divulgueregional/api-sicoob pull request 2; ACBrPIXPSPSicoob.pas; developers.sicoob.com.br',
  },
  sicredi: {
    ...STANDARD,
    source: 'ACBrPIXPSPSicredi.pas; developer.sicredi.com.br',
  },
  inter: {
    ...STANDARD,
    client: 'post',
    headers: { 'x-conta-corrente': '{accountNumber}' },
    notices: 'list',
    source: 'ACBrPIXPSPInter.pas; phpay 2.8.0; developers.inter.co',
  },
  efi: {
    ...STANDARD,
    tokenBody: 'json',
    scopes: 'contract',
    // Without this header the bank registers a webhook only after a TLS handshake in which we verify its own client
    // certificate.
    headers: { 'x-skip-mtls-checking': 'true' },
    source: 'ACBrPIXPSPGerenciaNet.pas; dev.efipay.com.br/docs/api-pix/webhooks',
  },
  banrisul: {
    ...STANDARD,
    client: 'post',
    source: 'ACBrPIXPSPBanrisul.pas, from the manual of the bank',
  },
  c6: {
    ...STANDARD,
    scopes: 'contract',
    source: 'ACBrPIXPSPC6Bank.pas; developers.c6bank.com.br/pix-api',
  },
} as const satisfies Record<string, PixProfile>;

export type PixProfileName = keyof typeof PIX_PROFILES;
const NAMES = Object.keys(PIX_PROFILES) as [PixProfileName, ...PixProfileName[]];

/** Headers or query parameters: printable, on one line. */
const sent = z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/), z.string().regex(/^[\x20-\x7e]{0,400}$/));

/** The bank settings of an account: the name of a profile, and whatever differs for this account. */
export const pixProfileSettings = z.object({
  profile: z.enum(NAMES).optional(),
  /** Application key, for banks that issue one besides the client id. */
  applicationKey: z.string().min(1).max(200).optional(),
  /** The current account to use, for clients with several. */
  accountNumber: z
    .string()
    .regex(/^[0-9]{1,12}$/)
    .optional(),
  /** The receiver's name and city in a BR Code; for banks that return a URL instead of a code. */
  merchant: z.object({ name: z.string().min(1).max(25), city: z.string().min(1).max(15) }).optional(),
  client: z.enum(['basic', 'post', 'none']).optional(),
  tokenBody: z.enum(['form', 'json']).optional(),
  /** Scopes of the token request, separated by spaces; empty for none. */
  scope: z
    .string()
    .regex(/^[a-z0-9._: -]{0,400}$/i)
    .optional(),
  headers: sent.optional(),
  query: sent.optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
});
type Settings = z.infer<typeof pixProfileSettings>;

/** The profile of an account, with the account's own changes. */
export function profileOf(account: Settings): PixProfile {
  const known: PixProfile = PIX_PROFILES[account.profile ?? 'generic'];
  const { client, tokenBody, pageSize } = account;
  return {
    ...known,
    client: client ?? known.client,
    tokenBody: tokenBody ?? known.tokenBody,
    pageSize: pageSize ?? known.pageSize,
    headers: { ...known.headers, ...account.headers },
    query: { ...known.query, ...account.query },
  };
}

/** Settings that an account's profile requires and the account lacks. */
export function missingFor(account: Settings & { clientSecret: string }): string[] {
  const { needs, client } = profileOf(account);
  const secret = client !== 'none' && account.clientSecret === '';
  return [...needs.filter((name) => account[name] === undefined), ...(secret ? ['clientSecret'] : [])];
}

/** Replaces the placeholders in a value of a profile; undefined if the account lacks one of them. */
export function filled(
  value: string,
  known: Readonly<Record<string, string | undefined>>,
): string | undefined {
  let lacking = false;
  const text = value.replace(/\{([a-zA-Z]{1,20})\}/g, (_whole, name: string) => {
    const found = Object.hasOwn(known, name) ? known[name] : undefined;
    lacking ||= found === undefined;
    return found ?? '';
  });
  return lacking ? undefined : text;
}
