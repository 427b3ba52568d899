import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { essayOf } from '../support/content.ts';
import { press, type, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';
import { heading, listedFor } from '../support/whole-way.ts';

const editorText = (page: Page) => page.getByLabel('Redação', { exact: true });
const saved = (page: Page) => expect(page.locator('.save-line')).toHaveText(/^Salvo às/);

/** S-17 by keyboard: agrees and starts; the editor is open then. */
async function start(page: Page): Promise<void> {
  await press(page, page.getByLabel('Li e concordo com as regras da redação'), 'Space');
  await press(page, page.getByRole('button', { name: 'Iniciar redação' }));
  await expect(heading(page, 'Redação do vestibular online')).toBeFocused();
}

/** Writes so many words by keyboard and waits until they are saved. */
async function write(page: Page, words: number, title?: string): Promise<void> {
  if (title) await type(page, page.getByLabel('Título'), title);
  await walkTo(page, editorText(page));
  await page.keyboard.insertText(essayOf(words));
  await saved(page);
}

const grade = async (product: Product, id: number, body: object) =>
  product.operations('POST', `/essays/${await listedFor(product, 'essays', id)}/grade`, body);

/** J02 — essay time-out, delay, failing, plagiarism (journeys.md), the page used by keyboard alone. */
test('J02 a first text is too short, a second one delivered by the clock, a third one copied', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  const who = await Candidate.at('applied', product, context);
  const id = who.subscriptionId;
  await page.goto(who.page);

  await test.step('a start that fails says so', async () => {
    await page.route('**/essays', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { code: 'UNAVAILABLE' } })
        : route.continue(),
    );
    await press(page, page.getByLabel('Li e concordo com as regras da redação'), 'Space');
    await press(page, page.getByRole('button', { name: 'Iniciar redação' }));
    await expect(page.getByText('Não foi possível iniciar a redação. Tente de novo.')).toBeVisible();
    await look(page, 'J02 not started');
    await page.unroute('**/essays');
    await press(page, page.getByRole('button', { name: 'Iniciar redação' }));
    await expect(heading(page, 'Redação do vestibular online')).toBeFocused();
  });

  await test.step('what is too short ends with its time', async () => {
    await write(page, 80);
    await product.setClock('2026-01-12T10:50:00-03:00');
    await page.reload();
    await expect(page.getByRole('timer')).toContainText(/10:00|09:5\d/);
    await product.setClock('2026-01-12T11:00:31-03:00');
    await page.goto(who.page);
    await expect(heading(page, 'O tempo acabou.')).toBeVisible();
    await expect(page.getByText('Seu texto não foi enviado.')).toBeVisible();
    await look(page, 'J02 S-18b');
    await press(page, page.getByRole('link', { name: 'Ver meu texto' }));
    await expect(page.getByText(essayOf(80).slice(0, 60))).toBeVisible();
    await look(page, 'J02 read only');
    await press(page, page.getByRole('link', { name: 'Voltar à inscrição' }));
  });

  await test.step('a second text is delivered by the clock, and may wait longer than a day', async () => {
    await press(page, page.getByRole('button', { name: 'Iniciar nova redação' }));
    await expect(heading(page, 'Redação do vestibular online')).toBeFocused();
    await expect(editorText(page)).toHaveValue('');
    await write(page, 200, 'Meu título');
    await product.setClock('2026-01-12T12:01:02-03:00');
    await page.goto(who.page);
    await expect(heading(page, 'O tempo acabou.')).toBeVisible();
    await expect(page.getByText('Seu último texto salvo foi entregue para correção.')).toBeVisible();
    await look(page, 'J02 delivered');
    await press(page, page.getByRole('button', { name: 'Acompanhar o resultado' }));
    await expect(heading(page, 'Redação em análise')).toBeVisible();
    await product.setClock('2026-01-13T12:02:03-03:00');
    await page.reload();
    await expect(
      page.getByText('A correção está demorando mais que o normal.', { exact: false }),
    ).toBeVisible();
    await look(page, 'J02 late');
  });

  await test.step('it fails, and a copied third one leaves no other', async () => {
    await grade(product, id, { score: 150, hasPlagiarism: false, feedback: 'Falta conclusão.' });
    await expect(heading(page, 'Você não foi aprovado(a) desta vez.')).toBeVisible();
    await look(page, 'J02 failed');
    await press(page, page.getByRole('button', { name: 'Fazer nova redação' }));
    await expect(heading(page, 'Antes de começar')).toBeVisible();
    await start(page);
    await write(page, 180, 'Outro título');
    await walkTo(page, page.getByRole('button', { name: /^Finalizar/ }).first(), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Finalizar redação' }));
    await expect(heading(page, 'Redação em análise')).toBeFocused();
    await grade(product, id, { score: 700, hasPlagiarism: true });
    await expect(
      page.getByText('A redação teve plágio, por isso não há nova tentativa nesta inscrição.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Fazer nova redação' })).toHaveCount(0);
    await look(page, 'J02 plagiarism');
  });
});
