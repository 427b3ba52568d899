import type { BrowserContext, Page } from '@playwright/test';
import { Candidate, inventedPerson, PASSWORD } from '../support/candidate.ts';
import type { Product } from '../support/product.ts';
import { expect, expectAccessible, expectNoSideways, forget, test } from '../support/test.ts';

/** The part of J18 that goes through third-party sign-in pages. */
const UNLINKED = 'Nenhum usuário vinculado a esta conta.';

/** The provider's page: enters any account name, or cancels. */
async function atProvider(page: Page, account: string | null): Promise<void> {
  await expect(page).toHaveURL(/\/oidc\/(google|linkedin)\/entrar\//);
  if (account === null) return page.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('textbox', { name: 'Nome da conta' }).fill(account);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

const press = (page: Page, provider: string) =>
  page.getByRole('button', { name: provider, exact: true }).click();

async function link(page: Page, cpf: string): Promise<void> {
  await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(cpf);
  await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Vincular e entrar' }).click();
}

/** A person with an account; the browser is not signed in. */
async function somebody(product: Product, context: BrowserContext) {
  const person = inventedPerson();
  await Candidate.at('signed-up', product, context, { person });
  await context.clearCookies();
  return person;
}

test('J18 an unlinked Google account is linked once and signs in from then on', async ({
  page,
  product,
  context,
}) => {
  const first = await somebody(product, context);
  const second = await somebody(product, context);

  await page.goto(product.url('/?redirectTo=%2Forbita%2Fcandidate%2Fcourse'));
  await expect(page.getByRole('button', { name: 'Facebook', exact: true })).toHaveCount(0);
  await expectAccessible(page, 'sign-in page with social buttons');
  await expectNoSideways(page);

  // Cancelling at the provider leads back to the start, with the destination kept.
  await press(page, 'Google');
  await atProvider(page, null);
  await expect(page).toHaveURL(/\/orbita\/candidate\/\?redirectTo=%2Forbita%2Fcandidate%2Fcourse$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Entre para continuar' })).toBeVisible();

  // Two tabs return with the same unlinked account.
  const other = await context.newPage();
  await other.goto(product.url('/'));
  await press(other, 'Google');
  await atProvider(other, 'g18');
  await expect(other.getByText(UNLINKED)).toBeVisible();

  await press(page, 'Google');
  await atProvider(page, 'g18');
  await expect(page.getByText(UNLINKED)).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/google\?redirectTo=/);
  expect(page.url()).not.toMatch(/code=|state=/);
  await expectAccessible(page, 'linking form');
  await expectNoSideways(page);

  await page.getByRole('button', { name: 'Vincular e entrar' }).click();
  await expect(page.getByText('Preencha todos os campos.')).toBeVisible();
  await link(page, first.cpf);
  await expect(page).toHaveURL(/\/orbita\/candidate\/course/);

  await link(other, second.cpf);
  await expect(other.getByText('Já existe outro CPF/RNE vinculado a esta conta.')).toBeVisible();
  await other.close();

  await forget(page);
  await page.goto(product.url('/'));
  await press(page, 'Google');
  await atProvider(page, 'g18');
  await expect(page).toHaveURL(/\/portal$/);
});

test('J18 a new account is linked to its LinkedIn account, and a code confirms the owner', async ({
  page,
  product,
  context,
}) => {
  const person = await somebody(product, context);
  await page.goto(product.url('/'));
  await press(page, 'LinkedIn');
  await atProvider(page, 'l18');
  await expect(page.getByText(UNLINKED)).toBeVisible();
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await expect(page.getByText('Ao criar a conta, ela será vinculada ao seu LinkedIn.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Ao criar a conta, ela será vinculada ao seu LinkedIn.')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Confirmar com um código' }).click();
  await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(person.cpf);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await expect(page.getByRole('textbox', { name: 'Código' })).toBeVisible();
  const code = /\d{6}/.exec((await product.outbox(person.email))[0]?.text ?? '')?.[0] ?? '';
  await page.getByRole('textbox', { name: 'Código' }).fill(code);
  await page.getByRole('button', { name: 'Vincular e entrar' }).click();
  await expect(page).toHaveURL(/\/portal$/);
});

test('S5 a return that did not start in this browser, or has another state, is refused', async ({
  page,
  product,
}) => {
  await page.goto(product.url('/auth/google?code=roubado&state=alheio'));
  await expect(page.getByText('Não foi possível entrar. Fale com a instituição.')).toBeVisible();
  await expectAccessible(page, 'refused return');
  await page.getByRole('button', { name: 'Voltar para a entrada' }).click();
  await press(page, 'Google');
  await expect(page).toHaveURL(/\/entrar\//);
  await page.goto(product.url('/auth/google?code=roubado&state=alheio'));
  await expect(page.getByText('Não foi possível entrar. Fale com a instituição.')).toBeVisible();
});

test('J18 a forced sign-in by unconfigured Facebook is refused; LinkedIn being down is reported', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  await page.goto(product.url('/'));
  const forced = await page.evaluate(async () => {
    const response = await fetch('/orbita/api/platform/auth/signin/tenants/alfa/social/facebook', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ applicationAlias: 'orbita', socialAccessToken: 'sim:f18:f18@social.test' }),
    });
    return { status: response.status, message: (await response.json()).message };
  });
  expect(forced).toEqual({ status: 409, message: 'Login com Facebook não configurado.' });

  await product.setFault('linkedin', 'down');
  await press(page, 'LinkedIn');
  await expect(page.getByText('Não foi possível carregar o login com LinkedIn.')).toBeVisible();
  await expectAccessible(page, 'provider that is down');
  await product.setFault('linkedin', 'ok');
  await press(page, 'LinkedIn');
  await expect(page).toHaveURL(/\/entrar\//);
});

test('Facebook opens its window on the host that has it configured', async ({ page, product }) => {
  await page.goto(product.url('/', 'beta.orbita.test'));
  await expect(page.getByRole('button', { name: 'LinkedIn', exact: true })).toHaveCount(0);
  expect(await page.evaluate(() => 'FB' in window)).toBe(false);
  page.once('dialog', (dialog) => void dialog.accept('f18'));
  await press(page, 'Facebook');
  await expect(page.getByText(UNLINKED)).toBeVisible();
});
