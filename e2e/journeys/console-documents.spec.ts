// Longer than other files: each step of reviewing documents is walked with the documents that the one before left.
import type { Page } from '@playwright/test';
import { upload } from '../../testing/requests.ts';
import { Candidate } from '../support/candidate.ts';
import { JPEG } from '../support/content.ts';
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
import { phoneJpeg, plainPdf, scriptedPdf } from '../support/hostile-documents.ts';
import { atBothWidths, atMiddleWidth } from '../support/look.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

test('K02: seven documents are reviewed by keyboard, the last one only after confirmation', async ({
  page,
  product,
}) => {
  const candidate = await Candidate.at('paid', product, page.context());
  const photo = phoneJpeg(JPEG, 6);
  const documents = await sendAll(candidate, (at) =>
    at === 0 ? scriptedPdf('http://leak.orbita.test:9') : at === 1 ? photo : plainPdf(),
  );
  expect(documents).toHaveLength(7);
  await secretary(product, page, 'Bia Secretaria');
  await page.goto(consoleUrl(product, '/documentos?fila=enrolment-documents'));
  await expect(title(page)).toHaveText(/^\d+ para conferir$/);
  await expectAccessible(page, 'the list of documents');
  await atMiddleWidth(page, 'documentos');
  await page.screenshot({ path: '../test-results/documentos-lista.png' });

  await page.keyboard.press('n');
  await painted(page);
  // What other journeys with this product left in the queue comes first, and is skipped.
  const own = page.locator('.review__title').filter({ hasText: `nº ${candidate.subscriptionId} ` });
  while (!(await own.isVisible())) {
    const before = page.url();
    await page.keyboard.press('s');
    await expect(page).not.toHaveURL(before);
    await painted(page);
  }
  await expect(panel(page).getByText('No cadastro')).toBeVisible();
  await expectAccessible(page, 'the review of documents');
  await atMiddleWidth(page, 'documento');
  await painted(page);
  await page.screenshot({ path: '../test-results/documento.png' });

  // Keys also zoom and rotate.
  await page.keyboard.press('+');
  await expect(page.locator('.viewer__percent')).not.toHaveText('100 %');
  await page.keyboard.press('.');
  await page.keyboard.press('0');
  await painted(page);

  // A held key decides only one item, and nothing during the first moments of the next.
  const first = await title(page).textContent();
  await page.keyboard.down('a');
  for (let held = 0; held < 6; held++) await page.keyboard.down('a');
  await page.keyboard.up('a');
  await expect(last(page)).toContainText(`Aprovado · ${first}`);
  await painted(page);
  const approved = async () => (await documentsOf(candidate)).filter(({ state }) => state === 'approved');
  expect(await approved()).toHaveLength(1);

  const answers = Promise.withResolvers<void>();
  for (let done = 1; done < 6; done++) {
    const name = await title(page).textContent();
    if (done === 5)
      await page.route(/\/operations\/documents\/\d+$/, async (route) => {
        await answers.promise;
        await route.continue();
      });
    await page.keyboard.press('a');
    await expect(last(page)).toContainText(`Aprovado · ${name}`);
    await painted(page);
    expect(await approved()).toHaveLength(done + 1);
  }
  // What was fetched before the last decision does not say yet that this is the last one.
  await page.keyboard.press('a');
  await expect(panel(page).getByRole('button', { name: 'Enviando…' })).toBeVisible();
  answers.resolve();
  await expect(panel(page).getByRole('button', { name: 'Aprovar e concluir' })).toBeVisible();
  await expect(
    panel(page)
      .getByText(/^Aprovar conclui a etapa: /)
      .first(),
  ).toBeVisible();
  expect(await statusOf(product, candidate.subscriptionId)).toBe(5);
  await expectAccessible(page, 'the question of the last document');
  await page.screenshot({ path: '../test-results/documento-ultimo.png' });
  await page.keyboard.press('a');
  await expect.poll(() => statusOf(product, candidate.subscriptionId)).toBe(7);
});

