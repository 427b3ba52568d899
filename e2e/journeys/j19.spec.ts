import type { Page } from '@playwright/test';
import { Candidate, inventedPerson } from '../support/candidate.ts';
import { errorSummary } from '../support/error-summary.ts';
import { untilGivenUp } from '../support/repeats.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

const CIVIL = 'Candidato Dezenove';
const DEZENOVE = {
  name: CIVIL,
  socialName: 'Candidata Dezenove',
  cpf: '50560670753',
  birthDate: '1999-09-19',
  email: 'dezenove@exemplo.test',
  cellPhone: '31900000019',
};

type Data = {
  name: string;
  email: string;
  emailConfirmed: boolean;
  personAddress: { street: string; verified: boolean } | null;
};
const dataOf = async (candidate: Candidate): Promise<Data> => {
  const { payloadToken } = await candidate.call<{ payloadToken: { uuid: string } }>(
    'GET',
    '/candidate/users/check/',
  );
  return candidate.call('GET', `/candidate/users/${payloadToken.uuid}/person-data`);
};

const field = (page: Page, name: string) => page.locator(`[id="${name}"]`);
const errorOf = (page: Page, name: string) => page.locator(`[id="${name}-aviso"]`);
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true }).click();
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const leaving = (page: Page) =>
  page.getByRole('dialog', { name: 'Você tem alterações não salvas. Deseja sair?' });

async function openProfile(page: Page, candidate: Candidate, query = ''): Promise<void> {
  // A closed dialog removes its history entry shortly afterwards, which would cancel this navigation.
  await page.waitForFunction(() => !(history.state as { layer?: number } | null)?.layer);
  await page.goto(candidate.product.url(`/profile/${candidate.personId}${query}`));
  await expect(page.getByRole('heading', { level: 1, name: 'Meus dados' })).toBeVisible();
}

async function fillAddress(page: Page): Promise<void> {
  await field(page, 'personAddress.zipCode').fill('30100-001');
  await expect(page.getByText('Endereço encontrado')).toBeVisible();
  await field(page, 'personAddress.number').fill('100');
}

test('J19: the social name is used everywhere except in the contract', async ({ page, product, context }) => {
  const candidate = await Candidate.at('data-complete', product, context, { person: DEZENOVE });

  await test.step('greeting, cookie, messages', async () => {
    await page.goto(product.url('/portal'));
    await expect(page.getByRole('heading', { level: 1, name: 'Olá, Candidata!' })).toBeVisible();
    const cookies = await context.cookies();
    const social = cookies.find(({ name }) => name === 'social_name')?.value ?? '';
    expect(decodeURIComponent(social)).toBe('Candidata Dezenove');
    await product.runJob('outbox');
    const sent = await product.outbox(DEZENOVE.email);
    expect(sent.length).toBeGreaterThan(0);
    for (const { text } of sent) expect(text).not.toMatch(/Candidato|Dezenove/);
    expect(sent.map(({ text }) => text).join()).toContain('Candidata');
  });

  await test.step('U34: only the profile and the contract show the civil name', async () => {
    for (const path of ['/portal', `/tracking?subscription=${candidate.subscriptionId}`]) {
      await page.goto(product.url(path));
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('body')).not.toContainText(CIVIL);
    }
    const shown = await candidate.call<{ personName: string }[]>(
      'GET',
      `/candidate/users/${await uuidOf(candidate)}/subscriptions`,
    );
    expect(shown.map(({ personName }) => personName)).toEqual(['Candidata Dezenove']);
  });

  await test.step('the contract shows both names', async () => {
    const { contract } = await candidate.call<{ contract: { FormatedContract: string } }>(
      'GET',
      `/candidate/subscriptions/${candidate.subscriptionId}/get-subscription-contract`,
    );
    expect(contract.FormatedContract).toContain(CIVIL);
    expect(contract.FormatedContract).toContain('Candidata Dezenove');
  });

  await test.step('once the social name is removed, the greeting uses the civil name at once', async () => {
    await openProfile(page, candidate);
    await field(page, 'socialName').fill('');
    await save(page);
    await expect(status(page, 'Dados salvos com sucesso.')).toBeVisible();
    await page.goto(product.url('/portal'));
    await expect(page.getByRole('heading', { level: 1, name: 'Olá, Candidato!' })).toBeVisible();
    expect((await context.cookies()).some(({ name }) => name === 'social_name')).toBe(false);
  });
});

