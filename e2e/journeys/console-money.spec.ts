import type { Locator, Page } from '@playwright/test';
import { pressAct, showActs } from '../support/acts.ts';
import { Candidate } from '../support/candidate.ts';
import { changeCatalogue, rewriteEntry } from '../support/catalogue.ts';
import { press } from '../support/keyboard.ts';
import { atBothWidths } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl, enterTeam, enterWithPasskey, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** The only message for an action whose response was lost. */
const UNKNOWN = /^Não sabemos se foi feito/;

/** Money among the actions of E-02: taken at the institution, and refunded by one or two people (spec 25.6.2, K04, K06). */
const withPasskey = (product: Product, page: Page, name: string): Promise<void> =>
  enterWithPasskey(page, product, name, [{ role: 'financeiro', institutions: ['CUA01'] }]);

const timeline = (page: Page) => page.getByRole('region', { name: 'Linha do tempo' });

async function open(page: Page, label: string, dialog: string): Promise<Locator> {
  await pressAct(page, label);
  const asked = page.getByRole('dialog', { name: dialog });
  await expect(asked.getByText('Valor', { exact: true })).toBeVisible();
  return asked;
}

/** The server executes the request, but its response is lost on the way. */
const loseAnswer = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

type Payment = { id: number; method: string; state: string; refunds: { amount: number; state: string }[] };
const paymentsOf = async (product: Product, id: number): Promise<Payment[]> =>
  (await product.operations<{ data: Payment[] }>('GET', `/payments?subscriptionId=${id}`)).data;

