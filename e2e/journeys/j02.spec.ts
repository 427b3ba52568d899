import type { Page } from '@playwright/test';
import { bodyOf } from '../../testing/journey.ts';
import { finishEssay, saveDraft } from '../../testing/requests.ts';
import { Candidate } from '../support/candidate.ts';
import { essayOf } from '../support/content.ts';
import { press, type, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';
import { heading, listedFor } from '../support/whole-way.ts';

const editorText = (page: Page) => page.getByLabel('Redação', { exact: true });
const saved = (page: Page) => expect(page.locator('.save-line')).toHaveText(/^Salvo às/);
const theme = (page: Page) => page.locator('.essay-theme summary, .essay-texts h2').innerText();

/** S-17 by keyboard: agrees and starts, which opens the editor. */
async function start(page: Page): Promise<void> {
  await press(page, page.getByLabel('Li e concordo com as regras da redação'), 'Space');
  await press(page, page.getByRole('button', { name: 'Iniciar redação' }));
  await expect(heading(page, 'Redação do vestibular online')).toBeFocused();
}

/** Types `words` words by keyboard; they are saved automatically. */
async function write(page: Page, words: number, title?: string): Promise<void> {
  if (title) await type(page, page.getByLabel('Título'), title);
  await walkTo(page, editorText(page));
  await page.keyboard.insertText(essayOf(words));
}

const grade = async (product: Product, id: number, body: object) =>
  product.operations('POST', `/essays/${await listedFor(product, 'essays', id)}/grade`, body);

/** J02 — essay time-out, delay, failing, plagiarism (journeys.md), using the page by keyboard alone. */
test('J02 the first essay is too short, the second is submitted when time runs out, the third is copied', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  const who = await Candidate.at('applied', product, context);
  const id = who.subscriptionId;
  let first = { id: 0, theme: '' };
  await page.goto(who.page);

  await test.step('a failed start is reported', async () => {
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

  await test.step('an essay that is too short ends when its time does', async () => {
    first = { id: Number(/essays\/(\d+)/.exec(page.url())?.[1]), theme: await theme(page) };
    const warned = (minutes: number) =>
      expect(page.getByRole('status').filter({ hasText: `Faltam ${minutes} minutos` })).toBeAttached();
    // The page learns the time from the response to its next save.
    await product.setClock('2026-01-12T10:50:00-03:00');
    await write(page, 80);
    await warned(10);
    await product.setClock('2026-01-12T10:58:00-03:00');
    await page.keyboard.type('.');
    await warned(2);
    await expect(page.getByRole('timer')).toContainText(/0?1:5\d|2:00/);
    await saved(page);
    await product.setClock('2026-01-12T11:00:31-03:00');
    await page.goto(who.page);
    await expect(heading(page, 'O tempo acabou.')).toBeVisible();
    await expect(page.getByText('Seu texto não foi enviado.')).toBeVisible();
    await look(page, 'J02 S-18b');
    await press(page, page.getByRole('link', { name: 'Ver meu texto' }));
    await expect(page.getByText(essayOf(80).slice(0, 60))).toBeVisible();
    await look(page, 'J02 read only');
    await press(page, page.getByRole('link', { name: 'Voltar à inscrição' }));
    const late = await finishEssay(who.client, first.id);
    expect([late.status, late.body]).toMatchObject([409, { code: 'ESSAY_TIMED_OUT' }]);
  });

  await test.step('the second essay is submitted when time runs out, and may wait longer than a day', async () => {
    await press(page, page.getByRole('button', { name: 'Iniciar nova redação' }));
    await expect(heading(page, 'Redação do vestibular online')).toBeFocused();
    await expect(editorText(page)).toHaveValue('');
    expect(await theme(page)).not.toBe(first.theme);
    await write(page, 200, 'Meu título');
    await saved(page);
    await product.setClock('2026-01-12T12:01:02-03:00');
    await page.goto(who.page);
    await expect(heading(page, 'O tempo acabou.')).toBeVisible();
    await expect(page.getByText('Seu último texto salvo foi entregue para correção.')).toBeVisible();
    await look(page, 'J02 delivered');
    await press(page, page.getByRole('button', { name: 'Iniciar nova redação' }));
    await expect(page.getByRole('dialog')).toContainText('Vamos apagar o texto que você entregou.');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Manter o texto entregue' }));
    await press(page, page.getByRole('button', { name: 'Acompanhar o resultado' }));
    await expect(heading(page, 'Redação em análise')).toBeVisible();
    await product.setClock('2026-01-13T12:02:03-03:00');
    await page.reload();
    await expect(
      page.getByText('A correção está demorando mais que o normal.', { exact: false }),
    ).toBeVisible();
    await look(page, 'J02 late');
  });

  await test.step('it fails, and plagiarism in the third allows no further attempt', async () => {
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
    const again = await who.client.send('PUT', `/orbita/api/candidate/subscriptions/${id}/status`, {
      body: { status: 1 },
    });
    expect(again.status).toBe(409);
    const templates = (await product.outbox(who.person.email)).map(({ template }) => template);
    expect(templates).toEqual(expect.arrayContaining(['N-10', 'N-11', 'N-12']));
  });
});

test('J02 starting over withdraws the essay that was submitted when time ran out', async ({
  page,
  product,
  context,
}) => {
  const who = await Candidate.at('essay-started', product, context);
  bodyOf(await saveDraft(who.client, who.essayId, { essay: essayOf(200), revision: 0 }));
  await product.setClock('2026-01-12T11:00:31-03:00');
  await page.goto(who.page);
  await press(page, page.getByRole('button', { name: 'Iniciar nova redação' }));
  const dialog = page.getByRole('dialog', { name: 'Iniciar nova redação?' });
  await look(page, 'J02 begin anew');
  await press(page, dialog.getByRole('button', { name: 'Iniciar nova redação' }));
  await expect(heading(page, 'Redação do vestibular online')).toBeFocused();
  await expect(editorText(page)).toHaveValue('');
  const grading = await product
    .institution()
    .send('POST', `/orbita/api/operations/essays/${who.essayId}/grade`, {
      body: { score: 700, hasPlagiarism: false },
    });
  expect(grading.status).toBe(409);
});
