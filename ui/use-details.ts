import { type RefObject, useEffect, useRef } from 'react';
import { openLayer } from './layer.ts';

/** A details element that behaves like a popup: Esc, a click outside, focus leaving and Back on a phone close it. */
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
    let leave: (() => void) | undefined;
    const toggled = () => {
      leave?.();
      const isPhone = matchMedia('(max-width: 999.98px)').matches;
      leave = element.open && isPhone ? openLayer(() => element.removeAttribute('open')) : undefined;
    };
    element.addEventListener('toggle', toggled);
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    element.addEventListener('keydown', key);
    return () => {
      leave?.();
      element.removeEventListener('toggle', toggled);
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      element.removeEventListener('keydown', key);
    };
  }, []);
  return details;
}
