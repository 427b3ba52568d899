/**
 * Families of permissions for the operations API and their parts (spec 17.2, 25.1.2). A family is granted as a whole, which
 * includes all its parts, or part by part; one without parts is only granted as a whole.
 */
export const families = {
  platform: [],
  catalogue: ['read', 'everyday', 'brand', 'apply', 'trust'],
  subscriptions: ['read', 'support', 'act', 'decide', 'import'],
  essays: ['grade', 'lead'],
  tests: ['roll', 'results'],
  'exam-scores': [],
  documents: ['read', 'review'],
  admissions: ['interview', 'decide'],
  payments: ['read', 'settle', 'refund', 'leave', 'approve'],
  students: [],
  privacy: ['answer', 'erase', 'approve', 'kept'],
  messages: ['read', 'send'],
  webhooks: [],
  reports: [],
  exports: [],
  audit: [],
  staff: ['read', 'manage'],
  tokens: [],
  test: [],
} as const satisfies Record<string, readonly string[]>;

export type Family = keyof typeof families;
/** `family.part`, for families that have parts. */
export type PartOf<F extends Family> = `${F}.${(typeof families)[F][number]}`;
/** What can be granted: a whole family, or one part of it. */
export type Scope = { [F in Family]: F | PartOf<F> }[Family];

/** The family a scope belongs to; a whole family belongs to itself. */
export const familyOf = (scope: Scope): Family => scope.split('.')[0] as Family;

/** A family and its parts, each as a grantable scope. */
export const scopesOfFamily = (family: Family): Scope[] => [
  family,
  ...families[family].map((part) => `${family}.${part}` as Scope),
];

/**
 * Whether the held scopes include the wanted one, directly or through its family. Holding all parts of a family is less than
 * holding the whole, which also includes parts that are added later.
 */
export const carries = (held: readonly string[], wanted: Scope): boolean =>
  held.includes(wanted) || held.includes(familyOf(wanted));
