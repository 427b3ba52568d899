import type { Page } from '@playwright/test';
import { issueLink } from '../support/access-key.ts';
import { Candidate } from '../support/candidate.ts';
import { changeCatalogue, rewriteEntry } from '../support/catalogue.ts';
import { readContract } from '../support/on-the-way.ts';
import { expect, forget, test } from '../support/test.ts';

/** Holds back the responses of some calls until the returned function is called. */
async function hold(page: Page, calls: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** The applications the page asks the server to create from now on; the array fills up over time. */
function applicationsSent(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/candidate/subscriptions'))
      sent.push(request.postDataJSON());
  });
  return sent;
}

test('an application submitted before its poles arrive is sent with its pole', async ({
  page,
  product,
  context,
}) => {
  await Candidate.at('signed-up', product, context);
  const sent = applicationsSent(page);
  const bringPoles = await hold(page, '**/offers/*/poles?*');
  await page.goto(product.url('/course?q=excel'));
  await page.getByRole('button', { name: /^Ver curso Excel/ }).click();
  await expect(page.getByLabel('Polo', { exact: true })).toHaveText('Carregando polos…');
  await page.getByLabel('Escolaridade').selectOption({ label: 'Ensino médio completo' });
  const send = page.getByRole('button', { name: 'Inscrever-se' });
  await send.click();
  await expect(page.getByRole('button', { name: 'Enviando' })).toHaveAttribute('aria-busy', 'true');
  expect(sent).toEqual([]);

  bringPoles();
  await expect(page).toHaveURL(/\/subscriptions\/\w+\/\d+/);
  expect(sent).toEqual([expect.objectContaining({ poleId: expect.any(Number) })]);
});

test('changing the choice cancels an application that is still waiting for its poles', async ({
  page,
  product,
  context,
}) => {
  const onePole = (entry: string) => entry.replace(/\n +- pole: CT\n +vacancies: .*/g, '');
  const putBack = await changeCatalogue(product, (yaml) =>
    ['code: ADM-ESSAY', 'code: ADM-ENEM'].reduce(
      (now, offer) => rewriteEntry(now, 'offers', offer, onePole),
      yaml,
    ),
  );
  await Candidate.at('signed-up', product, context);
  const sent = applicationsSent(page);
  const bringPoles = await hold(page, '**/offers/*/poles?*');
  await page.goto(product.url('/course?q=administracao'));
  await page.getByRole('button', { name: 'Ver curso Administração' }).first().click();
  await page.getByLabel('Escolaridade').selectOption({ label: 'Ensino médio completo' });
  const ways = page.getByLabel('Forma de ingresso', { exact: true });
  await ways.selectOption({ label: 'Vestibular online' });
  const send = page.getByRole('button', { name: 'Inscrever-se' });
  await send.click();
  await expect(page.getByRole('button', { name: 'Enviando' })).toHaveAttribute('aria-busy', 'true');
  await ways.selectOption({ label: 'ENEM' });
  await expect(send).not.toHaveAttribute('aria-busy', 'true');
  bringPoles();
  await expect(page.getByLabel('Polo', { exact: true })).toHaveText(/Polo Belo Horizonte$/);
  await page.waitForTimeout(500);
  expect(sent).toEqual([]);
  // The last selection is sent when confirmed.
  await send.click();
  await expect(page).toHaveURL(/\/subscriptions\/\d+/);
  expect(sent).toHaveLength(1);
  await putBack();
});

