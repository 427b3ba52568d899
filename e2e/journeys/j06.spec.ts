import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { press, type } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

const LATER = '2026-01-12T10:20:00-03:00';
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const number = (page: Page) => page.getByLabel('Número de inscrição do ENEM');
const year = (page: Page) => page.getByLabel('Ano do ENEM');
const truth = (page: Page) => page.getByLabel('Declaro que as informações são verdadeiras');
const ask = (page: Page) => page.getByRole('button', { name: 'Consultar minha nota' });
const toEssay = (page: Page) => page.getByRole('button', { name: 'Prefiro fazer a redação online' });

async function fill(page: Page, registration: string): Promise<void> {
  await number(page).fill(registration);
  await year(page).selectOption('2025');
  await truth(page).check();
  await ask(page).click();
}

test.afterEach(async ({ product }) => {
  await product.setFault('exam-score', 'ok');
  await product.resetClock();
});

test('J06: the ENEM score is asked for by keyboard, waited for, found, and shown', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  const who = await Candidate.at('signed-up', product, context);
  const id = await who.apply({ type: 1, ingress: 'exam-score', q: 'administra' });
  await page.goto(product.url(`/subscriptions/${id}`));
  await expect(heading(page, 'Nota do ENEM')).toBeVisible();
  await look(page, 'S-15');
  await press(page, ask(page));
  await expect(page.getByText('Obrigatório.', { exact: true })).toHaveCount(3);
  await expect(page).toHaveTitle(/^Erro:/);
  await type(page, number(page), '25100000000');
  await press(page, ask(page));
  await expect(number(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(year(page).getByRole('option', { name: '2009' })).toHaveCount(0);
  await look(page, 'S-15 refused');

  // A source that does not answer costs nothing of what was typed.
  expectedStatuses.add(503);
  await type(page, number(page), '2510 0000.0009');
  await type(page, year(page), '2025');
  await press(page, truth(page), 'Space');
  await press(page, ask(page));
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /^Não foi possível consultar sua nota do ENEM\. Tente de novo\.$/ }),
  ).toBeVisible();
  await expect(number(page)).toHaveValue('2510 0000.0009');
  await expect(truth(page)).toBeChecked();
  await expect(page.getByText('Você ainda pode fazer 3 consultas.')).toBeVisible();
  await look(page, 'S-15 failed');

  await type(page, number(page), '2510 0000.0005');
  await press(page, ask(page));
  await expect(heading(page, 'Estamos verificando sua nota.')).toBeFocused();
  await expect(page.getByText('A análise leva cerca de 20 minutos. Pode fechar a página.')).toBeVisible();
  await expect(page.getByRole('timer')).toContainText(/19:\d\d|20:00/);
  await look(page, 'S-15 analysing');

  // The source is away when the time is over; the result comes to the open page later.
  await product.setFault('exam-score', 'down');
  await product.setClock(LATER);
  await page.reload();
  await expect(heading(page, 'A análise está demorando mais do que o previsto.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await look(page, 'S-15 late');
  await product.setFault('exam-score', 'ok');
  await product.setClock('2026-01-12T10:25:00-03:00');
  await expect(heading(page, 'Parabéns! Você passou na seleção.')).toBeVisible();
  const table = page.getByRole('table', { name: 'Notas do ENEM 2025' });
  await expect(table.getByRole('row')).toHaveCount(6);
  await expect(table.getByRole('row', { name: 'Matemática e suas Tecnologias 660,0' })).toBeVisible();
  await expect(table.getByRole('row', { name: 'Média 620,0' })).toBeVisible();
  await look(page, 'S-20 ENEM');
});

test('J06: a score that is not found is looked for again, rejected, and the form of ingress changed', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  const who = await Candidate.at('signed-up', product, context);
  const id = await who.apply({ type: 1, ingress: 'exam-score', q: 'administra' });
  await page.goto(product.url(`/subscriptions/${id}`));
  await fill(page, '251000000000');
  await expect(heading(page, 'Estamos verificando sua nota.')).toBeVisible();
  await product.setClock(LATER);
  await expect(heading(page, 'Não encontramos sua nota do ENEM.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Boletim de desempenho' })).toBeVisible();
  await expect(page.getByText('Você ainda pode fazer 2 consultas.')).toBeVisible();
  await expect(toEssay(page)).toBeVisible();
  await look(page, 'S-15 not found');

  await page.getByRole('button', { name: 'Consultar de novo' }).click();
  await expect(heading(page, 'Nota do ENEM')).toBeFocused();
  await expect(number(page)).toHaveValue('251000000000');
  await expect(year(page)).toHaveValue('2025');
  await expect(truth(page)).not.toBeChecked();
  await look(page, 'S-15 again');
  await fill(page, '251000000001');
  await expect(heading(page, 'Estamos verificando sua nota.')).toBeVisible();
  await product.setClock('2026-01-12T10:41:00-03:00');
  await expect(heading(page, 'Você não foi aprovado(a) desta vez.')).toBeVisible();
  await expect(page.getByText('Sua nota do ENEM não alcançou o mínimo deste processo.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Média 380,0' })).toBeVisible();
  await look(page, 'S-20 ENEM rejected');

  await page.route('**/ingress-switch', (route) =>
    route.fulfill({
      status: 409,
      json: {
        code: 'OFFER_CHANGE_FAILED',
        message: 'Não foi possível trocar a oferta. Escolha outro curso ou polo.',
      },
    }),
  );
  await toEssay(page).click();
  const dialog = page.getByRole('dialog', { name: 'Trocar a forma de ingresso?' });
  await expect(dialog).toBeVisible();
  await look(page, 'S-20 switch asked');
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  await expect(toEssay(page)).toBeFocused();
  await toEssay(page).click();
  await dialog.getByRole('button', { name: 'Trocar' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Não foi possível trocar a oferta. Escolha outro curso ou polo.',
  );
  await page.unroute('**/ingress-switch');
  await toEssay(page).click();
  await dialog.getByRole('button', { name: 'Trocar' }).click();
  await expect(page).toHaveURL(new RegExp(`/subscriptions/essays/${id}$`));
  await expect(heading(page, 'Antes de começar')).toBeFocused();
  await look(page, 'S-17 with ENEM');

  // Nothing was begun here, so nothing is asked.
  expectedStatuses.add(503);
  const back = page.getByRole('button', { name: 'Usar minha nota do ENEM' });
  await page.route('**/ingress-switch', (route) =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE' } }),
  );
  await back.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Não foi possível trocar a forma de ingresso. Tente de novo.',
  );
  await page.unroute('**/ingress-switch');
  await back.click();
  await expect(page).toHaveURL(new RegExp(`/subscriptions/${id}$`));
  await expect(heading(page, 'Nota do ENEM')).toBeFocused();
  await expect(page.getByText('Esta é a sua última consulta.')).toBeVisible();

  // The last look-up finds nothing: the essay and the bulletin are left.
  await fill(page, '251000000000');
  await expect(heading(page, 'Estamos verificando sua nota.')).toBeVisible();
  await product.setClock('2026-01-12T11:02:00-03:00');
  await expect(heading(page, 'Não encontramos sua nota do ENEM.')).toBeVisible();
  await expect(page.getByText('Você já usou todas as consultas desta inscrição.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Consultar de novo' })).toHaveCount(0);
  await look(page, 'S-15 used up');
  await toEssay(page).click();
  await dialog.getByRole('button', { name: 'Trocar' }).click();
  await expect(heading(page, 'Antes de começar')).toBeFocused();
});
