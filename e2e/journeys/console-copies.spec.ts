import {
  author,
  BANCA,
  beside,
  comment,
  member,
  open,
  ownWords,
  panel,
  quotingAuthor,
  Received,
  SILENT,
  secondGrades,
  seenByAuthor,
  statusOf,
} from '../support/essays.ts';
import { atBothWidths, atMiddleWidth, look } from '../support/look.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('K03: a copied essay is compared by keyboard and refused by two graders', async ({ page, product }) => {
  const back = await secondGrades(product, 'near-minimum');
  const original = await author(product, page, ownWords('igual', 200));
  const copy = await author(
    product,
    page,
    `${ownWords('igual', 173)}\n\n${ownWords('proprio', 27)} fim\u200b\u202e.`,
  );
  const received = new Received(page);
  await member(product, page, 'Davi Banca', BANCA);
  const eva = await beside(product, page, 'Eva Comparada', BANCA);
  await open(page, product, copy.essayId);
  await expect(panel(page).getByRole('heading', { name: 'Suspeita 86 %' })).toBeVisible();
  await expect(page.getByText('Há 2 caracteres invisíveis.')).toBeVisible();
  await expect(page.locator('.hidden-mark')).toHaveText([/200B/, /202E/]);
  await panel(page).getByRole('button', { name: 'Comparar' }).focus();
  await page.keyboard.press('Enter');
  const other = page.getByRole('region', { name: 'Texto da Redação A' });
  await expect(other.getByText('Redação A', { exact: true })).toBeVisible();
  await page.keyboard.press(']');
  await expect(panel(page).getByText('Trecho 1 de 1')).toBeVisible();
  await expect(page.locator('mark[data-current]')).toHaveCount(2);
  await look(page, 'redacao-comparar');
  await atMiddleWidth(page, 'redacao-comparar');

  await page.getByRole('radio', { name: 'Sim, zera' }).click();
  const asks = page.getByRole('dialog', { name: 'Marcar plágio?' });
  await expect(
    asks.getByText(
      'Marcar plágio zera a nota e encerra as ofertas com avaliação deste processo para esta pessoa.',
    ),
  ).toBeVisible();
  await expectAccessible(page, 'the question of plagiarism');
  await asks.getByRole('button', { name: 'Marcar plágio' }).click();
  await expect(asks).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).getByText(SILENT)).toBeVisible();
  await page.keyboard.type('Cópia de outra redação.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/Falta a segunda correção\./).first()).toBeVisible();
  expect(await received.leaksOf([original, copy])).toEqual([]);
  await open(eva.page, product, copy.essayId);
  await eva.page.getByRole('radio', { name: 'Sim, zera' }).click();
  await eva.page.getByRole('button', { name: 'Marcar plágio' }).click();
  await comment(eva.page).fill('É a mesma redação.');
  await eva.page.keyboard.press('Control+Enter');
  await expect(eva.page.getByText(/^Nota registrada às/).first()).toBeVisible();
  expect(await seenByAuthor(copy)).toMatchObject({ score: 0, hasPlagiarism: true });
  expect(await statusOf(product, copy)).toBe(9);
  await eva.page.close();
  await back();
  await product.operations('POST', `/essays/${original.essayId}/grade`, { score: 600, hasPlagiarism: false });
});

test('K03: quotations from the support texts are marked and do not count as copies, alone or compared', async ({
  page,
  product,
}) => {
  const common = ownWords('igualdade', 110);
  const original = await quotingAuthor(
    product,
    page,
    (quote) => `${common}\n\nLi que ${quote}. ${ownWords('delas', 40)}`,
  );
  const copy = await quotingAuthor(
    product,
    page,
    (quote) => `${ownWords('minhas', 30)} “${quote}” ${ownWords('nossas', 9)}\n\n${common}`,
  );
  const received = new Received(page);
  await member(product, page, 'Davi Banca', BANCA);
  await open(page, product, copy.essayId);
  const own = page.getByRole('article', { name: 'Texto da redação' });
  const legend = page.getByText('1 citação dos textos de apoio. Não conta como semelhança.');
  await expect(legend).toHaveCount(1);
  await expect(own.locator('.quoted')).toHaveText([copy.quote]);
  await expect(own.locator('.quote-end')).toHaveText([/^apoio/]);
  // A screen reader announces the start and end; text common to both essays is marked without that.
  await expect(own).toContainText(`(começo de citação dos textos de apoio) ${copy.quote}`);
  await expect(own).toContainText('(fim de citação)');
  await expect(own.locator('mark')).toHaveText([common]);
  await atBothWidths(page, 'redacao-citacoes');

  await panel(page).getByRole('button', { name: 'Comparar' }).press('Enter');
  const other = page.getByRole('article', { name: 'Texto da Redação A' });
  await expect(other.locator('.quoted')).toHaveText([original.quote]);
  await expect(other.locator('mark')).toHaveText([common]);
  await expect(legend).toHaveCount(2);
  await page.keyboard.press(']');
  await expect(panel(page).getByText('Trecho 1 de 1')).toBeVisible();
  await atBothWidths(page, 'redacao-citacoes-comparar');
  expect(await received.leaksOf([original, copy])).toEqual([]);
  for (const { essayId } of [original, copy])
    await product.operations('POST', `/essays/${essayId}/grade`, { score: 600, hasPlagiarism: false });
});
