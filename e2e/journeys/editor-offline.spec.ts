import type { Page } from '@playwright/test';
import { bodyOf } from '../../testing/journey.ts';
import { Candidate } from '../support/candidate.ts';
import { press } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

/** Browsers run service workers on https, and without it only on this host. */
const HOST = 'localhost';
const essay = (page: Page) => page.getByRole('textbox', { name: 'Redação' });

/** Resolves when the browser can serve the editor's address by itself. */
const isReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker
      .getRegistration('/orbita/candidate/essays/')
      .then((found) => found ?? { active: null });
    return active?.state === 'activated';
  });

test('U21 a reload while offline shows the text, accepts more, and sends it once back online', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const candidate = await Candidate.at('essay-started', product, context, { host: HOST });
  await page.goto(product.url(`/essays/${candidate.essayId}`, HOST));
  await essay(page).fill('Este texto foi salvo.');
  await expect(page.getByText(/^Salvo/).first()).toBeVisible();
  await expect.poll(() => isReady(page)).toBe(true);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Você está sem conexão' })).toBeFocused();
  await expect(essay(page)).toHaveValue('Este texto foi salvo.');
  await expect(page.getByText(/^Seu tempo acaba às \d\dh\d\d\.$/)).toBeVisible();
  await expect(page.getByText('Para finalizar, espere a conexão.')).toBeVisible();
  await look(page, 'editor without a network');
  await essay(page).press('End');
  await essay(page).pressSequentially(' E este, não.');
  await page.getByRole('textbox', { name: 'Título' }).fill('No escuro');
  // Reloaded again while offline.
  await page.reload();
  await expect(essay(page)).toHaveValue('Este texto foi salvo. E este, não.');
  await press(page, page.getByRole('button', { name: 'Tentar de novo' }));
  await expect(essay(page)).toHaveValue('Este texto foi salvo. E este, não.');

  // A browser that stores nothing more: the page is not replaced by itself, and not without a question.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await essay(page).press('End');
  await essay(page).pressSequentially(' Nem isto.');
  await expect(page.getByText('Não dá para guardar o texto aqui. Deixe a tela aberta.')).toBeVisible();
  const answered = page.waitForResponse('**/platform/health');
  await context.setOffline(false);
  await answered;
  // Answered as soon as it is there: a key that opens a question is not done before.
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await press(page, page.getByRole('button', { name: 'Tentar de novo' }));
  await asked;
  await expect(essay(page)).toHaveValue('Este texto foi salvo. E este, não. Nem isto.');
  const askedAgain = page.waitForEvent('dialog').then((dialog) => dialog.accept());
  await press(page, page.getByRole('button', { name: /^Tent/ }));
  await askedAgain;
  await expect(page.getByRole('button', { name: /^Finalizar/ })).toBeVisible();
  await expect(essay(page)).toHaveValue('Este texto foi salvo. E este, não.');
  const stored = () =>
    candidate.client
      .call('GET /candidate/subscriptions/essays/{essayId}', { params: { essayId: candidate.essayId } })
      .then((answer) => [bodyOf(answer).title, bodyOf(answer).essay]);
  await expect.poll(stored).toEqual(['No escuro', 'Este texto foi salvo. E este, não.']);
});

test('S8 after sign-out none of the text is shown offline', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const candidate = await Candidate.at('essay-started', product, context, { host: HOST });
  const address = product.url(`/essays/${candidate.essayId}`, HOST);
  await page.goto(address);
  await essay(page).fill('Só meu.');
  await expect(page.getByText(/^Salvo/).first()).toBeVisible();
  await expect.poll(() => isReady(page)).toBe(true);
  await page.goto(product.url('/logout', HOST));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('essay'))),
  ).toEqual([]);
  await context.setOffline(true);
  await page.goto(address);
  await expect(page.getByText('Não há texto guardado neste aparelho.')).toBeVisible();
  await expect(essay(page)).toHaveCount(0);
  await look(page, 'nothing kept');
});
