import { Candidate } from '../support/candidate.ts';
import {
  type Asked,
  beside,
  documentsOf,
  last,
  open,
  painted,
  panel,
  secretary,
  sendAll,
  statusOf,
  title,
} from '../support/documents.ts';
import * as essays from '../support/essays.ts';
import { plainPdf } from '../support/hostile-documents.ts';
import { look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

/** Another system decides: a claim on the document does not block it. */
const decide = (product: Product, documentId: number | undefined, decision = 'approved') =>
  product.operations('POST', `/documents/${documentId}/review`, { decision });
const DECIDED = /^Este item foi decidido por .+ às \d\d:\d\d\.$/;

test('K02: several documents are approved although the response is lost, and the next one opens', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const candidate = await Candidate.at('paid', product, page.context());
  const documents = await sendAll(candidate, () => plainPdf());
  const [first, second] = documents;
  await secretary(product, page, 'Bia Secretaria');
  await open(page, product, first?.documentId ?? 0);
  const others = panel(page).getByRole('region', { name: 'Outros desta inscrição' });
  await others.getByRole('link', { name: second?.name ?? '', exact: true }).click();
  await painted(page);
  const keys: (string | undefined)[] = [];
  await page.route('**/documents/reviews', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.fallback();
    // The server decides, but nobody gets the response.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Aprovar os 2 abertos' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aprovar', exact: true }).click();
  await expect(panel(page).getByText('Sem conexão. A decisão será enviada quando ela voltar.')).toBeVisible();
  await expect(last(page)).toContainText('2 documentos aprovados');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  // What is pending for the same application, without what was just approved.
  await painted(page);
  const name = (await title(page).textContent()) ?? '';
  expect(documents.slice(2).map((one) => one.name)).toContain(name);
  for (const { name: approved } of [first, second] as Asked[])
    await expect(others.getByRole('link', { name: approved, exact: true })).toHaveCount(0);
  const states = await documentsOf(candidate);
  expect(states.filter(({ state }) => state === 'approved')).toHaveLength(2);
});

test('K02: a server error is reported, and the same request is repeated', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(500);
  const candidate = await Candidate.at('paid', product, page.context());
  const [first, second] = await sendAll(candidate, () => plainPdf());
  await secretary(product, page, 'Bia Secretaria');
  await open(page, product, first?.documentId ?? 0);
  await panel(page)
    .getByRole('link', { name: second?.name ?? '', exact: true })
    .click();
  await painted(page);
  const keys: (string | undefined)[] = [];
  await page.route('**/documents/reviews', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.fallback();
    return route.fulfill({ status: 500, json: { code: 'UNEXPECTED', message: 'x' } });
  });
  const approve = async () => {
    await page.getByRole('button', { name: 'Aprovar os 2 abertos' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Aprovar', exact: true }).click();
  };
  await approve();
  await expect(panel(page).getByRole('alert')).toBeVisible();
  await expect(title(page)).toHaveText(second?.name ?? '');
  await approve();
  await expect(last(page)).toContainText('2 documentos aprovados');
  expect(new Set(keys).size).toBe(1);
});

test('K02: a reviewer sees who decided the open document, and keeps the text already typed', async ({
  page,
  product,
}) => {
  const candidate = await Candidate.at('paid', product, page.context());
  const [first, second, third] = await sendAll(candidate, () => plainPdf());
  await secretary(product, page, 'Bia Secretaria');
  await open(page, product, first?.documentId ?? 0);
  const others = panel(page).getByRole('region', { name: 'Outros desta inscrição' });
  await expect(others.getByRole('link', { name: third?.name ?? '', exact: true })).toBeVisible();
  await decide(product, third?.documentId);
  await expect(others.getByRole('link', { name: third?.name ?? '', exact: true })).toHaveCount(0);

  await decide(product, first?.documentId);
  await expect(panel(page).getByText(DECIDED)).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Reabrir' })).toBeVisible();
  await look(page, 'documento-decidido');

  await open(page, product, second?.documentId ?? 0);
  await page.keyboard.press('r');
  await page.keyboard.press('5');
  await page.keyboard.type('Falta o verso.');
  await decide(product, second?.documentId);
  await expect(panel(page).getByText(DECIDED)).toBeVisible();
  await expect(panel(page).getByText('“Falta o verso.”')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Copiar' })).toBeVisible();
  await expectAccessible(page, 'a document decided while something was typed');
  await look(page, 'documento-decidido-texto');
});

test('K02: a document released by a colleague can be claimed', async ({ page, product }) => {
  const candidate = await Candidate.at('paid', product, page.context());
  const [first] = await sendAll(candidate, () => plainPdf());
  await secretary(product, page, 'Bia Secretaria');
  await open(page, product, first?.documentId ?? 0);
  const caio = await beside(page.context(), product, 'Caio Secretaria');
  await open(caio, product, first?.documentId ?? 0);
  await expect(panel(caio).getByText(/^Bia Secretaria está com este item até/)).toBeVisible();
  await page.keyboard.press('l');
  await expect(panel(caio).getByText(/está com este item até/)).toHaveCount(0);
  await expect(caio.locator('.review__title')).toContainText('com você até');
  await caio.keyboard.press('a');
  await expect(last(caio)).toContainText(`Aprovado · ${first?.name}`);
  await caio.close();
});

test('K02: waiving the last document, and a decision that can no longer be reversed', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(409);
  const candidate = await Candidate.at('paid', product, page.context());
  const documents = await sendAll(candidate, () => plainPdf());
  const [first, second] = documents;
  for (const { documentId } of documents.slice(2)) await decide(product, documentId);
  await decide(product, first?.documentId);
  await secretary(product, page, 'Bia Secretaria');

  // A refused one may be waived, by key and by button.
  await open(page, product, second?.documentId ?? 0);
  await page.keyboard.press('d');
  await expect(panel(page)).toBeHidden();
  await page.getByRole('button', { name: 'Dados', exact: true }).click();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('w');
  await expect(panel(page).getByText(/^Dispensar conclui a etapa: /)).toBeVisible();
  await expect(panel(page).getByRole('button', { name: /^Dispensar e concluir/ })).toBeVisible();
  await expectAccessible(page, 'waiving the last one');
  await look(page, 'documento-dispensar-ultimo');

  // A decision may be reversed, until the application moves on while the page is open.
  await open(page, product, first?.documentId ?? 0);
  await page.getByRole('button', { name: 'Reabrir' }).click();
  await page.keyboard.type('Faltou olhar o verso.');
  await decide(product, second?.documentId, 'waived');
  await expect.poll(() => statusOf(product, candidate.subscriptionId)).toBe(7);
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).getByRole('heading', { name: 'A inscrição já seguiu adiante.' })).toBeVisible();
  await expect(panel(page).getByRole('table')).toHaveCount(0);
  await expect(panel(page).getByText('“Faltou olhar o verso.”')).toBeVisible();
  await look(page, 'documento-seguiu-adiante');
  await panel(page).getByRole('button', { name: 'Conferir de novo' }).click();
  await expect(panel(page).getByText('A inscrição já seguiu adiante.')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Reabrir' })).toHaveCount(0);
  await expectAccessible(page, 'what cannot be reopened');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideways(page);
  await look(page, 'documento-seguiu-adiante-celular');
});

