/** What the institution brings, and who has the document so far; contacts are compared as they are stored. */
export type Brought = {
  name: string;
  socialName: string | null;
  birthDate: string | null;
  nationality: string | null;
  email: string | null;
  cellPhone: string | null;
};

export type Holder = Brought & {
  /** She can sign in, or is signed in. */
  claimed: boolean;
  /** Every way in comes from the institution: its contacts, its hand-off. */
  rooted: boolean;
  /** Which contacts a code came back from; `any` also counts one that a correction of the team holds back. */
  proved: { email: boolean; cellPhone: boolean; any: boolean };
  applied: boolean;
};

/**
 * `write`: the data are written, after every way in ended where `end`; `hers`: the account proved that it is hers, so its
 * contacts stay; `case`: people decide whose the document is; `nothing`: nothing would change.
 */
export type Verdict =
  | { kind: 'write'; end: boolean }
  | { kind: 'hers' }
  | { kind: 'nothing' }
  | { kind: 'case'; reasons: CaseReason[] };
export type CaseReason = 'contact' | 'name' | 'birth-date' | 'applications';

const CONTACTS = ['email', 'cellPhone'] as const;
type Contact = (typeof CONTACTS)[number];

const firstNameOf = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().split(/\s+/)[0] ?? '';

/** In what the two differ as people: by the first name and the date of birth, where both are known. */
export const differences = (holder: Holder, brought: Brought): CaseReason[] => [
  ...(firstNameOf(holder.name) === firstNameOf(brought.name) ? [] : ['name' as const]),
  ...(holder.birthDate && brought.birthDate && holder.birthDate !== brought.birthDate
    ? ['birth-date' as const]
    : []),
];

const VISIBLE = ['name', 'socialName', 'birthDate', 'nationality'] as const;
const changesNothing = (holder: Holder, brought: Brought): boolean =>
  VISIBLE.every((field) => brought[field] === null || brought[field] === holder[field]);

/**
 * What becomes of data that the institution brings for a document which somebody has already. Nobody gets
 * an account by it: not whoever signed up with a document that is not hers, and not whoever imports.
 */
export function importVerdict(holder: Holder, brought: Brought): Verdict {
  const given = CONTACTS.filter((field) => brought[field] !== null);
  const replaced = (field: Contact) => holder[field] !== null && holder[field] !== brought[field];
  const changed = given.some(replaced);
  const other = differences(holder, brought);
  if (holder.proved.any) {
    const hers =
      given.length === 0 || given.some((field) => holder.proved[field] && holder[field] === brought[field]);
    if (hers && other.length === 0) return { kind: 'hers' };
    return { kind: 'case', reasons: [...(hers ? [] : ['contact' as const]), ...other] };
  }
  if (!holder.claimed) return { kind: 'write', end: changed };
  // By a hand-off: she may have changed her document since, or the institution mistyped that of somebody else.
  if (holder.rooted)
    return other.length > 0 ? { kind: 'case', reasons: other } : { kind: 'write', end: changed };
  // Somebody signed up, and nothing shows who: only a code to a contact of both may decide for a used account.
  if (given.length === 0)
    return changesNothing(holder, brought)
      ? { kind: 'nothing' }
      : { kind: 'case', reasons: other.length > 0 ? other : ['contact'] };
  if (!holder.applied || (!changed && other.length === 0)) return { kind: 'write', end: true };
  return { kind: 'case', reasons: ['applications', ...(changed ? ['contact' as const] : []), ...other] };
}
