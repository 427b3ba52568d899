import type { BrowserContext, Page } from '@playwright/test';
import { issueLink } from '../support/access-key.ts';
import { Candidate, inventedPerson, PASSWORD, type Person } from '../support/candidate.ts';
import { changeCatalogue, rewriteEntry } from '../support/catalogue.ts';
import { errorSummary } from '../support/error-summary.ts';
import { look } from '../support/look.ts';
import { type Product, T0 } from '../support/product.ts';
import { codeSentTo, forgetSession, otherThan, signInForm } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** J18 — sign-in: password, code, reset, change, captcha, memory, sign-in off (journeys.md), each part on its own day. */
const HOST = 'cua.alfa.orbita.test';
const EIGHTEEN: Person = {
  name: 'Candidato Dezoito',
  cpf: '40450560686',
  birthDate: '1998-08-18',
  email: 'dezoito@exemplo.test',
  cellPhone: '31900000018',
};
const NEW = 'Senha#2026x';
const POLICY =
  'A senha precisa de 8 ou mais caracteres: letra maiúscula, letra minúscula, número e um símbolo, como # ou !.';

/** The instant this many days and minutes after T0. */
const at = (days: number, minutes = 0): string => {
  const time = new Date(T0).getTime() + days * 86_400_000 + minutes * 60_000;
  return `${new Date(time - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`;
};

/** A person with an account whom this browser no longer knows. */
async function stranger(product: Product, context: BrowserContext, person = inventedPerson()) {
  const candidate = await Candidate.at('signed-up', product, context, { person });
  await forgetSession(context);
  return candidate;
}
const signedIn = (page: Page) => expect(page).toHaveURL(/\/orbita\/candidate\/portal$/);

test.afterEach(async ({ product }) => {
  await product.setFault('mail', 'ok');
  await product.setFault('captcha', 'ok');
});

test('J18 U8 empty form, wrong password, unknown CPF, lock; a code still signs in', async ({
  page,
  product,
  context,
}) => {
  await product.setClock(at(1));
  const { person } = await stranger(product, context, EIGHTEEN);
  const form = signInForm(page);
  await page.goto(product.url('/profile'));
  await expect(page.getByText('Entre para continuar.', { exact: true })).toBeVisible();
  await page.goto(product.url());
  await look(page, '18-entrar');
  await form.button('Entrar').click();
  await expect(errorSummary(page).getByText('Preencha todos os campos.')).toBeVisible();
  await expect(page.getByText('Obrigatório.', { exact: true })).toHaveCount(2);
  await expect(page).toHaveTitle(/^Erro: Entrar/);
  await look(page, '18-entrar-vazio');

  await form.signIn('111.222.333-97', 'x');
  await expect(page.getByText('CPF inválido.', { exact: true }).last()).toBeVisible();
  await form.signIn('529.982.247-25', PASSWORD);
  await expect(form.alert('Usuário não encontrado.')).toBeVisible();
  for (let n = 0; n < 4; n++) {
    await form.signIn(person.cpf, `Errada#202${n}`);
    await expect(form.alert('CPF ou senha incorretos.')).toBeVisible();
  }
  await form.signIn(person.cpf, 'Errada#2029');
  await expect(form.alert('Muitas tentativas. Aguarde 15 minutos e tente de novo.')).toBeVisible();
  await look(page, '18-bloqueada');
  await form.signIn(person.cpf, PASSWORD);
  await expect(form.alert('Muitas tentativas. Aguarde 15 minutos e tente de novo.')).toBeVisible();

  await page.getByRole('link', { name: 'Entrar com código' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar com código' })).toBeFocused();
  await expect(form.box('CPF')).toHaveValue('404.505.606-86');
  await form.askCode(person.cpf, /^E-mail d\*\*\*@e\*\*\*\.test$/);
  await form.box('Código').fill(await codeSentTo(product, person.email, 'N-02'));
  await form.button('Entrar').click();
  await signedIn(page);

  // At the end: five unknown CPFs per hour are reported as unknown, including the one above; from the sixth on none is.
  await forgetSession(context);
  await page.goto(product.url());
  const unknown = Array.from({ length: 5 }, () => inventedPerson().cpf);
  for (const cpf of unknown.slice(0, 4)) {
    await form.signIn(cpf, PASSWORD);
    await expect(form.alert('Usuário não encontrado.')).toBeVisible();
  }
  await form.signIn(unknown[4] ?? '', PASSWORD);
  await expect(form.alert('CPF ou senha incorretos.')).toBeVisible();
  // If unknown CPFs are not revealed, both channels are offered without a contact, and a code is promised to everyone.
  await page.getByRole('link', { name: 'Entrar com código' }).click();
  await form.askCode(unknown[4] ?? '', /^SMS$/);
  await expect(
    page.getByText('Se houver uma conta com este documento, o código chega em instantes.'),
  ).toBeVisible();
  await look(page, '18-codigo-neutro');
});

test('J18 code by SMS', async ({ page, product, context }) => {
  await product.setClock(at(2));
  const { person } = await stranger(product, context);
  const form = signInForm(page);
  await page.goto(product.url('/?painel=entrar-com-codigo'));
  await look(page, '18-codigo-documento');
  await form.button('Continuar').click();
  await expect(page.getByText('Obrigatório.', { exact: true })).toBeVisible();
  await form.box('CPF').fill(person.cpf);
  await form.button('Continuar').click();
  await expect(
    page.getByRole('radio', { name: `SMS (31) *****-${person.cellPhone.slice(-4)}` }),
  ).toBeVisible();
  await look(page, '18-codigo-canal');
  await form.chooseChannel(/^SMS/);
  await expect(
    page.getByText(`Mandamos um código para (31) *****-${person.cellPhone.slice(-4)}.`),
  ).toBeVisible();
  await expect(form.box('Código')).toBeFocused();
  await expect(form.box('Código')).toHaveAttribute('autocomplete', 'one-time-code');
  await look(page, '18-codigo');
  const code = await codeSentTo(product, person.cellPhone, 'N-02');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/verify')) asked += 1;
  });
  await form.box('Código').fill('1234');
  await form.button('Entrar').click();
  await expect(page.getByText('Código inválido.', { exact: true }).first()).toBeVisible();
  expect(asked).toBe(0);
  await form.box('Código').fill(otherThan(code));
  await form.button('Entrar').click();
  await expect(errorSummary(page)).toContainText('Código inválido.');
  expect(asked).toBe(1);
  await look(page, '18-codigo-errado');
  await product.setClock(at(2, 10));
  await form.box('Código').fill(code);
  await form.button('Entrar').click();
  await expect(errorSummary(page)).toContainText('Este código não vale mais. Peça outro.');

  await page.getByRole('button', { name: 'Receber de outra forma' }).click();
  await form.chooseChannel(/^SMS/);
  const fresh = await codeSentTo(product, person.cellPhone, 'N-02');
  // As phones provide it: pasted in two groups.
  await form.box('Código').fill(`${fresh.slice(0, 3)} ${fresh.slice(3)}`);
  await form.button('Entrar').click();
  await signedIn(page);
});

