/** The accepting party of a contract (spec 13). */

type AcceptanceMode = 'code' | 'declared';
export type Party = 'candidate' | 'guardian';

export interface AcceptanceFacts {
  /** Under 18 today, in the tenant zone. */
  minor: boolean;
  /** Signed in with the access key of one subscription, not with an account. */
  accessKey: boolean;
  mode: AcceptanceMode;
}

export interface AcceptanceDemand {
  /** Contracting party. */
  party: Party;
  /** A six-digit code sent to a registered contact of the party is required. */
  code: boolean;
  /** The guardian's own declaration replaces the code. */
  declaration: boolean;
}

/** The table of spec 13.2 (D-30): an acceptance by the minor alone could be annulled. */
export function acceptanceDemand({ minor, accessKey, mode }: AcceptanceFacts): AcceptanceDemand {
  if (!minor) return { party: 'candidate', code: accessKey, declaration: false };
  return { party: 'guardian', code: mode === 'code', declaration: mode === 'declared' };
}

export const CONTRACT_TEXTS = {
  title: 'Revisão e contrato',
  accept: 'Li e aceito os termos do contrato de prestação de serviços educacionais.',
  declaration: (guardian: string) => `Sou o responsável financeiro ${guardian} e aceito o contrato.`,
  codeSent: (masked: string) => `Mandamos um código para ${masked}.`,
  noPrice: 'Tabela de preços não cadastrada. Entre em contato com a instituição.',
  notLoaded: 'Não foi possível carregar o contrato. Tente de novo.',
  changed: 'O contrato foi atualizado. Leia novamente antes de aceitar.',
  full: 'Não há mais vagas para este curso.',
} as const;

/** Browser geolocation: timeout in milliseconds and accuracy [seed]; a refusal never blocks. */
export const GEOLOCATION = { timeoutMs: 5_000, highAccuracy: true } as const;

/** Minutes an acceptance token is valid after its code was verified. */
export const ACCEPTANCE_TOKEN_MINUTES = 15;

/**
 * Limits of the link with which a guardian accepts alone (spec 12.9): hours it is valid, seconds before another can be sent,
 * maximum per hour.
 */
export const GUARDIAN_LINK = { lifeHours: 72, resendSeconds: 60, sendsPerHour: 5 } as const;

/** `Address` of the post: "lat,long;accuracy", empty when the location is unknown. */
export const declaredPlace = (
  place: { latitude: number; longitude: number; accuracy: number } | null,
): string =>
  place ? `${place.latitude.toFixed(5)},${place.longitude.toFixed(5)};${Math.round(place.accuracy)}` : '';

/** Body of the contract post: the eight fields of the seed, in its spelling. */
export interface ContractPost {
  FormatedContract: string;
  Contract: string;
  DeviceType: 'desktop' | 'mobile' | 'tablet';
  OS: string;
  Browser: string;
  BrowserVendor: string;
  IP: string;
  Address: string;
}

export const CONTRACT_FIELDS: readonly (keyof ContractPost)[] = [
  'FormatedContract',
  'Contract',
  'DeviceType',
  'OS',
  'Browser',
  'BrowserVendor',
  'IP',
  'Address',
];

/** Fields that may be empty, because what a browser hides or a person refuses to share never blocks. */
const MAY_BE_EMPTY: readonly (keyof ContractPost)[] = ['OS', 'Browser', 'BrowserVendor', 'IP', 'Address'];

/** Names of post fields that are absent, not a text, or empty although a value is required. */
export const missingContractFields = (post: Partial<Record<keyof ContractPost, unknown>>): string[] =>
  CONTRACT_FIELDS.filter((name) => {
    const value = post[name];
    return typeof value !== 'string' || (value === '' && !MAY_BE_EMPTY.includes(name));
  });

/** SHA-256 of a text or file, as it is stored and shown. */
export type ContractHash = `sha256:${string}`;

export const contractHash = (hex: string): ContractHash => `sha256:${hex.toLowerCase()}`;

/** `Contract` of the post names template and version: `CT-GRAD:1`. */
export const contractIdentifier = (code: string, version: number): string => `${code}:${version}`;

/** Template code and version of an identifier; undefined when it is malformed. */
export function parseContractIdentifier(value: string): { code: string; version: number } | undefined {
  const found = /^([A-Za-z0-9._-]{1,60}):([1-9][0-9]{0,5})$/.exec(value);
  return found?.[1] ? { code: found[1], version: Number(found[2]) } : undefined;
}
