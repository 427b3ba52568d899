import { useState } from 'react';

/**
 * The subject of a dialog, frozen while its act is under way or its outcome is unknown: an event caused by the act itself may
 * arrive before its answer, and must not remove what was sent.
 */
export function useHeld<T>(value: T, act: { isPending: boolean; unknown: unknown }): T {
  const [held, setHeld] = useState(value);
  if (act.isPending || act.unknown !== undefined) return held;
  if (held !== value) setHeld(value);
  return value;
}
