import { type RefObject, useEffect } from 'react';

/** A smaller change is a browser bar appearing or hiding, a larger one is a keyboard. CSS pixels. */
const KEYBOARD_PX = 120;

/**
 * Keeps an element as high as the area above the keyboard in browsers that do not resize the page for it (`interactive-widget`
 * is unknown to iOS).
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    const page = element.current;
    if (!view || !page) return;
    const fit = () => {
      const keyboard = window.innerHeight - view.height > KEYBOARD_PX && view.scale === 1;
      page.toggleAttribute('data-keyboard', keyboard);
      page.style.setProperty('--visible-height', `${Math.round(view.height)}px`);
    };
    view.addEventListener('resize', fit);
    return () => view.removeEventListener('resize', fit);
  }, [element]);
}
