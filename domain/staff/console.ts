import type { Role } from './roles.ts';

/** Sign-in methods of the console that a catalogue may list (spec 25.2.2). */
export const WAYS_IN = ['idp', 'passkey', 'code'] as const;

export type WayIn = (typeof WAYS_IN)[number];

/** The institution's own OpenID Connect sign-in, as described in a catalogue. */
export type IdentityProvider = {
  name: string;
  issuer: string;
  clientId: string;
  /** Name of the environment variable with its secret. */
  secretRef: string;
  scopes: string[];
  groupsClaim: string;
  /** Where our secret is sent; null = as the provider's discovery document says. */
  clientAuthentication: 'basic' | 'post' | null;
  /** False for a provider that refuses PKCE; the nonce is always required. */
  pkce: boolean;
  /** Values of `acr` and `amr` with which an ID token states that the person proved more than a password; if empty, none does. */
  strongAcr: string[];
  strongAmr: string[];
};

/** Role of the members of a group in that sign-in; null = in all institutions. */
export type GroupRole = { group: string; role: Role; institutions: string[] | null };

/** Console settings of a tenant in the catalogue, besides its hosts (spec 25.20). */
export type ConsoleSettings = {
  /** null = the default methods. */
  signIn: WayIn[] | null;
  /** null = the institution has no sign-in of its own. */
  identityProvider: IdentityProvider | null;
  groups: GroupRole[];
  /** Consoles of other tenants in which the same people work, offered as links. */
  otherConsoles: { name: string; url: string }[];
};

export const DEFAULT_CONSOLE: ConsoleSettings = {
  signIn: null,
  identityProvider: null,
  groups: [],
  otherConsoles: [],
};

/**
 * Sign-in methods that a console offers, in the order of its page: the configured ones; by default only the institution's own
 * sign-in, or, without one, passkey and code.
 */
export const waysIn = ({
  signIn,
  identityProvider,
}: Pick<ConsoleSettings, 'signIn' | 'identityProvider'>): WayIn[] => {
  const listed = signIn ?? (identityProvider ? ['idp'] : ['passkey', 'code']);
  return WAYS_IN.filter((way) => listed.includes(way) && (way !== 'idp' || identityProvider !== null));
};

/** Roles that a person's groups give, without duplicates; groups that the catalogue does not list give none. */
export function rolesOfGroups(
  groups: readonly string[],
  named: readonly GroupRole[],
): (GroupRole & { institutions: string[] | null })[] {
  const given = named.filter(({ group }) => groups.includes(group));
  const nameOf = ({ role, institutions }: GroupRole) =>
    `${role} ${institutions?.toSorted().join(',') ?? '*'}`;
  return given.filter((one, index) => given.findIndex((other) => nameOf(other) === nameOf(one)) === index);
}

/**
 * Value of a claim: the one with exactly this name, because names may be URLs with dots, or else the nested one along the dots
 * (`realm_access.roles`).
 */
function claimAt(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  const held = claims as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(held, path)) return held[path];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot);
    const inside = Object.hasOwn(held, name) ? claimAt(held[name], path.slice(dot + 1)) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Name of a group given as a string, a number, or an object with a `name`. */
function groupName(sent: unknown): string | undefined {
  if (typeof sent === 'string') return sent;
  if (typeof sent === 'number') return String(sent);
  const name = typeof sent === 'object' && sent !== null && 'name' in sent ? sent.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Groups of a person according to the provider. `missing`: the claim is absent or a reference, which large directories send
 * instead of a long list; `unreadable`: it is neither a string nor a list of groups. In both cases the person's groups are
 * unknown, which is not the same as having none.
 */
export function groupsOfClaims(
  claims: Readonly<Record<string, unknown>>,
  claim: string,
): string[] | 'missing' | 'unreadable' {
  const referred = claims._claim_names;
  const isReferred = (name: string) =>
    typeof referred === 'object' && referred !== null && Object.hasOwn(referred, name);
  if (isReferred(claim) || isReferred(claim.split('.', 1)[0] ?? '')) return 'missing';
  const sent = claimAt(claims, claim) ?? undefined;
  if (sent === undefined) return 'missing';
  const names = Array.isArray(sent) ? sent.map(groupName) : [typeof sent === 'string' ? sent : undefined];
  return names.every((name) => name !== undefined) ? names : 'unreadable';
}
