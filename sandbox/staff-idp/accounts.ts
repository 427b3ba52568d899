import { createHash } from 'node:crypto';
import type { Ledger } from '../ledger.ts';

/**
 * How the provider sends an account's groups: as a list, not at all, as a reference because they are too many, as objects with
 * a name, or as an object with their names as keys.
 */
export const GROUP_MODES = ['listed', 'absent', 'reference', 'objects', 'keys'] as const;
export type GroupMode = (typeof GROUP_MODES)[number];
export const isGroupMode = (value: unknown): value is GroupMode => GROUP_MODES.includes(value as GroupMode);

/** A person's account at the institution's own sign-in. */
export interface StaffAccount {
  sub: string;
  name: string;
  email: string;
  emailVerified: boolean;
  groups: string[];
  mode: GroupMode;
  /** With a second factor besides the password, which the ID token reports in `amr`; default: yes. */
  secondStep?: boolean;
  /** Sessions opened at the product, by the provider's names. */
  sessions: string[];
}

export interface StaffAccounts {
  all(): StaffAccount[];
  get(sub: string): StaffAccount | undefined;
  put(account: StaffAccount): void;
  remove(sub: string): void;
  /** The account with an e-mail, created if it is new. */
  named(given: Pick<StaffAccount, 'name' | 'email' | 'groups'> & { emailVerified: boolean }): StaffAccount;
  opened(sub: string, session: string): void;
  /** Resets to the people of the demo. */
  clear(): void;
}

const MOST_SESSIONS = 20;

/** People of the demo: the institution's team as its directory lists them. */
const TEAM: readonly [sub: string, name: string, ...groups: string[]][] = [
  ['bia', 'Bia Secretaria', 'sec-cua'],
  ['caio', 'Caio Secretaria', 'sec-cua'],
  ['davi', 'Davi Banca', 'banca-cua'],
  ['eva', 'Eva Banca', 'banca-cua'],
  ['fabio', 'Fábio Coordenação', 'coord'],
  ['gil', 'Gil Entrevistas', 'entrev-epa'],
  ['hana', 'Hana Atendimento', 'atende-cua'],
  ['ivo', 'Ivo Financeiro', 'fin'],
  ['julia', 'Júlia Financeiro', 'fin'],
  ['lia', 'Lia Gestão', 'gestores'],
];
const DEMO: readonly StaffAccount[] = TEAM.map(([sub, name, ...groups]) => ({
  sub,
  name,
  email: `${sub}@equipe.test`,
  emailVerified: true,
  groups,
  mode: 'listed',
  sessions: [],
}));

/** Accounts of the institution's own sign-in; those of the demo exist until somebody changes or removes them. */
export function openStaffAccounts(ledger: Ledger): StaffAccounts {
  const kept = ledger.table<StaffAccount | { sub: string; removed: true }>('staff-account');
  const get = (sub: string): StaffAccount | undefined => {
    const found = kept.get(sub) ?? DEMO.find((one) => one.sub === sub);
    return found && 'removed' in found ? undefined : found;
  };
  const all = (): StaffAccount[] => {
    const subs = new Set([...DEMO.map(({ sub }) => sub), ...kept.values().map(({ sub }) => sub)]);
    return [...subs].flatMap((sub) => get(sub) ?? []);
  };
  return {
    all,
    get,
    clear: () => kept.clear(),
    put: (account) => kept.put(account.sub, account),
    remove: (sub) => kept.put(sub, { sub, removed: true }),
    named(given) {
      const known = all().find(({ email }) => email === given.email);
      const sub =
        known?.sub ?? `p-${createHash('sha256').update(given.email).digest('base64url').slice(0, 12)}`;
      const account: StaffAccount = { mode: 'listed', sessions: [], ...known, ...given, sub };
      kept.put(sub, account);
      return account;
    },
    opened(sub, session) {
      const account = get(sub);
      if (account && !account.sessions.includes(session))
        kept.put(sub, { ...account, sessions: [...account.sessions, session].slice(-MOST_SESSIONS) });
    },
  };
}
