import type { Page } from '@playwright/test';
import { upload } from '../../testing/requests.ts';
import { pressAct } from '../support/acts.ts';
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
  sendFor,
  title,
} from '../support/documents.ts';
import { chooseFromDisk } from '../support/files.ts';
import { plainPdf } from '../support/hostile-documents.ts';
import { atBothWidths } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** K02: several people working on one document, and what each of them sees (spec 25.4.2, 25.6.3, 25.8). */
const stateOf = async (candidate: Candidate, of: Asked | undefined): Promise<string | undefined> =>
  (await documentsOf(candidate)).find(({ documentId }) => documentId === of?.documentId)?.state;

/** Number of documents in a queue, as counted on Início. */
async function counted(page: Page, product: Product): Promise<number> {
  await page.goto(consoleUrl(product));
  const row = page.getByRole('row', { name: /^Documentos da matrícula/ }).locator('.queue__count');
  const nothing = page.getByText('Nada esperando por você agora.');
  // Other queues may contain something while this one is empty.
  await expect(page.locator('.queue__count').first().or(nothing)).toBeVisible();
  return (await row.count()) === 0 ? 0 : Number(await row.textContent());
}

/** Cuts the page off from what others do, as behind a connection that lets no events through. */
const deafen = (page: Page): Promise<void> => page.routeWebSocket(/.*/, () => undefined);

test('K02: Início counts what can be decided, not what is still being checked', async ({ page, product }) => {
  await secretary(product, page, 'Bia Secretaria');
  const before = await counted(page, product);
  const candidates: Candidate[] = [];
  for (let one = 0; one < 2; one++) candidates.push(await Candidate.at('paid', product, page.context()));
  for (const candidate of candidates) await sendAll(candidate, () => plainPdf());
  const third = await Candidate.at('paid', product, page.context());
  const asked = (await documentsOf(third)).filter(({ required }) => required);
  for (const { documentId } of asked.slice(1)) await sendFor(third, documentId, [['papel.pdf', plainPdf()]]);
  await product.setFault('scan', 'down');
  await upload(third.client, third.subscriptionId, asked[0]?.documentId ?? 0, plainPdf(), 'papel.pdf');
  expect(await counted(page, product)).toBe(before + 20);
  await atBothWidths(page, 'inicio-com-filas');

  await page.goto(consoleUrl(product, `/documentos/${asked[0]?.documentId}`));
  await expect(
    page.getByRole('main').getByText('Arquivo em verificação. Ele aparece aqui quando estiver pronto.'),
  ).toBeVisible();
  await page.keyboard.press('a');
  await atBothWidths(page, 'documento-em-verificacao');
  expect(await stateOf(third, asked[0])).toBe('sent');
  await product.setFault('scan', 'ok');
  await product.setClock('2026-01-12T10:05:00-03:00');
  await painted(page);
  await page.keyboard.press('a');
  await expect(last(page)).toContainText(`Aprovado · ${asked[0]?.name}`);
});

test('K02: a decision counts after its claim expires, as long as nobody else claimed the document', async ({
  page,
  product,
}) => {
  const candidate = await Candidate.at('paid', product, page.context());
  const [first] = await sendAll(candidate, () => plainPdf());
  await secretary(product, page, 'Bia Secretaria');
  await open(page, product, first?.documentId ?? 0);
  await expect(page.getByText(/com você até 10:15/)).toBeVisible();
  await product.setClock('2026-01-12T10:25:00-03:00');
  await page.keyboard.press('a');
  await expect(last(page)).toContainText(`Aprovado · ${first?.name}`);
  expect(await stateOf(candidate, first)).toBe('approved');
});

