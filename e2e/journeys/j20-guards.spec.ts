import type { BrowserContext, Page } from '@playwright/test';
import { sample } from '../../testing/sample.ts';
import { Candidate, PASSWORD } from '../support/candidate.ts';
import type { Product } from '../support/product.ts';
import { expect, expectAccessible, forget, test } from '../support/test.ts';

/** All but the answer to the cookie banner. */
const OF_SESSION = { name: /^(?!cookieConsent)/ };
const SIGN_IN = 'Entre para continuar sua inscrição';
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const below = (page: Page) => {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + decodeURIComponent(search) + hash;
};
const signIn = async (page: Page, cpf: string) => {
  await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(cpf);
  await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
};
/** Cookies of this browser without the answer to the cookie banner, which belongs to no session. */
const cookieNames = async (context: BrowserContext, product: Product) =>
  (await context.cookies(product.url('/')))
    .map(({ name }) => name)
    .filter((name) => name !== 'cookieConsent');

test('J20 without a token every page leads to sign-in and back, except the public ones', async ({
  page,
  product,
  context,
}) => {
  const base = '/orbita/candidate';
  const closed = [
    '/subscriptions/tax/5001?etapa=pagamento',
    '/tracking',
    '/tracking?subscription=5001',
    '/portal#ajuda',
    '/portal',
    '/course?tipo=pos',
    '/profile/9001',
    '/change-password',
    '/subscriptions/pos/classes/5001',
    '/essays',
  ];
  for (const path of sample(closed, 3)) {
    await page.goto(product.url(path));
    await expect(heading(page, SIGN_IN), path).toBeVisible();
    expect(below(page), path).toBe(`${base}/?redirectTo=${base}${path}`);
  }
  for (const path of ['/print', '/print/contrato']) {
    await page.goto(product.url(path));
    await expect(page.locator('main, body').first()).toBeVisible();
    expect(below(page)).toBe(`${base}${path}`);
  }
  // A page that does not exist says so without a session, and links to the start page.
  const sent = await page.goto(product.url('/nada'));
  expect(await sent?.text()).not.toMatch(/ORBITA_NONCE|Senha/);
  await expect(heading(page, 'Página não encontrada')).toBeVisible();
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await expect(heading(page, SIGN_IN)).toBeVisible();
  expect(below(page)).toBe(`${base}/`);
  await page.goto(product.url('/index_old?utm=x'));
  await expect(heading(page, SIGN_IN)).toBeVisible();
  expect(below(page)).toBe(`${base}/?utm=x`);
  await page.goto(product.url('/logout'));
  await expect(heading(page, SIGN_IN)).toBeVisible();
  expect(below(page)).toBe(`${base}/`);
  const { person } = await Candidate.at('signed-up', product, context);
  await forget(page, OF_SESSION);
  for (const evil of sample(['//malicioso.test', 'https://malicioso.test', '/orbita/candidate/logout'], 2)) {
    await page.goto(product.url(`/?redirectTo=${encodeURIComponent(evil)}`));
    await signIn(page, person.cpf);
    await expect(page, evil).toHaveURL(product.url('/portal'));
    await page.goto('about:blank');
    await forget(page, OF_SESSION);
  }
  // U12: a deep link opened signed out leads to that page after signing in.
  await page.goto(product.url('/course?tipo=pos#filtros'));
  await signIn(page, person.cpf);
  await expect(page).toHaveURL(product.url('/course?tipo=pos#filtros'));
});

test('J20 a token is checked where it is used', async ({ page, product, context, expectedStatuses }) => {
  expectedStatuses.add(401);
  const candidate = await Candidate.at('signed-up', product, context);
  await page.goto(product.url('/'));
  await expect(page).toHaveURL(product.url('/portal'));
  await page.goto(product.url('/reset-password'));
  await expect(page).toHaveURL(product.url('/portal'));
  await page.goto(product.url('/?redirectTo=/orbita/candidate/course'));
  await expect(page).toHaveURL(product.url('/course'));
  await page.goto(product.url('/index_old?utm=x'));
  await expect(page).toHaveURL(product.url('/portal'));

  await page.goto('about:blank');
  // The browser was offline when the session ended, so it still has its cookies.
  const kept = await context.cookies();
  await candidate.endSession();
  await page.goto(product.url('/?utm=x'), { waitUntil: 'commit' });
  await expect(heading(page, SIGN_IN)).toBeVisible();
  expect(page.url()).toBe(product.url('/?utm=x'));
  expect(await cookieNames(context, product)).toEqual(['hideWelcomeModal']);

  await context.addCookies(kept);
  await page.goto(product.url('/course'), { waitUntil: 'commit' });
  await expect(heading(page, SIGN_IN)).toBeVisible();
  expect(below(page)).toContain('?redirectTo=/orbita/candidate/portal');
  expect(await cookieNames(context, product)).toEqual(['hideWelcomeModal']);
});

