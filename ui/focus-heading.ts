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

/** What has a heading of its own. */
const PLACES = 'dialog, section, article, main';

/**
 * Watches a control that its own success removes. If it had the focus, the heading of its place takes it, or that of the page,
 * unless something else did. Call it while the control is in the document, and what it returns just before it is removed.
 */
export function focusAfter(control: HTMLElement): () => void {
  const place = control.closest(PLACES);
  return () => {
    if (document.activeElement !== control) return;
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const heading = place?.isConnected && place.querySelector<HTMLElement>('h1, h2, h3');
      if (!heading) return focusHeading({ preventScroll: true });
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  };
}
