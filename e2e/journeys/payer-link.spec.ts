import type { Browser, Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { press } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { payInSandbox, paymentsOf } from '../support/pix.ts';
import { hasten } from '../support/repeats.ts';
import { expect, test } from '../support/test.ts';
import { heading } from '../support/whole-way.ts';

const INSTITUTION = 'Centro Universitário Alfa Exemplo';
const cardOf = (page: Page) => page.getByRole('region', { name: 'Outra pessoa vai pagar?' });

/** Creates a link on the page of a charge, and reads its address from the clipboard. */
async function makeLink(page: Page): Promise<string> {
  await press(page, cardOf(page).getByRole('button', { name: /^Criar (o|outro) link$/ }));
  await expect(cardOf(page).getByText(/^O link está pronto\. Dá para pagar até /)).toBeVisible();
  const whatsapp = cardOf(page).getByRole('link', { name: /Enviar por WhatsApp/ });
  const message = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
  expect(message).toMatch(
    /^Você pode pagar R\$\s360,00 para Centro Universitário Alfa Exemplo por este link: http/,
  );
  return /https?:\S+\/pagar#[\w-]+$/.exec(message)?.[0] ?? '';
}

/** Somebody else's phone, on which nobody is signed in. */
async function phoneOf(browser: Browser, page: Page) {
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const phone = await context.newPage();
  await phone.clock.install();
  const faults: string[] = [];
  phone.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return { phone, faults, close: () => context.close() };
}

/** J03, J09: the mother pays on her own phone, without an account and without any data about the candidate (D-91). */
test('S-54 someone else pays a Pix through a link and sees it paid; the candidate continues', async ({
  page,
  product,
  browser,
}) => {
  const candidate = await Candidate.at('pix-open', product, page.context());
  await page.goto(candidate.page);
  await expect(heading(page, 'Pague com Pix')).toBeVisible();
  await look(page, 'payer link offered');
  const link = await makeLink(page);
  await look(page, 'payer link made');
  // Only the response that created the link contained its key; after a reload the page still knows that a link exists.
  await page.reload();
  await expect(cardOf(page).getByText('Já existe um link para este pagamento.')).toBeVisible();

  const { phone, faults, close } = await phoneOf(browser, page);
  await phone.goto(link);
  await expect(heading(phone, `Pagamento para ${INSTITUTION}`)).toBeVisible();
  // The key is gone from the address, but a reload still knows it.
  await expect(phone).toHaveURL(/\/orbita\/candidate\/pagar$/);
  await phone.reload();
  await expect(phone.getByText('Matrícula, parcela 1 de 6')).toBeVisible();
  // Nothing optional loads here, so there is no cookie banner.
  await expect(phone.getByRole('region', { name: 'Cookies' })).toHaveCount(0);
  await expect(phone.getByText('360,00')).toBeVisible();
  await expect(phone.getByRole('timer')).toBeVisible();
  await expect(phone.getByText('Aguardando pagamento…')).toBeVisible();
  for (const own of [candidate.person.name, candidate.person.email, 'Administração'])
    await expect(phone.locator('body')).not.toContainText(own);
  await look(phone, 'S-54 pix');
  await press(phone, phone.getByRole('button', { name: 'Copiar código Pix' }));

  await payInSandbox(product, candidate.paymentId);
  await hasten(phone, heading(phone, 'Pagamento confirmado!'));
  await look(phone, 'S-54 paid');
  await expect(heading(page, 'Pagamento confirmado!')).toBeVisible({ timeout: 60_000 });
  await phone.reload();
  await expect(heading(phone, 'Pagamento confirmado!')).toBeVisible();
  expect(faults).toEqual([]);
  await close();
});

test('S-54 a link stops working when the candidate ends it or cancels its charge', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  expectedStatuses.add(401).add(503);
  const candidate = await Candidate.at('pix-open', product, page.context());
  await page.goto(candidate.page);
  // The number of valid links arrives late: what was just done is shown without it, and the next click works.
  const counted = /\/payer-links$/;
  let letCount = (): void => undefined;
  const late = new Promise<void>((done) => {
    letCount = done;
  });
  await page.route(counted, async (route) => {
    if (route.request().method() === 'GET') await late;
    await route.continue().catch(() => undefined);
  });
  const first = await makeLink(page);
  await press(page, cardOf(page).getByRole('button', { name: 'Cancelar o link' }));
  await expect(cardOf(page).getByText('O link não abre mais.')).toBeVisible();
  letCount();
  await page.unroute(counted);
  const { phone, close } = await phoneOf(browser, page);
  await phone.goto(first);
  await expect(heading(phone, 'Este link não vale mais')).toBeVisible();
  await look(phone, 'S-54 over');

  const second = await makeLink(page);
  await phone.route('**/payer-charge', (route) => route.fulfill({ status: 503, json: {} }));
  await phone.goto('about:blank');
  await phone.goto(second);
  await hasten(phone, phone.getByText('Não foi possível carregar o pagamento. Tente de novo.'));
  await look(phone, 'S-54 failed');
  await phone.unroute('**/payer-charge');
  await press(phone, phone.getByRole('button', { name: 'Tentar de novo' }));
  await expect(heading(phone, `Pagamento para ${INSTITUTION}`)).toBeVisible();
  await candidate.client.call('DELETE /candidate/payments/{paymentId}', {
    params: { paymentId: candidate.paymentId },
  });
  await expect(heading(phone, 'Este pagamento não vale mais')).toBeVisible({ timeout: 60_000 });
  await look(phone, 'S-54 closed');
  await close();
});

test('S-54 a slip can be paid by its digitable line, its PDF or its Pix', async ({
  page,
  product,
  browser,
}) => {
  const candidate = await Candidate.at('contract-accepted', product, page.context());
  await page.goto(candidate.page);
  await page.getByText('6 parcelas', { exact: false }).first().click();
  await page.getByText('Boleto', { exact: true }).first().click();
  await page.getByRole('button', { name: /^Pagar R\$ 360,00 com boleto/ }).click();
  await expect(heading(page, 'Seu boleto está pronto')).toBeVisible({ timeout: 60_000 });
  await look(page, 'slip with payer link');
  const { phone, close } = await phoneOf(browser, page);
  await phone.goto(await makeLink(page));
  await expect(phone.locator('code')).toHaveText(/^077\d{2}\.\d{5} /);
  await look(phone, 'S-54 slip');
  const download = phone.waitForEvent('download');
  await press(phone, phone.getByRole('button', { name: 'Baixar em PDF' }));
  expect((await download).suggestedFilename()).toBe('boleto.pdf');
  const [payment] = await paymentsOf(product, candidate.subscriptionId);
  await payInSandbox(product, payment?.paymentId ?? 0);
  await expect(heading(phone, 'Pagamento confirmado!')).toBeVisible({ timeout: 60_000 });
  await close();
});
