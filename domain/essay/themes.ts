/**
 * Theme for a new attempt: one that the candidate has not had, if any is left (spec 10.1).
 * @param chance 0 ≤ chance < 1, drawn by the caller.
 */
export function drawTheme<T extends { id: number }>(
  themes: readonly T[],
  usedIds: readonly number[],
  chance: number,
): T | undefined {
  const fresh = themes.filter(({ id }) => !usedIds.includes(id));
  const pool = fresh.length > 0 ? fresh : themes;
  return pool[Math.floor(chance * pool.length)];
}