test('K02: refusing with reasons, waiving, reopening, and approving all documents already viewed', async ({
  page,
  product,
}) => {
  const candidate = await Candidate.at('paid', product, page.context());
  const [first, second, third, fourth] = await sendAll(candidate, () => plainPdf());
  await secretary(product, page, 'Bia Secretaria');
  const stateOf = async (of: Asked | undefined) =>
    (await documentsOf(candidate)).find(({ documentId }) => documentId === of?.documentId)?.state;

  await open(page, product, first?.documentId ?? 0);
  await page.keyboard.press('r');
  await expect(panel(page).getByRole('heading', { name: 'Por que recusar?' })).toBeFocused();
  await page.keyboard.press('5');
  await expect(panel(page).getByLabel(/^Nota para a pessoa/)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).getByText('Escreva o motivo.')).toBeVisible();
  await page.keyboard.type('O ano de nascimento não confere.');
  await expect(panel(page).getByText('Outro: O ano de nascimento não confere.')).toBeVisible();
  await expectAccessible(page, 'refusing');
  await atMiddleWidth(page, 'documento-recusar', true);
  await page.screenshot({ path: '../test-results/documento-recusar.png' });
  await page.keyboard.press('Control+Enter');
  await expect(last(page)).toContainText(`Recusado · ${first?.name}`);
  expect(await stateOf(first)).toBe('rejected');

  await open(page, product, second?.documentId ?? 0);
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  await expect(last(page)).toContainText(`Recusado · ${second?.name}`);
  expect(await stateOf(second)).toBe('rejected');

  await open(page, product, third?.documentId ?? 0);
  await page.keyboard.press('w');
  await page.keyboard.type('Já entregou no balcão.');
  await page.keyboard.press('Control+Enter');
  await expect(last(page)).toContainText(`Dispensado · ${third?.name}`);
  expect(await stateOf(third)).toBe('waived');
  await open(page, product, third?.documentId ?? 0);
  await page.getByRole('button', { name: 'Reabrir' }).click();
  await page.keyboard.type('Dispensado por engano.');
  await page.keyboard.press('Control+Enter');
  await expect(last(page)).toContainText(`Reaberto · ${third?.name}`);
  expect(await stateOf(third)).toBe('sent');

  // Documents viewed to the last page may be approved together; the others stay.
  await page.goto(consoleUrl(product, `/documentos/${third?.documentId}`));
  await painted(page);
  await panel(page)
    .getByRole('link', { name: fourth?.name ?? '', exact: true })
    .click();
  await painted(page);
  await expect(panel(page).getByText('Ainda não visto').first()).toBeVisible();
  await page.getByRole('button', { name: 'Aprovar os 2 abertos' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Aprovar', exact: true }).click();
  await expect(last(page)).toContainText('2 documentos aprovados');
  expect([await stateOf(third), await stateOf(fourth)]).toEqual(['approved', 'approved']);
});

test('K02: a colleague decides at the same moment, and the last one is still only sent after confirmation', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(409);
  const candidate = await Candidate.at('paid', product, page.context());
  const [own, colleagues, waived, ...others] = await sendAll(candidate, () => plainPdf());
  const decide = (id: number | undefined, decision = 'approved') =>
    product.operations('POST', `/documents/${id}/review`, { decision });
  for (const { documentId } of others) await decide(documentId);
  await secretary(product, page, 'Bia Secretaria');

  // The waiver is on its way when the colleagues approve what else is missing.
  await open(page, product, waived?.documentId ?? 0);
  await expect(panel(page).getByText('Ainda faltam 2 obrigatórios.')).toBeVisible();
  let raced = false;
  await page.route('**/documents/*/review', async (route) => {
    if (!raced) {
      await decide(own?.documentId);
      await decide(colleagues?.documentId);
    }
    raced = true;
    await route.continue();
  });
  await page.keyboard.press('w');
  await page.keyboard.type('Já entregou no balcão.');
  await page.keyboard.press('Control+Enter');
  await expect(
    panel(page)
      .getByText(/^Dispensar conclui a etapa: /)
      .first(),
  ).toBeVisible();
  await expect(panel(page).getByLabel(/^Motivo/)).toHaveValue('Já entregou no balcão.');
  expect(await statusOf(product, candidate.subscriptionId)).toBe(5);
  await page.keyboard.press('Escape');

  // The same with an approval.
  await product.operations('POST', `/documents/${own?.documentId}/reopening`, { reason: 'Falta o verso.' });
  await open(page, product, waived?.documentId ?? 0);
  await expect(panel(page).getByText('Ainda falta 1 obrigatório.')).toBeVisible();
  raced = false;
  await page.unroute('**/documents/*/review');
  await page.route('**/documents/*/review', async (route) => {
    if (!raced) await decide(own?.documentId);
    raced = true;
    await route.continue();
  });
  await page.keyboard.press('a');
  await expect(panel(page).getByRole('button', { name: 'Aprovar e concluir' })).toBeVisible();
  await expect(
    panel(page)
      .getByText(/^Aprovar conclui a etapa: /)
      .first(),
  ).toBeVisible();
  expect(await statusOf(product, candidate.subscriptionId)).toBe(5);
  await expectAccessible(page, 'the question after a colleague decided');
  await page.screenshot({ path: '../test-results/documento-ultimo-ao-mesmo-tempo.png' });
  await page.keyboard.press('a');
  await expect.poll(() => statusOf(product, candidate.subscriptionId)).toBe(7);
});

