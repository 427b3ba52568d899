import { useSyncExternalStore } from 'react';

/** From here on a page has two columns (base.css). */
const WIDE = '(min-width: 1000px)';

const watch = (changed: () => void) => {
  const list = matchMedia(WIDE);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
};

/** True where a page has two columns; for what a wide page does differently, not for how it looks. */
export const useWide = (): boolean => useSyncExternalStore(watch, () => matchMedia(WIDE).matches);
