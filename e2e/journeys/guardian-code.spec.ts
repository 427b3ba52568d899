import { Candidate, inventedPerson } from '../support/candidate.ts';
import { readToTheEnd } from '../support/on-the-way.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

/** Under 18 the guardian contracts, by a code of her own (spec 13.2). */
test('S18 a guardian confirms the contract of a minor by a code', async ({ page, product, context }) => {
  const person = { ...inventedPerson(), birthDate: '2009-12-31' };
  const minor = await Candidate.at('data-complete', product, context, { person });
  const email = `responsavel${minor.subscriptionId}@exemplo.test`;
  await minor.call('PUT', `/candidate/subscriptions/${minor.subscriptionId}/guardian`, {
    relationship: 'mother',
    name: 'Responsável Exemplo',
    cpf: '44455566619',
    birthDate: '1980-01-01',
    email,
    cellPhone: '31900000105',
    sameAddress: true,
  });
  await page.goto(`${minor.page}?etapa=revisao`);
  await page.getByRole('button', { name: 'Ler contrato' }).click();
  await readToTheEnd(page);
  await page.getByRole('button', { name: 'Li o contrato' }).click();
  await page.getByLabel('Li e aceito os termos do contrato de prestação de serviços educacionais.').check();
  await page.getByRole('button', { name: 'Aceitar contrato', exact: true }).click();

  const dialog = page.getByRole('dialog', { name: 'Confirme o aceite' });
  await expect(dialog.getByText(/Quem aceita o contrato é Responsável Exemplo/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar código' }).click();
  await expect(dialog.getByText('Mandamos um código para r***@e***.test.')).toBeVisible();
  await expectAccessible(page, 'code of the guardian');
  await expectNoSideways(page);
  const [mail] = await product.outbox(email);
  expect(mail?.template).toBe('N-29');
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  await dialog.getByRole('textbox', { name: 'Código' }).fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /pagamento|pagar/i })).toBeVisible();
});
