import { authenticator } from '../support/authenticator.ts';
import { Candidate, PASSWORD } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { untilGivenUp } from '../support/repeats.ts';
import { codeSentTo, signInForm } from '../support/sign-in.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

/** An hour after every journey starts: a session from then is remembered, but its sign-in no longer counts as proof. */
const LATER = '2026-01-12T11:00:00-03:00';

test('S32 an old session needs a fresh proof, the change then continues, and the old contact can undo it', async ({
  page,
  product,
  context,
  browser,
}) => {
  const candidate = await Candidate.at('signed-up', product, context);
  const { email, cpf } = candidate.person;
  const next = `nova-${email}`;
  await product.setClock(LATER);
  await page.goto(product.url(`/profile/${candidate.personId}`));
  await page.locator('[id="genderId"]').selectOption({ index: 1 });
  await page.locator('[id="email"]').fill(next);
  await fillAddress();
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  const contact = page.getByRole('dialog', { name: 'Confirmar e-mail' });
  await contact.getByRole('button', { name: 'Enviar código' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' });

  await test.step('closing the dialog keeps the change pending', async () => {
    await expect(proof.getByLabel('Sua senha')).toBeFocused();
    await expectAccessible(page, 'the proof');
    await expectNoSideways(page);
    await look(page, '32-confirme', { busy: true });
    await page.keyboard.press('Escape');
    await expect(proof).toHaveCount(0);
    await expect(contact.getByText('Confirme que é você para continuar.')).toBeVisible();
  });

  await test.step('a wrong password is reported, and the right one lets the change continue by itself', async () => {
    await contact.getByRole('button', { name: 'Enviar código' }).click();
    await proof.getByLabel('Sua senha').fill('Errada#2026');
    await page.keyboard.press('Enter');
    await expect(proof.getByText('Senha incorreta.', { exact: true }).last()).toBeVisible();
    await expectAccessible(page, 'the proof with a wrong password');
    await proof.getByLabel('Sua senha').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(proof).toHaveCount(0);
    await contact.getByRole('textbox', { name: 'Código' }).waitFor();
    await contact.getByRole('textbox', { name: 'Código' }).fill(await codeSentTo(product, next, 'N-02'));
    await contact.getByRole('button', { name: 'Confirmar' }).click();
    await expect(contact.getByText('E-mail confirmado.')).toBeVisible();
  });

  await test.step('the message to the old contact undoes the change without a session', async () => {
    await product.runJob('outbox');
    const [message] = (await product.outbox(email)).filter(({ template }) => template === 'N-33');
    const path = /\/orbita\/candidate(\/desfazer#[\w-]+)/.exec(message?.text ?? '')?.[1] ?? '';
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    const form = signInForm(other);
    await other.goto(product.url(path));
    await expect(other.getByRole('heading', { level: 1, name: 'Desfazer a mudança' })).toBeVisible();
    expect(other.url(), 'the secret leaves the address').not.toContain('#');
    await expectAccessible(other, 'the page of an undo');
    await expectNoSideways(other);
    await look(other, '32-desfazer');
    await form.button('Desfazer a mudança').click();
    await expect(other.getByText('Obrigatório.', { exact: true }).last()).toBeVisible();
    await form.box('Seu CPF, RNE ou passaporte').fill('529.982.247-25');
    await form.button('Desfazer a mudança').click();
    await expect(
      other.getByText('Este documento não é o desta conta.', { exact: true }).last(),
    ).toBeVisible();
    await form.box('Seu CPF, RNE ou passaporte').fill(cpf);
    await form.button('Desfazer a mudança').click();
    await expect(other.getByRole('heading', { level: 1, name: 'Mudança desfeita' })).toBeVisible();
    await expectAccessible(other, 'a change that was taken back');
    await other.getByRole('link', { name: 'Criar nova senha' }).click();
    await form.askCode(cpf, /^Receber por e-mail/);
    await codeSentTo(product, email, 'N-03');
    await other.goto(product.url(path));
    await form.box('Seu CPF, RNE ou passaporte').fill(cpf);
    await form.button('Desfazer a mudança').click();
    await expect(other.getByRole('heading', { level: 1, name: 'Este link não vale mais' })).toBeVisible();
    await elsewhere.close();
  });

  await test.step('the session that made the change has ended', async () => {
    await page.goto(product.url('/portal'));
    await expect(page).toHaveURL(/redirectTo/);
  });

  async function fillAddress(): Promise<void> {
    await page.locator('[id="personAddress.zipCode"]').fill('30100-001');
    await expect(page.getByText('Endereço encontrado')).toBeVisible();
    await page.locator('[id="personAddress.street"]').fill('Rua Exemplo');
    await page.locator('[id="personAddress.number"]').fill('100');
    await page.locator('[id="personAddress.neighborhood"]').fill('Bairro Modelo');
  }
});

test('S32 the account page lists the open sessions and ends one or all others', async ({
  page,
  product,
  context,
  browser,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  const candidate = await Candidate.at('signed-up', product, context);
  await page.goto(product.url('/profile?aba=acesso'));
  const list = page.getByRole('region', { name: 'Onde sua conta está aberta' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByText('Este aparelho')).toBeVisible();
  await expect(list.getByText('Sua conta só está aberta aqui.')).toBeVisible();
  await expect(page.getByText('Nenhuma conta vinculada.')).toBeVisible();

  const contexts = [await browser.newContext(), await browser.newContext()];
  const others = [];
  for (const one of contexts) {
    const other = await one.newPage();
    await other.goto(product.url('/'));
    await signInForm(other).signIn(candidate.person.cpf, PASSWORD);
    await expect(other).toHaveURL(/\/portal$/);
    others.push(other);
  }
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page, 'sessions');
  await expectNoSideways(page);
  await look(page, '32-acesso');

  await test.step('ends one session by keyboard', async () => {
    await list
      .getByRole('button', { name: /^Encerrar o acesso de/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Encerrar este acesso?' });
    await expectAccessible(page, 'ending a session');
    await dialog.getByRole('button', { name: 'Encerrar' }).press('Enter');
    await expect(page.getByText('Acesso encerrado.')).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(2);
  });

  await test.step('ends all others, after proof by passkey or password if the sign-in is old', async () => {
    await product.setClock(LATER);
    await page.reload();
    await list.getByRole('button', { name: 'Encerrar todos os outros' }).click();
    const dialog = page.getByRole('dialog', { name: 'Encerrar todos os outros acessos?' });
    await dialog.getByRole('button', { name: 'Encerrar todos os outros' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
    await proof.getByLabel('Sua senha').fill(PASSWORD);
    await proof.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.getByText('Os outros acessos foram encerrados.')).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(1);
  });
  for (const other of others) {
    await other.goto(product.url('/course'));
    await expect(other).toHaveURL(/redirectTo/);
  }
  for (const one of contexts) await one.close();

  await test.step('a failed load is reported and can be retried', async () => {
    await page.route('**/auth/sessions', (route) => route.fulfill({ status: 503, json: {} }));
    await untilGivenUp(page, () => page.reload(), page.getByText('Não foi possível carregar os acessos.'));
    await expectAccessible(page, 'sessions that cannot be loaded');
    await page.unroute('**/auth/sessions');
    await list.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
  });
});

test('S32 a passkey works as fresh proof', async ({ page, product, context }) => {
  await authenticator(page);
  await Candidate.at('signed-up', product, context, { host: 'localhost' });
  await page.goto(product.url('/profile?aba=acesso', 'localhost'));
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  await expect(page.getByText('Chave de acesso criada.')).toBeVisible();
  await product.setClock(LATER);
  await page.reload();
  await page.getByRole('button', { name: /^Remover a chave de acesso/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Remover chave de acesso?' });
  await dialog.getByRole('button', { name: 'Remover' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
  await expectAccessible(page, 'the proof with a passkey');
  await proof.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page.getByText('Chave de acesso removida.')).toBeVisible();
});
