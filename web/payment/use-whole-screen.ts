import { type RefObject, useEffect } from 'react';

/** Everything beside an element and beside its ancestors. */
function othersOf(element: Element): Element[] {
  const others: Element[] = [];
  for (let one = element; one !== document.body && one.parentElement; one = one.parentElement)
    others.push(...[...one.parentElement.children].filter((other) => other !== one));
  return others;
}

/**
 * While `active`, only the element can be reached or scrolled. For a frame, which cannot be turned into a dialog: moving it in
 * the DOM would reload it and lose what was typed.
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
