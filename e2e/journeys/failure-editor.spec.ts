import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { essayOf } from '../support/content.ts';
import type { Product } from '../support/product.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const OFFLINE = 'Guardado aqui. Para finalizar, espere a conexão.';
const FAILED = 'Não foi possível salvar. Vamos tentar de novo.';
const STALE = 'Sua redação foi aberta em outra janela.';

const title = (page: Page) => page.getByLabel('Título');
const text = (page: Page) => page.getByLabel('Redação', { exact: true });
const saveLine = (page: Page) => page.locator('.save-line');
const saved = (page: Page) => expect(saveLine(page)).toHaveText(/^Salvo às \d\d:\d\d:\d\d$/);

/** An editor with a first saved text. */
async function openEditor(page: Page, product: Product): Promise<Candidate> {
  const candidate = await Candidate.at('essay-started', product, page.context());
  await page.goto(product.url(`/essays/${candidate.essayId}`));
  await title(page).fill('Meu título');
  await text(page).fill('primeiro');
  await saved(page);
  return candidate;
}

const onServer = (candidate: Candidate) =>
  candidate.call<{ title: string; essay: string; revision: number }>(
    'GET',
    `/candidate/subscriptions/essays/${candidate.essayId}`,
  );

const copies = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('essay:')).length);

test('U10 U21 a lost connection is reported, and the text is kept and sent when it returns', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const candidate = await openEditor(page, product);
  await context.setOffline(true);
  await text(page).pressSequentially(' escrito sem rede');
  await expect(saveLine(page)).toHaveText(OFFLINE);
  await expect(page.getByText('Você está sem conexão. Verifique sua internet.')).toBeVisible();
  // The banner says it once; the text next to the button says what it is waiting for.
  await expect(page.getByText(/sem conexão/i)).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Finalizar/ })).toBeDisabled();
  await expectAccessible(page, 'editor without a line');
  expect((await onServer(candidate)).essay).toBe('primeiro');

  await context.setOffline(false);
  await saved(page);
  await expect(page.getByRole('button', { name: /^Finalizar/ })).toBeEnabled();
  await expect(page.getByText('Você está sem conexão. Verifique sua internet.')).toBeHidden();
  expect((await onServer(candidate)).essay).toBe('primeiro escrito sem rede');
  await expect(text(page)).toHaveValue('primeiro escrito sem rede');
  expect(await copies(page)).toBe(0);
});

test('U11 a slow save is followed by a save of the newer text', async ({ page, product }) => {
  const candidate = await openEditor(page, product);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((go) => {
    letGo = go;
  });
  const bodies: string[] = [];
  await page.route('**/draft', async (route) => {
    bodies.push((route.request().postDataJSON() as { essay: string }).essay);
    if (bodies.length === 1) await held;
    await route.continue();
  });
  await text(page).fill('segundo');
  await expect(saveLine(page)).toHaveText('Salvando…');
  await expect.poll(() => bodies).toEqual(['segundo']);
  await text(page).fill('segundo e terceiro');
  await expectAccessible(page, 'editor while saving');
  expect(bodies, 'one save at a time').toEqual(['segundo']);
  letGo();
  await expect.poll(() => bodies).toEqual(['segundo', 'segundo e terceiro']);
  await saved(page);
  expect((await onServer(candidate)).essay).toBe('segundo e terceiro');
});

test('U10 a failed save is reported and retried', async ({ page, product, expectedStatuses }) => {
  expectedStatuses.add(500);
  const candidate = await openEditor(page, product);
  await page.route('**/draft', (route) =>
    route.fulfill({ status: 500, json: { code: 'UNAVAILABLE', message: 'x', traceId: 't' } }),
  );
  await text(page).fill('não chega');
  await expect(saveLine(page)).toHaveText(FAILED);
  await expectAccessible(page, 'editor with a failed save');
  expect(await copies(page), 'a text in doubt is kept in the tab').toBe(1);
  await page.unroute('**/draft');
  await saved(page);
  expect((await onServer(candidate)).essay).toBe('não chega');
  expect(await copies(page)).toBe(0);
});

test('a reload restores text that only the tab has', async ({ page, product, context, expectedStatuses }) => {
  expectedStatuses.add(0);
  // Intercepted inside the page, because requests that start while leaving a page escape an interception from outside.
  await page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = (...given) =>
      sessionStorage.getItem('cut') && String(given[0]).endsWith('/draft')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : real(...given);
  });
  const cut = (on: boolean) =>
    page.evaluate((value) => {
      if (value) sessionStorage.setItem('cut', 'yes');
      else sessionStorage.removeItem('cut');
    }, on);
  const candidate = await openEditor(page, product);
  page.on('dialog', (dialog) => void dialog.accept());
  await cut(true);
  await text(page).fill('só nesta janela');
  await expect(saveLine(page)).toHaveText(FAILED);
  await page.reload();
  await expect(text(page)).toHaveValue('só nesta janela');
  expect((await onServer(candidate)).essay).toBe('primeiro');
  await cut(false);
  await saved(page);
  expect((await onServer(candidate)).essay).toBe('só nesta janela');
  expect(await copies(page)).toBe(0);

  // Really offline: what was typed is still there after the connection came back and one reload.
  await context.setOffline(true);
  await text(page).fill('escrito no escuro');
  await expect(saveLine(page)).toHaveText(OFFLINE);
  await context.setOffline(false);
  await page.reload();
  await expect(text(page)).toHaveValue('escrito no escuro');
});

