import { useEffect, useRef } from 'react';
import { focusHeading } from '../ui/focus-heading.ts';

/**
 * Focuses the heading whenever `shown` changes, but not for what is shown first (U4). A page whose part of the app or
 * whose data is still to come gets the focus when its heading stands, and again when what came puts another heading in
 * its place, unless the person has gone on meanwhile.
 */
export function useHeadingFocus(shown: string, options: FocusOptions): void {
  const before = useRef(shown);
  const how = useRef(options);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const left = document.activeElement;
    let heading = focusHeading(how.current);
    const watch = new MutationObserver(() => {
      const now = document.activeElement;
      // A dialog gives the focus back when it goes; until then nothing behind it may have it.
      if (heading?.isConnected || now?.closest('dialog')) return;
      const waits = now === document.body || (!heading && now === left);
      if (waits) heading = focusHeading(how.current);
      else watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [shown]);
}
