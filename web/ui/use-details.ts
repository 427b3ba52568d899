import { type RefObject, useEffect, useRef } from 'react';

/** A details element that behaves like a popup: Esc, a click outside and focus leaving close it. */
export function useDetailsPopup(): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = details.current;
    if (!element) return;
    const outside = (event: Event) => {
      if (element.open && event.target instanceof Node && !element.contains(event.target))
        element.open = false;
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    element.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      element.removeEventListener('keydown', key);
    };
  }, []);
  return details;
}
