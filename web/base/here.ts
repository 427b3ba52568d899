import { BASE } from './base.ts';

export type Place = Pick<Location, 'pathname' | 'search'>;

let given: Place | undefined;

/** The address of the page being rendered: the browser's, or the one the server renders. */
export const here = (): Place => given ?? globalThis.location ?? { pathname: `${BASE}/`, search: '' };

/** Sets the address for which the server renders. */
export const paintAt = (place: Place): void => {
  given = place;
};
