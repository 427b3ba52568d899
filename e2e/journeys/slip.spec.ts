import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { payInSandbox, paymentsOf } from '../support/pix.ts';
import { expect, test } from '../support/test.ts';
import { SLIP_LINE } from '../support/whole-way.ts';

async function chooseSlip(page: Page): Promise<void> {
  await page.getByText('6 parcelas', { exact: false }).first().click();
  await page.getByText('Boleto', { exact: true }).first().click();
  await page.getByRole('button', { name: /^Pagar R\$ 360,00 com boleto/ }).click();
}

test('S-30b a slip is registered, copied, downloaded and paid at the bank', async ({ page, product }) => {
  const candidate = await Candidate.at('contract-accepted', product, page.context());
  await page.goto(candidate.page);
  await chooseSlip(page);
  await expect(page.getByRole('heading', { name: 'Seu boleto está pronto' })).toBeVisible({
    timeout: 60_000,
  });
  const line = page.locator('code');
  await expect(line).toHaveText(SLIP_LINE);
  await expect(page.getByText('Depois do vencimento o valor volta a R$ 400,00.')).toBeVisible();
  await look(page, 'slip');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar em PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^boleto-\d+\.pdf$/);

  const [payment] = await paymentsOf(product, candidate.subscriptionId);
  await payInSandbox(product, payment?.paymentId ?? 0);
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado!' })).toBeVisible({ timeout: 60_000 });
});
