import type { Page } from '@playwright/test';
import { Candidate, inventedPerson } from '../support/candidate.ts';
import { errorSummary } from '../support/error-summary.ts';
import { look } from '../support/look.ts';
import { fillPersonal, readContract } from '../support/on-the-way.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const field = (page: Page, name: string) => page.locator(`[id="${name}"]`);
const errorOf = (page: Page, name: string) => page.locator(`[id="${name}-aviso"]`);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const abroad = (page: Page) => page.getByLabel('Moro fora do Brasil');
const LINE = 'Rua do Exemplo, 10, 2.º Esq. – Lisboa – 1100-048 – Portugal';

async function fillAbroad(page: Page): Promise<void> {
  await field(page, 'foreignAddress.country').selectOption('Portugal');
  await page.getByLabel('Rua e número').fill('Rua do Exemplo, 10');
  await field(page, 'foreignAddress.complement').fill('2.º Esq.');
  await field(page, 'foreignAddress.city').fill('Lisboa');
  await page.getByLabel(/^Código postal/).fill('1100-048');
}

test('S-37: somebody who lives outside Brazil gives an address without CEP, and takes it back', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('data-complete', product, context);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/zip-codes/')) asked.push(request.url());
  });
  await page.goto(product.url(`/profile/${candidate.personId}`));
  await expect(field(page, 'personAddress.zipCode')).toHaveValue('30100-001');
  await abroad(page).check();
  await expect(field(page, 'personAddress.zipCode')).toHaveCount(0);
  await expect(page.getByText('Escreva o endereço como se usa nesse país.')).toBeVisible();
  await expectAccessible(page, 'S-37 with an address abroad, empty');

  await button(page, 'Salvar').click();
  for (const name of ['country', 'street', 'city'])
    await expect(errorOf(page, `foreignAddress.${name}`)).toHaveText('Obrigatório.');
  await expect(errorSummary(page)).toContainText('Rua e número');
  // What is wrong with the one says nothing about the other.
  await abroad(page).uncheck();
  await expect(errorSummary(page)).toHaveCount(0);
  await abroad(page).check();
  await fillAbroad(page);
  await look(page, 's37-abroad');
  await button(page, 'Salvar').click();
  await expect(page.getByRole('status').filter({ hasText: 'Dados salvos com sucesso.' })).toBeVisible();
  expect(asked).toEqual([]);

  await page.reload();
  await expect(abroad(page)).toBeChecked();
  await expect(field(page, 'foreignAddress.country').locator('option:checked')).toHaveText('Portugal');
  await expect(page.getByLabel(/^Código postal/)).toHaveValue('1100-048');

  // The address in Brazil is typed anew.
  await abroad(page).uncheck();
  await expect(field(page, 'personAddress.zipCode')).toHaveValue('');
  await field(page, 'personAddress.zipCode').fill('30100-001');
  await expect(field(page, 'personAddress.street')).toHaveValue('Rua Exemplo');
  await field(page, 'personAddress.number').fill('100');
  await button(page, 'Salvar').click();
  await expect(page.getByRole('status').filter({ hasText: 'Dados salvos com sucesso.' })).toBeVisible();
  await page.reload();
  await expect(abroad(page)).not.toBeChecked();
});

test('S-24: the enrolment of somebody abroad goes on to the payment, where the slip says why it is not offered', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('approved', product, context);
  await page.goto(product.url(`/subscriptions/${candidate.subscriptionId}`));
  await page
    .getByRole('button', { name: 'Continuar matrícula' })
    .or(page.getByRole('link', { name: 'Continuar matrícula' }))
    .click();
  await fillPersonal(page);
  await field(page, 'rg').fill('MG1234567');
  await button(page, 'Salvar e continuar').click();
  await abroad(page).check();
  await fillAbroad(page);
  await page.getByLabel('Nome da escola').fill('Escola Exemplo');
  await page.getByLabel('Tipo de escola').selectOption({ label: 'Exterior' });
  await page.getByLabel('Ano de conclusão do ensino médio').fill('2021');
  await look(page, 's24-abroad');
  await button(page, 'Salvar e continuar').click();
  await expect(page.getByText(LINE).first()).toBeVisible();
  await readContract(page);
  await button(page, 'Aceitar contrato').click();
  await expect(
    page.getByText('Os bancos só emitem boleto para quem mora no Brasil. Escolha outra forma.'),
  ).toBeVisible();
  await look(page, 's30-abroad');
});

test('S-25: a guardian abroad of a minor in Brazil gives her phone and address there, and signs', async ({
  page,
  product,
  context,
}) => {
  const minor = await Candidate.at('approved', product, context, {
    person: { ...inventedPerson(), birthDate: '2009-12-31' },
  });
  await minor.fillData();
  await page.goto(`${minor.page}?etapa=responsavel`);
  await page.getByLabel('Parentesco').selectOption('Mãe');
  await page.getByLabel('Nome completo').fill('Responsável Exemplo');
  await page.getByRole('textbox', { name: 'CPF' }).fill('44455566619');
  await page.getByLabel('Data de nascimento').fill('01/01/1980');
  await page.getByLabel('E-mail').fill(`responsavel${minor.subscriptionId}@exemplo.test`);
  const phone = page.getByRole('textbox', { name: 'Celular' });
  await phone.pressSequentially('+351 912 345 678');
  await expect(phone).toHaveValue('+351 912 345 678');
  await page.getByLabel('Mesmo endereço do candidato').uncheck();
  const livesAbroad = page.getByLabel('Mora fora do Brasil');
  await livesAbroad.check();
  await button(page, 'Salvar e continuar').click();
  await expect(errorOf(page, 'foreignAddress.country')).toHaveText('Obrigatório.');
  await fillAbroad(page);
  await look(page, 's25-abroad');
  await button(page, 'Salvar e continuar').click();
  await button(page, 'Responsável está comigo').click();
  await expect(page.getByRole('region', { name: 'Responsável financeiro' })).toContainText('+351912345678');
  await readContract(page);
  await expect(button(page, 'Aceitar contrato')).toBeEnabled();

  await page.goto(`${minor.page}?etapa=responsavel`);
  await expect(livesAbroad).toBeChecked();
  await expect(phone).toHaveValue('+351912345678');
  await expect(field(page, 'foreignAddress.city')).toHaveValue('Lisboa');
});
