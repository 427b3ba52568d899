import type { Page } from '@playwright/test';
import { Candidate, inventedPerson, PASSWORD } from '../support/candidate.ts';
import { errorSummary } from '../support/error-summary.ts';
import { expectHeadingFocus, press, type, walkTo } from '../support/keyboard.ts';
import { codeSentTo, forgetSession, otherThan, signInForm } from '../support/sign-in.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

/** People without CPF: the first lines of J04 and J05 (journeys.md). */
const BETA = 'beta.orbita.test';
/** S4: 64 characters with spaces, accents and a letter with two marks; entered by a password manager in one piece. */
const LONG = `Çã 7# ${'palavra com acentuação é '.repeat(3)}`.slice(0, 64);

const paste = async (page: Page, name: string, text: string) => {
  await page.getByRole('textbox', { name, exact: true }).fill('');
  await page.getByRole('textbox', { name, exact: true }).focus();
  await page.keyboard.insertText(text);
};

test('J04 S4 a foreigner creates an account with a passport and a password of 64 characters', async ({
  page,
  product,
  context,
}) => {
  const form = signInForm(page);
  const kinds = () =>
    page
      .getByRole('group', { name: 'Documento' })
      .getByRole('radio')
      .evaluateAll((all) => all.map((one) => one.closest('label')?.textContent));
  await page.goto(product.url('/'));
  await expect.poll(kinds).toEqual(['CPF', 'RNE']);
  for (const address of ['/', '/reset-password', '/?painel=entrar-com-codigo', '/?painel=criar-conta']) {
    await page.goto(product.url(address, BETA));
    await expect(form.box('CPF')).toBeVisible();
    await expect.poll(kinds, { message: address }).toEqual(['CPF', 'RNE', 'Passaporte']);
  }
  const submit = page.locator('form').getByRole('button', { name: 'Criar conta' });
  await page.getByRole('radio', { name: 'Passaporte' }).check();
  await form.box('Passaporte').fill('12-34');
  await form.box('Nome completo').fill('Candidato Quatro');
  await page.getByLabel('Data de nascimento').fill('07/07/2001');
  await page.getByLabel('Nacionalidade').selectOption('BR');
  await form.box('E-mail').fill('quatro@exemplo.test');
  await page.getByLabel('Celular').fill('(31) 80000-0000');
  await paste(page, 'Senha', LONG);
  await paste(page, 'Confirmar senha', `${LONG.slice(0, -1)}!`);
  await page.getByLabel(/Li o Aviso de Privacidade/).check();
  await submit.click();
  for (const text of ['Passaporte inválido.', 'Celular inválido.', 'As senhas não coincidem.'])
    await expect(page.getByText(text, { exact: true }).last()).toBeVisible();
  await expectAccessible(page, 'passport with errors');
  await expectNoSideways(page);

  await form.box('Passaporte').fill('XB7654321');
  await page.getByLabel('Nacionalidade').selectOption('AR');
  await page.getByLabel('Celular').fill('+5491100000000');
  await paste(page, 'Confirmar senha', LONG);
  await submit.click();
  await expect(page).toHaveURL(/\/portal$/);

  await forgetSession(context);
  await page.goto(product.url('/', BETA));
  await page.getByRole('radio', { name: 'Passaporte' }).check();
  await form.box('Passaporte').fill('xb7654321');
  await paste(page, 'Senha', LONG.slice(0, -1));
  await form.button('Entrar').click();
  await expect(form.alert('Passaporte ou senha incorretos.')).toBeVisible();
  await paste(page, 'Senha', LONG);
  await form.button('Entrar').click();
  await expect(page).toHaveURL(/\/portal$/);
});

test('S-02 a sign-up whose response is lost is sent again and opens the account that it created', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const form = signInForm(page);
  const person = inventedPerson();
  await page.goto(product.url('/?painel=criar-conta'));
  await form.box('CPF').fill(person.cpf);
  await form.box('Nome completo').fill(person.name);
  await page.getByLabel('Data de nascimento').fill('10/05/2003');
  await form.box('E-mail').fill(person.email);
  await page.getByLabel('Celular').fill(person.cellPhone);
  await form.box('Senha').fill(PASSWORD);
  await form.box('Confirmar senha').fill(PASSWORD);
  await page.getByLabel(/Li o Aviso de Privacidade/).check();
  // The request arrives and only its response is lost, once.
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = async (...given) => {
      const answer = await real(...given);
      if (given[1]?.method !== 'POST' || !String(given[0]).includes('/auth/signup/')) return answer;
      window.fetch = real;
      throw new TypeError('Failed to fetch');
    };
  });
  const submit = page.locator('form').getByRole('button', { name: 'Criar conta' });
  await submit.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/painel=criar-conta/);
  await submit.click();
  await expect(page).toHaveURL(/\/portal$/);
});