test('K02: two reviewers, and a file changed in the meantime', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(409);
  const candidate = await Candidate.at('paid', product, page.context());
  const [first, second] = await sendAll(candidate, () => plainPdf());
  await secretary(product, page, 'Bia Secretaria');
  await open(page, product, first?.documentId ?? 0);
  await page.keyboard.press('r');
  await page.keyboard.press('5');
  await page.keyboard.type('Falta o verso.');
  const caio = await beside(page.context(), product, 'Caio Secretaria');
  await open(caio, product, first?.documentId ?? 0);
  await expect(panel(caio).getByText(/^Bia Secretaria está com este item até \d\d:\d\d\.$/)).toBeVisible();
  await caio.keyboard.press('a');
  await caio.screenshot({ path: '../test-results/documento-com-outra.png' });
  await caio.getByRole('button', { name: 'Assumir' }).click();
  await expect(
    panel(caio)
      .getByRole('button', { name: /^Aprovar/ })
      .first(),
  ).toBeVisible();
  await expect(panel(page).getByText('Caio Secretaria assumiu este item.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).getByLabel(/^Nota para a pessoa/)).toHaveValue('Falta o verso.');
  await expectAccessible(page, 'an item taken over');
  await atMiddleWidth(page, 'documento-assumido', true);
  await page.screenshot({ path: '../test-results/documento-conflito.png' });
  expect((await documentsOf(candidate))[0]?.state).toBe('sent');
  await caio.close();

  // The file being viewed is deleted, and another one is uploaded.
  await open(page, product, second?.documentId ?? 0);
  await candidate.call('DELETE', `/candidate/documents/files/${second?.files[0]?.fileId}`);
  await upload(
    candidate.client,
    candidate.subscriptionId,
    second?.documentId ?? 0,
    plainPdf('0.5 0 0'),
    'novo.pdf',
  );
  const replaced = async () =>
    (await documentsOf(candidate)).find(({ documentId }) => documentId === second?.documentId)?.files[0];
  await expect.poll(async () => (await replaced())?.scan).toBe('clean');
  await page.keyboard.press('a');
  await expect(
    page.getByText('Este item mudou enquanto você olhava. Confira de novo antes de decidir.').first(),
  ).toBeVisible();
  await expect(page.getByText(/^A pessoa trocou o arquivo às \d\d:\d\d\./).first()).toBeVisible();
  expect(
    (await documentsOf(candidate)).find(({ documentId }) => documentId === second?.documentId)?.state,
  ).toBe('sent');
});

test('E-04 on a phone, and downloading the original under a generated name', async ({ page, product }) => {
  const candidate = await Candidate.at('paid', product, page.context());
  const [first] = await sendAll(candidate, () => plainPdf());
  await secretary(product, page, 'Bia Secretaria');
  await open(page, product, first?.documentId ?? 0);
  const download = page.waitForEvent('download');
  await page.keyboard.press('o');
  expect((await download).suggestedFilename()).toMatch(
    new RegExp(`^[a-z0-9-]+-${candidate.subscriptionId}\\.pdf$`),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await painted(page);
  await expectNoSideways(page);
  await expectAccessible(page, 'the review on a phone');
  await page.screenshot({ path: '../test-results/documento-celular.png', fullPage: true });
  await page.goto(consoleUrl(product, '/documentos'));
  await expect(title(page)).toHaveText(/para conferir$/);
  await expectNoSideways(page);
  await expectAccessible(page, 'the list on a phone');
  await page.screenshot({ path: '../test-results/documentos-celular.png' });
});

/** A hundred rows per page, so that what others left in the queue pushes nothing off it. */
const likeManyRows = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/orbita/api/operations/staff/me/preferences', {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'x-orbita-equipe': '1',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ rows: 100 }),
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
  });

