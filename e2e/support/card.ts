import type { FrameLocator, Page } from '@playwright/test';
import { CARDS, tokenOf } from '../../testing/cards.ts';
import { bodyOf, pixCharge } from '../../testing/journey.ts';
import { openCharge } from '../../testing/requests.ts';
import type { Candidate } from './candidate.ts';
import { press, type, walkTo } from './keyboard.ts';
import { expect } from './test.ts';
import { chooseWay } from './whole-way.ts';

export { CARDS };

const FRAME = 'iframe[title="Dados do cartão"]';

/** The card fields, which are on an origin of their own. */
export const cardFields = (page: Page): FrameLocator => page.frameLocator(FRAME);

/** The page of the holder's bank, which is inside the card frame while it asks for confirmation (D-68). */
export const bankPage = (page: Page): FrameLocator => cardFields(page).frameLocator('iframe');

/** Goes into the frame with Tab, types number, expiry and code, then leaves it with Tab. */
export async function typeCard(
  page: Page,
  number: string,
  { expiry = '12/40', cvv = '123' } = {},
): Promise<void> {
  const fields = cardFields(page);
  await expect(fields.getByLabel('Número do cartão')).toBeVisible();
  await walkTo(page, page.locator(FRAME));
  for (const [name, text] of [
    ['Número do cartão', number],
    ['Validade', expiry],
    ['CVV', cvv],
  ] as const) {
    const field = fields.getByLabel(name);
    for (let presses = 0; presses < 3 && !(await isFocused(fields, name)); presses++)
      await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
}

const isFocused = (fields: FrameLocator, name: string): Promise<boolean> =>
  fields.getByLabel(name).evaluate((one) => one === one.ownerDocument.activeElement);

/** The cardholder: a CPF, or another document if our page asks for one. */
export type Holder = { name: string; cpf?: string; document?: string };
const HOLDER: Holder = { name: 'CANDIDATA INVENTADA', cpf: '11122233396' };

/** S-30a by keyboard: card, holder, and the number of instalments if there is a choice. */
export async function fillCard(
  page: Page,
  number: string,
  { holder = HOLDER, times }: { holder?: Holder; times?: string } = {},
): Promise<void> {
  await typeCard(page, number);
  await type(page, page.getByLabel('Nome impresso no cartão'), holder.name);
  if (holder.document) await type(page, page.getByLabel('Documento do titular'), holder.document);
  else await type(page, page.getByLabel('CPF do titular'), holder.cpf ?? '');
  if (times) await type(page, page.getByLabel('Parcelas', { exact: true }), times);
}

/** S-29: chooses the card and goes to its fields. */
export async function chooseCard(page: Page, title = 'Cartão de crédito'): Promise<void> {
  await chooseWay(page, /^Cartão de crédito/);
  await press(page, page.getByRole('button', { name: /^Pagar R\$ .* com cartão de crédito$/ }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
}

/** The main button of S-30a. */
export const payButton = (page: Page, amount: string) =>
  page.getByRole('button', { name: `Pagar R$ ${amount}` });

/** Has `times` payments denied without a browser, each with its own token. */
export async function haveDenied({ client, subscriptionId }: Candidate, times: number): Promise<void> {
  const charge = await pixCharge(client, subscriptionId, 'enrollment', 6);
  for (let tries = 0; tries < times; tries += 1) {
    const access = bodyOf(
      await client.call('POST /candidate/subscriptions/{id}/card-access', {
        params: { id: subscriptionId },
        body: { purpose: 'enrollment', provider: 'cielo' },
      }),
    );
    const card = {
      ...{ provider: access.provider, token: await tokenOf(access, CARDS.denied), brand: 'visa' },
      ...{ last4: CARDS.denied.slice(-4), holderName: HOLDER.name, holderDocument: HOLDER.cpf ?? '' },
    };
    const denied = await openCharge(client, subscriptionId, { ...charge, method: 'credit-card', card });
    expect(denied.status).toBe(402);
  }
}
