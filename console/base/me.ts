import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import type { Scope } from '@orbita/domain/staff';
import type { Answer } from '@orbita/protocol';
import { useQuery } from '@tanstack/react-query';
import { call, openedFor } from './api.ts';
import { queryClient } from './query.ts';

export type Me = Answer<'GET /operations/staff/me'>;

const KEY = ['staff', 'me'] as const;

/** The signed-in person as last answered; undefined before the first answer and after the end. */
export const knownMe = (): Me | undefined => queryClient.getQueryData<Me>(KEY);

/** Adopts the server's answer about who is signed in. */
export const setMe = (me: Me): void => {
  openedFor(me.staffId);
  adoptAnswer(queryClient, KEY, me);
};

/** Refetches who is signed in and with which roles: somebody changed them (spec 25.19, `staff.changed`). */
export const renewMe = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });

/** Forgets the person and everything that was read for them. */
export const forgetMe = (): void => {
  openedFor(undefined);
  queryClient.clear();
};

export const meQuery = {
  queryKey: KEY,
  queryFn: async (): Promise<Me> => {
    const known = knownMe();
    // The first request decides between sign-in page and console; a session that ends later opens the dialog.
    const me = await call('GET /operations/staff/me', known ? { background: true } : { quiet: true });
    if (known && known.staffId !== me.staffId) {
      // Another person signed in beside this page, and must see nothing of it.
      location.reload();
      return known;
    }
    openedFor(me.staffId);
    return me;
  },
  staleTime: 5 * 60_000,
};

/** Whether a person may have passkeys on the server: to sign in, or to confirm their identity (spec 25.2.4). */
export const mayHavePasskeys = ({ session, waysIn }: Pick<Me, 'session' | 'waysIn'>): boolean =>
  session.strength !== 'provider' || waysIn.includes('passkey');

/** The person inside the console; usable only below the guard, where it is known. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('Nobody is signed in');
  return data;
}

/** Whether a person has one of these permissions anywhere; an empty list is always satisfied. */
export const holds = (me: Pick<Me, 'parts'>, parts: readonly Scope[]): boolean =>
  parts.length === 0 || parts.some((part) => part in me.parts);

/** Whether a person has one of these permissions for an institution. */
export const holdsFor = (me: Pick<Me, 'parts'>, parts: readonly Scope[], institution: string): boolean =>
  parts.some((part) => {
    const where = me.parts[part];
    return where === 'all' || where?.includes(institution) === true;
  });

/** The same for the signed-in person: `const may = useMay(); may('staff.manage')`. */
export function useMay(): (...parts: readonly Scope[]) => boolean {
  const me = useMe();
  return (...parts) => holds(me, parts);
}
