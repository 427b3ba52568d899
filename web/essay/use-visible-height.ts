import { type RefObject, useEffect } from 'react';

/** Less than this is a browser bar coming or going, more is a keyboard. CSS pixels. */
const KEYBOARD_PX = 120;

/**
 * Keeps an element as high as what is left above the keyboard where the browser does not resize the page for it
 * (`interactive-widget` is unknown to iOS).
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
