import { type RefObject, useEffect } from 'react';

const overlap = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Marks a floating element with `data-covering` while it lies over one that `selector` finds. */
export function useClearOf(floating: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const element = floating.current;
      if (!element) return;
      const own = element.getBoundingClientRect();
      const covering = [...document.querySelectorAll(selector)].some((other) =>
        overlap(own, other.getBoundingClientRect()),
      );
      element.toggleAttribute('data-covering', covering);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const size = new ResizeObserver(soon);
    size.observe(document.body);
    const content = new MutationObserver(soon);
    content.observe(document.body, { childList: true, subtree: true });
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    soon();
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      content.disconnect();
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [floating, selector]);
}
