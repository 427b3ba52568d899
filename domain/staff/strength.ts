import type { IdentityProvider } from './console.ts';
import { type Role, roles } from './roles.ts';
import { carries, type Family, families, familyOf, type Scope } from './scopes.ts';

/**
 * What each part asks of a sign-in (spec 25.2.4): `any` opens by a code to a mailbox as well, because it shows no candidate by
 * name, or one at a time; `strong` shows people in bulk, documents, money, privacy or the team itself, or changes them, and opens
 * only to who proved more than a mailbox. A part that is not declared here does not compile.
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
  // The own interviews and those that nobody holds.
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

/** Whether a scope opens to a weak sign-in; a family only where all its parts do. */
const opensWeakly = (scope: Scope): boolean => {
  const family = familyOf(scope);
  const parts = scope === family ? families[family].map((part) => `${family}.${part}`) : [];
  return (parts.length > 0 ? parts : [scope]).every((part) => PARTS[part as Part] === 'any');
};

/**
 * Whether somebody with these roles needs a strong sign-in for what one of `oneOf` opens, where `also` is a scope needed besides:
 * not where a harmless part that she holds opens it too.
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

/** By what a session is strong: a passkey, a provider that says so in the agreed words, or the demo; null = it is not. */
export const STRENGTHS = ['passkey', 'provider', 'demo'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** What an ID token says of how somebody proved who she is; whatever is not as the standard has it says nothing. */
export type Proof = { acr: unknown; amr: unknown };

/**
 * Whether an ID token says that its person proved who she is strongly, in words the institution has agreed on with its provider
 * (`strongAcr`, `strongAmr` of the catalogue). Without such words nothing does: products name their ways differently.
 */
export const provesStrongly = (
  { acr, amr }: Proof,
  { strongAcr, strongAmr }: Pick<IdentityProvider, 'strongAcr' | 'strongAmr'>,
): boolean =>
  (typeof acr === 'string' && strongAcr.includes(acr)) ||
  (Array.isArray(amr) && amr.some((way) => typeof way === 'string' && strongAmr.includes(way)));
