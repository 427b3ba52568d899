import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now; for a page that is built another way there, where hiding parts is not enough. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => matchMedia(query).matches);
}
