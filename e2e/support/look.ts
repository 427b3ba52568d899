import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways } from './test.ts';

/**
 * Looks at a page once it has come: no accessibility fault, nothing scrolls sideways. Where PICTURES names a folder it
 * keeps a picture in both schemes of colour. A page that waits behind a question is still `busy`.
 */
export async function look(page: Page, name: string, { busy = false } = {}): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  if (!busy) await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page, name);
  await expectNoSideways(page);
  if (!process.env.PICTURES) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: join(process.env.PICTURES, `${test.info().project.name}-${name}-${colorScheme}.png`),
      // What fills the screen has no page below it.
      fullPage: !busy,
    });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
