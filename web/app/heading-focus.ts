import { useEffect, useRef } from 'react';

/** While a part of the app loads, the page before stands hidden in its place, and its heading may still be focused. */
function focusHeading(options: FocusOptions): boolean {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')];
  const shown = headings.find((heading) => heading.getClientRects().length > 0);
  shown?.focus(options);
  return shown !== undefined;
}

/**
 * Focuses the heading whenever `shown` changes, but not for what is shown first (U4). A page whose part of the app or
 * whose data is still to come gets the focus when its heading stands, unless the person has gone on meanwhile.
 */
export function useHeadingFocus(shown: string, options: FocusOptions): void {
  const before = useRef(shown);
  const how = useRef(options);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const left = document.activeElement;
    const focus = () => focusHeading(how.current);
    if (focus()) return;
    const watch = new MutationObserver(() => {
      const now = document.activeElement;
      const movedOn = now !== left && now !== document.body;
      if (movedOn || focus()) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [shown]);
}
