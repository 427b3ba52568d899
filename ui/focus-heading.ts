/**
 * The visible heading; while a chunk loads, the previous page may still be in the document, hidden. Undefined when there is no
 * heading yet.
 */
export function shownHeading(): HTMLElement | undefined {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')];
  return headings.find((heading) => heading.getClientRects().length > 0);
}

/** Focuses the visible heading and returns it. */
export function focusHeading(options: FocusOptions): HTMLElement | undefined {
  const shown = shownHeading();
  shown?.focus(options);
  return shown;
}