test('K03: an essay released by a grader can be claimed, and the page shows who graded it in the meantime', async ({
  page,
  product,
}) => {
  const who = await essays.author(product, page, essays.ownWords('devolvida'));
  await essays.member(product, page, 'Davi Banca', essays.BANCA);
  const eva = await essays.beside(product, page, 'Eva Bancada', essays.BANCA);
  await essays.open(page, product, who.essayId);
  await eva.page.goto(consoleUrl(product, `/redacoes/${who.essayId}`));
  await essays.painted(eva.page, who.essayId);
  await expect(
    essays.panel(eva.page).getByText(/^Davi Banca está com este item até \d\d:\d\d\.$/),
  ).toBeVisible();
  await page.keyboard.press('l');
  await expect(essays.panel(eva.page).getByText(/está com este item até/)).toHaveCount(0);
  await expect(eva.page.locator('.review__title')).toContainText('com você até');
  await essays.type(eva.page, '640', 'Boa tese.');
  await expect(essays.comment(eva.page)).toHaveValue('Boa tese.');

  await product.operations('POST', `/essays/${who.essayId}/grade`, { score: 600, hasPlagiarism: false });
  await expect(
    essays.panel(eva.page).getByText(/^Este item foi decidido por .+ às \d\d:\d\d\.$/),
  ).toBeVisible();
  await expect(essays.panel(eva.page).getByText('Boa tese.')).toBeVisible();
  await look(eva.page, 'redacao-decidida');
  await eva.page.close();
});
