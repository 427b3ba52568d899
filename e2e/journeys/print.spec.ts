import type { BrowserContext, Page } from '@playwright/test';
import { Candidate, inventedPerson } from '../support/candidate.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

/** Requests a paper and returns the page opened by its ticket. */
async function opened(page: Page, context: BrowserContext, candidate: Candidate, kind: string) {
  const body = { kind, subscriptionId: candidate.subscriptionId };
  const { url } = await candidate.call<{ url: string }>('POST', '/candidate/print-tickets', body);
  await context.clearCookies();
  await page.goto(new URL(url, candidate.page).href);
}
const asked = (page: Page) => page.evaluate(() => (window as { printed?: number }).printed);

test('U29: S-41 contract and receipt open only with their ticket, prompt for printing and expire with it', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(410);
  await page.addInitScript(() => {
    const counted = window as { printed?: number };
    counted.printed = 0;
    window.print = () => {
      counted.printed = (counted.printed ?? 0) + 1;
    };
  });
  const person = { ...inventedPerson(), socialName: 'Flor Inventada' };
  const candidate = await Candidate.at('paid', product, context, { person });

  // The civil name is used where the law requires it (spec 6.1).
  await opened(page, context, candidate, 'contract');
  const contract = page.getByRole('heading', { level: 1, name: /contrato/i });
  await expect(contract).toBeVisible();
  await expect(page.getByRole('main')).toContainText(person.name);
  await expect.poll(() => asked(page)).toBe(1);
  await expectAccessible(page, 'contract to print');
  await expectNoSideways(page);
  await page.reload();
  await expect(contract).toBeVisible();

  await opened(page, context, candidate, 'receipt');
  await expect(page.getByRole('heading', { level: 1, name: 'Comprovante de pagamento' })).toBeVisible();
  await expect(page.getByText('R$ 360,00')).toBeVisible();
  // This person is both student and payer.
  await expect(page.getByRole('definition').filter({ hasText: person.name })).toHaveCount(2);
  await expect.poll(() => asked(page)).toBe(1);

  await product.setClock('2026-01-12T10:06:00-03:00');
  await page.reload();
  await expect(page.getByText('Não há nada para imprimir.')).toBeVisible();
});
