import { readFileSync } from 'node:fs';
import { pdfText } from '../../testing/pdf-text.ts';
import { Candidate } from '../support/candidate.ts';
import { errorSummary } from '../support/error-summary.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

/** The permanent copy, and what anybody may verify of it (spec 13.9). */
test('S-52 an accepted contract is downloaded and verified by its code', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  const who = await Candidate.at('contract-accepted', product, context);
  await page.goto(who.page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // On wide pages the steps are next to the content, on phones they are collapsed.
  const folded = page.getByRole('navigation', { name: 'Etapas' }).locator('summary');
  if (await folded.isVisible()) await folded.press('Enter');
  await page.getByRole('link', { name: /^Dados/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Seus dados e contrato' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Baixar contrato em PDF' });
  await expect(button).toBeVisible({ timeout: 30_000 });
  await look(page, 'record with copy');
  const arrives = page.waitForEvent('download');
  await button.click();
  const text = (await pdfText(readFileSync(await (await arrives).path()))).replaceAll(/\s/g, '');
  const code = /verificar\/([0-9A-Z]{28})/.exec(text)?.[1] ?? '';

  await context.clearCookies({ name: /token|uuid/i });
  await page.goto(product.url('/verificar'));
  const field = page.getByRole('textbox', { name: 'Código de verificação' });
  await field.fill('7K3M');
  await page.getByRole('button', { name: 'Verificar', exact: true }).click();
  const wrong = 'O código tem 28 letras e números. Confira se copiou todos.';
  await expect(errorSummary(page)).toBeFocused();
  await errorSummary(page).getByRole('link', { name: wrong }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(new RegExp(wrong));
  await look(page, 'code refused');
  await field.fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Este aceite é válido.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(who.person.name);
  await look(page, 'contract verified');

  expectedStatuses.add(404);
  await page.goto(product.url(`/verificar/${'0'.repeat(28)}`));
  await expect(page.getByText('Não encontramos nenhum contrato com este código.')).toBeVisible();
  await look(page, 'unknown code');
});