test('K02: the list stays in place while others decide, and the review returns to it', async ({
  page,
  product,
}) => {
  const candidate = await Candidate.at('paid', product, page.context());
  const all = (await sendAll(candidate, () => plainPdf())).map(({ documentId }) => documentId);
  const [first, second, third] = all;
  await secretary(product, page, 'Bia Secretaria');
  await page.goto(consoleUrl(product));
  await likeManyRows(page);
  await page.goto(consoleUrl(product, '/documentos?fila=enrolment-documents'));
  const at = (id: number | undefined) => new RegExp(`/documentos/${id}$`);
  const row = (id: number | undefined) => page.locator(`tr[data-row="${id}"]`);
  const shown = () => page.locator('tbody tr').evaluateAll((rows) => rows.map((one) => one.dataset.row));
  await expect(row(first)).toBeVisible();
  const before = await shown();

  // A colleague decides: nothing moves, the row shows who it was, and no request made for that keeps the session alive.
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/queues/enrolment-documents?')) asked.push(request.headers()['x-background']);
  });
  await row(second).getByRole('link').focus();
  const caio = await beside(page.context(), product, 'Caio Secretaria');
  await open(caio, product, first ?? 0);
  await caio.keyboard.press('a');
  await expect(last(caio)).toContainText('Aprovado');
  // The colleague returns to the list, so that the item prefetched next is free again.
  await expect(caio).not.toHaveURL(at(first));
  await painted(caio);
  await caio.keyboard.press('l');
  await expect(caio).toHaveURL(/\/documentos\?fila=enrolment-documents$/);
  type Waiting = { data: { itemId: number; claim: object | null }[] };
  const held = async () => {
    const { data } = await product.operations<Waiting>('GET', '/queues/enrolment-documents?pageSize=100');
    return data.filter(({ itemId, claim }) => claim && all.includes(itemId)).length;
  };
  await expect.poll(held).toBe(0);
  await expect(row(first)).toContainText(/Decidido por Caio Secretaria às \d\d:\d\d/, { timeout: 20_000 });
  await caio.close();
  expect(await shown()).toEqual(before);
  await expect(row(second).getByRole('link')).toBeFocused();
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((one) => one !== '1')).toEqual([]);
  await expect(page.getByText(/^\d+ mudanças?/)).toBeVisible();
  await atBothWidths(page, 'documentos-mudancas');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(row(first)).toHaveCount(0);

  // A skipped item is not offered again, by key or by mouse, even after reopening the review.
  await row(second).getByRole('link').click();
  await painted(page);
  const skipped = page.waitForResponse(
    (answer) => answer.url().endsWith('/skips') && answer.status() === 204,
  );
  await page.keyboard.press('s');
  await skipped;
  await expect(page).not.toHaveURL(at(second));
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/documentos\?fila=enrolment-documents$/);
  await expect(row(second)).toContainText('Pulado por você');
  await atBothWidths(page, 'documentos-pulado');
  await page.goto(consoleUrl(product, `/documentos/${third}`));
  await painted(page);
  await page.keyboard.press('n');
  await expect(page).not.toHaveURL(at(third));
  await expect(page).not.toHaveURL(at(second));
  await page.getByRole('link', { name: 'Voltar para os documentos' }).click();
  await expect(page).toHaveURL(/\/documentos\?fila=enrolment-documents$/);
  await page.getByRole('button', { name: /^Próximo/ }).click();
  await expect(page).toHaveURL(/\/documentos\/\d+$/);
  await expect(page).not.toHaveURL(at(second));

  // Filters are restored when coming back; rows per page are a preference.
  await page.goto(consoleUrl(product, '/documentos?fila=todos&situacao=sent'));
  await expect(page.getByRole('button', { name: 'Salvar filtro' })).toBeVisible();
  await row(third).getByRole('link').click();
  await painted(page);
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/documentos\?fila=todos&situacao=sent$/);
  const fewer = page.waitForRequest(/\/operations\/documents\?.*pageSize=25/);
  await page.getByLabel('Linhas por página').selectOption('25');
  await fewer;
});

test('K02: a skip that failed is shown and repeated with its idempotency key', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  expectedStatuses.add(503);
  const candidate = await Candidate.at('paid', product, page.context());
  const [first] = await sendAll(candidate, () => plainPdf());
  await secretary(product, page, 'Bia Secretaria');
  await open(page, product, first?.documentId ?? 0);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/skips')) keys.push(request.headers()['idempotency-key']);
  });
  await page.route('**/skips', (route) => route.abort());
  await page.keyboard.press('s');
  await expect(page).not.toHaveURL(new RegExp(`/documentos/${first?.documentId}$`));
  await expect(last(page)).toContainText(`O pedido de pular "${first?.name}" será enviado`);
  await painted(page);
  await expectAccessible(page, 'a skip that waits for the line');
  const arrived = page.waitForResponse(
    (answer) => answer.url().endsWith('/skips') && answer.status() === 204,
  );
  await page.unroute('**/skips');
  await arrived;
  await expect(last(page)).not.toContainText('O pedido de pular');
  expect(new Set(keys).size).toBe(1);

  await page.route('**/skips', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'UNAVAILABLE', message: 'Sistema indisponível.', traceId: 'x' },
    }),
  );
  const second = await title(page).textContent();
  await page.keyboard.press('s');
  await expect(last(page)).toContainText(`Não foi possível pular "${second}".`);
});
