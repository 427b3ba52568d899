import type { Me } from './me.ts';

export type SavedFilter = NonNullable<Me['preferences']['filters']>[number];

/** Most saved filters a person may have (spec 25.2.6). */
export const MOST_FILTERS = 50;

/** The filters of an address in their order, as they are saved: without the institution, which is chosen in the bar. */
export const queryFor = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString();

/** Saved filters of one screen, sorted by name. */
export const filtersOf = (kept: readonly SavedFilter[], screen: string): SavedFilter[] =>
  kept
    .filter((one) => one.screen === screen)
    .sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'));

const isSame = (one: SavedFilter, other: SavedFilter): boolean =>
  one.screen === other.screen && one.name === other.name;

/** Adds a filter, replacing one of the same name on the same screen. */
export const withFilter = (kept: readonly SavedFilter[], added: SavedFilter): SavedFilter[] => [
  ...withoutFilter(kept, added),
  added,
];

export const withoutFilter = (kept: readonly SavedFilter[], gone: SavedFilter): SavedFilter[] =>
  kept.filter((one) => !isSame(one, gone));

/** The address of a list with a saved filter. */
export const addressOfFilter = ({ screen, query }: SavedFilter): string => `${screen}?${query}`;

/** The first and last day of a filter; empty if it has none. */
export type Days = { de: string; ate: string };

export const daysReversed = ({ de, ate }: Days): boolean => de !== '' && ate !== '' && ate < de;
