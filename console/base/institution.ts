import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';
import { type Me, useMe } from './me.ts';

/** Name of the institution in the address (spec 25.3.2). */
const PARAMETER = 'ies';

/** The same address for the same institution, unless it names one itself; an empty one means all. */
export function withInstitution(address: string, search: string): string {
  const [before = '', hash] = address.split('#', 2);
  const [path = '', query = ''] = before.split('?', 2);
  const asked = new URLSearchParams(query);
  const code = asked.get(PARAMETER) ?? new URLSearchParams(search).get(PARAMETER);
  if (code) asked.set(PARAMETER, code);
  else asked.delete(PARAMETER);
  return `${path}${asked.size > 0 ? `?${asked}` : ''}${hash === undefined ? '' : `#${hash}`}`;
}

/** The institution a person has chosen; undefined = all they may see. A code they may not see counts as none. */
export const institutionOf = (
  me: Pick<Me, 'institutions'>,
  search: string,
): Me['institutions'][number] | undefined => {
  const code = new URLSearchParams(search).get(PARAMETER);
  return me.institutions.find((one) => one.code === code);
};

/** The institution being looked at: for the query of calls, and for the bar. */
export function useInstitution(): Me['institutions'][number] | undefined {
  return institutionOf(useMe(), useLocation().search);
}

/** The address of a page for another institution, or for all. */
export const addressFor = (pathname: string, code: string | undefined): string =>
  `${pathname}?${PARAMETER}=${encodeURIComponent(code ?? '')}`;

/** Returns a function that goes to another page, keeping the chosen institution. */
export function useGo(): (address: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return useCallback(
    (address, options) => void navigate(withInstitution(address, search), options),
    [navigate, search],
  );
}
