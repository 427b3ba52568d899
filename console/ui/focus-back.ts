import { focusHeading } from '@orbita/ui/focus-heading.ts';
import { useEffect } from 'react';

/** What comes next may take the focus itself. */
const AFTER_MS = 100;

/**
 * For a component that takes the focus: when it is unmounted and the focus would be lost, the focus returns to the previous
 * element, or to the heading when that is gone as well. Call it before whatever takes the focus.
 */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (before instanceof HTMLElement && before.isConnected && before !== document.body)
          before.focus({ preventScroll: true });
        else focusHeading({ preventScroll: true });
      }, AFTER_MS);
    };
  }, []);
}
