import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { changeCatalogue, rewriteEntry } from '../support/catalogue.ts';
import { expect, test } from '../support/test.ts';

/** Holds the answers of some calls back until the function it gives is called. */
async function hold(page: Page, calls: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

test('an application sent before its poles came goes off with them, and its page has the focus', async ({
  page,
  product,
  context,
}) => {
  const putBack = await changeCatalogue(product, (yaml) =>
    rewriteEntry(yaml, 'offers', 'code: EXT-EXCEL', (entry) =>
      entry.replace(/warningPopup: .*/, 'warningPopup: Traga o RG.'),
    ),
  );
  await Candidate.at('signed-up', product, context);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/candidate/subscriptions'))
      sent.push(request.postDataJSON());
  });
  const bringPoles = await hold(page, '**/offers/*/poles?*');
  await page.goto(product.url('/course?q=excel'));
  await page.getByRole('button', { name: /^Ver curso Excel/ }).click();
  await expect(page.getByLabel('Polo', { exact: true })).toHaveText('Carregando polos…');
  await page.getByLabel('Escolaridade').selectOption({ label: 'Ensino médio completo' });
  const send = page.getByRole('button', { name: 'Inscrever-se' });
  await send.click();
  await expect(page.getByRole('button', { name: 'Enviando' })).toHaveAttribute('aria-busy', 'true');
  expect(sent).toEqual([]);

  // On the other side the warning comes before the page it lies over.
  const bringData = await hold(page, '**/person-data');
  bringPoles();
  const warning = page.getByRole('dialog', { name: 'Atenção' });
  await expect(warning).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ poleId: expect.any(Number) })]);
  await putBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await warning.getByRole('button', { name: 'Entendi' }).click();
  bringData();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('of consents changed one after the other the last one holds, whichever answer comes first', async ({
  page,
  product,
  context,
}) => {
  await Candidate.at('signed-up', product, context);
  await page.goto(product.url('/profile?aba=privacidade'));
  const news = page.getByRole('checkbox', { name: /Quero receber novidades/ });
  await expect(news).not.toBeChecked();
  const bodies: unknown[] = [];
  const bringFirst = await hold(page, '**/consents');
  page.on('request', (request) => {
    if (request.method() === 'PUT') bodies.push(request.postDataJSON().marketing);
  });
  await news.check();
  await news.uncheck();
  await expect.poll(() => bodies).toEqual([true]);
  bringFirst();
  await expect(page.getByText('Autorizações salvas.')).toBeVisible();
  expect(bodies).toEqual([true, false]);
  await expect(news).not.toBeChecked();
  await page.reload();
  await expect(news).not.toBeChecked();
});

test('a list that comes late leaves the focus; one that does not come is told, and can be asked for again', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  const { personId } = await Candidate.at('signed-up', product, context);
  const late = await hold(page, '**/candidate/genders');
  await page.goto(product.url(`/profile/${personId}`));
  const gender = page.getByLabel('Gênero');
  await gender.focus();
  await expect(gender).toHaveText('Carregando…');
  late();
  await expect(gender).toHaveText(/^Selecione.*Feminino/);
  await expect(gender).toBeFocused();
  await page.unroute('**/candidate/genders');

  await page.route('**/candidate/genders', (route) => route.fulfill({ status: 503 }));
  await page.goto(product.url(`/profile/${personId}`));
  const failed = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar a lista de gêneros.' });
  await expect(failed).toBeVisible();
  await page.unroute('**/candidate/genders');
  await failed.getByRole('button', { name: 'Tentar novamente' }).click();
  await gender.selectOption({ label: 'Feminino' });
});
