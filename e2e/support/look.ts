import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { EVERYTHING } from '../../testing/sample.ts';
import { expect, expectAccessible, expectNoSideways, type Looking } from './test.ts';

/**
 * Checks a page once it has loaded: no accessibility fault in either colour scheme, no horizontal scrolling. If PICTURES names
 * a folder, it saves a screenshot of both. A page waiting behind a dialog is still `busy`; `dark: false` leaves out the dark
 * scheme.
 */
export async function look(
  page: Page,
  name: string,
  { busy = false, dark = true, ...looking }: Looking & { busy?: boolean; dark?: boolean } = {},
): Promise<void> {
  await settle(page, busy);
  await expectAccessible(page, name, looking);
  await expectNoSideways(page);
  await picture(page, name, 'light', busy);
  if (!dark) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  // In the dark scheme only its colours differ.
  await expectAccessible(page, `${name} in the dark`, { only: ['color-contrast'] });
  await picture(page, name, 'dark', busy);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function settle(page: Page, busy: boolean): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  if (!busy) await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
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
/** What is looked for at a width when `npm test` looks at the page in full at another one. */
export const atOtherWidth = EVERYTHING ? {} : { only: BY_WIDTH };

/**
 * The same for a tablet held upright, between the two layouts; once per screen, or per dialog in front of it (`busy`), is
 * enough. Only `npm run test:full` looks for accessibility faults at this width.
 */
export async function atMiddleWidth(page: Page, name: string, busy = false): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 768, height: 1024 });
  await settle(page, busy);
  if (EVERYTHING) await expectAccessible(page, `${name} at 768`);
  await expectNoSideways(page);
  await picture(page, `${name}-768`, 'light', busy);
  if (wide) await page.setViewportSize(wide);
}

/**
 * Checks a page, or a dialog in front of it (`busy`), at the width of a desktop and of a phone. `npm test` checks the latter in
 * the dark and only for what depends on width and colours; `scripts/theme-pairs.test.ts` covers the colours' pairs at any width.
 */
export async function atBothWidths(page: Page, name: string, busy = false): Promise<void> {
  const wide = page.viewportSize();
  const phone = { width: 360, height: 740 };
  if (EVERYTHING || process.env.PICTURES) {
    await look(page, name, { busy });
    await page.setViewportSize(phone);
    await look(page, `${name}-360`, { busy });
  } else {
    await settle(page, busy);
    await expectAccessible(page, name);
    await expectNoSideways(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(phone);
    await expectAccessible(page, `${name} at 360 in the dark`, atOtherWidth);
    await expectNoSideways(page);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (wide) await page.setViewportSize(wide);
}
