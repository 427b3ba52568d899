import type { Page } from '@playwright/test';
import { EVERYTHING } from '../../testing/sample.ts';
import { Candidate, PASSWORD } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { signInForm } from '../support/sign-in.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, expectAccessible, expectNoSideways, forget, test } from '../support/test.ts';

const OF_SESSION = { name: /^(?!cookieConsent)/ };
const HELD_MS = EVERYTHING ? 5000 : 1000;

/** Holds back every script of the app until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const scripts = /\/assets\/[^/]+\.js$/;
  await page.route(scripts, async (route) => {
    await promise;
    await route.fallback();
  });
  return async () => {
    resolve();
    await page.waitForFunction(() => window.orbitaHeld === undefined);
  };
}

/** Opens an address whose scripts are held back, and waits until its page is visible. */
async function openPainted(page: Page, address: string): Promise<() => Promise<void>> {
  const letCome = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#orbita-wait')).toBeAttached();
  return letCome;
}

/** Sums up layout shifts from the start of each document on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

declare global {
  interface Window {
    shifted: number;
    orbitaHeld?: unknown;
  }
}

/** Server-rendered pages by their addresses. */
const PAINTED = [
  ['sign-in', '/'],
  ['sign-in-first', '/course?subscription=5001'],
  ['sign-up', '/?painel=criar-conta'],
  ['code', '/?painel=entrar-com-codigo'],
  ['reset', '/reset-password'],
  ['goodbye', '/logout?acesso-encerrado'],
] as const;

for (const [name, path] of PAINTED)
  test(`the page ${name} is shown before its scripts run, and looks the same afterwards`, async ({
    page,
    product,
  }) => {
    await watchShifts(page);
    const letCome = await holdScripts(page);
    await page.goto(product.url(path), { waitUntil: 'commit' });
    await expect(page.locator(`#root[data-painted="${name}"]`)).toBeAttached();
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
    const before = await page.screenshot();
    await expectAccessible(page, `${name}, painted`);
    await expectNoSideways(page);
    await letCome();
    // The page's own title is set by its script.
    await expect(page).not.toHaveTitle(/^Portal do candidato/);
    await page.waitForLoadState('networkidle');
    await expect.poll(async () => (await page.screenshot()).equals(before), 'the same picture').toBe(true);
    expect(await page.evaluate(() => window.shifted)).toBe(0);
    // J01 looks at the first three itself.
    if (EVERYTHING || !name.startsWith('sign-')) await look(page, `alive-${name}`);
  });

test('text typed before the scripts arrive stays, with the caret in place', async ({ page, product }) => {
  const letCome = await openPainted(page, product.url('/'));
  const { box } = signInForm(page);
  await box('Senha').fill(PASSWORD);
  await page.getByRole('checkbox', { name: 'Lembrar de mim' }).uncheck();
  await box('CPF').pressSequentially('52998224725');
  for (const _ of '25') await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(HELD_MS);
  await letCome();
  await expect(box('CPF')).toHaveValue('529.982.247-25');
  await expect(box('CPF')).toBeFocused();
  await expect(box('Senha')).toHaveValue(PASSWORD);
  await expect(page.getByRole('checkbox', { name: 'Lembrar de mim' })).not.toBeChecked();
  await page.keyboard.press('Backspace');
  await expect(box('CPF')).toHaveValue('529.982.242-5');
});

test('a document type chosen before the scripts arrive stays chosen', async ({ page, product }) => {
  const letCome = await openPainted(page, product.url('/'));
  await page.getByRole('radio', { name: 'RNE' }).check();
  await page.getByRole('textbox', { name: 'CPF', exact: true }).pressSequentially('V12345');
  await letCome();
  const { box } = signInForm(page);
  await expect(page.getByRole('radio', { name: 'RNE' })).toBeChecked();
  await expect(box('RNE')).toHaveValue('V12345');
  await expect(box('RNE')).toBeFocused();
  await page.keyboard.type('6');
  await expect(box('RNE')).toHaveValue('V123456');
});

test('a form sent before the scripts arrive waits for them, and no address contains what was typed', async ({
  page,
  product,
  context,
}) => {
  const { person } = await Candidate.at('signed-up', product, context);
  await forget(page, OF_SESSION);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  const letCome = await openPainted(page, product.url('/course?q=direito'));
  await signInForm(page).signIn(person.cpf, PASSWORD);
  await expect(page.getByRole('status').filter({ hasText: 'A página está abrindo.' })).toBeAttached();
  await page.waitForTimeout(HELD_MS);
  expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
  await letCome();
  await expect(page).toHaveURL(product.url('/course?q=direito'));
  await expect(page.getByRole('searchbox')).toHaveValue('direito');
  for (const one of asked) expect(decodeURIComponent(one).replaceAll(/\D/g, '')).not.toContain(person.cpf);
  expect(asked.filter((one) => one.includes(encodeURIComponent(PASSWORD)))).toEqual([]);
});

test('an invalid document number sent before the scripts arrive is reported once they are there', async ({
  page,
  product,
}) => {
  const letCome = await openPainted(page, product.url('/'));
  await signInForm(page).signIn('52998224726', PASSWORD);
  await letCome();
  const { box } = signInForm(page);
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(box('CPF')).toHaveAttribute('aria-invalid', 'true');
  await expect(box('CPF')).toHaveValue('529.982.247-26');
  await expect(box('Senha')).toHaveValue(PASSWORD);
  await expectAccessible(page, 'a wrong document');
});

