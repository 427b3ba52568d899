import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { bankPage, CARDS, cardFields, chooseCard, fillCard, payButton, typeCard } from '../support/card.ts';
import { press, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { paymentsOf } from '../support/pix.ts';
import { expect, test } from '../support/test.ts';
import { heading } from '../support/whole-way.ts';

/** S-29 with six instalments, then the card page. */
async function toCard(page: Page): Promise<void> {
  await walkTo(page, page.getByRole('radio', { name: /^6 parcelas/ }));
  await page.keyboard.press('Space');
  await chooseCard(page);
}

/** The bank's page is shown: it fills the frame, and the title above it has the focus. */
async function expectAsked(page: Page): Promise<void> {
  await expect(cardFields(page).getByRole('heading', { name: 'Confirmação do banco' })).toBeFocused();
  await expect(bankPage(page).getByRole('heading', { name: 'Banco Exemplo' })).toBeVisible();
  await expect(bankPage(page).getByText('R$ 360,00')).toBeVisible();
}

/** Position of the bank's page on the screen. */
const boxOfBank = async (page: Page) =>
  (await cardFields(page).locator('iframe').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** D-68: the holder's bank asks for confirmation inside the card frame (spec 14.8), by keyboard alone. */
test('S-30a the card is charged only after the cardholder confirms with the bank', async ({
  page,
  product,
  context,
}) => {
  const who = await Candidate.at('contract-accepted', product, context);
  await page.goto(who.page);
  await toCard(page);
  await fillCard(page, CARDS.asked);
  await press(page, payButton(page, '360,00'));

  await test.step('the bank’s page fills a phone’s screen and is centered on a larger one', async () => {
    await expectAsked(page);
    const dialog = page.getByRole('dialog', { name: 'Confirmação do banco do cartão' });
    await expect(dialog).toBeVisible();
    await expect(payButton(page, '360,00')).toHaveCount(0);
    const { width: wide = 0, height: high = 0 } = page.viewportSize() ?? {};
    const box = await boxOfBank(page);
    const isPhone = wide < 768;
    expect(box.width).toBe(isPhone ? wide : 512);
    expect(box.height).toBeGreaterThan(isPhone ? high - 80 : 500);
    expect(box.x + box.width).toBeLessThanOrEqual(wide);
    expect(box.y + box.height).toBeLessThanOrEqual(high);
    await look(page, 'S-30a challenge', { busy: true });
  });

  await test.step('nothing has been charged yet, and the code is typed by keyboard', async () => {
    expect(await paymentsOf(product, who.subscriptionId)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(cardFields(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(bankPage(page).getByLabel('Código enviado por SMS')).toBeFocused();
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
    await expect(page.getByText('Cartão de crédito, Visa final 0077')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('S-33b an unconfirmed card is not charged, and a card whose bank asks nothing pays', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(402);
  const who = await Candidate.at('contract-accepted', product, context);
  const reason = page.getByText('A confirmação com o banco do cartão não foi concluída.');
  const other = page.getByRole('button', { name: /^Outra forma de pagamento/ });
  await page.goto(who.page);
  await toCard(page);
  await fillCard(page, CARDS.askedAndRefused);
  await press(page, payButton(page, '360,00'));

  await test.step('the bank refuses', async () => {
    await expectAsked(page);
    await bankPage(page).getByLabel('Código enviado por SMS').fill('123456');
    await bankPage(page).getByRole('button', { name: 'Confirmar compra' }).click();
    await expect(heading(page, 'Seu cartão não foi aprovado.')).toBeFocused();
    await expect(reason).toBeVisible();
    await expect(page.getByText('Nada foi cobrado.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Tentar de novo/ })).toHaveCount(0);
    await look(page, 'S-33b not confirmed');
    await press(page, other);
  });

  await test.step('the cardholder cancels on the bank’s page', async () => {
    await toCard(page);
    await typeCard(page, CARDS.asked);
    await press(page, payButton(page, '360,00'));
    await expectAsked(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Seu cartão não foi aprovado.')).toBeFocused();
    await expect(reason).toBeVisible();
    await press(page, other);
  });

  await test.step('another card’s bank confirms it without asking', async () => {
    await toCard(page);
    await typeCard(page, CARDS.confirmed);
    await press(page, payButton(page, '360,00'));
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
    const all = await paymentsOf(product, who.subscriptionId);
    expect(all.map(({ state }) => state).sort()).toEqual(['denied', 'denied', 'paid']);
  });
});
