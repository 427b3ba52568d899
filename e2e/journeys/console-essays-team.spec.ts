import {
  author,
  BANCA,
  beside,
  comment,
  member,
  open,
  ownWords,
  painted,
  panel,
  type,
} from '../support/essays.ts';
import { look } from '../support/look.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

test('K03: what a grader gave back is taken up, and who marked it meanwhile is told', async ({
  page,
  product,
}) => {
  const who = await author(product, page, ownWords('devolvida'));
  await member(product, page, 'Davi Banca', BANCA);
  const eva = await beside(product, page, 'Eva Banca', BANCA);
  await open(page, product, who.essayId);
  await eva.page.goto(consoleUrl(product, `/redacoes/${who.essayId}`));
  await painted(eva.page, who.essayId);
  await expect(panel(eva.page).getByText(/^Davi Banca está com este item até \d\d:\d\d\.$/)).toBeVisible();
  await page.keyboard.press('l');
  await expect(panel(eva.page).getByText(/está com este item até/)).toHaveCount(0);
  await expect(eva.page.locator('.bench__title')).toContainText('com você até');
  await type(eva.page, '640', 'Boa tese.');
  await expect(comment(eva.page)).toHaveValue('Boa tese.');

  await product.operations('POST', `/essays/${who.essayId}/grade`, { score: 600, hasPlagiarism: false });
  await expect(panel(eva.page).getByText(/^Este item foi decidido por .+ às \d\d:\d\d\.$/)).toBeVisible();
  await expect(panel(eva.page).getByText('Boa tese.')).toBeVisible();
  await look(eva.page, 'redacao-decidida');
  await eva.page.close();
});
