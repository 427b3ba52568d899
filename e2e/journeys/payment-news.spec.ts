import { Candidate } from '../support/candidate.ts';
import { press } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { payInSandbox } from '../support/pix.ts';
import { expect, test } from '../support/test.ts';
import { heading } from '../support/whole-way.ts';

/** A cheap phone discards the page while the bank's app is open (spec 8.6). */
test('S-33 a payment made while the page was closed is announced once, with a button to continue', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('pix-open', product, context);
  await payInSandbox(product, candidate.paymentId);
  await page.goto(candidate.page);
  await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
  await look(page, 'S-33 at the return');
  await page.reload();
  await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();

  await press(page, page.getByRole('button', { name: 'Enviar documentos' }));
  await expect(heading(page, 'Documentos')).toBeVisible();
  await page.goto(candidate.page);
  await expect(heading(page, 'Documentos')).toBeVisible();

  // A confirmation ten minutes old: another tab shows it, later ones do not.
  const other = await context.newPage();
  await other.goto(candidate.page);
  await expect(heading(other, 'Pagamento confirmado!')).toBeVisible();
  await product.setClock('2026-01-12T10:10:00-03:00');
  const later = await context.newPage();
  await later.goto(candidate.page);
  await expect(heading(later, 'Documentos')).toBeVisible();
  // What is being read stays (D-89).
  await other.reload();
  await expect(heading(other, 'Pagamento confirmado!')).toBeVisible();
});
