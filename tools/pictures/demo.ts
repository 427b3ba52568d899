import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';

/** The project's own browser, for pictures of a filled demo. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });

/** Until what moves in has come to rest. */
const SETTLED_MS = 800;

/** Waits until a page has all it asks for and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLED_MS);
}

/** The console at the desk of whom an address of `npm start` is for. */
export async function atConsole(browser: Browser, invite: string): Promise<Page> {
  const team = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' });
  const page = await team.newPage();
  await page.goto(invite);
  await page.getByRole('button', { name: /entrar/i }).click();
  await settle(page);
  return page;
}
