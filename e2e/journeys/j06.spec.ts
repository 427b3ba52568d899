import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { press, type } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';
import { expectHelpCollapsed, heading } from '../support/whole-way.ts';

const number = (page: Page) => page.getByLabel('Número de inscrição do ENEM');
const year = (page: Page) => page.getByLabel('Ano do ENEM');
const truth = (page: Page) => page.getByLabel('Declaro que as informações são verdadeiras');
const ask = (page: Page) => page.getByRole('button', { name: 'Consultar minha nota' });
const toEssay = (page: Page) => page.getByRole('button', { name: 'Prefiro fazer a redação online' });

const analysing = (page: Page) => expect(heading(page, 'Estamos verificando sua nota.')).toBeVisible();
const failure = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

async function fill(page: Page, registration: string): Promise<void> {
  await type(page, number(page), registration);
  await type(page, year(page), '2025');
  await press(page, truth(page), 'Space');
  await press(page, ask(page));
}

test.afterEach(async ({ product }) => {
  await product.setFault('exam-score', 'ok');
  await product.resetClock();
});

/** J06 — ENEM: not found, failure, rejected, switch, approved (journeys.md), one path by keyboard alone. */
test('J06 the ENEM score is refused, not found, too low, given up for the essay, and found', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  const who = await Candidate.at('signed-up', product, context);
  const id = await who.apply({ type: 1, ingress: 'exam-score', q: 'administra' });
  await page.goto(product.url(`/subscriptions/${id}`));
  await expect(heading(page, 'Nota do ENEM')).toBeVisible();

  await look(page, 'S-15');
  await expectHelpCollapsed(page);

  await test.step('missing or invalid values are shown at their fields', async () => {
    await press(page, ask(page));
    await expect(page.getByText('Obrigatório.', { exact: true })).toHaveCount(3);
    await expect(page).toHaveTitle(/^Erro:/);
    await type(page, number(page), '25100000000');
    await press(page, ask(page));
    await expect(number(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(number(page)).toHaveAccessibleDescription(/Informe os 12 dígitos\./);
    await expect(year(page).getByRole('option', { name: '2009' })).toHaveCount(0);
    await look(page, 'S-15 refused');
  });

  await test.step('an unavailable source loses nothing that was typed', async () => {
    await fill(page, '2510 0000.0009');
    await expect(failure(page, 'Não foi possível consultar sua nota do ENEM. Tente de novo.')).toBeVisible();
    await expect(number(page)).toHaveValue('2510 0000.0009');
    await expect(truth(page)).toBeChecked();
    await expect(page.getByText('Você ainda pode fazer 3 consultas.')).toBeVisible();
    await look(page, 'S-15 failed');
  });

  await test.step('a score that is not found leaves three options', async () => {
    await type(page, number(page), '251000000000');
    await press(page, ask(page));
    await expect(heading(page, 'Estamos verificando sua nota.')).toBeFocused();
    await expect(page.getByText('A análise leva cerca de 20 minutos. Pode fechar a página.')).toBeVisible();
    await expect(page.getByRole('timer')).toContainText(/19:\d\d|20:00/);
    await look(page, 'S-15 analysing');
    await product.setClock('2026-01-12T10:20:00-03:00');
    await expect(heading(page, 'Não encontramos sua nota do ENEM.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Boletim de desempenho' })).toBeVisible();
    await expect(page.getByText('Você ainda pode fazer 2 consultas.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Obrigatórios' })).toHaveCount(0);
    await expect(toEssay(page)).toBeVisible();
    await look(page, 'S-15 not found');
  });

  await test.step('a low score is rejected', async () => {
    await press(page, page.getByRole('button', { name: 'Consultar de novo' }));
    await expect(heading(page, 'Nota do ENEM')).toBeFocused();
    await expect(number(page)).toHaveValue('251000000000');
    await expect(year(page)).toHaveValue('2025');
    await expect(truth(page)).not.toBeChecked();
    await look(page, 'S-15 again');
    await fill(page, '251000000001');
    await analysing(page);
    await product.setClock('2026-01-12T10:41:00-03:00');
    await expect(heading(page, 'Você não foi aprovado(a) desta vez.')).toBeVisible();
    await expect(page.getByText('Sua nota do ENEM não alcançou o mínimo deste processo.')).toBeVisible();
    await expect(page.getByRole('row', { name: 'Média 380,0' })).toBeVisible();
    await look(page, 'S-20 ENEM rejected');
    const templates = (await product.outbox(who.person.email)).map(({ template }) => template);
    expect(templates).toContain('N-13');
  });

  const dialog = page.getByRole('dialog', { name: 'Trocar a forma de ingresso?' });
  const change = dialog.getByRole('button', { name: 'Trocar' });
  const refuse = (status: number, code: string, message: string) =>
    page.route('**/ingress-switch', (route) => route.fulfill({ status, json: { code, message } }));
  await test.step('switching to the essay, once its offer accepts the application', async () => {
    const text = 'Não foi possível trocar a oferta. Escolha outro curso ou polo.';
    await refuse(409, 'OFFER_CHANGE_FAILED', text);
    await press(page, toEssay(page));
    await look(page, 'S-20 switch asked');
    await press(page, dialog.getByRole('button', { name: 'Voltar' }));
    await expect(toEssay(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, change);
    await expect(failure(page, text)).toBeVisible();
    await page.unroute('**/ingress-switch');
    await press(page, toEssay(page));
    await press(page, change);
    await expect(page).toHaveURL(new RegExp(`/subscriptions/essays/${id}$`));
    await expect(heading(page, 'Antes de começar')).toBeFocused();
    await look(page, 'S-17 with ENEM');
  });

  await test.step('switching back without confirmation, because nothing was started', async () => {
    const back = page.getByRole('button', { name: 'Usar minha nota do ENEM' });
    await refuse(503, 'UNAVAILABLE', '');
    await press(page, back);
    await expect(failure(page, 'Não foi possível trocar a forma de ingresso. Tente de novo.')).toBeVisible();
    await page.unroute('**/ingress-switch');
    await press(page, back);
    await expect(page).toHaveURL(new RegExp(`/subscriptions/${id}$`));
    await expect(heading(page, 'Nota do ENEM')).toBeFocused();
    await expect(page.getByText('Esta é a sua última consulta.')).toBeVisible();
  });

  await test.step('the source is down when time runs out; the result reaches the open page later', async () => {
    await fill(page, '251000000005');
    await analysing(page);
    await product.setFault('exam-score', 'down');
    await product.setClock('2026-01-12T11:02:00-03:00');
    await page.reload();
    await expect(heading(page, 'A análise está demorando mais do que o previsto.')).toBeVisible();
    await expect(page.getByRole('timer')).toHaveCount(0);
    await look(page, 'S-15 late');
    await product.setFault('exam-score', 'ok');
    await product.setClock('2026-01-12T11:07:00-03:00');
    await expect(heading(page, 'Parabéns! Você passou na seleção.')).toBeVisible();
    const table = page.getByRole('table', { name: 'Notas do ENEM 2025' });
    await expect(table.getByRole('row')).toHaveCount(6);
    await expect(table.getByRole('row', { name: 'Matemática e suas Tecnologias 660,0' })).toBeVisible();
    await expect(table.getByRole('row', { name: 'Média 620,0' })).toBeVisible();
    await look(page, 'S-20 ENEM');
  });
});

