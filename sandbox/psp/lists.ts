/** Query parameters of the standard's lists. */
export type Query = Record<string, string | undefined>;

/** True for an instant within the requested period, both ends included. */
export const within = (instant: string, { inicio, fim }: { inicio: string; fim: string }): boolean =>
  Date.parse(instant) >= Date.parse(inicio) && Date.parse(instant) <= Date.parse(fim);

/** The named parameters of a query, as the answer repeats them. */
export const echo = (query: Query, names: string[]): Query =>
  Object.fromEntries(names.filter((name) => query[name] !== undefined).map((name) => [name, query[name]]));
