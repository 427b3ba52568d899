/** Imported data, and the current holder of the document; contacts are compared in their stored form. */
export type Brought = {
  name: string;
  socialName: string | null;
  birthDate: string | null;
  nationality: string | null;
  email: string | null;
  cellPhone: string | null;
};

export type Holder = Brought & {
  /** The holder can sign in, or is signed in. */
  claimed: boolean;
  /** Every way to sign in comes from the institution: its contacts or its hand-off. */
  rooted: boolean;
  /** Contacts that were proved with a code; `any` includes one that is held back by a correction of the team. */
  proved: { email: boolean; cellPhone: boolean; any: boolean };
  applied: boolean;
};

/**
 * `write`: the data is written, after every way to sign in has been ended if `end`; `hers`: the account has proved its ownership,
 * so its contacts stay; `case`: people must decide whose the document is; `nothing`: nothing would change.
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

/** How the two differ as people: in first name, and in date of birth if both are known. */
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
 * What to do with imported data for a document that somebody already has. It must not hand over an account to anybody: neither to
 * somebody who signed up with another person's document, nor to the importer.
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
  // Came in by a hand-off: the person may have changed their document since, or the institution mistyped somebody else's.
  if (holder.rooted)
    return other.length > 0 ? { kind: 'case', reasons: other } : { kind: 'write', end: changed };
  // Somebody signed up, and nothing shows who it was: for an account that is in use, only a code to a contact known to both sides
  // may decide.
  if (given.length === 0)
    return changesNothing(holder, brought)
      ? { kind: 'nothing' }
      : { kind: 'case', reasons: other.length > 0 ? other : ['contact'] };
  if (!holder.applied || (!changed && other.length === 0)) return { kind: 'write', end: true };
  return { kind: 'case', reasons: ['applications', ...(changed ? ['contact' as const] : []), ...other] };
}
