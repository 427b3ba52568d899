import type { Me } from './me.ts';

export type SavedFilter = NonNullable<Me['preferences']['filters']>[number];

/** Filters that somebody may have (spec 25.2.6). */
export const MOST_FILTERS = 50;

/** The filters of an address in their order, as they are kept: the institution is chosen in the bar and stays out. */
export const queryFor = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString();

/** Those of one screen, by name. */
export const filtersOf = (kept: readonly SavedFilter[], screen: string): SavedFilter[] =>
  kept
    .filter((one) => one.screen === screen)
    .sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'));

const isSame = (one: SavedFilter, other: SavedFilter): boolean =>
  one.screen === other.screen && one.name === other.name;

/** Another filter besides; one of the same name on the same screen gives way. */
export const withFilter = (kept: readonly SavedFilter[], added: SavedFilter): SavedFilter[] => [
  ...withoutFilter(kept, added),
  added,
];

export const withoutFilter = (kept: readonly SavedFilter[], gone: SavedFilter): SavedFilter[] =>
  kept.filter((one) => !isSame(one, gone));

/** The address of a list with a kept filter. */
export const addressOfFilter = ({ screen, query }: SavedFilter): string => `${screen}?${query}`;
