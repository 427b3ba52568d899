import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { cast } from '../testing/demo/cast.ts';
import { PASSWORD } from '../testing/people.ts';
import { atConsole, launchBrowser, settle } from './pictures/demo.ts';

/**
 * Takes the pictures for the README from a filled demo: three candidate screens side by side, and two of the team's console.
 * `node tools/readme-pictures.ts http://localhost:8080 'http://localhost:8080/orbita/equipe/convite#…'`
 */
const [url, invite] = process.argv.slice(2);
if (!url || !invite) throw new Error('Address of the product and an address of its team are needed');

/** The people's ages depend on the year, but their document numbers do not. */
const parts = cast(2026);
const documentOf = (wanted: (part: (typeof parts)[number]) => boolean): string => {
  const found = parts.find(wanted);
  if (!found) throw new Error('The demo has nobody like that');
  return found.person.document;
};

async function signedIn(context: BrowserContext, document: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/orbita/candidate/`);
  await page.getByRole('button', { name: 'Somente necessários' }).click();
  await page.getByRole('textbox', { name: 'CPF' }).fill(document);
  await page.getByRole('textbox', { name: 'Senha' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  // The portal shows a welcome the first time it is opened in a browser.
  await page.getByRole('button', { name: 'Começar' }).click();
  await settle(page);
  return page;
}

const browser = await launchBrowser();
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, locale: 'pt-BR' };

/** Puts screens side by side in one picture, with a gap between them. */
async function together(screens: readonly Buffer[], width: number, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: screens.length * (width + 16), height: 100 } });
  const images = screens
    .map(
      (screen) =>
        `<img style="width:${width}px;border:1px solid #ccd" src="data:image/png;base64,${screen.toString('base64')}">`,
    )
    .join('');
  await page.setContent(
    `<!doctype html><body style="margin:8px;display:flex;align-items:flex-start;gap:14px;background:#fff">${images}</body>`,
  );
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(import.meta.dirname, '../docs/pictures', file), fullPage: true });
  await page.close();
}

/** Somebody at home, somebody at the payment, and somebody who is enrolled. */
const people = [
  { document: documentOf(({ stop }) => stop === 'test-summary'), goesOn: false },
  { document: documentOf(({ stop }) => stop === 'payment'), goesOn: true },
  { document: documentOf(({ stop, host }) => stop === undefined && host.startsWith('cua')), goesOn: true },
];
const screens: Buffer[] = [];
for (const { document, goesOn } of people) {
  const context = await browser.newContext(phone);
  const page = await signedIn(context, document);
  if (goesOn) await page.getByRole('main').locator('a.button, a[class*=card]').first().click();
  await settle(page);
  screens.push(await page.screenshot());
  await context.close();
}
await together(screens, 260, 'phone.png');

const home = await atConsole(browser, invite);
const atHome = await home.screenshot();
await home.goto(`${url}/orbita/equipe/inscricoes`);
await settle(home);
await home.getByRole('table').getByRole('link').first().click();
await home.waitForURL(/\/inscricoes\/\d+$/);
await settle(home);
await together([atHome, await home.screenshot()], 560, 'console.png');
await browser.close();
