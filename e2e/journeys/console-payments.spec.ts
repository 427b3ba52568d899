import type { Page } from '@playwright/test';
import { payByPix, untilPaid } from '../../testing/journey.ts';
import { Candidate } from '../support/candidate.ts';
import { atBothWidths } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl, enterWithPasskey } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

type Payment = { id: number; providerId: string; attention: string[]; refunds: { amount: number }[] };

const withPasskey = (product: Product, page: Page, name: string): Promise<void> =>
  enterWithPasskey(page, product, name, [{ role: 'financeiro', institutions: ['CUA01'] }]);

const paymentsOf = async (product: Product, id: number): Promise<Payment[]> =>
  (await product.operations<{ data: Payment[] }>('GET', `/payments?subscriptionId=${id}`)).data;

/** The institution's daily payments work: K06, with its parts of E-07 and E-08 (spec 25.11, 25.12). */
test('K06: a payment is found, a flag is resolved, and an overpayment is refunded', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  test.slow();
  for (const status of [401, 403, 409, 422]) expectedStatuses.add(status);
  const other = await browser.newContext();
  const candidate = await Candidate.at('contract-accepted', product, other);
  const { paymentId } = await payByPix(candidate.client, candidate.subscriptionId);
  const [open] = await paymentsOf(product, candidate.subscriptionId);
  await product.world('POST', `/pix/${open?.providerId}`, { result: 'paid', amount: 999 });
  await untilPaid(candidate.client, paymentId);

  await withPasskey(product, page, 'Ivo Modelo');
  await page.goto(consoleUrl(product, '/'));
  await expect(page.getByRole('row', { name: /Pagamentos com atenção/ })).toBeVisible();
  await atBothWidths(page, 'inicio-financeiro');
  await page.getByRole('link', { name: 'Pagamentos com atenção' }).first().click();
  await expect(page.getByRole('heading', { name: /pede atenção|pedem atenção/ })).toBeVisible();
  await expect(page.getByText('Recebido a mais').first()).toBeVisible();
  await atBothWidths(page, 'pagamentos-atencao');

  // Found by number, but not by name.
  await page.goto(consoleUrl(product, '/pagamentos'));
  await atBothWidths(page, 'pagamentos');
  const search = page.getByRole('form', { name: 'Procurar um pagamento' });
  await search.getByLabel('Número').fill('Candidata Modelo');
  await search.getByRole('button', { name: 'Procurar' }).click();
  await expect(search.locator('.field__error').first()).toBeVisible();
  await search.getByLabel('Número').fill(` ${open?.providerId} `);
  await search.getByRole('button', { name: 'Procurar' }).click();
  await expect(page.getByRole('heading', { name: '1 pagamento encontrado' })).toBeVisible();
  expect(page.url()).not.toContain(String(open?.providerId));
  await atBothWidths(page, 'pagamentos-achados');

  await page.goto(consoleUrl(product, `/pagamentos/${paymentId}?fila=attention`));
  await expect(page.getByText('Veio mais dinheiro do que foi pedido.')).toBeVisible();
  await expect(page.getByText('Dinheiro recebido')).toBeVisible();
  await atBothWidths(page, 'pagamento');
  await page.getByRole('button', { name: 'Devolver dinheiro' }).click();
  const refund = page.getByRole('dialog', { name: 'Devolver dinheiro' });
  await refund.getByLabel('Valor').fill('10,00');
  await refund.getByLabel('Motivo').fill('Veio a mais.');
  await atBothWidths(page, 'pagamento-devolver', true);
  await refund.getByRole('button', { name: 'Devolver dinheiro', exact: true }).click();
  await expect(
    page.getByText('Devolução feita.').or(page.getByText(/^O banco não respondeu\. A devolução/)),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Marcar resolvido' }).click();
  const resolve = page.getByRole('dialog', { name: 'Marcar resolvido' });
  await resolve.getByRole('button', { name: 'Marcar resolvido' }).click();
  await expect(resolve.getByText('Escreva o motivo.')).toBeVisible();
  await resolve.getByLabel('Motivo').fill('O resto é doação.');
  await resolve.getByRole('button', { name: 'Marcar resolvido' }).click();
  await expect(page.getByText('Marcado como resolvido.')).toBeVisible();
  await expect(page.getByText('Pendência resolvida')).toBeVisible();
  const [after] = await paymentsOf(product, candidate.subscriptionId);
  expect([after?.attention, after?.refunds.map(({ amount }) => amount)]).toEqual([[], [10]]);

  await page.goto(consoleUrl(product, '/pagamentos/devolucoes'));
  await expect(page.getByText('Veio a mais.')).toBeVisible();
  await atBothWidths(page, 'devolucoes');
  await page.goto(consoleUrl(product, '/pagamentos/diferencas'));
  await expect(page.getByText('Nenhuma diferença sem explicação.')).toBeVisible();
  await page.getByRole('button', { name: 'Comparar agora' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Comparar' }).click();
  await expect(page.getByText(/^A comparação começou/)).toBeVisible();
  await atBothWidths(page, 'diferencas');
  await page.goto(consoleUrl(product, '/pagamentos/arquivos'));
  await expect(page.getByText('Nenhum retorno lido')).toBeVisible();
  await atBothWidths(page, 'arquivos');
  await page.getByRole('button', { name: 'Enviar retorno' }).click();
  const upload = page.getByRole('dialog', { name: 'Enviar retorno do banco' });
  await upload.getByRole('button', { name: 'Pedir que outra pessoa confira' }).click();
  await expect(upload.getByText('Escolha o arquivo.')).toBeVisible();
  const file = (bytes: Buffer) => ({ name: 'CB120100.RET', mimeType: 'text/plain', buffer: bytes });
  await upload.locator('input[type=file]').setInputFiles(file(Buffer.alloc(2_700_000, 'x')));
  await expect(upload.getByText(/^O arquivo passa de 2,5 MB/)).toBeVisible();
  await atBothWidths(page, 'arquivos-enviar', true);
  await other.close();
});

test('K06: a candidate who cancels within seven days gets a full refund', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  for (const status of [401, 403, 409, 422]) expectedStatuses.add(status);
  const other = await browser.newContext();
  const candidate = await Candidate.at('paid', product, other);
  const asked = await candidate.client.call('POST /candidate/subscriptions/{id}/cancellation', {
    params: { id: candidate.subscriptionId },
    body: { reason: 'gave-up' },
  });
  expect(asked.status).toBeLessThan(300);
  await withPasskey(product, page, 'Ivo Modelo');
  await page.goto(consoleUrl(product, '/cancelamentos?fila=cancellations'));
  await expect(page.getByText('Direito de arrependimento, 7 dias').first()).toBeVisible();
  await atBothWidths(page, 'cancelamentos');
  await page.getByRole('button', { name: 'Próximo', exact: true }).click();
  await expect(page.getByText(/^Tudo volta: a pessoa saiu dentro dos 7 dias/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Negar' })).toHaveCount(0);
  await atBothWidths(page, 'cancelamento');
  await page.keyboard.press('Control+Enter');
  const confirm = page.getByRole('dialog', { name: 'Confirmar a saída' });
  await expect(confirm.getByLabel('Quanto volta')).toHaveAttribute('readonly', '');
  await atBothWidths(page, 'cancelamento-confirmar', true);
  await confirm.getByRole('button', { name: /^(Confirmar saída|Pedir aprovação)$/ }).click();
  await expect(
    page.getByText('Saída confirmada.').or(page.getByText('Outra pessoa precisa aprovar')),
  ).toBeVisible();
  await other.close();
});