test('K04: staff who may not move money see who may', async ({ page, product, browser }) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('paid', product, other);
  const email = `hana.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const grants = [{ role: 'atendimento', institutions: ['CUA01'] }];
  const { url } = await inviteToTeam(product, 'Hana Modelo', email, grants);
  await enterTeam(page, product, url, email);
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  await showActs(page);
  for (const label of ['Devolver dinheiro', 'Receber na instituição'])
    await expect(page.locator('.action--off', { hasText: label })).toContainText(
      'Sua função não permite. Quem pode: Financeiro.',
    );
  await expect(page.getByRole('button', { name: /^Devolver/ })).toHaveCount(0);
  await other.close();
});

test('a payment at the institution is recorded once even if the response is lost', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  // The response that is lost on the way.
  expectedStatuses.add(0);
  const other = await browser.newContext();
  const candidate = await Candidate.at('contract-accepted', product, other);
  await withPasskey(product, page, 'Ivo Modelo');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  const ask = await open(page, 'Receber na instituição', 'Receber na instituição');
  await expect(ask.getByText(/^Na tabela: R\$ /)).toBeVisible();
  await atBothWidths(page, 'receber', true);
  await ask.getByLabel('Valor').fill('349.50');
  await ask.getByRole('button', { name: 'Receber' }).click();
  await expect(ask.getByText('Escreva o valor assim: 349,00.')).toBeVisible();
  await expect(ask.getByText('Escreva o motivo.')).toBeVisible();
  await ask.getByLabel('Valor').fill('360,00');
  await ask.getByLabel('Motivo').fill('Trouxe o dinheiro no balcão.');
  await loseAnswer(page, '**/manual-payments');
  await press(page, ask.getByRole('button', { name: 'Receber' }));
  await expect(ask.getByRole('alert')).toHaveText(UNKNOWN);
  await expect(ask.getByLabel('Valor')).toBeDisabled();
  await atBothWidths(page, 'receber-sem-resposta', true);

  await ask.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Pagamento registrado. Falta confirmar que o dinheiro chegou.')).toBeVisible();
  await expect(page.locator('.head .chip')).toContainText('Aguardando confirmação do pagamento');
  await expect(timeline(page).getByText('Estamos conferindo seu pagamento')).toBeVisible();
  const manual = (await paymentsOf(product, candidate.subscriptionId)).filter(
    ({ method }) => method === 'manual',
  );
  expect(manual).toHaveLength(1);

  // It is pending in its queue; one is rejected with a reason, which lets the candidate choose again, and the next is
  // confirmed.
  await page.goto(consoleUrl(product, '/inscricoes?fila=manual-payments'));
  await expect(page.getByRole('heading', { name: '1 pagamento espera' })).toBeVisible();
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  const refuse = await open(page, 'Dizer que não recebemos', 'Não recebemos o dinheiro?');
  await refuse.getByRole('button', { name: 'Não recebemos' }).click();
  await expect(refuse.getByText('Escreva o motivo.')).toBeVisible();
  await atBothWidths(page, 'nao-recebemos', true);
  await refuse.getByLabel('Motivo').fill('O cheque voltou.');
  await press(page, refuse.getByRole('button', { name: 'Não recebemos' }));
  await expect(page.getByText('Registrado. A pessoa pode pagar de outro jeito.')).toBeVisible();
  const anew = await open(page, 'Receber na instituição', 'Receber na instituição');
  await anew.getByLabel('Motivo').fill('Trouxe em dinheiro.');
  await press(page, anew.getByRole('button', { name: 'Receber' }));
  await expect(page.getByText('Pagamento registrado. Falta confirmar que o dinheiro chegou.')).toBeVisible();
  const settle = await open(page, 'Confirmar recebimento', 'Confirmar recebimento');
  await expect(settle.getByText('Trouxe em dinheiro.')).toBeVisible();
  await settle.getByLabel('Dia em que o dinheiro chegou').fill('2031-01-01');
  await settle.getByRole('button', { name: 'Confirmar recebimento' }).click();
  await expect(settle.getByText(/^Escreva um dia que já passou/)).toBeVisible();
  await settle.getByLabel('Dia em que o dinheiro chegou').fill('2026-01-12');
  await settle.getByLabel('Comprovante').fill('Recibo 17');
  await atBothWidths(page, 'confirmar-recebimento', true);
  await loseAnswer(page, '**/decision');
  await press(page, settle.getByRole('button', { name: 'Confirmar recebimento' }));
  // The event arrives while the response is lost: what was sent stays unchanged, and is sent again.
  await expect(settle.getByRole('alert')).toHaveText(UNKNOWN);
  await expect(page.locator('.head .chip')).toContainText('Documentação pendente');
  await expect(settle.getByRole('alert')).toHaveText(UNKNOWN);
  await expect(settle.getByText('Trouxe em dinheiro.')).toBeVisible();
  await expect(settle.getByLabel('Comprovante')).toBeDisabled();
  await settle.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Recebimento confirmado. A inscrição seguiu.')).toBeVisible();
  await expect(page.locator('.head .chip')).toContainText('Documentação pendente');
  await other.close();
});

test('refunds are paid in parts, once each, and need two people above the limit', async ({
  page: ivo,
  product,
  browser,
  expectedStatuses,
}) => {
  test.slow();
  for (const status of [0, 401, 403, 409, 422]) expectedStatuses.add(status);
  const back = await changeCatalogue(product, (yaml) =>
    rewriteEntry(yaml, 'institutions', 'code: CUA01', (entry) =>
      entry.replace(/( {4}parameters:\n)/, '$1      RefundSecondPersonAbove: 300\n'),
    ),
  );
  const others = await browser.newContext();
  try {
    const candidate = await Candidate.at('paid', product, others);
    const id = candidate.subscriptionId;
    await withPasskey(product, ivo, 'Ivo Modelo');
    await ivo.goto(consoleUrl(product, `/inscricoes/${id}`));
    const ask = await open(ivo, 'Devolver dinheiro', 'Devolver dinheiro');
    const whole = await ask.getByLabel('Valor').inputValue();
    await expect(ask.getByText(`Restam R$ ${whole}`, { exact: true })).toBeVisible();
    await expect(ask.getByText('Acima de R$ 300,00 outra pessoa precisa aprovar.')).toBeVisible();
    await atBothWidths(ivo, 'devolver-acima', true);
    await ask.getByLabel('Valor').fill('9.999,00');
    await ask.getByLabel('Motivo').fill('Pago a mais.');
    await ask.getByRole('button', { name: /^(Devolver dinheiro|Pedir aprovação)$/ }).click();
    await expect(ask.getByText(`No máximo R$ ${whole}.`)).toBeVisible();

    // A partial amount below the limit, whose response is lost: it is refunded once.
    await ask.getByLabel('Valor').fill('10,00');
    await expect(ask.getByText('Outra pessoa aprova')).toHaveCount(0);
    await atBothWidths(ivo, 'devolver', true);
    await loseAnswer(ivo, '**/refund');
    await press(ivo, ask.getByRole('button', { name: 'Devolver dinheiro', exact: true }));
    await expect(ask.getByRole('alert')).toHaveText(UNKNOWN);
    await expect(ask.getByLabel('Valor')).toBeDisabled();
    await atBothWidths(ivo, 'devolver-sem-resposta', true);
    // Closed and reopened it is the same action, not another one.
    await ivo.keyboard.press('Escape');
    await expect(ask).toBeHidden();
    await open(ivo, 'Devolver dinheiro', 'Devolver dinheiro');
    await expect(ask.getByLabel('Valor')).toHaveValue('10,00');
    await expect(ask.getByLabel('Motivo')).toHaveValue('Pago a mais.');
    await ask.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(
      ivo.getByText('Devolução feita.').or(ivo.getByText(/^O banco não respondeu\. A devolução/)),
    ).toBeVisible();
    const refunds = async () =>
      (await paymentsOf(product, id)).flatMap(({ refunds }) => refunds.map(({ amount }) => amount));
    expect(await refunds()).toEqual([10]);

    // The remainder is added to what was refunded before, and needs approval.
    const rest = await open(ivo, 'Devolver dinheiro', 'Devolver dinheiro');
    await rest.getByLabel('Valor').fill('295,00');
    await expect(rest.getByText(/^Com o que já foi devolvido ou pedido \(R\$ 10,00\)/)).toBeVisible();
    await rest.getByLabel('Motivo').fill('Desistiu antes das aulas.');
    await rest.getByRole('button', { name: 'Pedir aprovação' }).click();
    await expect(ivo.getByText('Outra pessoa precisa aprovar')).toBeVisible();
    expect(await refunds()).toEqual([10]);
    await atBothWidths(ivo, 'devolver-pedido', true);
    const second = await open(ivo, 'Devolver dinheiro', 'Devolver dinheiro');
    await second.getByLabel('Motivo').fill('De novo.');
    await second.getByRole('button', { name: 'Pedir aprovação' }).click();
    await expect(second.getByRole('alert')).toHaveText(
      'Já existe um pedido esperando aprovação para este item.',
    );
    await ivo.keyboard.press('Escape');
    await ivo.getByRole('link', { name: 'Ver o pedido' }).click();
    await expect(ivo.getByText('Você pediu. Outra pessoa precisa aprovar.')).toBeVisible();

    const julia = await others.newPage();
    await withPasskey(product, julia, 'Júlia Modelo');
    await julia.goto(ivo.url());
    await julia.getByRole('button', { name: 'Aprovar' }).click();
    await julia.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click();
    await expect(julia.getByText(/^(Pedido aprovado|O banco não respondeu)/)).toBeVisible();
    expect(await refunds()).toEqual([10, 295]);
    await ivo.goto(consoleUrl(product, `/inscricoes/${id}`));
    await expect(
      timeline(ivo)
        .getByText(/com aprovação de Júlia Modelo/)
        .first(),
    ).toBeVisible();
  } finally {
    await back();
    await others.close();
  }
});
