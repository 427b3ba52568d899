import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';

/** The project's own browser, for pictures of a filled demo. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });

/** Time until animations have finished. */
const SETTLED_MS = 800;

/** Waits until a page has loaded everything and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLED_MS);
}

/** The console at the desk of the person for whom an invite of `npm start` is meant. */
export async function atConsole(browser: Browser, invite: string): Promise<Page> {
  const team = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' });
  const page = await team.newPage();
  await page.goto(invite);
  await page.getByRole('button', { name: /entrar/i }).click();
  await settle(page);
  return page;
}
