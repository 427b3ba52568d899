/**
 * Gives the focus to the heading of the page that is seen, and tells which that is: while a part of the app loads, the
 * page before stands hidden in its place. Undefined when no heading stands yet.
 */
export function focusHeading(options: FocusOptions): HTMLElement | undefined {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')];
  const shown = headings.find((heading) => heading.getClientRects().length > 0);
  shown?.focus(options);
  return shown;
}