test('J06 only three queries are allowed, and a zero in the essay eliminates', async ({
  page,
  product,
  context,
}) => {
  const who = await Candidate.at('signed-up', product, context);
  const begin = (q: string) => who.apply({ type: 1, ingress: 'exam-score', q });
  const lookUp = (id: number, registration: string) =>
    who.call('POST', `/candidate/subscriptions/${id}/exam-score`, { registration, year: 2025 });
  const id = await begin('administra');
  const second = await begin('ciências cont');
  await lookUp(second, '251000000002');
  for (const at of ['10:20', '10:41', '11:02']) {
    await lookUp(id, '251000000000');
    await product.setClock(`2026-01-12T${at}:00-03:00`);
    await product.runJob('exam-score');
  }
  await page.goto(product.url(`/subscriptions/${second}`));
  await expect(heading(page, 'Você não foi aprovado(a) desta vez.')).toBeVisible();
  await expect(page.getByText('A redação do ENEM teve nota zero, e isso elimina.')).toBeVisible();
  await look(page, 'S-20 ENEM zero');
  await page.goto(product.url(`/subscriptions/${id}`));
  await expect(page.getByText('Você já usou todas as consultas desta inscrição.')).toBeVisible();
  await expect(page.getByText('consulte de novo')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Consultar de novo' })).toHaveCount(0);
  await look(page, 'S-15 used up');
  await press(page, toEssay(page));
  const dialog = page.getByRole('dialog', { name: 'Trocar a forma de ingresso?' });
  await press(page, dialog.getByRole('button', { name: 'Trocar' }));
  await expect(heading(page, 'Antes de começar')).toBeFocused();
});
