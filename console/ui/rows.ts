/** The row a step leads to; undefined if there is none. From outside the list the first step goes to the near end. */
export function rowAfter(current: number, step: 1 | -1, count: number): number | undefined {
  if (count === 0) return undefined;
  if (current < 0) return step === 1 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, current + step));
}

/** The selection after some rows were pressed: each is toggled. */
export function chosenAfter(chosen: ReadonlySet<string>, pressed: readonly string[]): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of pressed) if (!next.delete(id)) next.add(id);
  return next;
}

/** Compares a newer answer with the shown rows: which changed or are gone, and how many are new. */
export function differences<Row>(
  shown: readonly Row[],
  incoming: readonly Row[],
  idOf: (row: Row) => string,
): { changed: ReadonlySet<string>; count: number } {
  const next = new Map(incoming.map((row) => [idOf(row), JSON.stringify(row)]));
  const changed = new Set(
    shown.filter((row) => next.get(idOf(row)) !== JSON.stringify(row)).map((row) => idOf(row)),
  );
  const known = new Set(shown.map(idOf));
  const added = incoming.filter((row) => !known.has(idOf(row))).length;
  return { changed, count: changed.size + added };
}
