import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The position on a page: the row that had the focus, and the scroll position in CSS pixels. */
type Place = { row: string | undefined; y: number };

const MOST = 50;
/** By the key of the history entry; only in memory, because ids of rows must not be stored (spec 25.2.3). */
const places = new Map<string, Place>();

const keep = (key: string, change: Partial<Place>): void => {
  const before = places.get(key) ?? { row: undefined, y: 0 };
  places.delete(key);
  places.set(key, { ...before, ...change });
  const [oldest] = places.keys();
  if (places.size > MOST && oldest !== undefined) places.delete(oldest);
};

const rowOf = (target: EventTarget | null): string | undefined =>
  (target as Element | null)?.closest<HTMLElement>('[data-row]')?.dataset.row;

/** Restores a position; false while its row is not on the page yet, or the page is shorter than it was. */
function goBackTo({ row, y }: Place): boolean {
  if (document.documentElement.scrollHeight < y + innerHeight) return false;
  if (row !== undefined) {
    const link = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] :is(a, button)`);
    if (!link) return false;
    link.focus({ preventScroll: true });
  }
  scrollTo(0, y);
  return true;
}

/** Restores scroll and focused row on a page that is returned to (spec 25.3.4); every other page starts at its top. */
export function useReturnPlace(): void {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';

  useEffect(() => {
    const focused = ({ target }: FocusEvent) => {
      const row = rowOf(target);
      if (row !== undefined) keep(key, { row });
    };
    const scrolled = () => keep(key, { y: scrollY });
    document.addEventListener('focusin', focused);
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      document.removeEventListener('focusin', focused);
      removeEventListener('scroll', scrolled);
    };
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of the entry changes with filters, which must not scroll the page
  useEffect(() => {
    const place = isReturn ? places.get(key) : undefined;
    if (!place) {
      if (!isReturn) scrollTo(0, 0);
      return;
    }
    if (goBackTo(place)) return;
    const begun = document.activeElement;
    const watch = new MutationObserver(() => {
      const now = document.activeElement;
      // If the person has moved on by themselves meanwhile, nothing is restored.
      const goneOn = now !== begun && now !== document.body && now?.tagName !== 'H1';
      if (goneOn || goBackTo(place)) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [pathname]);
}
