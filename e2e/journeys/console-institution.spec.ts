import { atBothWidths } from '../support/look.ts';
import { administrator } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** K09: what an institution is: a setting, its brand and its words in a message, without a file (spec 25.14, 25.15). */
test('K09: a setting, colours and a logo, and a paragraph are changed by forms', async ({
  page,
  product,
}) => {
  await administrator(product, page, 'Ivo Instituição');
  const heading = page.getByRole('heading', { level: 1 });
  const panel = page.getByRole('complementary');

  await page.getByRole('link', { name: 'Ajustes' }).click();
  await expect(heading).toHaveText(/^Ajustes: /);
  await page.getByRole('button', { name: 'Equipe', exact: true }).click();
  const minutes = page.getByLabel('Item fica com a pessoa por, em minutos');
  await minutes.fill('999');
  await expect(page.getByText('Informe um número de 1 a 120.').first()).toBeVisible();
  await minutes.fill('25');
  await expect(panel.getByRole('listitem')).toContainText(['Item fica com a pessoa por']);
  await atBothWidths(page, 'instituicao');
  await panel.getByRole('button', { name: 'Salvar 1 mudança' }).click();
  await expect(page.getByText(/Salvo na versão \d+\./)).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(minutes).toHaveValue('');
  await page.getByRole('button', { name: 'Pagamento', exact: true }).click();
  await atBothWidths(page, 'instituicao-pagamento');

  // The brand is drawn while it is chosen, and judged.
  await page.getByRole('link', { name: 'Marca' }).click();
  await page.getByLabel('Cor principal', { exact: true }).fill('#3B82F6');
  await expect(heading).toHaveText('A cor passa, com um ajuste no botão');
  await expect(page.getByRole('row', { name: /Botão.*com texto branco dava 3,6/ })).toBeVisible();
  await page
    .getByLabel('Trocar logo pequeno')
    .setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: PNG });
  await atBothWidths(page, 'marca');
  await page.getByLabel('Documentos', { exact: true }).check({ force: true });
  await atBothWidths(page, 'marca-documentos');
  await page.getByRole('button', { name: /^Salvar/ }).click();
  await expect(page.getByText(/Salvo na versão \d+\./)).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByLabel('Cor principal', { exact: true })).not.toHaveValue('#3B82F6');

  // A paragraph of its own waits for somebody else.
  await page.goto(`${product.address}/orbita/equipe/mensagens`);
  await page.getByRole('link', { name: 'Ver textos' }).click();
  await atBothWidths(page, 'mensagens-textos');
  await page.getByRole('row', { name: /N-05/ }).getByRole('link').click();
  await page.getByLabel('Parágrafo próprio').fill('Dúvidas? <b>Fale</b> com a secretaria.');
  await expect(page.getByText('<b>Fale</b>').first()).toBeVisible();
  await atBothWidths(page, 'mensagens-texto');
  await page.getByRole('button', { name: 'Pedir a uma segunda pessoa' }).click();
  // Nobody else of this team could, so that it is done by itself after a day.
  await expect(page.getByText('Ninguém mais pode aprovar')).toBeVisible();
});