test('K02: a reviewer who misses a take-over is refused, keeps the note and can take the document back', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(409);
  await deafen(page);
  const candidate = await Candidate.at('paid', product, page.context());
  const [first, second] = await sendAll(candidate, () => plainPdf());
  await secretary(product, page, 'Bia Secretaria');
  await open(page, product, first?.documentId ?? 0);
  await page.keyboard.press('r');
  await page.keyboard.press('5');
  await page.keyboard.type('Falta o verso.');
  // The other person's claim expired, so no take-over is needed.
  await product.setClock('2026-01-12T10:20:00-03:00');
  const caio = await beside(page.context(), product, 'Caio Secretaria');
  await open(caio, product, first?.documentId ?? 0);
  await expect(caio.getByText(/com você até 10:35/)).toBeVisible();

  await page.keyboard.press('Control+Enter');
  const conflict = panel(page).getByRole('heading', {
    name: 'Caio Secretaria está com este item até 10:35.',
  });
  await expect(conflict).toBeFocused();
  await expect(conflict).toHaveAccessibleDescription(/Sua decisão não foi enviada\./);
  await expect(panel(page).getByText('“Falta o verso.”')).toBeVisible();
  await atBothWidths(page, 'documento-tomado');
  expect(await stateOf(candidate, first)).toBe('sent');
  await panel(page).getByRole('button', { name: 'Assumir' }).click();
  await expect(panel(page).getByLabel(/^Nota para a pessoa/)).toHaveValue('Falta o verso.');
  await expect(panel(caio).getByText('Bia Secretaria assumiu este item.')).toBeVisible();
  await panel(page)
    .getByRole('button', { name: /^Recusar e avisar/ })
    .click();
  await expect(last(page)).toContainText(`Recusado · ${first?.name}`);
  expect(await stateOf(candidate, first)).toBe('rejected');

  // Somebody else decided it meanwhile.
  await open(page, product, second?.documentId ?? 0);
  await product.operations('POST', `/documents/${second?.documentId}/review`, { decision: 'approved' });
  await page.keyboard.press('a');
  await expect(panel(page).getByRole('heading', { level: 2 }).first()).toHaveAccessibleDescription(
    'Sua decisão não foi enviada. Vale a decisão que está registrada.',
  );
  await atBothWidths(page, 'documento-decidido');
  await caio.close();
});

test('K02: a document sent for a candidate is checked by someone else; staff who may not decide see who may', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(403);
  const candidate = await Candidate.at('paid', product, page.context());
  const [first] = (await documentsOf(candidate)).filter(({ required }) => required);
  await secretary(product, page, 'Caio Secretaria');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  await pressAct(page, 'Enviar documento');
  const ask = page.getByRole('dialog', { name: 'Enviar documento' });
  await ask.getByLabel('Documento', { exact: true }).selectOption({ label: first?.name ?? '' });
  await chooseFromDisk(ask.getByLabel('Arquivo', { exact: true }), ['rg.pdf', plainPdf()]);
  await ask.getByLabel('Motivo').fill('Trouxe o papel no balcão.');
  await ask.getByRole('button', { name: 'Enviar documento' }).click();
  await expect(page.getByText('Documento enviado.')).toBeVisible();

  const hana = await beside(page.context(), product, 'Hana Atendimento', 'atendimento');
  await hana.goto(consoleUrl(product, `/documentos/${first?.documentId}`));
  await painted(hana);
  await expect(panel(hana).getByText('Sua função não permite. Quem pode: Secretaria.')).toBeVisible();
  await hana.keyboard.press('a');
  await atBothWidths(hana, 'documento-sem-parte');
  await expect(panel(hana).getByRole('button', { name: /^Aprovar/ })).toHaveCount(0);
  await hana.close();

  await page.goto(consoleUrl(product, `/documentos/${first?.documentId}`));
  await expect(title(page)).toHaveText(first?.name ?? '');
  await expect(panel(page).getByText(/Enviado pela instituição/)).toBeVisible();
  await painted(page);
  await page.keyboard.press('a');
  await expect(panel(page).getByRole('alert')).toHaveText('Outra pessoa precisa conferir este arquivo.');
  await atBothWidths(page, 'documento-proprio');
  expect(await stateOf(candidate, first)).toBe('sent');
  await page.keyboard.press('l');
  await expect(title(page)).toHaveText(/para conferir$|^Documentos$/);

  // The candidate uploads a page too: each file shows who sent it.
  await sendFor(candidate, first?.documentId ?? 0, [['verso.pdf', plainPdf()]]);
  const bia = await beside(page.context(), product, 'Bia Secretaria');
  await open(bia, product, first?.documentId ?? 0);
  await expect(
    panel(bia)
      .getByRole('listitem')
      .filter({ hasText: /^Arquivo/ }),
  ).toHaveText([/^Arquivo 1 .*Enviado pela instituição$/, /^Arquivo 2 .*Enviado pela pessoa$/]);
  await atBothWidths(bia, 'documento-de-duas-pessoas');
  await bia.keyboard.press('a');
  await expect(last(bia)).toContainText(`Aprovado · ${first?.name}`);
  expect(await stateOf(candidate, first)).toBe('approved');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  await expect(
    page.getByRole('region', { name: 'Linha do tempo' }).getByText(`Documento aprovado: ${first?.name}`),
  ).toBeVisible();
  await bia.close();
});