test('U13 the stale one of two windows becomes read-only and can take the essay back', async ({
  page,
  product,
  context,
}) => {
  const candidate = await openEditor(page, product);
  const second = await context.newPage();
  await second.goto(product.url(`/essays/${candidate.essayId}`));
  await expect(text(second)).toHaveValue('primeiro');
  await text(second).fill('da segunda janela');
  await saved(second);

  await page.bringToFront();
  await text(page).fill('da primeira janela');
  await expect(page.getByRole('alert').getByText(STALE)).toBeVisible();
  await expect(text(page)).not.toBeEditable();
  await expect(title(page)).not.toBeEditable();
  await expectAccessible(page, 'stale editor');
  expect((await onServer(candidate)).essay).toBe('da segunda janela');
  await text(page).press('x');
  await expect(text(page)).toHaveValue('da primeira janela');

  await page.getByRole('button', { name: 'Continuar nesta janela' }).click();
  await expect(text(page)).toHaveValue('da segunda janela');
  await expect(text(page)).toBeEditable();
  await expect(page.getByText('Há um texto diferente guardado nesta janela.')).toBeVisible();
  await expectAccessible(page, 'editor with two texts');
  await page.getByRole('button', { name: 'Usar o texto desta janela' }).click();
  await expect(text(page)).toHaveValue('da primeira janela');
  await saved(page);
  expect((await onServer(candidate)).essay).toBe('da primeira janela');
  await second.close();
});

test('a power cut at the server loses no text on the page', async ({ page, product, expectedStatuses }) => {
  for (const status of [0, 500, 502, 503, 504]) expectedStatuses.add(status);
  const candidate = await openEditor(page, product);
  await text(page).fill(`primeiro ${essayOf(40)}`);
  await saved(page);
  await text(page).pressSequentially(' antes');
  await product.kill();
  await text(page).pressSequentially(' durante');
  await expect(saveLine(page)).toHaveText(FAILED);
  await expectAccessible(page, 'editor without a server');
  await product.launch();
  await text(page).pressSequentially(' depois');
  const whole = `primeiro ${essayOf(40)} antes durante depois`;
  await expect(text(page)).toHaveValue(whole);
  await expect.poll(async () => (await onServer(candidate)).essay, { timeout: 45_000 }).toBe(whole);
  await saved(page);

  // What was saved before the interruption was there after it, and the page keeps saving.
  await text(page).pressSequentially(' fim');
  await expect.poll(async () => (await onServer(candidate)).essay).toBe(`${whole} fim`);
  await page.reload();
  await expect(text(page)).toHaveValue(`${whole} fim`);
});

test('U21 five seconds after the last keystroke the server has everything, whatever fails next', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  for (const status of [0, 500, 502, 503, 504]) expectedStatuses.add(status);
  const candidate = await openEditor(page, product);
  await text(page).pressSequentially(` ${essayOf(5)}`);
  const whole = `primeiro ${essayOf(5)}`;
  await expect.poll(async () => (await onServer(candidate)).essay, { timeout: 5_000 }).toBe(whole);
  await product.kill();
  const other = await context.newPage();
  await page.close();
  await product.launch();
  await other.goto(product.url(`/essays/${candidate.essayId}`));
  await expect(text(other)).toHaveValue(whole);
  await expect(title(other)).toHaveValue('Meu título');
  await text(other).fill(`${whole} e mais`);
  await saved(other);
});

test('a device clock three hours off changes no countdown', async ({ page, product }) => {
  await page.addInitScript(() => {
    const wrong = 3 * 3600_000;
    const Real = Date;
    class Wrong extends Real {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(Real.now() + wrong);
        else super(...(given as [number]));
      }
      static override now() {
        return Real.now() + wrong;
      }
    }
    globalThis.Date = Wrong as DateConstructor;
  });
  await openEditor(page, product);
  const timer = page.getByRole('timer');
  await expect(timer).toHaveText(/(60:00|59:\d\d)$/);
  await expectAccessible(page, 'editor with a wrong clock');
  await page.reload();
  await expect(timer).toHaveText(/(60:00|59:\d\d)$/);
  await expect(text(page)).toBeEditable();
});
