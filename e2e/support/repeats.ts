import type { Locator, Page } from '@playwright/test';
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
