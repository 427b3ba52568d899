import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import type { Scope } from '@orbita/domain/staff';
import type { Answer } from '@orbita/protocol';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queryClient } from './query.ts';

export type Me = Answer<'GET /operations/staff/me'>;

const KEY = ['staff', 'me'] as const;

/** Who is signed in, as last answered; undefined before the first answer and after the end. */
export const knownMe = (): Me | undefined => queryClient.getQueryData<Me>(KEY);

/** Takes over who the server says is signed in now. */
export const setMe = (me: Me): void => {
  adoptAnswer(queryClient, KEY, me);
};

/** Asks again who is signed in and with which roles: somebody changed them (spec 25.19, `staff.changed`). */
export const renewMe = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });

/** Forgets the person and everything that was read for her. */
export const forgetMe = (): void => queryClient.clear();

export const meQuery = {
  queryKey: KEY,
  // The first question decides between sign-in page and console; a session that ends later opens the dialog.
  queryFn: () =>
    knownMe()
      ? call('GET /operations/staff/me', { background: true })
      : call('GET /operations/staff/me', { quiet: true }),
  staleTime: 5 * 60_000,
};

/** Whether the server keeps passkeys for somebody: as a way in, or to confirm who she is (spec 25.2.4). */
export const mayHavePasskeys = ({ session, waysIn }: Pick<Me, 'session' | 'waysIn'>): boolean =>
  session.strength !== 'provider' || waysIn.includes('passkey');

/** The person inside the console; only below the guard, where she is known. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('Nobody is signed in');
  return data;
}

/** Whether somebody holds one of these parts anywhere; none asked for is always held. */
export const holds = (me: Pick<Me, 'parts'>, parts: readonly Scope[]): boolean =>
  parts.length === 0 || parts.some((part) => part in me.parts);

/** Whether somebody holds one of these parts for an institution. */
export const holdsFor = (me: Pick<Me, 'parts'>, parts: readonly Scope[], institution: string): boolean =>
  parts.some((part) => {
    const where = me.parts[part];
    return where === 'all' || where?.includes(institution) === true;
  });

/** The same about who is signed in: `const may = useMay(); may('staff.manage')`. */
export function useMay(): (...parts: readonly Scope[]) => boolean {
  const me = useMe();
  return (...parts) => holds(me, parts);
}
