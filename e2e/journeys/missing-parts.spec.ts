import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { payInSandbox } from '../support/pix.ts';
import { expect, test } from '../support/test.ts';
import { heading } from '../support/whole-way.ts';

const retry = (page: Page) => page.getByRole('button', { name: 'Tentar de novo' });

test('a missing chunk of the app reloads the page once, then is reported', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  await Candidate.at('signed-up', product, context);
  await page.route('**/assets/portal-page-*.js', (route) => route.abort());
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await page.goto(product.url('/portal'));
  await expect(heading(page, 'Algo deu errado aqui. Tente mais tarde.')).toBeVisible();
  expect(loads).toBe(2);
  await look(page, 'part gone');
  await page.waitForTimeout(1_500);
  expect(loads, 'no loop').toBe(2);
  await page.unroute('**/assets/portal-page-*.js');
  await retry(page).click();
  await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
});

test('a missing chunk of the sign-in is reported instead of leaving an empty page', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const failed = heading(page, 'Algo deu errado aqui. Tente mais tarde.');
  await test.step('a panel', async () => {
    await page.route('**/assets/sign-up-panel-*.js', (route) => route.abort());
    await page.goto(product.url('/'));
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await expect(failed).toBeVisible();
    await look(page, 'panel gone');
    await page.unroute('**/assets/sign-up-panel-*.js');
    await retry(page).click();
    await expect(page.getByLabel('Nome completo')).toBeVisible();
  });
  await test.step('the app itself, for a signed-in person', async () => {
    await page.evaluate(() => sessionStorage.clear());
    await Candidate.at('signed-up', product, context);
    await page.route('**/assets/app-*.js', (route) => route.abort());
    await page.goto(product.url('/portal'));
    await expect(failed).toBeVisible();
    await page.unroute('**/assets/app-*.js');
    await retry(page).click();
    await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
  });
});

test('a chunk that fails once is fixed by a reload', async ({ page, product, context, expectedStatuses }) => {
  expectedStatuses.add(0);
  const candidate = await Candidate.at('applied', product, context);
  let failures = 0;
  await page.route('**/assets/essay-step-*.js', (route) => {
    failures += 1;
    return failures === 1 ? route.abort() : route.continue();
  });
  await page.goto(candidate.page);
  await expect(heading(page, 'Antes de começar')).toBeVisible();
});

/** Applied style sheets of the documents step. */
const documentStyles = (page: Page) =>
  page.evaluate(
    () => [...document.styleSheets].filter(({ href }) => /documents-step-.*\.css/.test(href ?? '')).length,
  );

test('R13 a page whose stylesheet failed to preload opens with it, without a reload', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const candidate = await Candidate.at('pix-open', product, context);
  let asked = 0;
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await page.route('**/assets/documents-step-*.css', (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.goto(candidate.page);
  await expect.poll(() => asked, 'the step after the payment is fetched while the page rests').toBe(1);
  await payInSandbox(product, candidate.paymentId);
  await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar documentos' }).click();
  await expect(heading(page, /documentos/i)).toBeVisible();
  expect(await documentStyles(page)).toBe(1);
  expect({ asked, loads }).toEqual({ asked: 2, loads: 1 });
});

test('R13 a missing stylesheet does not stop other pages from opening, and loads once the connection is back', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const candidate = await Candidate.at('pix-open', product, context);
  let asked = 0;
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await page.route('**/assets/documents-step-*.css', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto(candidate.page);
  await expect.poll(() => asked).toBe(1);
  await payInSandbox(product, candidate.paymentId);
  await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
  await page.getByRole('link', { name: 'Voltar ao portal' }).first().click();
  await expect(heading(page, /^Olá, /)).toBeVisible();
  expect(loads).toBe(1);
  expect(await documentStyles(page)).toBe(0);
  await page.unroute('**/assets/documents-step-*.css');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect.poll(() => documentStyles(page)).toBe(1);
});
