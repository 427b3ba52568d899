import type { Locator, Page, Route } from '@playwright/test';
import { expect } from './test.ts';

/** Moves a page's own clock, which must be installed, over its pauses of seconds until it shows `seen`; then the clock runs on. */
export async function hasten(page: Page, seen: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(4_000);
    await expect(seen).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [0], timeout: 60_000 });
}

/** Opens a page whose calls fail until it gives up, which shows as `seen`, without the pauses between its attempts. */
export async function untilGivenUp(page: Page, open: () => Promise<unknown>, seen: Locator): Promise<void> {
  await page.clock.install();
  await open();
  await hasten(page, seen);
}

/** Holds back responses until it is asked to release them; `asked` resolves when there is one to hold. */
export async function hold(page: Page, pattern: string | RegExp) {
  const waiting: Route[] = [];
  let over = false;
  await page.route(pattern, (route) => {
    if (over) return route.continue();
    waiting.push(route);
  });
  return {
    asked: () => expect.poll(() => waiting.length, `asked of ${pattern}`).toBeGreaterThan(0),
    // The route stays: a request that is reported while its route is being removed may wait for ever.
    letGo: async () => {
      over = true;
      await Promise.all(waiting.map((route) => route.continue().catch(() => undefined)));
    },
  };
}

/**
 * Presses the retry button of what failed because of the routes of `pattern`, which end with it. Answers are held back until
 * then: news from elsewhere make the page read it again, too, and would remove the button first.
 */
export async function pressRetry(page: Page, button: Locator, pattern: string | RegExp): Promise<void> {
  const held = await hold(page, pattern);
  await button.click();
  await held.letGo();
}
