import { BASE } from './base.ts';

export type Place = Pick<Location, 'pathname' | 'search'>;

let given: Place | undefined;

/** The address whose page is drawn: that of the browser, or the one the server paints. */
export const here = (): Place => given ?? globalThis.location ?? { pathname: `${BASE}/`, search: '' };

/** Marks for the server's painting which address it is for. */
export const paintAt = (place: Place): void => {
  given = place;
};
