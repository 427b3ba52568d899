import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { payInSandbox, paymentsOf } from '../support/pix.ts';
import { expect, test } from '../support/test.ts';
import { SLIP_LINE } from '../support/whole-way.ts';

const pay = (page: Page, amount: string) => page.getByRole('button', { name: `Pagar R$ ${amount}` });
const slip = (page: Page) => page.getByRole('radio', { name: /^Boleto/ });

/** J08 — slip cut-off and vouchers (journeys.md): the intake ends on 13 February. */
test('J08 U26 vouchers change the amount due, and a slip is offered while it can still clear in time', async ({
  page,
  product,
  context,
  browser,
}) => {
  await product.setClock('2026-02-09T09:00:00-03:00');
  const who = await Candidate.at('contract-accepted', product, context);
  await page.goto(who.page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, code] = /\/discount\/([^/]+)\//.exec(request.url()) ?? [];
    if (code) asked.push(code);
  });
  const field = page.getByLabel('Cupom de desconto', { exact: true });
  const apply = async (code: string) => {
    await field.fill(code);
    await page.getByRole('button', { name: 'Aplicar' }).click();
  };

  await test.step('the six-instalment plan is preselected, and nothing is charged while a voucher is pending', async () => {
    await expect(page.getByText('13/02/2026').first()).toBeVisible();
    await expect(page.getByRole('radio', { name: /^6 parcelas/ })).toBeChecked();
    await expect(pay(page, '360,00')).toBeVisible();
    await page.getByText('Tem um cupom de desconto?').click();
    await field.fill('ALFA50');
    await pay(page, '360,00').click();
    await expect(page.getByText('O cupom ainda não foi aplicado.').first()).toBeVisible();
    await expect(field).toBeFocused();
    expect(asked).toEqual([]);
    for (const code of ['vencido10', 'NAOEXISTE']) {
      await apply(code);
      await expect(page.getByText('Cupom não encontrado ou expirado.').first()).toBeVisible();
    }
    expect(asked).toEqual(['VENCIDO10', 'NAOEXISTE']);
  });

  await test.step('one voucher discounts the later instalments, another the first', async () => {
    await apply('DEMAIS20');
    await expect(
      page.getByText('O desconto deste cupom será aplicado a partir da 2ª parcela.').first(),
    ).toBeVisible();
    await expect(pay(page, '360,00')).toBeVisible();
    await page.getByText('Ver todas as parcelas').click();
    await expect(page.getByText('R$ 280,00')).toHaveCount(5);
    await page.getByRole('button', { name: 'Remover' }).click();
    await apply('ALFA50');
    await expect(pay(page, '160,00')).toBeVisible();
    await look(page, 'J08 voucher');
    await page.getByText('5 parcelas', { exact: false }).first().click();
    await expect(pay(page, '200,00')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Cupom ALFA50 aplicado.')).toBeVisible();
    await expect(pay(page, '160,00')).toBeVisible();
    await page.getByText('5 parcelas', { exact: false }).first().click();
    await expect(pay(page, '200,00')).toBeVisible();
  });

  await test.step('the slip of 9 February shows its number, due date and processing time', async () => {
    await slip(page).check({ force: true });
    await expect(page.getByText('Cupom ALFA50 aplicado.')).toBeVisible();
    await page.getByRole('button', { name: 'Pagar R$ 200,00 com boleto' }).click();
    await expect(page.getByRole('heading', { name: 'Seu boleto está pronto' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.locator('code')).toHaveText(SLIP_LINE);
    await expect(page.getByText('12/02/2026').first()).toBeVisible();
    await expect(page.getByText(/2 dias úteis/).first()).toBeVisible();
    await look(page, 'J08 slip');
    const { hasDiscount } = await product.operations<{ hasDiscount: boolean }>(
      'GET',
      `/subscriptions/${who.subscriptionId}`,
    );
    expect(hasDiscount).toBe(true);
  });

  await test.step('a day later it is too late for a new slip, and the first one can still be paid', async () => {
    await product.setClock('2026-02-10T09:00:00-03:00');
    const elsewhere = await browser.newContext(test.info().project.use);
    const other = await Candidate.at('contract-accepted', product, elsewhere);
    const late = await elsewhere.newPage();
    await late.goto(other.page);
    await late.getByText('6 parcelas', { exact: false }).first().click();
    await expect(slip(late)).toBeDisabled();
    await expect(
      late.getByText('Não dá para pagar com boleto: ele demora até 3 dias e a inscrição acaba antes.'),
    ).toBeVisible();
    await look(late, 'J08 too late for a slip');
    const { prices } = await other.call<{ prices: { priceId: number }[] }>(
      'GET',
      `/candidate/subscriptions/${other.subscriptionId}/payment-options?purpose=enrollment`,
    );
    const order = { purpose: 'enrollment', priceId: prices[0]?.priceId, method: 'slip', installments: 6 };
    await expect(
      other.call('POST', `/candidate/subscriptions/${other.subscriptionId}/payments`, order, {
        'idempotency-key': 'too-late',
      }),
    ).rejects.toThrow(/422.*SLIP_TOO_LATE/);
    await elsewhere.close();
    await product.setClock('2026-02-13T09:00:00-03:00');
    const [payment] = await paymentsOf(product, who.subscriptionId);
    await payInSandbox(product, payment?.paymentId ?? 0);
    await expect(page.getByRole('heading', { name: 'Pagamento confirmado!' })).toBeVisible({
      timeout: 60_000,
    });
  });
});
