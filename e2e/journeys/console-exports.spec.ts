import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { inventedPerson } from '../support/candidate.ts';
import { atBothWidths } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl, enterTeam, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

const LINK = '=HYPERLINK("https://malicioso.test";"x")';
const COMMAND = "+cmd|' /C calc'!A0";

/** Somebody who may read applications and documents and export lists, in their own browser. */
async function lia(product: Product, page: Page): Promise<void> {
  const email = `lia.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const grants = [{ role: 'gestao' }, { role: 'secretaria' }];
  const { url } = await inviteToTeam(product, 'Lia Gestão', email, grants);
  await enterTeam(page, product, url, email);
}

/** An application imported from another system, with a number that a spreadsheet would evaluate. */
async function imported(product: Product, externalId: string): Promise<number> {
  const { cpf, email } = inventedPerson();
  const { personId } = await product.operations<{ personId: number }>('POST', '/candidates', {
    ...{ documentType: 'cpf', document: cpf, name: 'Candidata Importada', nationality: 'BR' },
    ...{ birthDate: '2000-01-01', email, cellPhone: '31900000099' },
  });
  const made = await product.operations<{ id: number }>('POST', '/subscriptions', {
    ...{ personId, offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH', externalId },
    schooling: { level: 'high-school', expectedYear: null },
  });
  return made.id;
}

const fault = (product: Product, mode: 'slow' | 'down' | 'ok') =>
  product.operations('PUT', '/simulator/faults', { port: 'storage', mode });

const tray = (page: Page) => page.locator('details.exports');
const first = (page: Page) => tray(page).getByRole('listitem').first();
const openTray = (page: Page) => tray(page).locator('summary').press('Enter');
const ask = (page: Page) => page.getByRole('dialog', { name: 'Exportar inscrições' });
/** Opens the dialog with its key, whatever had the focus. */
async function pressExport(page: Page): Promise<void> {
  await page.locator('h1').focus();
  await page.keyboard.press('e');
  await expect(ask(page)).toBeVisible();
}
const make = (page: Page) => ask(page).getByRole('button', { name: 'Gerar arquivo' }).press('Enter');

test('K08: a list is exported by keyboard, its progress shown in the bar, and the file contains no formula', async ({
  page,
  product,
}) => {
  const id = await imported(product, LINK);
  await imported(product, COMMAND);
  await lia(product, page);
  await page.goto(consoleUrl(product, '/inscricoes'));
  await expect(page.locator(`[data-row="${id}"]`)).toBeVisible();
  await atBothWidths(page, 'lista-exportar', true);
  await openTray(page);
  await expect(tray(page).getByText('Nenhum arquivo ainda.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tray(page).getByText('Nenhum arquivo ainda.')).toBeHidden();

  await pressExport(page);
  await ask(page).getByLabel(/^Nome/).press('Space');
  await make(page);
  await expect(ask(page).getByText('Escreva ao menos 3 letras.')).toBeVisible();
  await expect(ask(page).getByLabel('Por que você precisa dos dados pessoais?')).toBeFocused();
  await atBothWidths(page, 'exportar', true);
  await ask(page).getByLabel('Por que você precisa dos dados pessoais?').fill('Ligar para quem parou');
  await make(page);
  await expect(ask(page)).toBeHidden();

  await openTray(page);
  await expect(first(page)).toContainText('Inscrições · CSV');
  await expect(first(page)).toContainText('Pronto até');
  await atBothWidths(page, 'exportacoes-pronto', true);
  const arrived = page.waitForEvent('download');
  await first(page).getByRole('button', { name: 'Baixar' }).press('Enter');
  const file = await arrived;
  expect(file.suggestedFilename()).toMatch(/^orbita-inscricoes-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\ufeff"Inscrição";"Nome";"Instituição"')).toBe(true);
  expect(text).toContain(`"'${LINK.replaceAll('"', '""')}"`);
  expect(text).toContain(`"'${COMMAND}"`);
  expect(text).toMatch(new RegExp(`^${id};"Candidata Importada";`, 'm'));
});

