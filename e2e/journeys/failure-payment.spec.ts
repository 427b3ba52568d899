import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { payInSandbox, paymentsOf } from '../support/pix.ts';
import type { Product } from '../support/product.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const FAILED = 'Não foi possível gerar a chave Pix. Tente de novo.';

const pay = (page: Page) => page.getByRole('button', { name: /^Pagar R\$ 360,00/ });
const copy = (page: Page) => page.getByRole('button', { name: /Copiar código/ }).first();
const confirmed = (page: Page) => page.getByRole('heading', { name: 'Pagamento confirmado!' });

/** The payment page with plan and Pix chosen. */
async function choosePix(page: Page, product: Product): Promise<Candidate> {
  const candidate = await Candidate.at('contract-accepted', product, page.context());
  await page.goto(candidate.page);
  await choose(page);
  return candidate;
}

async function choose(page: Page): Promise<void> {
  await page.getByText('6 parcelas', { exact: false }).first().click();
  await page.getByText('Pix', { exact: true }).first().click();
  await expect(pay(page)).toBeVisible();
}

const statesOf = async (candidate: Candidate) =>
  (await paymentsOf(candidate.product, candidate.subscriptionId)).map(({ state }) => state).sort();

/** Codes of this application for which the bank would accept money. */
async function openAtBank(candidate: Candidate): Promise<string[]> {
  const codes = await candidate.product.world<{ txid: string; copyPaste: string }[]>('GET', '/pix');
  const own = await candidate.call<{ pix?: { copyPaste: string } | null }[]>(
    'GET',
    `/candidate/subscriptions/${candidate.subscriptionId}/payments`,
  );
  const known = own.map(({ pix }) => pix?.copyPaste);
  return codes.filter(({ copyPaste }) => known.includes(copyPaste)).map(({ txid }) => txid);
}

const confirmations = async (candidate: Candidate) => {
  await candidate.product.runJob('outbox');
  const sent = await candidate.product.outbox(candidate.person.email);
  return sent.filter(({ template }) => template === 'N-19').length;
};

test('U3 U28 a double click, Back and reload charge once', async ({ page, product }) => {
  const candidate = await choosePix(page, product);
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/payments')) posts += 1;
  });
  await pay(page).dblclick();
  await expect(copy(page)).toBeVisible();
  await expect(page.getByText('Aguardando pagamento…')).toBeVisible();
  await expectAccessible(page, 'pix');
  expect(posts).toBe(1);
  await page.reload();
  await expect(copy(page)).toBeVisible();
  await page.goto(product.url('/portal'));
  await page.goBack();
  await expect(copy(page)).toBeVisible();
  await page.goForward();
  await page.goBack();
  await expect(copy(page)).toBeVisible();
  expect(posts).toBe(1);
  expect(await statesOf(candidate)).toEqual(['pending']);
  expect(await openAtBank(candidate)).toHaveLength(1);

  // Requesting the same while a code is open shows that one first.
  await page.getByRole('button', { name: 'Outra forma de pagamento' }).click();
  await choose(page);
  await pay(page).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText('Você já tem um pagamento em aberto. Deseja cancelá-lo e gerar outro?'),
  ).toBeVisible();
  await expectAccessible(page, 'open charge');
  await dialog.getByRole('button', { name: 'Continuar com o pagamento em aberto' }).click();
  await expect(copy(page)).toBeVisible();
  expect(await statesOf(candidate)).toEqual(['pending']);
});

test('a lost response does not charge a second time', async ({ page, product, expectedStatuses }) => {
  expectedStatuses.add(0);
  const candidate = await choosePix(page, product);
  // The request arrives and only its response is lost, once.
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = async (...given) => {
      const answer = await real(...given);
      if (given[1]?.method !== 'POST' || !String(given[0]).endsWith('/payments')) return answer;
      window.fetch = real;
      throw new TypeError('Failed to fetch');
    };
  });
  await pay(page).click();
  // The page itself checks the outcome.
  await expect(copy(page)).toBeVisible();
  expect(await statesOf(candidate)).toEqual(['pending']);
  expect(await openAtBank(candidate)).toHaveLength(1);
});

test('a bank that is down is shown, and works once it is back', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  const candidate = await choosePix(page, product);
  await product.setFault('pix', 'down');
  await pay(page).click();
  await expect(page.getByRole('alert').getByText(FAILED)).toBeVisible();
  await expectAccessible(page, 'bank down');
  expect(await openAtBank(candidate)).toHaveLength(0);
  await product.setFault('pix', 'ok');
  await pay(page).click();
  await expect(copy(page)).toBeVisible();
  expect(await statesOf(candidate)).toEqual(['error', 'pending']);
  expect(await openAtBank(candidate)).toHaveLength(1);
});

test('a slow bank leaves one charge that is being checked, then open', async ({
  page,
  product,
  expectedStatuses,
}) => {
  for (const status of [0, 500, 502, 503, 504]) expectedStatuses.add(status);
  // Somebody else has just paid: the connection to the bank is authenticated, so the slow part is the charge itself.
  await Candidate.at('pix-open', product, page.context());
  const candidate = await choosePix(page, product);
  await product.setFault('pix', 'slow');
  await pay(page).click();
  await expect(page.getByRole('button', { name: 'Processando pagamento…' })).toBeVisible();
  await expectAccessible(page, 'payment on its way');
  await expect(page.getByText('Conferindo com o banco…')).toBeVisible();
  await expectAccessible(page, 'payment being checked');
  expect(await statesOf(candidate)).toEqual(['processing']);
  await page.reload();
  await expect(page.getByText('Conferindo com o banco…')).toBeVisible();
  await product.setFault('pix', 'ok');
  // After five timeouts the provider is left alone for a while: a new process starts fresh.
  await product.restart();
  await expect(async () => {
    await product.runJob('reconciliation');
    expect(await statesOf(candidate)).toEqual(['pending']);
  }).toPass({ timeout: 45_000 });
  await page.reload();
  await expect(copy(page)).toBeVisible();
  expect(await openAtBank(candidate)).toHaveLength(1);
  await payInSandbox(product, (await paymentsOf(product, candidate.subscriptionId))[0]?.paymentId ?? 0);
  await expect(confirmed(page)).toBeVisible();
});

