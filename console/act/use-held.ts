import { useState } from 'react';

/**
 * What a dialog is about, kept as it was while its act is on the way or its outcome is unknown: the news that the act itself
 * causes may come before its answer, and must not take away what was sent.
 */
export function useHeld<T>(value: T, act: { isPending: boolean; unknown: unknown }): T {
  const [held, setHeld] = useState(value);
  if (act.isPending || act.unknown !== undefined) return held;
  if (held !== value) setHeld(value);
  return value;
}