test('K08: one export at a time; a failed, stopped or expired export says so', async ({ page, product }) => {
  await imported(product, 'N-1');
  await lia(product, page);
  await page.goto(consoleUrl(product, '/inscricoes'));
  await fault(product, 'slow');
  try {
    await pressExport(page);
    await make(page);
    await expect(ask(page)).toBeHidden();
    await pressExport(page);
    await make(page);
    await expect(ask(page).getByText('Você já tem uma exportação em andamento.')).toBeVisible();
    await page.keyboard.press('Escape');
    await openTray(page);
    await expect(first(page)).toContainText('Preparando…');
    await first(page).getByRole('button', { name: 'Cancelar' }).press('Enter');
    await expect(first(page)).toContainText('Cancelado.');
    await page.keyboard.press('Escape');

    await fault(product, 'down');
    // A simulated state is cached for a second.
    await expect(async () => {
      await pressExport(page);
      await make(page);
      await expect(ask(page)).toBeHidden();
      await openTray(page);
      await expect(first(page)).toContainText('Não foi possível gerar o arquivo.', { timeout: 5000 });
    }).toPass();
    await atBothWidths(page, 'exportacoes-falha', true);
  } finally {
    await fault(product, 'ok');
  }
  await expect(async () => {
    await first(page).getByRole('button', { name: 'Tentar novamente' }).press('Enter', { timeout: 5000 });
    await expect(first(page)).toContainText('Pronto até', { timeout: 5000 });
  }).toPass();

  await page.evaluate(async () => {
    const of = '/orbita/api/operations/exports';
    const headers = { 'x-orbita-equipe': '1' };
    const [newest] = (await (await fetch(of)).json()) as { id: number }[];
    await fetch(`${of}/${newest?.id}`, { method: 'DELETE', headers });
  });
  await expect(first(page)).toContainText('O arquivo expirou. Gere outro.');
});

test('a named filter is saved, reopened from the screen and the palette, and removed', async ({
  page,
  product,
}) => {
  await lia(product, page);
  await page.goto(consoleUrl(product, '/inscricoes?situacao=6'));
  await page.getByRole('button', { name: 'Salvar filtro' }).press('Enter');
  const naming = page.getByRole('dialog', { name: 'Salvar filtro' });
  await naming.getByRole('button', { name: 'Salvar filtro' }).press('Enter');
  await expect(naming.getByText('Dê um nome ao filtro.')).toBeVisible();
  await naming.getByLabel('Nome do filtro').fill('Parados no pagamento');
  await atBothWidths(page, 'salvar-filtro', true);
  await page.keyboard.press('Enter');
  await expect(naming).toBeHidden();
  const saved = page.getByRole('list', { name: 'Filtros salvos' });
  await expect(saved.getByRole('link', { name: 'Parados no pagamento' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await atBothWidths(page, 'filtros-salvos', true);

  await page.goto(consoleUrl(product, '/inscricoes'));
  await saved.getByRole('link', { name: 'Parados no pagamento' }).press('Enter');
  await expect(page).toHaveURL(/situacao=6/);
  await page.goto(consoleUrl(product, '/documentos'));
  await page.locator('h1').focus();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').fill('Filtro Parados');
  await page.getByRole('option', { name: 'Filtro Parados no pagamento em Inscrições' }).waitFor();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/inscricoes\?situacao=6/);
  await page.getByRole('button', { name: 'Apagar o filtro Parados no pagamento' }).press('Enter');
  await expect(saved).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Salvar filtro' })).toBeVisible();
  await expect(saved).toBeHidden();
});

test('every list’s filters can be named', async ({ page, product }) => {
  const email = `zoe.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const { url } = await inviteToTeam(product, 'Zoe Modelo', email, [
    { role: 'administracao' },
    { role: 'coordenacao', institutions: ['CUA01'] },
    { role: 'secretaria', institutions: ['CUA01'] },
  ]);
  await enterTeam(page, product, url, email);
  for (const address of [
    '/equipe?situacao=active',
    '/aprovacoes?situacao=encerrados',
    '/redacoes?fila=third-grades',
    '/documentos?fila=todos&situacao=sent',
    '/inscricoes?situacao=6',
  ]) {
    await page.goto(consoleUrl(product, address));
    await expect(page.getByRole('button', { name: 'Salvar filtro' }), address).toBeVisible();
  }
});
