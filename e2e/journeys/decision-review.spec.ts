import { bodyOf } from '../../testing/journey.ts';
import { finishEssay, gradeEssay } from '../../testing/requests.ts';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

/** Calls of the institution on behalf of a named operator. */
function graderOf(product: Product, operator: string) {
  const client = product.institution();
  client.headers = { ...client.headers, 'x-operator': operator };
  return client;
}

test('D-78 another grader reviews a refused essay, and the page updates', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('essay-started', product, context);

  await test.step('the editor shows the facts of the course on request', async () => {
    await page.goto(product.url(`/essays/${candidate.essayId}`));
    const facts = page.locator('summary').filter({ hasText: 'Dados da inscrição' });
    await facts.click();
    await expect(page.getByText('Administração').first()).toBeVisible();
    await look(page, 'review-01-editor-facts');
    await page.keyboard.press('Escape');
    await expect(facts).toBeFocused();
    await expect(page.getByText('Administração').first()).toBeHidden();
  });

  bodyOf(await finishEssay(candidate.client, candidate.essayId));
  await gradeEssay(graderOf(product, 'Ana'), candidate.essayId, 100);

  await test.step('the privacy page links to the result, where a review can be requested once', async () => {
    await page.goto(product.url('/profile?aba=privacidade'));
    await page.getByRole('button', { name: /Pedir revisão de uma decisão/ }).click();
    await look(page, 'review-02-applications');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Administração/ })
      .click();
    await page.getByRole('button', { name: 'Pedir revisão' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pedir revisão da decisão' });
    await dialog.getByRole('button', { name: 'Enviar pedido' }).click();
    await expect(dialog.getByText('Obrigatório.').first()).toBeVisible();
    await dialog.getByLabel('Por que a decisão deve ser revista?').fill('O tema foi seguido.');
    await look(page, 'review-03-dialog');
    await dialog.getByRole('button', { name: 'Enviar pedido' }).click();
    await expect(page.getByText('Recebida')).toBeVisible();
    await expect(page.getByText('O tema foi seguido.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pedir revisão' })).toBeHidden();
    await look(page, 'review-04-asked');
  });

  await test.step('another grader approves, and the open page updates by itself', async () => {
    const asked = await candidate.call<{ request: { id: number } }>(
      'GET',
      `/candidate/subscriptions/${candidate.subscriptionId}/decision-review`,
    );
    const reviewed = await graderOf(product, 'Bia').call('POST /operations/privacy-requests/{id}/review', {
      params: { id: asked.request.id },
      body: { score: 720, answer: 'A segunda banca aprovou o texto.' },
    });
    expect(reviewed.body).toMatchObject({ outcome: 'granted', status: 3 });
    await expect(page.getByRole('heading', { name: /Você passou/ })).toBeVisible();
    await page.goto(product.url('/profile?aba=privacidade'));
    await expect(page.getByText('A segunda banca aprovou o texto.')).toBeVisible();
    await expect(page.getByText('Revisão de uma decisão', { exact: true })).toBeVisible();
    await look(page, 'review-05-answered');
  });
});
