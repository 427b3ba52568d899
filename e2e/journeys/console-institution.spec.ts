import { EVERYTHING } from '../../testing/sample.ts';
import { clicksOn } from '../support/clicks.ts';
import { atBothWidths } from '../support/look.ts';
import { administrator, consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** K09: what defines an institution: a setting, its brand and its wording in a message, without a file (spec 25.14, 25.15). */
test('K09: forms change a setting, the colours, a logo and a message paragraph', async ({
  page,
  product,
}) => {
  const clicks = await clicksOn(page);
  await administrator(product, page, 'Ivo Instituição');
  const heading = page.getByRole('heading', { level: 1 });
  const panel = page.getByRole('complementary');
  const saved = () => expect(page.getByText(/Salvo na versão \d+\./)).toBeVisible();

  // A new college sees what is left to do, and the manual says how.
  await page.goto(consoleUrl(product, '/primeiro-dia'));
  await expect(page.getByRole('heading', { name: /de 6 prontos para abrir as inscrições/ })).toBeVisible();
  await atBothWidths(page, 'primeiro-dia');
  await page.getByRole('link', { name: 'Ver no manual' }).click();
  await expect(heading).toHaveText('Primeiro dia e início');
  await atBothWidths(page, 'manual');

  // Daily changes take few clicks.
  await page.getByRole('link', { name: 'Início' }).click();
  await clicks('Mudar vagas', async () => {
    await page.getByRole('link', { name: 'Catálogo' }).click();
    await page.getByText('Ofertas', { exact: true }).click();
    await page.getByRole('row').nth(1).getByRole('link').click();
    const seats = page.getByLabel(/^Vagas de/).first();
    await seats.click();
    await seats.fill(String(Number(await seats.inputValue()) + 1));
    await panel.getByRole('button', { name: 'Salvar 1 mudança' }).click();
    await saved();
  });
  await page.getByRole('link', { name: 'Início' }).click();
  const minutes = page.getByLabel('Item fica com a pessoa por, em minutos');
  await clicks('Mudar um ajuste', async () => {
    await page.getByRole('link', { name: 'Ajustes' }).click();
    await page.getByRole('button', { name: 'Equipe', exact: true }).click();
    await minutes.click();
    await minutes.fill('999');
    await expect(page.getByText('Informe um número de 1 a 120.').first()).toBeVisible();
    await minutes.fill('25');
    await expect(panel.getByRole('listitem')).toContainText(['Item fica com a pessoa por']);
    await panel.getByRole('button', { name: 'Salvar 1 mudança' }).click();
    await saved();
  });
  await atBothWidths(page, 'instituicao');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(minutes).toHaveValue('');

  // The brand is previewed while it is being chosen, and checked.
  await page.getByRole('link', { name: 'Início' }).click();
  const primary = page.getByLabel('Cor principal', { exact: true });
  await clicks('Mudar a cor e o logo', async () => {
    await page.getByRole('link', { name: 'Marca', exact: true }).click();
    await primary.click();
    await primary.fill('#3B82F6');
    await expect(heading).toHaveText('A cor passa, com um ajuste no botão');
    await expect(page.getByRole('row', { name: /Botão.*com texto branco dava 3,6/ })).toBeVisible();
    const picture = { name: 'l.png', mimeType: 'image/png', buffer: PNG };
    await page.getByLabel('Trocar logo pequeno').setInputFiles(picture);
    await page.getByRole('button', { name: /^Salvar/ }).click();
    await saved();
  });
  await atBothWidths(page, 'marca');
  await page.getByLabel('Documentos', { exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(primary).not.toHaveValue('#3B82F6');

  // The pages themselves, with invented data, in an unsaved brand; they follow its changes.
  await primary.fill('#7A1FA2');
  await page
    .getByLabel('Trocar logo pequeno')
    .setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: PNG });
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Abrir as páginas' }).click();
  const sample = await opening;
  const asked: string[] = [];
  await sample.route('**/orbita/api/**', (route) => {
    asked.push(route.request().url());
    return route.fallback();
  });
  const colour = () =>
    sample.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-action'));
  const show = (name: string) =>
    sample.getByRole('navigation', { name: 'Páginas da prévia' }).getByRole('button', { name }).click();
  await expect(sample.getByText('Prévia da marca. Os dados são inventados.')).toBeVisible();
  await expect(sample.getByText('Administração').first()).toBeVisible();
  expect(await colour()).toBe('#7a1fa2');
  await expect(sample.locator('.logo img').first()).toHaveAttribute('src', /^data:image\/png;base64,/);
  await atBothWidths(sample, 'amostra-portal');
  // The other pages are those of the portal, at which its own journeys look, below the same bar.
  const again = async (name: string) => EVERYTHING && atBothWidths(sample, name);
  // Anything that is not one of its pages leads back, and says so.
  await sample
    .getByRole('link', { name: 'Nova inscrição' })
    .or(sample.getByRole('button', { name: 'Nova inscrição' }))
    .click();
  await expect(sample.getByText('Esta é uma visualização. Nada pode ser alterado aqui.')).toBeVisible();
  await expect(sample.getByText('Administração').first()).toBeVisible();
  await page.bringToFront();
  await primary.fill('#0B5394');
  await expect.poll(colour).toBe('#0b5394');
  await show('Pagamento');
  await expect(sample.getByRole('button', { name: /Gerar|Pagar/ }).first()).toBeVisible();
  await again('amostra-pagamento');
  await show('Documentos');
  await expect(sample.getByText('A foto está escura.')).toBeVisible();
  await again('amostra-documentos');
  await show('Entrada');
  await expect(sample.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  await again('amostra-entrada');
  expect(asked).toEqual([]);
  await sample.close();
  await page.getByRole('button', { name: 'Descartar' }).click();

  // A custom paragraph needs somebody else's approval.
  await page.goto(consoleUrl(product, '/mensagens'));
  await page.getByRole('link', { name: 'Ver textos' }).click();
  await page.getByRole('row', { name: /N-05/ }).getByRole('link').click();
  await page.getByLabel('Parágrafo próprio').fill('Dúvidas? <b>Fale</b> com a secretaria.');
  await expect(page.getByText('<b>Fale</b>').first()).toBeVisible();
  await atBothWidths(page, 'mensagens-texto');
  await page.getByRole('button', { name: 'Pedir a uma segunda pessoa' }).click();
  // If nobody else on this team can approve, it takes effect by itself after a day.
  await expect(
    page.getByText(/Ninguém mais pode aprovar|Outra pessoa precisa aprovar/).first(),
  ).toBeVisible();
});
