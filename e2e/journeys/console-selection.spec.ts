import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { documentsOf, secretary, sendAll, statusOf, title } from '../support/documents.ts';
import { LEAD, member } from '../support/essays.ts';
import { plainPdf } from '../support/hostile-documents.ts';
import { atBothWidths, look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name });

/** Somebody whose score was not found, and whose bulletin is there. */
async function withBulletin(product: Product, page: Page): Promise<Candidate> {
  const candidate = await Candidate.at('signed-up', product, page.context());
  const id = await candidate.apply({ type: 1, ingress: 'exam-score', q: 'administra' });
  await candidate.call('POST', `/candidate/subscriptions/${id}/exam-score`, {
    registration: '251000000000',
    year: 2025,
  });
  await product.runJob('exam-score');
  const { data } = await product.operations<{ data: { id: number; subscriptionId: number; state: string }[] }>(
    'GET',
    '/exam-scores?pageSize=100',
  );
  const own = data.find(({ subscriptionId }) => subscriptionId === id);
  if (own?.state === 'analysing')
    await product.operations('POST', `/exam-scores/${own.id}/result`, { state: 'not-found' });
  expect(await documentsOf(candidate)).toHaveLength(1);
  await sendAll(candidate, () => plainPdf());
  return candidate;
}

async function typeScores(page: Page, scores: readonly string[]): Promise<void> {
  const names = ['Linguagens', 'Ciências Humanas', 'Ciências da Natureza', 'Matemática', 'Redação'];
  for (const [at, name] of names.entries()) await page.getByLabel(name, { exact: true }).fill(scores[at] ?? '');
}

test('K07: bulletins of the ENEM are read one after the other; slips are asked about, and one is refused', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(409);
  const [first, second] = [await withBulletin(product, page), await withBulletin(product, page)];
  await secretary(product, page, 'Bia Secretaria');
  await page.goto(consoleUrl(product, '/enem'));
  await expect(title(page)).toHaveText(/notas do ENEM esperam/);
  await atBothWidths(page, 'enem-lista');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/enem\/\d+/);
  const current = () => panel(page, 'Nota do ENEM');
  await expect(current().getByText('251000000000')).toBeVisible();
  await expect(page.locator('.viewer__frames iframe').first()).toBeVisible();
  await typeScores(page, ['640,5', '612.3', '588', '1001', '620']);
  await page.keyboard.press('Control+Enter');
  await expect(current().getByText('Informe uma nota de 0 a 1000, com uma casa decimal.')).toBeVisible();
  await page.getByLabel('Matemática', { exact: true }).fill('1.000');
  await expect(current().getByText(/^Média 692,2/)).toBeVisible();
  await page.waitForTimeout(350);
  await page.keyboard.press('Control+Enter');
  await expect(current().getByText(/Confira de novo: Matemática/)).toBeVisible();
  await atBothWidths(page, 'enem-notas', true);
  const before = page.url();
  await page.keyboard.press('Control+Enter');
  await expect(page).not.toHaveURL(before);
  await expect(current().getByText('251000000000')).toBeVisible();
  await page.waitForTimeout(350);
  await page.locator('h1').click();
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: 'Por que recusar?' })).toBeVisible();
  await look(page, 'enem-recusa', { busy: true });
  await page.waitForTimeout(350);
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/\/enem$/);
  await expect(page.getByText('Nenhuma nota esperando.')).toBeVisible();
  const ended = [await statusOf(product, first.subscriptionId), await statusOf(product, second.subscriptionId)];
  expect(ended.sort()).toEqual([10, 3]);
});

/** Somebody whose questionnaire was sent. */
async function asked(product: Product, page: Page): Promise<number> {
  const candidate = await Candidate.at('signed-up', product, page.context(), { host: 'epa.alfa.orbita.test' });
  const id = await candidate.apply({ type: 2, q: 'Gest' }, 'degree');
  const path = `/candidate/subscriptions/${id}/questionnaire`;
  await candidate.call('PUT', `${path}/sections/graduate`, {
    rows: [{ institution: 'Faculdade Um', course: 'Administração', degree: 'bachelor', conclusionYear: 2020 }],
  });
  await candidate.call('PUT', `${path}/sections/publications`, {
    rows: [{ title: 'Um artigo', vehicle: 'Revista', year: 2021, link: 'https://revista.test/artigo' }],
  });
  await candidate.call('POST', `${path}/submit`, {}, { 'idempotency-key': randomUUID() });
  return id;
}

test('K07: a questionnaire is read beside its decision and returned with a comment by section', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(409);
  const id = await asked(product, page);
  await member(product, page, 'Fábio Coordenação', LEAD);
  await page.goto(consoleUrl(product, '/questionarios'));
  await atBothWidths(page, 'questionarios-lista');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'Graduação' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Abrir link' });
  await expect(link).toHaveAttribute('rel', /noopener/);
  await atBothWidths(page, 'questionario', true);
  await page.getByRole('button', { name: 'Pedir correção em Graduação' }).click();
  const comment = page.getByLabel('O que a pessoa vai ler');
  await expect(comment).toHaveValue('Graduação: ');
  await comment.press('End');
  await comment.pressSequentially('falta o diploma.');
  await look(page, 'questionario-devolver', { busy: true });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Nenhum questionário esperando.')).toBeVisible();
  expect(await statusOf(product, id)).toBe(16);
});
