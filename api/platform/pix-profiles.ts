import { z } from 'zod';

/** How one bank takes the calls of API Pix beyond what the standard says. */
export type PixProfile = {
  /**
   * Where our credentials stand in the request for a token: `basic` in a header, `post` in the form, `none` for a client
   * that is known by its certificate and has no secret.
   */
  client: 'basic' | 'post' | 'none';
  /** Some banks read the request for a token as JSON alone. */
  tokenBody: 'form' | 'json';
  /** `named`: the scopes we need are asked for; `contract`: none, and the token has what the contract says. */
  scopes: 'named' | 'contract';
  /** Whether every call in production needs our client certificate. */
  certificate: boolean;
  /**
   * Sent with every call besides the token, the query also with every address. A value may hold `{clientId}`,
   * `{applicationKey}`, `{accountNumber}` and `{requestId}` (a new UUID for each call); one whose setting the account lacks
   * is left out.
   */
  headers: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Settings of the account that the bank refuses calls without. */
  needs: readonly ('applicationKey' | 'merchant')[];
  /** Notices are `{ "pix": [...] }` as the standard says, or the list alone. Both are read from any bank. */
  notices: 'object' | 'list';
  /** Entries of one page of a list. */
  pageSize: number;
  /** Public description that this was taken from; null where there is none. */
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
 * Banks and payment institutions by their peculiarities. Each was taken from the public source named with it, and none of
 * them was called by us: docs/going-live.md says what to try. Caixa publishes nothing to go by; its account is `generic`.
 */
export const PIX_PROFILES = {
  /** API Pix 2.9.0 as the Central Bank describes it; what differs stands in the account. */
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
    // Its charges come with an address alone; the code is ours to write.
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
    // Without it the bank registers an address only after a handshake that shows a certificate of its own.
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

/** A header or a part of the query: printable, one line. */
const sent = z.record(z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/), z.string().regex(/^[\x20-\x7e]{0,400}$/));

/** What an account says of its bank: the name of a profile, and whatever is different for this one account. */
export const pixProfileSettings = z.object({
  profile: z.enum(NAMES).optional(),
  /** Key of the application, of banks that give one besides the client. */
  applicationKey: z.string().min(1).max(200).optional(),
  /** Current account that is meant, of a client with several. */
  accountNumber: z
    .string()
    .regex(/^[0-9]{1,12}$/)
    .optional(),
  /** Who receives, as a BR Code names them; for banks that answer an address instead of a code. */
  merchant: z.object({ name: z.string().min(1).max(25), city: z.string().min(1).max(15) }).optional(),
  client: z.enum(['basic', 'post', 'none']).optional(),
  tokenBody: z.enum(['form', 'json']).optional(),
  /** The scopes of the request for a token, separated by spaces; empty for none. */
  scope: z
    .string()
    .regex(/^[a-z0-9._: -]{0,400}$/i)
    .optional(),
  headers: sent.optional(),
  query: sent.optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
});
type Settings = z.infer<typeof pixProfileSettings>;

/** The profile of an account, with what the account changes. */
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

/** Settings that the profile of an account needs and the account lacks. */
export function missingFor(account: Settings & { clientSecret: string }): string[] {
  const { needs, client } = profileOf(account);
  const secret = client !== 'none' && account.clientSecret === '';
  return [...needs.filter((name) => account[name] === undefined), ...(secret ? ['clientSecret'] : [])];
}

/** Replaces what a value of a profile names; undefined when the account does not say it. */
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
