import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Text that is cut by its surroundings, leaves its box or the window, or is broken inside a word, an amount or a date. */
const textFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SLACK = 1.5;
    const faults = new Set<string>();
    const hides = (value: string) => value === 'hidden' || value === 'clip';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent ?? '';
      if (!parent?.checkVisibility() || text.trim() === '') continue;
      if (
        parent.closest('.visually-hidden, .doc-row__word, .help-bubble__title, .skip-link, option, textarea')
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const said = text.trim().slice(0, 40);
      for (const rect of range.getClientRects()) {
        if (rect.width < 1) continue;
        let scrolls = false;
        let outside: string | undefined;
        for (let up: Element | null = parent; up && up !== document.body; up = up.parentElement) {
          const style = getComputedStyle(up);
          if (style.display === 'inline' || style.display === 'contents') continue;
          const box = up.getBoundingClientRect();
          // Three dots say that there is more, which stands elsewhere in full.
          scrolls = /auto|scroll/.test(style.overflowX) || style.textOverflow === 'ellipsis';
          if (scrolls) break;
          const over = rect.right > box.right + SLACK || rect.left < box.left - SLACK;
          // Above it may stand what scrolls sideways, as the wide tables of a contract do.
          if (over) outside ??= `over the edge of ${up.className || up.tagName}: ${said}`;
          if (hides(style.overflowY) && rect.bottom > box.bottom + SLACK) faults.add(`cut below: ${said}`);
          if (style.position === 'absolute' || style.position === 'fixed') break;
        }
        if (outside && !scrolls) faults.add(outside);
        if (!scrolls && (rect.right > innerWidth + SLACK || rect.left < -SLACK))
          faults.add(`outside the window: ${said}`);
      }
      for (const { 0: token, index } of text.matchAll(/\S+/g)) {
        if (!/^(?:\p{P}*\p{L}+\p{P}*|\d[\d.,/]*)$/u.test(token)) continue;
        range.setStart(node, index);
        range.setEnd(node, index + token.length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > 4) faults.add(`broken: ${token}`);
      }
    }
    return [...faults];
  });

/** No text is cut, leaves its box or breaks inside a word. */
export async function expectWholeText(page: Page, what: string): Promise<void> {
  expect.soft(await textFaults(page), `text of ${what}`).toEqual([]);
}

/** Draws everything in a face a tenth wider, as the system fonts of devices differ. */
export const inWiderFace = (page: Page, wider: boolean): Promise<void> =>
  page.evaluate((on) => {
    const sheet = new CSSStyleSheet();
    // A letter is about half an em wide.
    if (on) sheet.replaceSync('* { letter-spacing: 0.05em !important; }');
    document.adoptedStyleSheets = [sheet];
  }, wider);
