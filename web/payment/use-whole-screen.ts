import { type RefObject, useEffect } from 'react';

/** Everything beside an element and beside what holds it. */
function othersOf(element: Element): Element[] {
  const others: Element[] = [];
  for (let one = element; one !== document.body && one.parentElement; one = one.parentElement)
    others.push(...[...one.parentElement.children].filter((other) => other !== one));
  return others;
}

/**
 * While `active`, nothing but the element can be reached or scrolled. For a frame, which may not become a dialog: moving it in
 * the page would load it anew, and what was typed would be lost.
 */
export function useWholeScreen(element: RefObject<Element | null>, active: boolean): void {
  useEffect(() => {
    if (!active || !element.current) return;
    const quiet = othersOf(element.current).filter((other) => !other.hasAttribute('inert'));
    const page = document.documentElement;
    for (const other of quiet) other.setAttribute('inert', '');
    page.setAttribute('data-dialog', '');
    return () => {
      for (const other of quiet) other.removeAttribute('inert');
      page.removeAttribute('data-dialog');
    };
  }, [element, active]);
}
