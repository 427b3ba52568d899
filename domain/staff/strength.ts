import type { IdentityProvider } from './console.ts';
import { type Role, roles } from './roles.ts';
import { carries, type Family, families, familyOf, type Scope } from './scopes.ts';

/**
 * What each scope requires of a sign-in (spec 25.2.4). `any` also accepts a code sent by e-mail, because it shows no candidate by
 * name, or only one at a time. `strong` shows or changes people in bulk, documents, money, privacy or the team itself, and
 * requires proof of more than access to a mailbox. A scope that is missing here fails to compile.
 */
const PARTS = {
  platform: 'strong',
  'catalogue.read': 'any',
  'catalogue.everyday': 'strong',
  'catalogue.brand': 'strong',
  'catalogue.apply': 'strong',
  'catalogue.trust': 'strong',
  'subscriptions.read': 'strong',
  'subscriptions.support': 'strong',
  'subscriptions.act': 'strong',
  'subscriptions.decide': 'strong',
  'subscriptions.import': 'strong',
  // Blind: texts without an author.
  'essays.grade': 'any',
  'essays.lead': 'strong',
  'tests.roll': 'strong',
  'tests.results': 'strong',
  'exam-scores': 'strong',
  'documents.read': 'strong',
  'documents.review': 'strong',
  // Only the person's own interviews and unassigned ones.
  'admissions.interview': 'any',
  'admissions.decide': 'strong',
  'payments.read': 'strong',
  'payments.settle': 'strong',
  'payments.refund': 'strong',
  'payments.leave': 'strong',
  'payments.approve': 'strong',
  students: 'strong',
  'privacy.answer': 'strong',
  'privacy.erase': 'strong',
  'privacy.approve': 'strong',
  'privacy.kept': 'strong',
  'messages.read': 'strong',
  'messages.send': 'strong',
  webhooks: 'strong',
  reports: 'any',
  exports: 'strong',
  audit: 'strong',
  'staff.read': 'strong',
  'staff.manage': 'strong',
  tokens: 'strong',
  test: 'strong',
} as const satisfies Record<Part, 'any' | 'strong'>;

/** Families without parts, and the parts of the others. */
type Part = Exclude<Scope, { [F in Family]: (typeof families)[F] extends readonly [] ? never : F }[Family]>;

/** Whether a weak sign-in is enough for a scope; for a family, only if it is for all its parts. */
const opensWeakly = (scope: Scope): boolean => {
  const family = familyOf(scope);
  const parts = scope === family ? families[family].map((part) => `${family}.${part}`) : [];
  return (parts.length > 0 ? parts : [scope]).every((part) => PARTS[part as Part] === 'any');
};

/**
 * Whether a person with these roles needs a strong sign-in for something that one of `oneOf` opens, where `also` is a scope
 * needed in addition. Not if the person holds one of the scopes for which a weak sign-in is enough.
 */
export const needsStrength = (
  held: readonly { readonly role: Role }[],
  oneOf: readonly Scope[],
  also?: Scope,
): boolean => {
  const holds = (scope: Scope) => held.some(({ role }) => carries(roles[role].carries, scope));
  return (
    !oneOf.some((scope) => opensWeakly(scope) && holds(scope)) || (also !== undefined && !opensWeakly(also))
  );
};

/** Why a session is strong: a passkey, a provider that states so in the agreed values, or the demo. */
export const STRENGTHS = ['passkey', 'provider', 'demo'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** Claims of an ID token about how a person proved their identity; values that do not follow the standard count as nothing. */
export type Proof = { acr: unknown; amr: unknown };

/**
 * Whether an ID token states strong authentication, in the values that the institution agreed on with its provider (`strongAcr`,
 * `strongAmr` in the catalogue). Without such values no token does, because products name their methods differently.
 */
export const provesStrongly = (
  { acr, amr }: Proof,
  { strongAcr, strongAmr }: Pick<IdentityProvider, 'strongAcr' | 'strongAmr'>,
): boolean =>
  (typeof acr === 'string' && strongAcr.includes(acr)) ||
  (Array.isArray(amr) && amr.some((way) => typeof way === 'string' && strongAmr.includes(way)));
