import type { Page } from '@playwright/test';
import { Candidate, PASSWORD } from '../support/candidate.ts';
import { T0 } from '../support/product.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

/** All but the answer to the cookie banner. */
const OF_SESSION = { name: /^(?!cookieConsent)/ };
const SIGN_IN = 'Entre para continuar sua inscrição';
const OVER = 'Sua sessão expirou. Entre novamente.';
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const street = (page: Page) => page.getByRole('textbox', { name: 'Endereço', exact: true });
const again = (page: Page) => page.getByRole('dialog', { name: OVER });
const signInOver = async (page: Page, cpf: string) => {
  await again(page).getByRole('textbox', { name: 'CPF', exact: true }).fill(cpf);
  await again(page).getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
  await again(page).getByRole('button', { name: 'Entrar', exact: true }).click();
};
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true });

/** Types on the profile, and saves when the server no longer knows the session. */
async function typeAndSaveTooLate(page: Page, candidate: Candidate): Promise<void> {
  await page.goto(candidate.product.url(`/profile/${candidate.personId}`));
  // Otherwise a call of the page still in progress would be the one that is rejected.
  await page.waitForLoadState('networkidle');
  await street(page).fill('Rua Digitada');
  await candidate.endSession();
  // The page may notice the end before the mouse gets there; dispatching the event makes sure the click happens.
  await save(page).dispatchEvent('click');
}

test('U12 a session that ends during typing is renewed over the page, and the call is repeated', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(401);
  const candidate = await Candidate.at('data-complete', product, context);
  await typeAndSaveTooLate(page, candidate);
  await expect(again(page)).toBeVisible();
  await expect(again(page).getByRole('heading', { name: OVER })).toBeFocused();
  await expectAccessible(page, 'sign in again');
  await expectNoSideways(page);
  await page.keyboard.press('Escape');
  await expect(again(page)).toBeVisible();
  await again(page).getByRole('textbox', { name: 'CPF', exact: true }).fill(candidate.person.cpf);
  await again(page).getByRole('textbox', { name: 'Senha', exact: true }).fill('Errada#2026');
  await again(page).getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(again(page).getByRole('alert')).toContainText('CPF ou senha incorretos.');
  await signInOver(page, candidate.person.cpf);
  await expect(page.getByText('Dados salvos com sucesso.')).toBeVisible();
  await expect(again(page)).toHaveCount(0);
  await expect(street(page)).toHaveValue('Rua Digitada');
  await page.reload();
  await expect(street(page)).toHaveValue('Rua Digitada');
});

test('U12 a different person who signs in over the page gets their own page', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(401);
  const other = await Candidate.at('signed-up', product, context);
  const candidate = await Candidate.at('data-complete', product, context);
  await typeAndSaveTooLate(page, candidate);
  await signInOver(page, other.person.cpf);
  await expect(page).toHaveURL(product.url('/portal'));
  await expect(page.getByText('Você ainda não tem inscrições.')).toBeVisible();
  await page.goto(product.url(`/profile/${other.personId}`));
  await expect(street(page)).toHaveValue('');
});

test('U12 signing in in another tab closes the prompt here', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(401);
  const candidate = await Candidate.at('data-complete', product, context);
  await typeAndSaveTooLate(page, candidate);
  const opened = context.waitForEvent('page');
  await again(page).getByRole('link', { name: 'Entrar de outro jeito' }).click();
  const tab = await opened;
  await expect(heading(tab, SIGN_IN)).toBeVisible();
  await tab.getByRole('textbox', { name: 'CPF', exact: true }).fill(candidate.person.cpf);
  await tab.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
  await tab.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(heading(tab, 'Olá, Candidata!')).toBeVisible();
  await expect(again(page)).toHaveCount(0);
  await expect(page.getByText('Dados salvos com sucesso.')).toBeVisible();
  await expect(street(page)).toHaveValue('Rua Digitada');
  await tab.close();
});

test('U12 five minutes before the session ends the person is asked whether to continue', async ({
  page,
  product,
  context,
}) => {
  const { person } = await Candidate.at('signed-up', product, context);
  await context.clearCookies(OF_SESSION);
  await page.clock.install();
  await page.goto(product.url('/course'));
  await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(person.cpf);
  await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: 'Lembrar de mim' }).uncheck();
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  const search = page.getByRole('searchbox');
  await expect(search).toBeVisible();
  // The consents are requested two seconds after a page loads; while the clock is moved that call would count as activity.
  const consents = page.waitForResponse((answer) => answer.url().endsWith('/consents'));
  await page.reload();
  await consents;
  // A response arriving while the clocks are moved would move the page's clock twice.
  const found = page.waitForResponse((answer) => /\/candidate\/offers\?.*adm/.test(answer.url()));
  await search.fill('adm');
  await found;
  const stay = page.getByRole('dialog', { name: 'Sua sessão está terminando' });
  let passed = 0;
  // Every response contains the server time: both clocks move, or the page would go back to the server's.
  const pass = async (minutes: number) => {
    passed += minutes;
    await product.setClock(new Date(new Date(T0).getTime() + passed * 60_000).toISOString());
    await page.clock.fastForward(minutes * 60_000);
  };

  await test.step('after 55 idle minutes the page asks; one click continues the session', async () => {
    await pass(56);
    await expect(stay).toBeVisible();
    await expect(stay.getByText('Por segurança, ela termina às 11:00.', { exact: false })).toBeVisible();
    await expectAccessible(page, 'the session ends soon');
    await stay.getByRole('button', { name: 'Continuar', exact: true }).click();
    await expect(stay).toHaveCount(0);
    await expect(search).toHaveValue('adm');
    await pass(7);
    await expect(stay).toHaveCount(0);
  });

  await test.step('without an answer the session ends, and typed text waits behind the sign-in', async () => {
    await pass(60);
    await expect(again(page)).toBeVisible();
    expect((await context.cookies(product.url('/'))).map(({ name }) => name)).not.toContain('accessToken');
    await signInOver(page, person.cpf);
    await expect(again(page)).toHaveCount(0);
    await expect(search).toHaveValue('adm');
  });
});

test('U12 an essay continues where it was, and none of it stays in the browser', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(401);
  const candidate = await Candidate.at('essay-started', product, context);
  await page.goto(product.url(`/essays/${candidate.essayId}`));
  const title = page.getByRole('textbox', { name: 'Título', exact: true });
  await title.fill('Meu título');
  await expect(page.getByText(/^Salvo às/).first()).toBeVisible();
  await candidate.endSession();
  await title.fill('Meu título depois');
  await expect(again(page)).toBeVisible();
  await signInOver(page, candidate.person.cpf);
  await expect(again(page)).toHaveCount(0);
  await expect(page.getByText(/^Salvo às/).first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('essay:'))))
    .toEqual([]);
  await page.reload();
  await expect(title).toHaveValue('Meu título depois');
});
