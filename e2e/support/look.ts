import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { EVERYTHING } from '../../testing/sample.ts';
import { expect, expectAccessible, expectNoSideways } from './test.ts';

/**
 * Looks at a page once it has come: no accessibility fault in either scheme of colour, nothing scrolls sideways. Where
 * PICTURES names a folder it keeps a picture in both. A page that waits behind a question is still `busy`.
 */
export async function look(page: Page, name: string, { busy = false } = {}): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  if (!busy) await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page, name);
  await expectNoSideways(page);
  await picture(page, name, 'light', busy);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Nothing but its colours differs in the dark.
  await expectAccessible(page, `${name} in the dark`, { only: ['color-contrast'] });
  await picture(page, name, 'dark', busy);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function picture(page: Page, name: string, scheme: 'light' | 'dark', busy: boolean): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await page.screenshot({
    path: join(folder, `${test.info().project.name}-${name}-${scheme}.png`),
    // What fills the screen has no page below it.
    fullPage: !busy,
  });
}

/** What may differ between the widths of a page that has no other elements there. */
const BY_WIDTH = ['target-size', 'scrollable-region-focusable', 'color-contrast'];
const atOtherWidth = EVERYTHING ? {} : { only: BY_WIDTH };

/** The same where a tablet is held upright, between both layouts; once for each screen, or question before it (`busy`), is enough. */
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
 * Looks at a page, or at a question before it (`busy`), at the width of a desktop and of a phone; there `npm test` asks what
 * depends on the width alone.
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