test('the heading takes the focus, however late it appears and whatever covered it', async ({
  page,
  product,
  context,
}) => {
  const putBack = await changeCatalogue(product, (yaml) =>
    rewriteEntry(yaml, 'offers', 'code: ADM-ESSAY', (entry) =>
      entry.replace(/warningPopup: .*/, 'warningPopup: Traga o RG.'),
    ),
  );
  await Candidate.at('applied', product, context);
  const bringEssays = await hold(page, '**/essays');
  await page.goto(product.url('/portal'));
  await page.getByRole('link', { name: /^Fazer redação/ }).click();
  await page.getByRole('dialog', { name: 'Atenção' }).getByRole('button', { name: 'Entendi' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  bringEssays();
  await expect(page.getByRole('heading', { level: 1, name: 'Antes de começar' })).toBeFocused();
  await putBack();

  // The page's skeleton has the heading first; the page itself has another one.
  const bringData = await hold(page, '**/person-data');
  await page.goto(product.url('/course'));
  await page.locator('header summary').click();
  await page.getByRole('link', { name: 'Alterar dados' }).click();
  const title = page.getByRole('heading', { level: 1, name: 'Meus dados' });
  await expect(title).toBeFocused();
  bringData();
  await expect(page.getByLabel('Nome completo')).toBeVisible();
  await expect(title).toBeFocused();
});

test('U4 a late update does not move the focus back to the heading', async ({ page, product, context }) => {
  const candidate = await Candidate.at('contract-accepted', product, context);
  await page.goto(candidate.page);
  await page.getByRole('radio', { name: /^Pix/ }).check();
  await page.getByRole('radio', { name: /^6 parcelas/ }).check();
  const bringStatus = await hold(page, '**/candidate/subscriptions/status/*');
  await page.getByRole('button', { name: /^Pagar R\$ 360,00/ }).click();
  const title = page.getByRole('heading', { level: 1, name: 'Pague com Pix' });
  await expect(title).toBeFocused();
  const copy = page.getByRole('button', { name: 'Copiar código Pix' });
  await copy.focus();
  const answered = page.waitForResponse('**/candidate/subscriptions/status/*');
  bringStatus();
  await (await answered).finished();
  // The page is re-rendered within a few frames of the response.
  await page.evaluate(() => new Promise((later) => setTimeout(later, 300)));
  await expect(copy).toBeFocused();
  await expect(title).toBeVisible();
});

test('the last of several consent changes wins, whichever response arrives first', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  await Candidate.at('signed-up', product, context);
  await page.goto(product.url('/profile?aba=privacidade'));
  const news = page.getByRole('checkbox', { name: /Quero novidades/ });
  await expect(news).not.toBeChecked();
  const bodies: unknown[] = [];
  const bringFirst = await hold(page, '**/consents');
  page.on('request', (request) => {
    // The cookie choice is sent in the same way, whenever the page is idle.
    const { marketing } = request.method() === 'PUT' ? request.postDataJSON() : {};
    if (marketing !== undefined) bodies.push(marketing);
  });
  await news.check();
  await news.uncheck();
  await expect.poll(() => bodies).toEqual([true]);
  bringFirst();
  await expect(page.getByText('Autorizações salvas.')).toBeVisible();
  expect(bodies).toEqual([true, false]);
  await expect(news).not.toBeChecked();
  await page.reload();
  await expect(news).not.toBeChecked();

  // Of two the first fails: what was not saved is shown, even though the second was.
  expectedStatuses.add(503);
  let first = true;
  const { promise: bothPressed, resolve: pressed } = Promise.withResolvers<void>();
  await page.route('**/consents', async (route) => {
    if (route.request().method() !== 'PUT' || !first) return route.continue();
    first = false;
    await bothPressed;
    return route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Sistema indisponível.' } });
  });
  const analysis = page.getByRole('checkbox', { name: /Cookies de análise/ });
  await news.check();
  await analysis.check();
  pressed();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(page.getByText('Autorizações salvas.')).toHaveCount(0);
  await expect(news).not.toBeChecked();
  await expect(analysis).toBeChecked();
});

test('a late list does not move the focus; a failed one is reported and can be retried', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  const { personId } = await Candidate.at('signed-up', product, context);
  const late = await hold(page, '**/candidate/genders');
  await page.goto(product.url(`/profile/${personId}`));
  const gender = page.getByLabel('Gênero');
  await gender.focus();
  await expect(gender).toHaveText('Carregando…');
  late();
  await expect(gender).toHaveText(/^Selecione.*Feminino/);
  await expect(gender).toBeFocused();
  await page.unroute('**/candidate/genders');

  await page.route('**/candidate/genders', (route) => route.fulfill({ status: 503 }));
  await page.goto(product.url(`/profile/${personId}`));
  const failed = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar a lista de gêneros.' });
  await expect(failed).toBeVisible();
  await page.unroute('**/candidate/genders');
  await failed.getByRole('button', { name: 'Tentar de novo' }).click();
  await gender.selectOption({ label: 'Feminino' });
});

test('ending a link’s access shows the confirmation, although a request of the old page is refused meanwhile', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('approved', product, context);
  const { path } = await issueLink(product, candidate.subscriptionId);
  await forget(page);
  await page.goto(product.url(path));
  await expect(page.getByRole('heading', { name: /Você passou/ })).toBeVisible();
  const bringGoodbye = await hold(page, '**/logout?acesso-encerrado');
  // The server closes the stream of a signed-out person; the page requests a new one.
  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith('/events/tickets') && answer.status() === 401,
  );
  await page.locator('summary').filter({ hasText: 'Mais opções' }).click();
  await page.getByRole('button', { name: 'Encerrar acesso' }).click({ noWaitAfter: true });
  await refused;
  await page.waitForTimeout(300);
  bringGoodbye();
  await expect(page.getByRole('heading', { name: 'Acesso encerrado' })).toBeVisible();
});

test('a page whose session has ended navigates away once, however many checks notice it', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('contract-accepted', product, context);
  await page.goto(candidate.page);
  const plan = page.getByText('6 parcelas', { exact: false }).first();
  await expect(plan).toBeVisible();
  const bringGate = await hold(page, '**/?redirectTo=*');
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  // It is noticed in several ways, none of which waits for the others: returning to the tab, clicking (here done by the page
  // itself, which may leave at any moment), and the server closing the stream.
  await plan.evaluate((choice) => {
    setInterval(() => dispatchEvent(new Event('focus')), 100);
    setInterval(() => choice.closest('label')?.click(), 70);
  });
  const left = page.waitForRequest((request) => request.isNavigationRequest());
  await candidate.endSession();
  await left;
  await page.waitForTimeout(600);
  bringGate();
  await expect(page.getByRole('heading', { name: 'Entre para continuar sua inscrição' })).toBeVisible();
  expect(loads).toHaveLength(1);
});

test('the step after the contract keeps its scroll position when its last response arrives', async ({
  page,
  product,
  context,
}) => {
  const who = await Candidate.at('data-complete', product, context);
  await page.goto(product.url(`/subscriptions/essays/${who.subscriptionId}?etapa=revisao`));
  await readContract(page);
  const bringSteps = await hold(page, `**/subscriptions/${who.subscriptionId}/steps`);
  await page.getByRole('button', { name: 'Aceitar contrato', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Primeiro pagamento' })).toBeVisible();
  const pix = page.getByRole('radio', { name: /^Pix/ });
  await pix.focus();
  await expect(pix).toBeInViewport();
  bringSteps();
  await expect(page).toHaveURL(who.page);
  await expect(pix).toBeFocused();
  await expect(pix).toBeInViewport();
});
