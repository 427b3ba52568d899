import type { Locator, Page } from '@playwright/test';
import { bodyOf } from '../../testing/journey.ts';
import { listDocuments, upload } from '../../testing/requests.ts';
import { until } from '../../testing/until.ts';
import { Candidate } from '../support/candidate.ts';
import { pdfOf } from '../support/content.ts';
import { chooseFromDisk, fileField } from '../support/files.ts';
import { press, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';
import { approveAll } from '../support/whole-way.ts';

const MOST = 30 * 1024 * 1024;
/** The institution's reasons, as the candidate reads them. */
const REFUSALS: Record<string, [body: object, text: string]> = {
  'Documento de identidade (frente e verso)': [{ reason: 'unreadable' }, 'Documento ilegível'],
  CPF: [{ reason: 'file-error' }, 'Arquivo com erro'],
  'Certidão de nascimento ou casamento': [{ reason: 'wrong-file' }, 'Arquivo incorreto'],
  'Histórico escolar do ensino médio': [{ reason: 'missing-information' }, 'Informações incompletas'],
  'Título de eleitor': [{ reason: 'other', note: 'Falta o verso.' }, 'Outro: Falta o verso.'],
};

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
const send = (card: Locator, ...files: [name: string, content: Buffer][]) =>
  chooseFromDisk(fileField(card), ...files);

/** J15 — documents: limits, five refusals, sent again (journeys.md). */
test('J15 documents up to their limits, five refusals, then the enrolment', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  const who = await Candidate.at('paid', product, context);
  const listed = async () => bodyOf(await listDocuments(who.client, who.subscriptionId));
  await page.goto(who.page);
  await expect(page.getByText('0 de 7 aprovados')).toBeVisible();
  // Eight documents, all but the next one collapsed to a row: less than two screens of a phone.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1300);

  await test.step('the largest file is accepted; one byte more or a sixth file is not', async () => {
    const home = cardOf(page, 'Comprovante de residência');
    const overhead = pdfOf(0).length;
    await send(home, ['grande.pdf', pdfOf(MOST + 1 - overhead)]);
    await expect(home.getByRole('alert').getByText('O arquivo excede 30MB.')).toBeVisible();
    await press(page, home.getByRole('button', { name: 'Remover grande.pdf' }));
    await send(home, ['inteiro.pdf', pdfOf(MOST - overhead)]);
    await expect(home.getByText('Em análise')).toBeVisible({ timeout: 60_000 });
    const documentId =
      (await listed()).find(({ name }) => name === 'Comprovante de residência')?.documentId ?? 0;
    for (const n of [2, 3, 4, 5])
      bodyOf(await upload(who.client, who.subscriptionId, documentId, pdfOf(1000 + n), `pagina${n}.pdf`));
    await send(home, ['pagina6.pdf', pdfOf(1006)]);
    await expect(home.getByRole('alert')).toContainText(/5 arquivos/);
    await look(page, 'J15 limits');
    await press(page, home.getByRole('button', { name: 'Remover pagina6.pdf' }));
  });

  await test.step('U19: five refusals reach the open page with their reasons', async () => {
    const all = await listed();
    for (const name of Object.keys(REFUSALS)) {
      const documentId = all.find((one) => one.name === name)?.documentId ?? 0;
      bodyOf(await upload(who.client, who.subscriptionId, documentId, pdfOf(1000), 'primeiro.pdf'));
    }
    await until(listed, (now) => now.every(({ files }) => files.every(({ scan }) => scan === 'clean')), 100);
    for (const [name, [body]] of Object.entries(REFUSALS)) {
      const documentId = all.find((one) => one.name === name)?.documentId;
      await product.operations('POST', `/documents/${documentId}/review`, { decision: 'rejected', ...body });
    }
    for (const [name, [, text]] of Object.entries(REFUSALS)) {
      await expect(cardOf(page, name).getByText('Recusado')).toBeVisible();
      await expect(cardOf(page, name).getByText(text)).toBeVisible();
    }
    await look(page, 'J15 refused');
  });

  const card = cardOf(page, 'Documento de identidade (frente e verso)');
  await test.step('failing to open, remove or store a file is reported, then it is removed and sent again', async () => {
    // The product checks once a second whether its disk is full.
    await product.setFault('storage', 'down');
    const remove = card.getByRole('button', { name: 'Remover primeiro.pdf' });
    const files = '**/documents/files/*';
    await page.route(files, (route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE' } }));
    await press(page, card.getByRole('button', { name: 'Baixar primeiro.pdf' }));
    await expect(card.getByRole('alert').getByText('Não foi possível baixar o arquivo.')).toBeVisible();
    await press(page, remove);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remover' }).press('Enter');
    await expect(page.getByRole('alert').getByText('Não foi possível remover o arquivo.')).toBeVisible();
    await look(page, 'J15 not removed');
    await page.unroute(files);
    await dialog.getByRole('button', { name: 'Remover' }).press('Enter');
    await expect(remove).toHaveCount(0);
    await walkTo(page, card.getByRole('button', { name: /^Enviar arquivo/ }));
    await send(card, ['segundo.pdf', pdfOf(2000)]);
    await expect(card.getByText('Não foi possível enviar o arquivo. Tente de novo.')).toBeVisible();
    await look(page, 'J15 not stored');
    await product.setFault('storage', 'ok');
    await expect(async () => {
      // An attempt that took longer than the poll is gone, and its button with it.
      const again = card.getByRole('button', { name: 'Tentar de novo' });
      if (await again.isVisible()) await press(page, again);
      await expect(card.getByText('Em análise')).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });

  await test.step('the last required document completes the enrolment, although the photo was never sent', async () => {
    await expect(page.getByText('Em verificação')).toHaveCount(0);
    for (const { documentId } of (await listed()).filter(({ state }) => state === 'sent'))
      await product.operations('POST', `/documents/${documentId}/review`, { decision: 'approved' });
    await approveAll(who, product);
    await expect(page.getByText('Sua matrícula foi concluída.')).toBeVisible();
    const left = (await listed()).filter(({ state }) => state !== 'approved').map(({ name }) => name);
    expect(left).toEqual(['Foto 3x4']);
    await look(page, 'J15 enrolled');
  });
});
