import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Text that is clipped, overflows its box or the window, or is broken inside a word, an amount or a date. */
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
          // An ellipsis shows that there is more, which is available in full elsewhere.
          scrolls = /auto|scroll/.test(style.overflowX) || style.textOverflow === 'ellipsis';
          if (scrolls) break;
          const over = rect.right > box.right + SLACK || rect.left < box.left - SLACK;
          // An ancestor may scroll horizontally, as for the wide tables of a contract.
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

/** Expects that no text is clipped, overflows its box or breaks inside a word. */
export async function expectWholeText(page: Page, what: string): Promise<void> {
  expect.soft(await textFaults(page), `text of ${what}`).toEqual([]);
}

/** Draws everything in a font a tenth wider, since the system fonts of devices differ. */
export const inWiderFace = (page: Page, wider: boolean): Promise<void> =>
  page.evaluate((on) => {
    const sheet = new CSSStyleSheet();
    // A letter is about half an em wide.
    if (on) sheet.replaceSync('* { letter-spacing: 0.05em !important; }');
    document.adoptedStyleSheets = [sheet];
  }, wider);

/**
 * Expects that nothing on a page that fills the window and never scrolls horizontally is beyond its edge, even in a wider font.
 */
export async function expectInWindow(page: Page, what: string): Promise<void> {
  for (const wider of [false, true]) {
    await inWiderFace(page, wider);
    const out = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((one) => !one.closest('.visually-hidden, [hidden]') && one.getBoundingClientRect().width > 1)
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => `${one.tagName} ${one.className}`),
    );
    expect.soft(out, `beyond the window of ${what}${wider ? ' in a wider face' : ''}`).toEqual([]);
  }
  await inWiderFace(page, false);
}