test('J18 S8 password reset by e-mail, with code and with link', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  await product.setClock(at(3));
  const candidate = await stranger(product, context);
  const { person } = candidate;
  const form = signInForm(page);
  await page.goto(product.url());
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(page).toHaveURL(/\/orbita\/candidate\/reset-password$/);
  await look(page, '18-redefinir');
  await product.setFault('mail', 'down');
  await form.box('CPF').fill(person.cpf);
  await form.button('Continuar').click();
  await page.getByRole('radio', { name: /^Receber por e-mail i\*\*\*@e\*\*\*\.test$/ }).check();
  await form.button('Enviar código').click();
  await expect(form.alert('Falha ao enviar o e-mail.')).toBeVisible();
  await look(page, '18-redefinir-email-falhou');
  await product.setFault('mail', 'ok');
  await form.button('Enviar código').click();
  await form.box('Código').waitFor();
  await form.box('Código').fill(await codeSentTo(product, person.email, 'N-03'));
  await form.button('Continuar').click();

  await expect(page.getByRole('heading', { level: 1, name: 'Crie sua nova senha' })).toBeFocused();
  await look(page, '18-nova-senha');
  await form.box('Nova senha').fill('Senha2026');
  await form.box('Confirmar nova senha').fill('Senha2027');
  await form.button('Redefinir senha').click();
  await expect(page.getByText(POLICY, { exact: true }).last()).toBeVisible();
  await expect(page.getByText('As senhas não coincidem.', { exact: true }).last()).toBeVisible();
  await look(page, '18-nova-senha-erros');
  await form.box('Nova senha').fill('Senha@123');
  await form.box('Confirmar nova senha').fill('Senha@123');
  await form.button('Redefinir senha').click();
  await expect(
    page.getByText('Esta senha é muito comum. Escolha outra.', { exact: true }).last(),
  ).toBeVisible();
  await form.box('Nova senha').fill(NEW);
  await form.box('Confirmar nova senha').fill(NEW);
  await form.button('Redefinir senha').click();
  await expect(
    page.getByText('Pronto: sua senha mudou. Em 5 segundos você entra.', { exact: true }),
  ).toBeVisible();
  await look(page, '18-redefinida');
  await expect(page).toHaveURL(/\/orbita\/candidate\/$/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Entre para continuar sua inscrição' }),
  ).toBeVisible();
  await expect(candidate.call('GET', '/candidate/users/check/')).rejects.toThrow('401');
  await form.signIn(person.cpf, PASSWORD);
  await expect(form.alert('CPF ou senha incorretos.')).toBeVisible();

  await product.setClock(at(3, 5));
  await page.goto(product.url('/reset-password'));
  await form.askCode(person.cpf, /^Receber por e-mail/);
  const [mail] = await product.outbox(person.email);
  const link = /http:\S+\/reset-password\/[\w-]{43,}/.exec(mail?.text ?? '')?.[0] ?? '';
  // A mail scanner opens it first, in its own browser.
  const scanner = await context.newPage();
  await scanner.goto(link);
  await expect(scanner.getByRole('heading', { level: 1, name: 'Crie sua nova senha' })).toBeVisible();
  await scanner.close();
  await page.goto(link);
  await form.box('Nova senha').fill('Senha#2026y');
  await form.box('Confirmar nova senha').fill('Senha#2026y');
  await form.button('Redefinir senha').click();
  await page.getByRole('button', { name: 'Ficar nesta página' }).click();
  await expect(page.getByText('Pronto: sua senha mudou.', { exact: true })).toBeVisible();
  await form.button('Entrar agora').click();
  await form.signIn(person.cpf, 'Senha#2026y');
  await signedIn(page);

  await forgetSession(context);
  await page.goto(link);
  await expect(form.alert('Este link não vale mais. Peça outro.')).toBeVisible();
  await look(page, '18-link-expirado');
  await form.button('Solicitar novamente').click();
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(form.box('CPF')).toBeVisible();
});

