import type { Page } from '@playwright/test';
import { Candidate, PASSWORD } from '../support/candidate.ts';
import { changeCatalogue } from '../support/catalogue.ts';
import type { Product } from '../support/product.ts';
import { expect, expectAccessible, expectNoSideways, forget, test } from '../support/test.ts';

/** All but the answer to the cookie banner. */
const OF_SESSION = { name: /^(?!cookieConsent)/ };
const SIGN_IN = 'Entre para continuar sua inscrição';
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const fill = async (page: Page, cpf: string) => {
  await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(cpf);
  await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
};
const enter = (page: Page) => page.getByRole('button', { name: 'Entrar', exact: true }).click();
const handoff = async (product: Product, personId: number, redirectTo?: string) =>
  (
    await product.operations<{ code: string }>('POST', '/handoffs', {
      personId,
      redirectTo: redirectTo ?? null,
    })
  ).code;

test('J18 without "Lembrar de mim" the cookies end with the browser', async ({ page, product, context }) => {
  const { person } = await Candidate.at('signed-up', product, context);
  const isAlive = async () =>
    Object.fromEntries(
      (await context.cookies([product.url('/'), product.url('/').replace('candidate', 'api')]))
        .filter(({ name }) => !/^(hideWelcomeModal|cookieConsent)$/.test(name))
        .map(({ name, expires }) => [name, expires]),
    );
  await forget(page, OF_SESSION);
  await page.goto(product.url('/'));
  await fill(page, person.cpf);
  const box = page.getByRole('checkbox', { name: 'Lembrar de mim' });
  await expect(box).toBeChecked();
  await box.uncheck();
  await enter(page);
  await expect(page).toHaveURL(product.url('/portal'));
  const session = await isAlive();
  expect(Object.keys(session).sort()).toEqual([
    'accessToken',
    'name',
    'orbita-session',
    'tenantAlias',
    'uuid',
  ]);
  for (const [name, expires] of Object.entries(session)) expect(expires, name).toBe(-1);

  await page.goto(product.url('/logout'));
  await expect(heading(page, SIGN_IN)).toBeVisible();
  expect(await isAlive()).toEqual({});
  await fill(page, person.cpf);
  await enter(page);
  await expect(page).toHaveURL(product.url('/portal'));
  // The browser expires cookies by its own clock, so that one is read.
  const now = await page.evaluate(() => (performance.timeOrigin + performance.now()) / 1000);
  for (const [name, expires] of Object.entries(await isAlive())) {
    expect(expires - now, name).toBeGreaterThan(604_800 - 120);
    expect(expires - now, name).toBeLessThanOrEqual(604_800);
  }
});

test('J18 a hand-off signs in once and opens its page', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(410);
  const { personId } = await Candidate.at('signed-up', product, context);
  await forget(page, OF_SESSION);
  const code = await handoff(product, personId);
  await page.goto(product.url(`/auth?code=${code}&redirectTo=/orbita/candidate/course`));
  await expect(page).toHaveURL(product.url('/course'));
  await expect(page.getByRole('searchbox')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(performance.getEntriesByType('navigation')))).not.toContain(
    code,
  );

  await forget(page, OF_SESSION);
  await page.goto(product.url(`/auth?code=${code}`));
  await expect(heading(page, 'Não foi possível entrar. Fale com a instituição.')).toBeVisible();
  await expectAccessible(page, 'hand-off failed');
  await expectNoSideways(page);
  expect(page.url()).toBe(product.url('/auth'));
  await page.getByRole('link', { name: 'Ir para a página de entrada' }).click();
  await expect(heading(page, SIGN_IN)).toBeVisible();

  // The code itself contains the destination; foreign pages are never navigated to.
  const bound = await handoff(product, personId, '/orbita/candidate/course?tipo=pos');
  await page.goto(product.url(`/auth?code=${bound}&redirectTo=https://malicioso.test`));
  await expect(page).toHaveURL(product.url('/course?tipo=pos'));
  const evil = await handoff(product, personId);
  await page.goto(product.url(`/auth?code=${evil}&redirectTo=//malicioso.test`));
  await expect(page).toHaveURL(product.url('/portal'));
});

test('J18 another person’s hand-off replaces the current session', async ({ page, product, context }) => {
  const one = await Candidate.at('applied', product, context);
  const two = await Candidate.at('signed-up', product, context);
  await one.enter(context);
  await page.goto(product.url('/portal'));
  await expect(page.getByText('Administração').first()).toBeVisible();
  await page.goto(product.url(`/auth?code=${await handoff(product, two.personId)}`));
  await expect(page.getByText('Você ainda não tem inscrições.')).toBeVisible();
  await expect(one.call('GET', '/candidate/users/check/')).rejects.toThrow('401');
});

test('J18 /testelogin exists only where it is switched on, and signs in without leaving the page', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(401);
  const { person } = await Candidate.at('signed-up', product, context);
  await forget(page, OF_SESSION);
  await page.goto(product.url('/testelogin'));
  await expect(heading(page, 'Página não encontrada')).toBeVisible();

  const putBack = await changeCatalogue(product, (yaml) =>
    yaml.replace(/(^tenant:[\s\S]*?\n {2}parameters:)(?: \{\})?/m, '$1\n    TestLoginEnabled: true'),
  );
  await page.goto(product.url('/testelogin'));
  await expect(heading(page, 'Teste de login')).toBeVisible();
  const facts = page.locator('dl').first();
  await expect(facts).toContainText('cua.alfa.orbita.test');
  await expect(facts).toContainText('alfa');
  await expect(facts).toContainText('Carregada');
  await expectAccessible(page, 'sign-in test');
  await expectNoSideways(page);
  await fill(page, person.cpf);
  await enter(page);
  const done = page.getByRole('status').filter({ hasText: 'Login realizado.' });
  await expect(done).toBeVisible();
  const uuid = (await context.cookies(product.url('/'))).find(({ name }) => name === 'uuid')?.value ?? '';
  expect(uuid).toHaveLength(36);
  await expect(done).toContainText(`${uuid.slice(0, 4)}…${uuid.slice(-4)}`);
  expect(await page.content()).not.toContain(uuid);
  expect(page.url()).toBe(product.url('/testelogin'));
  await putBack();
});

test('the privacy notice opens with one click on the sign-in page', async ({ page, product }) => {
  await page.goto(product.url('/'));
  const notice = page.getByRole('button', { name: 'Aviso de Privacidade' });
  await notice.click();
  await expect(page.getByRole('dialog', { name: 'Aviso de Privacidade' })).toBeVisible();
  await expectAccessible(page, 'privacy notice on the sign-in page');
});
