import { useEffect, useRef } from 'react';
import { shownHeading } from './focus-heading.ts';

/** Headings that have received the focus, with their text at that time. */
const announced = new WeakMap<HTMLElement, string>();

/** Focuses the visible heading, unless it was announced before and the person has moved on from it. */
function announce(options: FocusOptions): HTMLElement | undefined {
  const heading = shownHeading();
  if (!heading) return undefined;
  const text = heading.textContent ?? '';
  const goneOn = document.activeElement !== document.body && announced.get(heading) === text;
  if (!goneOn) heading.focus(options);
  announced.set(heading, text);
  return heading;
}

/**
 * Focuses the heading whenever `shown` changes, but not on the first page (U4). While the chunk or the data of a page is still
 * loading, the heading gets the focus once it appears, and again when loading replaces it, unless the person has moved the
 * focus in the meantime.
 */
export function useHeadingFocus(shown: string, options: FocusOptions): void {
  const before = useRef(shown);
  const how = useRef(options);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const left = document.activeElement;
    let heading = announce(how.current);
    const watch = new MutationObserver(() => {
      const now = document.activeElement;
      // While a dialog is open the focus stays inside; the dialog returns it when it closes.
      if (heading?.isConnected || now?.closest('dialog')) return;
      const waits = now === document.body || (!heading && now === left);
      if (waits) heading = announce(how.current);
      else watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [shown]);
}