test('J05 a foreigner signs in with an RNE typed in lower case', async ({ page, product }) => {
  const form = signInForm(page);
  const password = 'Senha#2026';
  await page.goto(product.url('/', BETA));
  const status = await page.evaluate(
    async (body) => {
      const answer = await fetch('/orbita/api/platform/auth/signup/tenants/beta', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        credentials: 'omit',
      });
      return answer.status;
    },
    {
      documentType: 'rne',
      document: 'V765432-1',
      name: 'Candidata Cinco',
      birthDate: '2000-09-09',
      nationality: 'AR',
      email: 'cinco.rne@exemplo.test',
      cellPhone: '31900000055',
      password,
      confirmPassword: password,
      privacyAccepted: true,
      marketingConsent: false,
      captchaToken: 'simulator-token',
    },
  );
  expect(status).toBe(201);
  await page.getByRole('radio', { name: 'RNE' }).check();
  await form.box('RNE').fill('V000000-0');
  await form.box('Senha').fill(password);
  await form.button('Entrar').click();
  await expect(page.getByText('RNE inválido.', { exact: true }).last()).toBeVisible();
  await form.box('RNE').fill('v765432-1');
  await form.button('Entrar').click();
  await expect(page).toHaveURL(/\/portal$/);
});

test.describe('by keyboard alone, at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 256 }, isMobile: false, hasTouch: false });

  test('U7 a code signs in and a reset sets a password', async ({ page, product, context }) => {
    const { person } = await Candidate.at('signed-up', product, context);
    await forgetSession(context);
    const form = signInForm(page);
    await page.goto(product.url('/'));
    await press(page, page.getByRole('link', { name: 'Entrar com código' }));
    await expectHeadingFocus(page, 'Entrar com código');
    await press(page, form.button('Continuar'));
    await expect(errorSummary(page)).toBeFocused();
    await type(page, form.box('CPF'), person.cpf);
    await page.keyboard.press('Enter');
    await expect(form.button('Enviar código')).toBeVisible();
    await expectHeadingFocus(page, 'Entrar com código');
    await walkTo(page, page.getByRole('radio', { name: /^E-mail/ }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /^SMS/ })).toBeChecked();
    await expectNoSideways(page);
    await press(page, form.button('Enviar código'));
    await expect(form.box('Código')).toBeFocused();
    await expectNoSideways(page);
    await page.keyboard.type(await codeSentTo(product, person.cellPhone, 'N-02'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/portal$/);

    await forgetSession(context);
    await page.goto(product.url('/'));
    await press(page, page.getByRole('link', { name: 'Esqueci minha senha' }));
    await expectHeadingFocus(page, 'Redefinir senha');
    await type(page, form.box('CPF'), person.cpf);
    await page.keyboard.press('Enter');
    await expect(form.button('Enviar código')).toBeVisible();
    await press(page, form.button('Enviar código'));
    await expect(form.box('Código')).toBeFocused();
    await page.keyboard.type(await codeSentTo(product, person.email, 'N-03'));
    await page.keyboard.press('Enter');
    await expectHeadingFocus(page, 'Crie sua nova senha');
    await type(page, form.box('Nova senha'), 'Senha#2026z');
    await type(page, form.box('Confirmar nova senha'), 'Senha#2026z');
    await expectNoSideways(page);
    await page.keyboard.press('Enter');
    await expectHeadingFocus(page, 'Senha redefinida');
    await press(page, form.button('Entrar agora'));
    await expect(
      page.getByRole('heading', { level: 1, name: 'Entre para continuar sua inscrição' }),
    ).toBeFocused();
  });
});

test('S-08 a person imported by an institution signs in by code and sets a first password with another code', async ({
  page,
  product,
}) => {
  const person = inventedPerson();
  const { cpf: document, name, birthDate, email, cellPhone } = person;
  await product.operations('POST', '/candidates', {
    documentType: 'cpf',
    document,
    name,
    birthDate,
    email,
    cellPhone,
  });
  const form = signInForm(page);
  await page.goto(product.url('/?painel=entrar-com-codigo'));
  await form.askCode(document, /^E-mail/);
  await form.box('Código').pressSequentially(await codeSentTo(product, email, 'N-02'));
  // The placeholder after the sixth digit scrolls no other digit out of sight.
  const scrolled = (box: Element) => [
    box.scrollLeft,
    box.parentElement?.scrollLeft,
    box.scrollWidth > box.clientWidth,
  ];
  // If the browser scrolls to show the caret, that is undone in the next frame.
  await expect.poll(() => form.box('Código').evaluate(scrolled)).toEqual([0, 0, false]);
  await form.button('Entrar').click();
  await expect(page).toHaveURL(/\/portal$/);

  await page.goto(product.url('/change-password'));
  await expect(page.getByText('Sua conta ainda não tem senha.', { exact: false })).toBeVisible();
  await expect(form.box('Senha atual')).toHaveCount(0);
  await form.button('Alterar senha').click();
  await expect(page.getByText('Obrigatório.', { exact: true })).toHaveCount(2);
  // An hour later the sign-in no longer counts as proof, and the code goes to a contact known before it.
  await product.setClock('2026-01-12T11:30:00-03:00');
  await form.box('Nova senha').fill('Senha#2026z');
  await form.box('Confirmar nova senha').fill('Senha#2026z');
  await form.button('Alterar senha').click();
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
  await expect(proof.getByRole('radio', { name: /^E-mail/ })).toBeChecked();
  await expectAccessible(page, 'where the code of a first password goes');
  await form.chooseChannel(/^SMS/);
  const code = await codeSentTo(product, cellPhone, 'N-02');
  await form.box('Código').fill(otherThan(code));
  await proof.getByRole('button', { name: 'Confirmar' }).click();
  await expect(errorSummary(page)).toContainText('Código inválido.');
  await expectAccessible(page, 'first password with a wrong code');
  await form.box('Código').fill(code);
  await proof.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('status').getByText('Pronto: sua senha mudou.')).toBeVisible();
  await expect(form.box('Senha atual')).toBeVisible();
});
