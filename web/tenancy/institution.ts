import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { settings } from '../base/settings.ts';
import { type InstitutionCard, institutionsQuery } from './queries.ts';

/** Query parameter with the chosen institution. */
export const INSTITUTION = 'ies';

/** Address of the courses of one institution. */
export const coursesOfInstitution = (code: string): string =>
  `/course?${INSTITUTION}=${encodeURIComponent(code)}`;

/** Institutions that accept applications now. */
export const openOnes = (all: readonly InstitutionCard[]): InstitutionCard[] =>
  all.filter(({ activeOffers }) => activeOffers > 0);

export type ChosenInstitution =
  | { kind: 'asking' }
  | {
      kind: 'chosen';
      /** Undefined if the host's own institution applies. */
      code: string | undefined;
      /** Set if there was a choice. */
      institution: InstitutionCard | undefined;
    };

/**
 * Institution whose courses are shown: the host's own; on a group host the one in the address, or the only one that accepts
 * applications; otherwise one must be chosen (S-10b).
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
