import type { Role } from './roles.ts';

/** Ways into the console that a catalogue may list (spec 25.2.2). */
export const WAYS_IN = ['idp', 'passkey', 'code'] as const;

export type WayIn = (typeof WAYS_IN)[number];

/** The institution's own sign-in by OpenID Connect, as a catalogue describes it. */
export type IdentityProvider = {
  name: string;
  issuer: string;
  clientId: string;
  /** Name of its secret in the environment. */
  secretRef: string;
  scopes: string[];
  groupsClaim: string;
  /** Where our secret stands; null = where the provider's document says. */
  clientAuthentication: 'basic' | 'post' | null;
  /** False for a provider that refuses PKCE; the nonce is always asked for. */
  pkce: boolean;
  /** Values of `acr`, and of `amr`, by which an ID token says that its person proved more than a password; none = none does. */
  strongAcr: string[];
  strongAmr: string[];
};

/** What the members of a group of that sign-in may do; null = in all institutions. */
export type GroupRole = { group: string; role: Role; institutions: string[] | null };

/** What a catalogue says of the console of a tenant, besides its hosts (spec 25.20). */
export type ConsoleSettings = {
  /** null = the usual ones. */
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
 * The ways in that a console offers, in the order of its page: those that are listed; else the institution's own sign-in
 * alone, or, without one, passkey and code.
 */
export const waysIn = ({
  signIn,
  identityProvider,
}: Pick<ConsoleSettings, 'signIn' | 'identityProvider'>): WayIn[] => {
  const listed = signIn ?? (identityProvider ? ['idp'] : ['passkey', 'code']);
  return WAYS_IN.filter((way) => listed.includes(way) && (way !== 'idp' || identityProvider !== null));
};

/** Roles that the groups of a person give, each once; groups that the catalogue does not name give none. */
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
 * Groups that a provider gave for somebody. `missing`: the claim is absent or a reference, because large directories send one
 * instead of a long list; what somebody holds is then unknown, which is not the same as nothing.
 */
export function groupsOfClaims(
  claims: Readonly<Record<string, unknown>>,
  claim: string,
): string[] | 'missing' {
  const referred = claims._claim_names;
  if (typeof referred === 'object' && referred !== null && claim in referred) return 'missing';
  const sent = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof sent === 'string') return [sent];
  if (!Array.isArray(sent)) return 'missing';
  return sent.filter((one): one is string => typeof one === 'string');
}
