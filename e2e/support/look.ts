import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { EVERYTHING } from '../../testing/sample.ts';
import { expect, expectAccessible, expectNoSideways } from './test.ts';

/**
 * Checks a page once it has loaded: no accessibility fault in either colour scheme, no horizontal scrolling. If PICTURES names
 * a folder, it saves a screenshot of both. A page waiting behind a dialog is still `busy`.
 */
export async function look(page: Page, name: string, { busy = false } = {}): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  if (!busy) await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page, name);
  await expectNoSideways(page);
  await picture(page, name, 'light', busy);
  await page.emulateMedia({ colorScheme: 'dark' });
  // In the dark scheme only its colours differ.
  await expectAccessible(page, `${name} in the dark`, { only: ['color-contrast'] });
  await picture(page, name, 'dark', busy);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function picture(page: Page, name: string, scheme: 'light' | 'dark', busy: boolean): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await page.screenshot({
    path: join(folder, `${test.info().project.name}-${name}-${scheme}.png`),
    // Content that fills the screen has no page below it.
    fullPage: !busy,
  });
}

/** What may differ between the widths of a page that has the same elements at both. */
const BY_WIDTH = ['target-size', 'scrollable-region-focusable', 'color-contrast'];
const atOtherWidth = EVERYTHING ? {} : { only: BY_WIDTH };

/**
 * The same for a tablet held upright, between the two layouts; once per screen, or per dialog in front of it (`busy`), is
 * enough.
 */
export async function atMiddleWidth(page: Page, name: string, busy = false): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 768, height: 1024 });
  if (!busy) await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page, `${name} at 768`, atOtherWidth);
  await expectNoSideways(page);
  await picture(page, `${name}-768`, 'light', busy);
  if (wide) await page.setViewportSize(wide);
}

/**
 * Checks a page, or a dialog in front of it (`busy`), at the width of a desktop and of a phone; for the latter `npm test`
 * checks only what depends on the width.
 */
export async function atBothWidths(page: Page, name: string, busy = false): Promise<void> {
  const wide = page.viewportSize();
  await look(page, name, { busy });
  await page.setViewportSize({ width: 360, height: 740 });
  if (EVERYTHING || process.env.PICTURES) await look(page, `${name}-360`, { busy });
  else {
    await expectAccessible(page, `${name} at 360`, atOtherWidth);
    await expectNoSideways(page);
  }
  if (wide) await page.setViewportSize(wide);
}
