import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { settings } from '../base/settings.ts';
import { type InstitutionCard, institutionsQuery } from './queries.ts';

/** Name of the chosen institution in an address. */
export const INSTITUTION = 'ies';

/** Where courses of one institution are chosen. */
export const coursesOfInstitution = (code: string): string =>
  `/course?${INSTITUTION}=${encodeURIComponent(code)}`;

/** Those that take applications now. */
export const openOnes = (all: readonly InstitutionCard[]): InstitutionCard[] =>
  all.filter(({ activeOffers }) => activeOffers > 0);

export type ChosenInstitution =
  | { kind: 'asking' }
  | {
      kind: 'chosen';
      /** Undefined where the host's own institution holds by itself. */
      code: string | undefined;
      /** Known where there was something to choose from. */
      institution: InstitutionCard | undefined;
    };

/**
 * Institution whose courses are shown: the host's own; on a group host the one in the address, or the only one that
 * takes applications; otherwise it must be asked (S-10b).
 */
export function useChosenInstitution(): ChosenInstitution {
  const [params] = useSearchParams();
  const group = settings.institution === null;
  const { data } = useQuery({ ...institutionsQuery, enabled: group });
  if (!group) return { kind: 'chosen', code: undefined, institution: undefined };
  const named = params.get(INSTITUTION);
  const known = data?.find(({ code }) => code === named);
  const open = data ? openOnes(data) : [];
  const several = open.length > 1;
  if (named && (known || !data))
    return { kind: 'chosen', code: named, institution: several ? known : undefined };
  const [only] = open;
  if (only && !several) return { kind: 'chosen', code: only.code, institution: undefined };
  return { kind: 'asking' };
}