test('J18 changing the password', async ({ page, product, context }) => {
  await product.setClock(at(4));
  const candidate = await Candidate.at('signed-up', product, context);
  const form = signInForm(page);
  await page.goto(product.url('/portal'));
  await page.locator('summary').filter({ hasText: 'Abrir menu da conta' }).click();
  await page.getByRole('link', { name: 'Alterar senha' }).click();
  await expect(page).toHaveURL(/\/change-password$/);
  await look(page, '18-alterar-senha');
  await form.button('Alterar senha').click();
  await expect(page.getByText('Obrigatório.', { exact: true })).toHaveCount(3);
  const fill = async (current: string, next: string) => {
    await form.box('Senha atual').fill(current);
    await form.box('Nova senha').fill(next);
    await form.box('Confirmar nova senha').fill(next);
    await form.button('Alterar senha').click();
  };
  await fill('Errada#2026', NEW);
  await expect(page.getByText('Senha atual incorreta.', { exact: true }).last()).toBeVisible();
  await expect(page).toHaveTitle(/^Erro: Alterar senha/);
  await look(page, '18-alterar-senha-errada');
  await fill(PASSWORD, PASSWORD);
  await expect(
    page.getByText('A nova senha deve ser diferente da atual.', { exact: true }).last(),
  ).toBeVisible();
  await fill(PASSWORD, NEW);
  await expect(page.getByRole('status').getByText('Pronto: sua senha mudou.')).toBeVisible();
  await expect(page).toHaveURL(/\/change-password$/);
  await look(page, '18-alterada');
  await product.runJob('outbox');
  const mails = (await product.outbox(candidate.person.email)).filter(({ template }) => template === 'N-33');
  expect(mails.map(({ subject }) => subject)).toEqual(['Seu acesso mudou']);
  await page.goto(product.url('/portal'));
  await signedIn(page);
});

