import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { JPEG } from '../support/content.ts';
import { openDocument } from '../support/files.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const NAME = 'Histórico escolar do ensino médio';

/** A photo of a printed page, made by the browser; `blur` in pixels, like a lens out of focus. */
const photo = async (page: Page, width: number, height: number, blur = 0): Promise<Buffer> => {
  const made = await page.evaluate(
    async ([w = 0, h = 0, out = 0]) => {
      const canvas = document.createElement('canvas');
      canvas.width = w;
      canvas.height = h;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('No canvas');
      context.fillStyle = '#eee';
      context.fillRect(0, 0, w, h);
      context.filter = out > 0 ? `blur(${out}px)` : 'none';
      context.fillStyle = '#222';
      context.font = `${w / 30}px sans-serif`;
      for (let y = 60; y < h; y += w / 20)
        context.fillText('Língua Portuguesa 8,5 Matemática 9,0 Física', 20, y);
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
    },
    [width, height, blur],
  );
  return Buffer.from(made, 'base64');
};

test('U17 photos become the pages of one PDF', async ({ page, product }) => {
  const candidate = await Candidate.at('paid', product, page.context());
  await page.goto(candidate.page);
  const card = page.getByRole('article').filter({ hasText: NAME });
  await openDocument(card);
  await card.getByRole('button', { name: 'Juntar fotos em um PDF' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fotos do documento' });
  await expect(dialog.getByText('Nenhuma foto ainda.')).toBeVisible();
  await expectAccessible(page, 'no photos yet');
  const files = [await photo(page, 900, 1200), await photo(page, 900, 1200, 9), await photo(page, 400, 300)];
  await dialog
    .getByLabel(`Escolher fotos de ${NAME}`)
    .setInputFiles(files.map((buffer, n) => ({ name: `f${n}.jpg`, mimeType: 'image/jpeg', buffer })));
  await expect(dialog.getByText('2 páginas', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('f2.jpg: a foto é pequena demais para ser lida');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'sem nitidez' })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Mover a página 2 para cima' }).click();
  await dialog.getByRole('button', { name: 'Girar a página 1' }).click();
  await expectAccessible(page, 'photos of a document');
  await dialog.getByRole('button', { name: 'Enviar 2 páginas' }).click();
  await expect(card.getByText('Em análise')).toBeVisible();
  await openDocument(card);
  await expect(card.getByText(`${NAME}.pdf`).first()).toBeVisible();
});

test('U17 photos are ordered, rotated and checked before upload, and kept for later', async ({
  page,
  product,
}) => {
  const candidate = await Candidate.at('paid', product, page.context());
  await page.goto(candidate.page);
  const card = page.getByRole('article').filter({ hasText: NAME });
  await openDocument(card);
  await card.getByRole('button', { name: 'Juntar fotos em um PDF' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fotos do documento' });
  await expect(dialog.getByText('Nenhuma foto ainda.')).toBeVisible();
  const files = await Promise.all([
    photo(page, 1200, 1600),
    photo(page, 1600, 1200),
    photo(page, 1200, 1600, 12),
    photo(page, 400, 300),
  ]);
  const given = files.map((buffer, n) => ({ name: `f${n}.jpg`, mimeType: 'image/jpeg', buffer }));
  const torn = { name: 'rasgada.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('nada') };
  await dialog.getByLabel(`Escolher fotos de ${NAME}`).setInputFiles([...given, torn]);
  await expect(dialog.getByText('3 páginas', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText(
    'f3.jpg: a foto é pequena demais para ser lida (400 × 300)',
  );
  await expect(dialog.getByRole('alert')).toContainText('rasgada.jpg: não foi possível abrir a foto');
  // A whole gallery by mistake: no more photos than fit are even opened, and the existing pages stay.
  const tiny = { name: 'miniatura.jpg', mimeType: 'image/jpeg', buffer: JPEG };
  await dialog.getByLabel(`Escolher fotos de ${NAME}`).setInputFiles(Array.from({ length: 400 }, () => tiny));
  await expect(dialog.getByRole('alert')).toContainText(
    'Um documento tem no máximo 40 fotos. 363 fotos ficaram de fora.',
  );
  await expect(dialog.getByText('3 páginas', { exact: true })).toBeVisible();
  const rows = dialog.getByRole('listitem').filter({ has: page.getByRole('img') });
  await expect(rows.filter({ hasText: 'sem nitidez' })).toHaveCount(1);
  await expect(rows.nth(2)).toContainText('A foto está sem nitidez. Tire outra.');
  await dialog.getByRole('button', { name: 'Mover a página 2 para cima' }).click();
  await dialog.getByRole('button', { name: 'Girar a página 1' }).click();
  await dialog.getByRole('button', { name: 'Enviar depois' }).click();
  await card.getByRole('button', { name: 'Continuar com as 3 fotos escolhidas' }).click();
  await dialog.getByRole('button', { name: 'Remover a página 3' }).click();
  await dialog.getByRole('button', { name: 'Enviar 2 páginas' }).click();
  await expect(card.getByText('Em análise')).toBeVisible();
  await openDocument(card);
  await expect(card.getByText(`${NAME}.pdf`).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // A single photo stays a photo, and gets a thumbnail next to its name once it was scanned.
  const other = page.getByRole('article').filter({ hasText: 'Comprovante de residência' });
  await openDocument(other);
  await other.getByRole('button', { name: 'Juntar fotos em um PDF' }).click();
  const [first] = given;
  if (first) await dialog.getByLabel('Escolher fotos de Comprovante').setInputFiles(first);
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(other.getByText('Em análise')).toBeVisible();
  await openDocument(other);
  await expect(other.getByText('Comprovante de residência.jpg').first()).toBeVisible();
  await expect(other.locator('img')).toBeVisible();
});