test('a power cut between payment and notice still confirms once', async ({
  page,
  product,
  expectedStatuses,
}) => {
  for (const status of [0, 500, 502, 503, 504]) expectedStatuses.add(status);
  const candidate = await Candidate.at('pix-open', product, page.context());
  await page.goto(candidate.page);
  await expect(copy(page)).toBeVisible();
  const [txid] = await openAtBank(candidate);
  await product.killServer();
  await product.world('POST', `/pix/${txid}`, { result: 'paid', duplicate: true });
  await product.restart();
  await expect(confirmed(page)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, 'confirmed');
  expect(await statesOf(candidate)).toEqual(['paid']);
  await product.runJob('reconciliation');
  expect(await confirmations(candidate)).toBe(1);
  const whole = await product.operations<{ history: { event: string }[] }>(
    'GET',
    `/subscriptions/${candidate.subscriptionId}`,
  );
  expect(whole.history.filter(({ event }) => event === 'payment-confirmed')).toHaveLength(1);
});

test('a duplicate notice confirms once', async ({ page, product }) => {
  const candidate = await Candidate.at('pix-open', product, page.context());
  await page.goto(candidate.page);
  await expect(copy(page)).toBeVisible();
  const [txid] = await openAtBank(candidate);
  await product.world('POST', `/pix/${txid}`, { result: 'paid', duplicate: true });
  await expect(confirmed(page)).toBeVisible();
  await product.runJob('reconciliation');
  expect(await statesOf(candidate)).toEqual(['paid']);
  expect(await confirmations(candidate)).toBe(1);
});

test('U25 an expired code can be renewed, and a late payment of it still counts', async ({
  page,
  product,
}) => {
  const candidate = await Candidate.at('pix-open', product, page.context());
  await page.goto(candidate.page);
  await expect(copy(page)).toBeVisible();
  const code = () => page.getByLabel('Código Pix', { exact: true }).inputValue();
  const first = await code();
  await product.setClock('2026-01-12T11:01:00-03:00');
  await product.runJob('charge-expiry');
  await expect(page.getByText('O código Pix expirou.')).toBeVisible();
  await expectAccessible(page, 'code ended');
  expect(await openAtBank(candidate)).toHaveLength(0);
  await page.getByRole('button', { name: 'Gerar novo código' }).dblclick();
  await expect(copy(page)).toBeVisible();
  expect(await code()).not.toBe(first);
  expect(await statesOf(candidate)).toEqual(['expired', 'pending']);
  expect(await openAtBank(candidate)).toHaveLength(1);

  await payInSandbox(product, candidate.paymentId);
  await expect(confirmed(page)).toBeVisible();
  await expect.poll(() => statesOf(candidate)).toEqual(['cancelled', 'paid']);
  expect(await openAtBank(candidate)).toHaveLength(0);
  expect(await confirmations(candidate)).toBe(1);
});

test('the confirmation waits while the mail server is down and is sent once', async ({ page, product }) => {
  const candidate = await Candidate.at('pix-open', product, page.context());
  await product.runJob('outbox');
  await page.goto(candidate.page);
  await expect(copy(page)).toBeVisible();
  await product.setFault('mail', 'down');
  await payInSandbox(product, candidate.paymentId);
  await expect(confirmed(page)).toBeVisible();
  expect(await confirmations(candidate)).toBe(0);
  await product.setFault('mail', 'ok');
  await product.setClock('2026-01-12T15:00:00-03:00');
  await expect.poll(() => confirmations(candidate)).toBe(1);
  await product.setClock('2026-01-13T11:00:00-03:00');
  expect(await confirmations(candidate)).toBe(1);
});

test('the payment methods stay in place while a plan’s amounts load', async ({ page, product }) => {
  const candidate = await Candidate.at('contract-accepted', product, page.context());
  let answer = (): void => undefined;
  await page.route('**/simulateinstallments', async (route) => {
    await new Promise<void>((go) => {
      answer = go;
    });
    await route.continue();
  });
  await page.goto(candidate.page);
  const amounts = page.getByRole('region', { name: 'Quanto você paga agora' });
  const topOf = async () =>
    (await page.getByRole('group', { name: 'Forma de pagamento' }).boundingBox())?.y ?? Number.NaN;
  for (const [plan, amount] of [
    ['6 parcelas', '360,00'],
    ['5 parcelas', '440,00'],
  ] as const) {
    await page.getByRole('radio', { name: new RegExp(`^${plan}`) }).check();
    await expect(page.locator('.to-come')).toBeAttached();
    await expect(amounts.locator('.amount', { hasText: amount })).toHaveCount(0);
    const before = await topOf();
    answer();
    await expect(amounts.locator('.amount', { hasText: amount })).toBeVisible();
    expect(await topOf(), plan).toBeCloseTo(before, 0);
  }
});
