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
 * What a claim holds: that of just this name, as names may be addresses with dots, or what lies inside along its dots
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

/** A group as a text, a number, or an object with a `name`. */
function groupName(sent: unknown): string | undefined {
  if (typeof sent === 'string') return sent;
  if (typeof sent === 'number') return String(sent);
  const name = typeof sent === 'object' && sent !== null && 'name' in sent ? sent.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Groups that a provider gave for somebody. `missing`: the claim is absent or a reference, because large directories send one
 * instead of a long list; `unreadable`: it is no text and no list of groups. What somebody holds is then unknown, which is not
 * the same as nothing.
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
