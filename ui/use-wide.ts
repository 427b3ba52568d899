import { useSyncExternalStore } from 'react';

/** From this width on a page has two columns (base.css). */
const WIDE = '(min-width: 1000px)';

const watch = (changed: () => void) => {
  const list = matchMedia(WIDE);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
};

/** True if a page has two columns; for differences in behaviour, not in looks. */
export const useWide = (): boolean => useSyncExternalStore(watch, () => matchMedia(WIDE).matches);
