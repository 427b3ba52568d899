import { inventedPerson } from '../support/candidate.ts';
import { errorSummary } from '../support/error-summary.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

const CHOICE = { offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH' };

test('J18: an imported person signs in by code, fills in the two missing fields and continues', async ({
  page,
  product,
}) => {
  const { cpf: document, email, name } = inventedPerson();
  const { personId } = await product.operations<{ personId: number }>('POST', '/candidates', {
    documentType: 'cpf',
    document,
    name,
    email,
  });
  const applied = await product.operations<{ id: number; subscriptionStatus: number }>(
    'POST',
    '/subscriptions',
    { personId, ...CHOICE },
  );
  expect(applied.subscriptionStatus).toBe(14);
  const statusOf = async () =>
    (await product.operations<{ subscriptionStatus: number }>('GET', `/subscriptions/${applied.id}`))
      .subscriptionStatus;

  await test.step('first sign-in: a code by e-mail', async () => {
    await page.goto(product.url('/'));
    await page.getByRole('link', { name: 'Entrar com código' }).first().click();
    await page.getByRole('textbox', { name: 'CPF' }).fill(document);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await expect(page.getByLabel('Código', { exact: true }).first()).toBeVisible();
    const code = async () =>
      /\d{6}/.exec(
        (await product.outbox(email)).find(({ template }) => template === 'N-02')?.text ?? '',
      )?.[0];
    await expect.poll(code).toBeTruthy();
    await page
      .getByLabel('Código', { exact: true })
      .first()
      .fill((await code()) ?? '');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    const welcome = page.getByRole('dialog', { name: 'Boas-vindas!' });
    await expect(welcome).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('status 14: S-13 asks for only those two fields', async () => {
    await expect(page.getByText('Informações pendentes')).toBeVisible();
    await page.getByRole('link', { name: /^Completar dados/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Complete suas informações' })).toBeVisible();
    await expect(page).toHaveTitle(/^Complete suas informações · /);
    await expect(page.locator('main').getByRole('textbox')).toHaveCount(2);
    await expect(page.locator('main').getByRole('combobox')).toHaveCount(0);
    await expectAccessible(page, 'S-13');
    await expectNoSideways(page);
  });

  await test.step('U8: mistakes are summarised, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();
    const summary = errorSummary(page);
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveCount(2);
    await expect(page).toHaveTitle(/^Erro: /);
    // It is read once, through the focus: a live region would read the rest after each corrected field.
    await expect(page.locator('[role=alert], [aria-live]').filter({ hasText: 'para continuar' })).toHaveCount(
      0,
    );
    await page.getByLabel('Data de nascimento').fill('30022003');
    await expect(page.locator('#birthDate-aviso')).toHaveText(
      'Confira a data. Escreva dia, mês e ano: 25/04/2003.',
    );
    await page.getByLabel('Celular').fill('31 8000-00000');
    await expect(page.locator('#cellPhone-aviso')).toHaveText('Celular inválido.');
    expect(await statusOf()).toBe(14);
  });

  await test.step('saving both fields moves the status from 14 to 1', async () => {
    await page.getByLabel('Data de nascimento').fill('18/08/1998');
    await page.getByLabel('Celular').fill('(31) 90000-0018');
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Complete suas informações' })).toHaveCount(0);
    await expect.poll(statusOf).toBe(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