test('J20 incomplete and outdated addresses lead to the right page', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(404);
  const candidate = await Candidate.at('essay-started', product, context);
  const id = candidate.subscriptionId;
  for (const wrong of sample(['', '/pos', '/pos/classes', '/ext', '/tax'], 2).map(
    (one) => `/subscriptions${one}`,
  )) {
    await page.goto(product.url(`${wrong}/${id}?etapa=x`));
    await expect(page, wrong).toHaveURL(`${candidate.page}?etapa=x`);
  }
  await page.goto(product.url('/essays'));
  await expect(page).toHaveURL(product.url(`/essays/${candidate.essayId}`));
  for (const [path, query] of [
    ['/subscriptions', 'tipo=graduacao'],
    ['/subscriptions/pos', 'tipo=pos'],
    ['/subscriptions/ext', 'tipo=extensao'],
    ['/subscriptions/essays', 'tipo=graduacao&ingresso=online-essay'],
  ] as const) {
    await page.goto(product.url(path));
    await expect(page, path).toHaveURL(product.url(`/course?${query}`));
  }
  await page.goto(product.url(`/profile/${candidate.personId + 1}`));
  await expect(heading(page, 'Página não encontrada')).toBeVisible();
  await page.goto(product.url(`/profile/${candidate.personId}`));
  await expect(heading(page, 'Meus dados')).toBeVisible();
  // An open page would notice the other person and reload by itself.
  await page.goto('about:blank');
  const fresh = await Candidate.at('signed-up', product, context);
  await fresh.enter(context);
  await page.goto(product.url('/essays'));
  await expect(page).toHaveURL(product.url('/portal'));
});

test('S8 signing out in one tab is noticed in the others, and Back shows nothing', async ({
  page,
  product,
  context,
}) => {
  const { person } = await Candidate.at('signed-up', product, context);
  await page.goto(product.url('/portal'));
  await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
  await page.goto(product.url('/tracking'));
  await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
  const other = await context.newPage();
  await other.goto(product.url('/course'));
  await expect(heading(other, /curso/i)).toBeVisible();
  await other.goto(product.url('/logout'));
  await expect(heading(other, SIGN_IN)).toBeVisible();
  await expect(heading(page, SIGN_IN)).toBeVisible();
  expect(page.url()).toBe(product.url('/'));
  await page.goBack();
  await expect(heading(page, SIGN_IN)).toBeVisible();
  await expect(page.getByText('Olá, Candidata!')).toHaveCount(0);

  // With the same person both tabs stay signed in. With somebody else the first tab switches to them.
  await signIn(page, person.cpf);
  await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
  await other.goto(product.url('/course'));
  await other.getByRole('searchbox').fill('adm');
  const second = await Candidate.at('applied', product, context);
  // A tab may notice by itself before it gets the focus.
  const lookAt = (tab: Page) => tab.evaluate(() => dispatchEvent(new Event('focus'))).catch(() => undefined);
  await lookAt(page);
  await expect(page.getByText('Administração').first()).toBeVisible();
  await lookAt(other);
  await expect(other).toHaveURL(product.url('/portal'));
  await expect(
    other
      .getByText(`nº ${second.subscriptionId}`, { exact: true })
      .or(other.getByText('Administração'))
      .first(),
  ).toBeVisible();
  await other.close();
});

test('S12 storage, readable cookies and addresses hold no CPF, contacts or street; the session cookie is HttpOnly', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('contract-accepted', product, context);
  for (const path of ['/portal', `/profile/${candidate.personId}`, '/course']) {
    await page.goto(product.url(path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  }
  const { cpf, email, cellPhone } = candidate.person;
  const kept = await page.evaluate(
    () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie + location.href,
  );
  for (const word of [cpf, email, cellPhone, 'Rua Exemplo', '30100001'])
    expect(decodeURIComponent(kept)).not.toContain(word);
  const cookies = await context.cookies(product.url('/').replace('/orbita/candidate/', '/orbita/api/'));
  expect(cookies.find(({ name }) => name === 'orbita-session')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
  });
});

test('J20 a missing chunk reloads the page at most once, and never when something was typed', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  await Candidate.at('signed-up', product, context);
  await page.goto(product.url('/course'));
  const search = page.getByRole('searchbox');
  await search.fill('administra');
  await expect(page).toHaveURL(/q=administra/);
  let gone = true;
  await page.route('**/assets/profile-page-*.js', (route) => (gone ? route.abort() : route.continue()));
  await page.locator('summary').filter({ hasText: 'Abrir menu da conta' }).click();
  await page.getByRole('link', { name: 'Alterar dados' }).click();
  const dialog = page.getByRole('dialog', { name: 'Uma parte da página não carregou' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'a part is missing');
  await expect(search).toHaveValue('administra');
  gone = false;
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(heading(page, 'Meus dados')).toBeVisible();
});

test('S11 a page on another site can neither act nor read as the signed-in person', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0).add(403).add(415).add(400).add(401);
  const candidate = await Candidate.at('signed-up', product, context);
  const signout = product.url('/').replace('/orbita/candidate/', '/orbita/api/platform/auth/signout');
  const evil = await context.newPage();
  await evil.route('http://malicioso.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>x</title><form method="post" enctype="text/plain" action="${signout}"><input name="a"></form>`,
    }),
  );
  await evil.goto('http://malicioso.test/');
  const read = await evil.evaluate(
    (address) =>
      fetch(address, { method: 'POST', credentials: 'include', headers: { authorization: 'Bearer x' } }).then(
        () => 'answered',
        () => 'refused',
      ),
    signout,
  );
  expect(read).toBe('refused');
  const answer = evil.waitForResponse(signout);
  await evil.evaluate(() => document.forms[0]?.submit());
  expect((await answer).status()).toBeGreaterThanOrEqual(400);
  // A tab that is closed while its next page loads may never report that it is closed.
  await evil.waitForURL(signout);
  await evil.close();
  await candidate.call('GET', '/candidate/users/check/');
  await page.goto(product.url('/portal'));
  await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
});