test('after the back button a form keeps what is typed before its scripts arrive', async ({
  page,
  product,
}) => {
  await openPainted(page, product.url('/?utm_source=x'));
  const { box } = signInForm(page);
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(page).toHaveURL(product.url('/reset-password?utm_source=x'));
  await expect(page.locator('#root[data-painted=reset]')).toBeAttached();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const letCome = await holdScripts(page);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(product.url('/?utm_source=x'));
  await expect(page.locator('#root[data-painted=sign-in]')).toBeAttached();
  await box('CPF').fill('');
  await box('CPF').pressSequentially('52998224725');
  await page.waitForTimeout(HELD_MS);
  await letCome();
  await expect(box('CPF')).toHaveValue('529.982.247-25');
  await expect(box('CPF')).toBeFocused();
  // What was typed is carried over to the other panels, and is there on the way back.
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(box('CPF')).toHaveValue('529.982.247-25');
  await page.goBack();
  await expect(page).toHaveURL(product.url('/?utm_source=x'));
  await expect(box('Senha')).toBeVisible();
  await expect(box('CPF')).toHaveValue('529.982.247-25');
});

test('longer forms keep what was typed, too', async ({ page, product }) => {
  let letCome = await openPainted(page, product.url('/?painel=criar-conta'));
  const { box } = signInForm(page);
  await box('CPF').fill('52998224725');
  await box('Nome completo').fill('Candidata Um');
  await page.getByRole('checkbox', { name: /^Li o/ }).check();
  await box('Data de nascimento').pressSequentially('1005');
  await letCome();
  await expect(box('CPF')).toHaveValue('529.982.247-25');
  await expect(box('Nome completo')).toHaveValue('Candidata Um');
  await expect(page.getByRole('checkbox', { name: /^Li o/ })).toBeChecked();
  await expect(box('Data de nascimento')).toBeFocused();
  await page.keyboard.type('2003');
  await expect(box('Data de nascimento')).toHaveValue('10/05/2003');

  letCome = await openPainted(page, product.url('/reset-password'));
  await box('CPF').fill('52998224725');
  await signInForm(page).button('Continuar').click();
  await letCome();
  await expect(signInForm(page).alert('Usuário não encontrado.')).toBeVisible();
});

test('a button pressed before the scripts arrive acts once they are there', async ({ page, product }) => {
  const letCome = await openPainted(page, product.url('/', 'localhost'));
  await expect(page.getByRole('button', { name: 'Usar chave de acesso' })).toBeVisible();
  await page.getByRole('button', { name: 'Aviso de Privacidade' }).click();
  await letCome();
  await expect(page.getByRole('dialog', { name: 'Aviso de Privacidade' })).toBeVisible();
});

test('another host shows its own brand before its scripts run', async ({ page, product }) => {
  await openPainted(page, product.url('/', 'beta.orbita.test'));
  await expect(page.getByRole('link', { name: /Beta Exemplo/ })).toBeVisible();
  expect(await page.locator('#root').innerHTML()).not.toMatch(/alfa/i);
  await expectAccessible(page, 'beta, painted');
});

test('without scripts the page says how to continue', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/', '/portal', '/pagar']) {
    await page.goto(product.url(path));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ligue o JavaScript para entrar');
    await expect(page.locator('noscript p').last()).toHaveText(/^Abra os ajustes do navegador/);
    await expect(page.locator('noscript p').last()).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  // The console may not contain inline scripts, so its fallback says that the app did not start, ten seconds after it began.
  await page.goto(consoleUrl(product));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 20 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A página não abriu');
  await expect(page.getByText(/com o JavaScript ligado/)).toBeVisible();
  await context.close();
});

test('a browser too old for the scripts is told which browsers work', async ({ browser, product }) => {
  const page = await browser.newPage();
  await page.route('**/assets/*.js', (route) => route.abort());
  // As if it had failed on unsupported new syntax.
  await page.addInitScript(() =>
    Object.defineProperty(window, 'orbitaKnows', { get: () => undefined, set: () => undefined }),
  );
  for (const path of ['/', '/portal']) {
    await page.goto(product.url(path));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este navegador é antigo demais');
    await expect(page.getByText('Se não der, abra esta página em outro celular')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(page, 'too old');
  }
  await page.close();
});

test('nothing on the sign-in page prevents the back/forward cache', async ({ page, product }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  const reasons: string[][] = [];
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(
      notRestoredExplanations.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason),
    );
  });
  /** Leaves and comes back; returns the page's own reasons for not being kept in the back/forward cache. */
  const leaveAndReturn = async (prepare?: () => void) => {
    await page.goto(product.url('/', 'localhost'), { waitUntil: 'networkidle' });
    if (prepare) await page.evaluate(prepare);
    await page.goto('about:blank');
    await page.goBack();
    await expect.poll(() => reasons.length).toBeGreaterThan(0);
    return reasons.splice(0).flat();
  };
  expect(await leaveAndReturn(() => addEventListener('unload', () => undefined))).not.toEqual([]);
  expect(await leaveAndReturn()).toEqual([]);
});

test('a sign-in page restored from the back/forward cache lets in a person who has signed in meanwhile', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('signed-up', product, context);
  await forget(page, OF_SESSION);
  await page.goto(product.url('/'));
  await expect(signInForm(page).button('Entrar')).toBeVisible();
  await page.waitForFunction(() => window.orbitaHeld === undefined);
  const broughtBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await page.evaluate(broughtBack);
  await expect(signInForm(page).button('Entrar')).toBeVisible();
  await candidate.enter(context);
  await page.evaluate(broughtBack);
  await expect(page).toHaveURL(product.url('/portal'));
});
