import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { CARDS, cardFields, chooseCard, fillCard, haveDenied, payButton, typeCard } from '../support/card.ts';
import { errorSummary } from '../support/error-summary.ts';
import { press, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { payInSandbox, paymentsOf } from '../support/pix.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';
import { heading } from '../support/whole-way.ts';

const EPA = 'epa.alfa.orbita.test';
const DEGREE = { institutionName: 'Universidade Exemplo', courseName: 'Letras', conclusionYear: 2024 };

/** Somebody at the payment for POS-DADOS. */
async function atPayment(product: Product, context: Parameters<typeof Candidate.at>[2]): Promise<Candidate> {
  const who = await Candidate.at('signed-up', product, context, { host: EPA });
  await who.apply({ type: 2, q: 'Ciência de Dados' }, 'degree');
  await who.fillData(DEGREE);
  await who.acceptContract();
  const path = `/candidate/subscriptions/${who.subscriptionId}`;
  const { availableClasses } = await who.call<{ availableClasses: { id: number }[] }>(
    'GET',
    `${path}/classes`,
  );
  await who.call('PUT', `${path}/class`, { academicClassId: availableClasses[0]?.id });
  return who;
}

const pageOf = (who: Candidate, product: Product) =>
  product.url(`/subscriptions/pos/${who.subscriptionId}`, EPA);

const option = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

/** J10 — card denied for the total, first instalment only (journeys.md), by keyboard alone. */
test('J10 after a denied card the first instalment alone can be paid', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(402);
  expectedStatuses.add(409);
  const who = await atPayment(product, context);

  await test.step('S-29: the full amount, which the card splits into its own instalments', async () => {
    await page.goto(pageOf(who, product));
    await expect(heading(page, 'Pagamento')).toBeVisible();
    await expect(page.getByText('Número de parcelas')).toHaveCount(0);
    await expect(
      page.getByRole('radio', { name: /Cartão de crédito Confirma na hora, em até 10 vezes/ }),
    ).toBeVisible();
    await look(page, 'J10 choice');
    await chooseCard(page);
  });

  await test.step('S-30a: frame and page show what is wrong, and nothing typed is lost', async () => {
    await look(page, 'J10 card');
    await press(page, payButton(page, '3.000,00'));
    await expect(page.getByText('Obrigatório.').first()).toBeVisible();
    await expect(page).toHaveTitle(/^Erro: /);
    await expect(errorSummary(page)).toBeFocused();
    await expect(errorSummary(page).getByRole('link')).toHaveText([
      'Número de cartão inválido.',
      'Validade inválida.',
      'CVV inválido.',
      /^Nome impresso no cartão/,
      /^CPF do titular/,
      /^Parcelas/,
    ]);
    await look(page, 'J10 card errors');
    await fillCard(page, '4111 1111 1111 1112', { times: '10 vezes' });
    await press(page, payButton(page, '3.000,00'));
    await expect(cardFields(page).getByText('Número de cartão inválido.')).toBeVisible();
    await expect(errorSummary(page)).toBeFocused();
    await look(page, 'J10 card number');
    await press(page, errorSummary(page).getByRole('link', { name: 'Número de cartão inválido.' }));
    await expect(cardFields(page).getByLabel('Número do cartão')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await expect(errorSummary(page)).toHaveCount(0);
    await expect(cardFields(page).getByText('Número de cartão inválido.')).toHaveCount(0);
    await expect(page.getByLabel('Nome impresso no cartão')).toHaveValue('CANDIDATA INVENTADA');
  });

  await test.step('S-33b: the denied card shows the remaining methods, also after a reload', async () => {
    await cardFields(page).getByLabel('Número do cartão').fill(CARDS.limited);
    // Enter inside the frame also pays.
    await cardFields(page).getByLabel('CVV').press('Enter');
    await expect(heading(page, 'Seu cartão não foi aprovado.')).toBeFocused();
    for (const name of [
      'Pagar somente a primeira parcela',
      'Pagar com recorrência',
      'Tentar de novo',
      'Outra forma de pagamento',
    ])
      await expect(option(page, name)).toBeVisible();
    await expect(page.getByText(/Visa final 0051 · R\$ 3\.000,00 em 10 vezes/)).toBeVisible();
    await look(page, 'J10 denied');
    await page.reload();
    await expect(heading(page, 'Seu cartão não foi aprovado.')).toBeVisible();
    await expect(page.getByText('R$ 300,00 agora. As outras 9 vêm depois.')).toBeVisible();
  });

  const second = await context.newPage();
  await second.goto(pageOf(who, product));
  await press(second, option(second, 'Pagar somente a primeira parcela'));
  await expect(heading(second, 'Primeira parcela no cartão')).toBeFocused();
  await fillCard(second, CARDS.limited);

  await test.step('the first instalment is paid by the same card', async () => {
    await page.bringToFront();
    await press(page, option(page, 'Pagar somente a primeira parcela'));
    await expect(heading(page, 'Primeira parcela no cartão')).toBeFocused();
    await look(page, 'J10 first');
    await fillCard(page, CARDS.limited);
    await press(page, payButton(page, '300,00'));
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
    await expect(page.getByText('Cartão de crédito, Visa final 0051')).toBeVisible();
    await look(page, 'J10 paid');
  });

  await test.step('a second window that pays again says so and continues', async () => {
    await second.bringToFront();
    // The event may arrive before the button is reached.
    await payButton(second, '300,00')
      .click()
      .catch(() => undefined);
    await expect(heading(second, 'Pagamento confirmado!')).toBeVisible();
    const paid = (await paymentsOf(product, who.subscriptionId)).filter(({ state }) => state === 'paid');
    expect(paid).toMatchObject([{ amount: 300, method: 'credit-card' }]);
    await second.close();
  });
});

test('J10 other methods remain after the limit of attempts', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  for (const status of [402, 503]) expectedStatuses.add(status);
  const who = await Candidate.at('contract-accepted', product, context);
  const plan = async () => {
    await walkTo(page, page.getByRole('radio', { name: /^6 parcelas/ }));
    await page.keyboard.press('Space');
  };

  await test.step('an unresponsive acquirer is reported, and what was typed stays', async () => {
    await page.goto(who.page);
    await plan();
    await chooseCard(page);
    await fillCard(page, CARDS.unreachable);
    await press(page, payButton(page, '360,00'));
    await expect(page.getByText('Sistema indisponível. Tente mais tarde.')).toBeVisible();
    await look(page, 'J10 unavailable');
    await expect(page.getByLabel('Nome impresso no cartão')).toHaveValue('CANDIDATA INVENTADA');
  });

  await test.step('three denials are each shown; a fourth attempt is not offered', async () => {
    for (let tries = 1; tries <= 3; tries++) {
      await typeCard(page, CARDS.denied);
      await press(page, payButton(page, '360,00'));
      await expect(heading(page, 'Seu cartão não foi aprovado.')).toBeFocused();
      if (tries < 3) await press(page, option(page, 'Tentar de novo'));
    }
    await expect(option(page, 'Tentar de novo')).toHaveCount(0);
    await expect(
      page.getByText('Você já tentou muitas vezes. Tente amanhã ou pague de outro jeito.'),
    ).toBeVisible();
    await look(page, 'J10 limit');
    await press(page, option(page, 'Outra forma de pagamento'));
    await expect(heading(page, /^Primeiro pagamento|^Pagamento/)).toBeFocused();
    await expect(
      page.getByRole('radio', { name: /Cartão de crédito Você já tentou muitas vezes\. Tente amanhã/ }),
    ).toBeDisabled();
    await look(page, 'J10 refused');
  });

  await test.step('Pix still works', async () => {
    await press(page, page.getByRole('radio', { name: /^Pix/ }).first(), 'Space');
    await press(page, page.getByRole('button', { name: /^Pagar R\$ 360,00 com Pix/ }));
    await expect(heading(page, 'Pague com Pix')).toBeVisible();
    const open = (await paymentsOf(product, who.subscriptionId)).find(({ state }) => state === 'pending');
    expect(open).toBeDefined();
    await payInSandbox(product, open?.paymentId ?? 0);
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
  });
});

test('J10 a day after the third denial the card works again', async ({ page, product, context }) => {
  const who = await Candidate.at('contract-accepted', product, context);
  await haveDenied(who, 3);
  await page.goto(who.page);
  await expect(heading(page, 'Seu cartão não foi aprovado.')).toBeVisible();
  await expect(option(page, 'Tentar de novo')).toHaveCount(0);
  await who.comeBackAt(page, '2026-01-13T10:01:00-03:00');
  await page.goto(who.page);
  await press(page, option(page, 'Tentar de novo'));
  await fillCard(page, CARDS.approved);
  await press(page, payButton(page, '360,00'));
  await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
});
