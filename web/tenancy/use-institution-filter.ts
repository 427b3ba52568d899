import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { checkQuery } from '../base/guard.ts';
import { settings } from '../base/settings.ts';
import { INSTITUTION } from './institution.ts';
import { type InstitutionCard, institutionsQuery } from './queries.ts';

/** Value in the address for "all", on a host that has its own institution. */
const ALL = 'todas';

export type InstitutionFilter = {
  /** Empty if there is nothing to choose: the filter is forced, or the tenant has one institution. */
  options: readonly InstitutionCard[];
  /** Code of the shown one; null = all. */
  chosen: string | null;
  choose: (code: string | null) => void;
  shows: (institutionId: number) => boolean;
  /** Short name of an institution, if there are several. */
  nameOf: (institutionId: number) => string | undefined;
};

/**
 * Institution filter of the portal (spec 7.2): on a group host, and on a brand host for accounts exempt from the host's own
 * filter (spec 2.2). The choice is kept in the address.
 */
export function useInstitutionFilter(): InstitutionFilter {
  const [params, setParams] = useSearchParams();
  const check = useQuery(checkQuery).data;
  const own = settings.institution?.code ?? null;
  const free = own === null || check?.payloadToken.disableInstitutionGlobalFilter === true;
  const { data = [] } = useQuery({ ...institutionsQuery, enabled: free });
  const options = free && data.length > 1 ? data : [];
  const wanted = params.get(INSTITUTION);
  const known = options.find(({ code }) => code === wanted)?.code;
  const chosen = options.length === 0 || wanted === ALL ? null : (known ?? own);
  const shown = options.find(({ code }) => code === chosen);
  return {
    options,
    chosen,
    choose: (code) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (code === own) next.delete(INSTITUTION);
          else next.set(INSTITUTION, code ?? ALL);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    shows: (institutionId) => !shown || shown.id === institutionId,
    nameOf: (institutionId) => options.find(({ id }) => id === institutionId)?.acronym,
  };
}
