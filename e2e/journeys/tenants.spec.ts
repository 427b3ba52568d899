import type { Page } from '@playwright/test';
import { Candidate, PASSWORD } from '../support/candidate.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const ALFA = 'cua.alfa.orbita.test';
const BETA = 'beta.orbita.test';

/** What a visitor sees of a host. */
async function looks(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.evaluate(() => ({
    title: document.title,
    action: getComputedStyle(document.documentElement).getPropertyValue('--color-action').trim(),
    icon: document.querySelector<HTMLLinkElement>('link[rel~=icon]')?.getAttribute('href') ?? '',
    theme: document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content ?? '',
    logo: document.querySelector<HTMLImageElement>('img')?.getAttribute('src') ?? '',
  }));
}

const signIn = async (page: Page, cpf: string) => {
  await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(cpf);
  await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
};

test('each host has its own name, colours and icons', async ({ page, product, context }) => {
  await page.goto(product.url('/', ALFA));
  const alfa = await looks(page);
  const other = await context.newPage();
  await other.goto(product.url('/', BETA));
  const beta = await looks(other);
  expect(alfa.title).toContain('Alfa');
  expect(beta.title).toContain('Beta');
  expect(alfa.action).toBe('#982439');
  expect(beta.action).toBe('#0b5394');
  for (const part of ['title', 'action', 'icon', 'logo'] as const)
    expect(beta[part], `${part} differs`).not.toBe(alfa[part]);
  await expectAccessible(page, 'alfa');
  await expectAccessible(other, 'beta');
  for (const [one, icon] of [
    [page, alfa.icon],
    [other, beta.icon],
  ] as const) {
    expect(await one.evaluate(async (address) => (await fetch(address)).status, icon)).toBe(200);
  }
  await other.close();
});

/** Without nonces, which are random, and the names of scripts and styles, which depend on their content. */
const plain = (html: string | undefined) =>
  html?.replaceAll(/nonce="[^"]*"/g, '').replaceAll(/-[\w-]{8}\.(?:js|css)/g, '');
/** What the server sent. */
const sentTo = async (page: Page, address: string) => plain(await (await page.goto(address))?.text());

test('no page of a host names the other', async ({ page, product, context }) => {
  const candidate = await Candidate.at('approved', product, context);
  const foreign = /beta|#0b5394|SIS-ESSAY|Sistemas de Informação|mz\b/i;
  for (const address of [candidate.page, product.url('/portal'), product.url('/course')]) {
    expect(await sentTo(page, address)).not.toMatch(foreign);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(plain(await page.content())).not.toMatch(foreign);
  }
  expect(await sentTo(page, product.url('/', BETA))).not.toMatch(/alfa|#982439|CUA01|EPA01/i);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(plain(await page.content())).not.toMatch(/alfa|#982439|CUA01|EPA01/i);
});

test('a brand image of one tenant does not open on the host of the other', async ({ page, product }) => {
  await page.goto(product.url('/', ALFA));
  const { icon, logo } = await looks(page);
  await page.goto(product.url('/', BETA));
  for (const address of [icon, logo].map((one) => new URL(one, product.url('/', ALFA)).pathname))
    expect(await page.evaluate(async (path) => (await fetch(path)).status, address), address).toBe(404);
});

test('an account of alfa is unknown on beta', async ({ page, product, context }) => {
  const candidate = await Candidate.at('applied', product, context);
  await page.goto(product.url('/', BETA));
  await signIn(page, candidate.person.cpf);
  await expect(page.getByRole('alert').getByText('Usuário não encontrado.')).toBeVisible();
  await expectAccessible(page, 'unknown on beta');
  expect((await context.cookies(product.url('/', BETA))).map(({ name }) => name)).not.toContain(
    'accessToken',
  );
  await page.goto(product.url('/portal'));
  await expect(page.getByText('Administração').first()).toBeVisible();
});

test('a session of alfa opens nothing on beta', async ({ page, product, context }) => {
  const candidate = await Candidate.at('applied', product, context);
  const stolen = (await context.cookies(product.url('/'))).concat(
    await context.cookies(`http://${ALFA}:${product.port}/orbita/api/`),
  );
  await context.addCookies(stolen.map((cookie) => ({ ...cookie, domain: BETA })));
  for (const path of ['/portal', `/subscriptions/essays/${candidate.subscriptionId}`]) {
    await page.goto(product.url(path, BETA));
    await expect(page.getByRole('heading', { name: 'Entre para continuar sua inscrição' })).toBeVisible();
    await expect(page).toHaveURL(/\/\?redirectTo=/);
    expect(await page.content()).not.toContain('Administração');
    await context.addCookies(stolen.map((cookie) => ({ ...cookie, domain: BETA })));
  }
  // Alfa's session is unaffected by beta's refusals.
  await page.goto(candidate.page);
  await expect(page.getByRole('heading', { name: 'Antes de começar' })).toBeVisible();
});

test('an unregistered host says so and offers nothing', async ({ page, product }) => {
  const answer = await page.goto(product.url('/portal', 'nada.orbita.test'));
  expect(answer?.status()).toBe(404);
  await expect(
    page.getByRole('heading', { name: 'Instituição não encontrada para este endereço.' }),
  ).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
  expect(await page.content()).not.toMatch(/alfa|beta|órbita/i);
  await expectAccessible(page, 'unknown host');
});