const uuidOf = async (candidate: Candidate): Promise<string> =>
  (await candidate.call<{ payloadToken: { uuid: string } }>('GET', '/candidate/users/check/')).payloadToken
    .uuid;

test('J19: mistakes in the address are shown, and a CEP fills it in', async ({ page, product, context }) => {
  const candidate = await Candidate.at('signed-up', product, context);
  await openProfile(page, candidate);
  await field(page, 'genderId').selectOption('Feminino');

  await test.step('U8: empty fields', async () => {
    await save(page);
    for (const part of ['zipCode', 'street', 'number', 'neighborhood'])
      await expect(errorOf(page, `personAddress.${part}`)).toHaveText('Obrigatório.');
    await expect(errorOf(page, 'personAddress.cityId')).toHaveText('Selecione uma cidade.');
    await expect(errorSummary(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Erro: Meus dados · /);
    await expectAccessible(page, 'S-37 with errors');
    await expectNoSideways(page);
  });

  await test.step('an impossible CEP and an unknown one', async () => {
    await field(page, 'personAddress.stateId').selectOption('Minas Gerais');
    await field(page, 'personAddress.zipCode').fill('00000-000');
    await expect(errorOf(page, 'personAddress.zipCode')).toHaveText('CEP inválido.');
    await field(page, 'personAddress.zipCode').fill('39999-999');
    await expect(page.getByText('CEP não encontrado. Preencha o endereço.')).toBeVisible();
  });

  await test.step('a known CEP fills in the other fields', async () => {
    await fillAddress(page);
    await expect(field(page, 'personAddress.street')).toHaveValue('Rua Exemplo');
    await expect(field(page, 'personAddress.neighborhood')).toHaveValue('Bairro Modelo');
    await expect(field(page, 'personAddress.stateId').locator('option:checked')).toHaveText('Minas Gerais');
    await expect(field(page, 'personAddress.cityId').locator('option:checked')).toHaveText('Belo Horizonte');
  });

  await test.step('changing the state clears the city', async () => {
    await field(page, 'personAddress.stateId').selectOption('São Paulo');
    await expect(field(page, 'personAddress.cityId')).toHaveValue('');
    await expect(errorOf(page, 'personAddress.cityId')).toHaveText('Selecione uma cidade.');
    await expect(errorOf(page, 'personAddress.zipCode')).toHaveText('CEP inválido.');
    await field(page, 'personAddress.stateId').selectOption('Minas Gerais');
    await field(page, 'personAddress.cityId').selectOption('Belo Horizonte');
  });

  await test.step('verified after the look-up, but not after editing the street', async () => {
    await save(page);
    await expect(status(page, 'Dados salvos com sucesso.')).toBeVisible();
    expect((await dataOf(candidate)).personAddress).toMatchObject({ street: 'Rua Exemplo', verified: true });
    await field(page, 'personAddress.street').fill('Rua Outra');
    await save(page);
    await expect(status(page, 'Dados salvos com sucesso.')).toBeVisible();
    await expect
      .poll(async () => (await dataOf(candidate)).personAddress)
      .toMatchObject({ street: 'Rua Outra', verified: false });
  });
});

test('J19: a failed save loses nothing, and leaving with unsaved changes asks first', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503).add(0);
  const candidate = await Candidate.at('data-complete', product, context);
  await page.goto(product.url('/portal'));
  await page.locator('summary').filter({ hasText: 'Abrir menu da conta' }).click();
  await page.getByRole('link', { name: 'Alterar dados' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Meus dados' })).toBeFocused();
  await expect(page).toHaveTitle(/^Meus dados · /);
  const street = field(page, 'personAddress.street');
  await street.fill('Rua Nova');

  for (const failure of ['5xx', 'no answer'] as const) {
    await test.step(`D-41: ${failure}`, async () => {
      await page.route('**/person-data', (route) =>
        route.request().method() !== 'PUT'
          ? route.continue()
          : failure === '5xx'
            ? route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Sistema indisponível.' } })
            : route.abort(),
      );
      await save(page);
      await expect(status(page, 'Alterações não salvas.')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(errorSummary(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Salvar', exact: true })).toBeEnabled();
      await expect(street).toHaveValue('Rua Nova');
      await expect(page.getByText('Dados salvos com sucesso.')).toHaveCount(0);
      await expect(page).toHaveURL(/\/profile\//);
      await page.unroute('**/person-data');
    });
  }

  await test.step('Back asks, and the candidate can stay', async () => {
    await page.goBack();
    await expect(leaving(page)).toBeVisible();
    await expectAccessible(page, 'warning of unsaved changes');
    await leaving(page).getByRole('button', { name: 'Continuar aqui' }).click();
    await expect(street).toHaveValue('Rua Nova');
  });

  await test.step('a link asks, and the candidate can leave', async () => {
    await page.locator('header').getByRole('link').first().click();
    await expect(leaving(page)).toBeVisible();
    await leaving(page).getByRole('button', { name: 'Sair sem salvar' }).click();
    await expect(page).toHaveURL(/\/portal$/);
  });

  await test.step('closing the tab asks; a page without changes does not', async () => {
    await openProfile(page, candidate);
    await street.fill('Rua Outra');
    const asked = page.waitForEvent('dialog');
    const closing = page.evaluate(() => location.reload()).catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await closing;
    await expect(street).toHaveValue('Rua Outra');
    await save(page);
    await expect(status(page, 'Dados salvos com sucesso.')).toBeVisible();
    await page.goto(product.url('/portal'));
    await expect(page).toHaveURL(/\/portal$/);
  });

  await test.step('the list of states cannot be loaded', async () => {
    await page.route('**/candidate/states', (route) => route.fulfill({ status: 503, json: {} }));
    const failed = page.getByText('Não foi possível carregar os estados.');
    await untilGivenUp(page, () => page.goto(product.url(`/profile/${candidate.personId}`)), failed);
    await page.unroute('**/candidate/states');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(field(page, 'personAddress.stateId').locator('option:checked')).toHaveText('Minas Gerais');
  });
});

test('J19: a new e-mail counts only after its code; accepting the contract locks the identity', async ({
  page,
  product,
  context,
}) => {
  const person = inventedPerson();
  const candidate = await Candidate.at('data-complete', product, context, { person });
  const next = `nova-${person.email}`;

  await test.step('a new e-mail waits for its code', async () => {
    await openProfile(page, candidate);
    await field(page, 'email').fill(next.toUpperCase());
    await expect(field(page, 'email')).toHaveValue(next);
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Confirmar e-mail' });
    await expect(dialog).toBeVisible();
    expect((await dataOf(candidate)).email).toBe(person.email);
    await dialog.getByRole('button', { name: 'Enviar código' }).click();
    const code = dialog.getByLabel('Código');
    await expect(code).toBeFocused();
    await expectAccessible(page, 'confirmation of an e-mail');
    await code.fill('000000');
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await expect(dialog.getByText('Código inválido.').first()).toBeVisible();
    const text = async () =>
      (await product.outbox(next)).find(({ template }) => template === 'N-02')?.text ?? '';
    await expect.poll(text).toMatch(/\d{6}/);
    const [digits = ''] = /\d{6}/.exec(await text()) ?? [];
    await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await expect(dialog.getByText('E-mail confirmado.')).toBeVisible();
    await dialog.getByRole('button', { name: 'OK' }).click();
    expect(await dataOf(candidate)).toMatchObject({ email: next, emailConfirmed: true });
  });

  await test.step('the old e-mail gets a message (N-33)', async () => {
    await product.runJob('outbox');
    const sent = await product.outbox(person.email);
    expect(sent.some(({ template }) => template === 'N-33')).toBe(true);
    expect((await product.outbox(next)).some(({ template }) => template === 'N-33')).toBe(false);
  });

  await test.step('after acceptance, name and birth date are locked', async () => {
    await candidate.acceptContract();
    await openProfile(page, candidate);
    for (const name of ['name', 'birthDate', 'document']) {
      await expect(field(page, name)).toHaveAttribute('readonly', '');
      await expect(page.locator(`[id="${name}-dica"]`)).toHaveText(
        'Para alterar este dado, fale com a instituição.',
      );
    }
    await expectAccessible(page, 'S-37 with closed fields');
    await field(page, 'socialName').fill('Flor');
    await save(page);
    await expect(status(page, 'Dados salvos com sucesso.')).toBeVisible();
    await expect(
      candidate.call('PUT', `/candidate/users/${candidate.personId}/person-data`, { name: 'Outro Nome' }),
    ).rejects.toThrow(/409.*FIELD_LOCKED/);
  });

  await test.step('another person’s page does not exist', async () => {
    await page.goto(product.url(`/profile/${candidate.personId + 1}`));
    await expect(page.getByRole('heading', { level: 1, name: 'Página não encontrada' })).toBeVisible();
    await expect(page.getByText('This page could not be found')).toBeVisible();
  });
});
