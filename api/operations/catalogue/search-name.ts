/** Name as it is searched for: lower case without accents. */
export const searchName = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