test('J18 when the captcha fails, a code still signs in', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  await product.setClock(at(5));
  const { person } = await stranger(product, context);
  const form = signInForm(page);
  expectedStatuses.add(503).add(0);
  await product.setFault('captcha', 'down');
  await page.goto(product.url());
  await expect(page.getByText('A verificação não abriu. Abra a página de novo.')).toBeVisible();
  await expect(form.button('Entrar')).toBeDisabled();
  await look(page, '18-captcha');
  await page.getByRole('link', { name: 'Entrar com código' }).click();
  await form.askCode(person.cpf, /^E-mail/);
  await form.box('Código').fill(await codeSentTo(product, person.email, 'N-02'));
  await form.button('Entrar').click();
  await signedIn(page);

  await forgetSession(context);
  await page.goto(product.url());
  await expect(form.button('Entrar')).toBeDisabled();
  await product.setFault('captcha', 'ok');
  await form.button('Tentar de novo').click();
  await expect(form.button('Entrar')).toBeEnabled();
  // A captcha that rejects a person offers another sign-in method.
  await page.route('**/platform/auth/signin/**', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), captchaToken: 'fail' }) }),
  );
  await form.signIn(person.cpf, PASSWORD);
  await expect(form.alert('Não foi possível confirmar sua identidade. Entre com um código.')).toBeVisible();
  await look(page, '18-captcha-recusou');
  await page.getByRole('alert').getByRole('button', { name: 'Entrar com código' }).click();
  await expect(form.box('CPF')).toHaveValue(/\d{3}\.\d{3}\.\d{3}-\d{2}/);
});

test('J18 without "Lembrar de mim" the cookie ends with the browser', async ({ page, product, context }) => {
  await product.setClock(at(6));
  const { person } = await stranger(product, context);
  const form = signInForm(page);
  const isAlive = async () =>
    (await context.cookies(product.url('/')))
      .filter(({ name }) => name === 'accessToken')
      .map(({ expires }) => expires);
  await page.goto(product.url());
  await page.getByRole('checkbox', { name: 'Lembrar de mim' }).uncheck();
  await form.signIn(person.cpf, PASSWORD);
  await signedIn(page);
  expect(await isAlive()).toEqual([-1]);
  // The checkbox applies to sign-in by code as well.
  await forgetSession(context);
  await page.goto(product.url());
  await page.getByRole('checkbox', { name: 'Lembrar de mim' }).uncheck();
  await page.getByRole('link', { name: 'Entrar com código' }).click();
  await form.askCode(person.cpf, /^E-mail/);
  await form.box('Código').fill(await codeSentTo(product, person.email, 'N-02'));
  await form.button('Entrar').click();
  await signedIn(page);
  expect(await isAlive()).toEqual([-1]);
});

test('J18 when sign-in is off, its controls are gone, and links and live sessions still work', async ({
  page,
  product,
  context,
  browser,
}) => {
  const candidate = await Candidate.at('applied', product, context);
  const { path } = await issueLink(product, candidate.subscriptionId);
  const restore = await changeCatalogue(product, (yaml) =>
    rewriteEntry(yaml, 'institutions', 'code: CUA01', (entry) =>
      entry.includes('subscriptionLoginDisabled: false')
        ? entry.replace('subscriptionLoginDisabled: false', 'subscriptionLoginDisabled: true')
        : `${entry}    subscriptionLoginDisabled: true\n`,
    ),
  );
  const other = await browser.newContext();
  try {
    const fresh = await other.newPage();
    const text = 'O portal está fechado agora. Use o link que mandamos por e-mail ou fale com a instituição.';
    for (const address of ['/', '/?painel=entrar-com-codigo', '/?painel=criar-conta', '/reset-password']) {
      await fresh.goto(product.url(address));
      await expect(fresh.getByText(text)).toBeVisible();
      await expect(fresh.getByRole('textbox')).toHaveCount(0);
      for (const name of ['Entrar', 'Criar conta', 'Entrar com código'])
        await expect(fresh.getByRole('button', { name, exact: true })).toHaveCount(0);
    }
    await fresh.goto(product.url());
    await look(fresh, '18-desabilitado');
    for (const call of ['signin', 'code', 'password'] as const) {
      const ends = { signin: '', code: '/challenges', password: '/reset-requests' };
      const answer = await fresh.evaluate(
        async ([address, cpf, password]) => {
          const response = await fetch(address as string, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ documentType: 'cpf', document: cpf, password, captchaToken: 'x' }),
          });
          return { status: response.status, code: ((await response.json()) as { code: string }).code };
        },
        [
          `/orbita/api/platform/auth/${call}/tenants/alfa${ends[call]}`,
          candidate.person.cpf,
          PASSWORD,
        ] as const,
      );
      expect(answer).toEqual({ status: 403, code: 'LOGIN_DISABLED' });
    }
    await fresh.goto(product.url(path, HOST));
    await expect(fresh.getByText('Administração').first()).toBeVisible();
    await page.goto(product.url('/portal'));
    await expect(page.getByText('Administração').first()).toBeVisible();
  } finally {
    await restore();
    await other.close();
  }
});
