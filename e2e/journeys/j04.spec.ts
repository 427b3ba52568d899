import { SCHOOLING_BODY } from '../../testing/bodies.ts';
import { acceptContract, apply, fillData, grade, signUp, writeEssay } from '../../testing/journey.ts';
import { PASSWORD, PEOPLE } from '../../testing/people.ts';
import { CARDS, chooseCard, fillCard, payButton } from '../support/card.ts';
import { press, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';
import { heading } from '../support/whole-way.ts';

const BETA = 'beta.orbita.test';
const NEEDS_CPF = 'Informe um CPF no seu cadastro para pagar com esta forma.';
const { stateId: _state, cityId: _city, ...school } = SCHOOLING_BODY;

/** J04 — foreigner with passport (journeys.md); the registration is in `sign-in-methods.spec.ts`. */
test('J04 a foreigner without CPF pays by card, month by month', async ({ page, product }) => {
  const client = product.client(BETA);
  const { personId } = await signUp(client, PEOPLE[4], 'beta');
  const { id } = await apply(client, 'sistemas');
  await grade(product.institution('beta'), await writeEssay(client, id));
  const address = product.url(`/subscriptions/essays/${id}`, BETA);

  await test.step('S-23 asks for passport and country, not for an RG', async () => {
    await page.goto(product.url('/', BETA));
    await page.getByRole('radio', { name: 'Passaporte' }).check();
    await page.getByRole('textbox', { name: 'Passaporte', exact: true }).fill('xa1234567');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL(/\/portal/);
    await page.goto(`${address}?etapa=dados`);
    await expect(heading(page, 'Seus dados pessoais')).toBeVisible();
    await expect(page.getByLabel('Passaporte')).toHaveValue('XA1234567');
    await expect(page.getByLabel('País emissor')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'RG', exact: true })).toHaveCount(0);
    await look(page, 'J04 data');
  });

  await test.step('S-29: payment methods that need a CPF say so', async () => {
    await fillData(client, personId, id, PEOPLE[4], { ...school, schoolType: 'abroad' });
    await acceptContract(client, id);
    await page.goto(address);
    for (const name of ['Boleto', 'Pix Automático'])
      await expect(page.getByRole('radio', { name: new RegExp(`^${name} ${NEEDS_CPF}`) })).toBeDisabled();
    await look(page, 'J04 choice');
    await chooseCard(page);
  });

  await test.step('S-30a: consent to the remaining months is required', async () => {
    await fillCard(page, CARDS.approved, { holder: { name: 'CANDIDATO QUATRO', document: 'XA1234567' } });
    await expect(page.getByText('Depois, 5 parcelas de R$ 350,00, uma por mês.')).toBeVisible();
    const pay = payButton(page, '350,00');
    await press(page, pay);
    await expect(page.getByText('Obrigatório.').last()).toBeVisible();
    await look(page, 'J04 consent missing');
    await walkTo(page, page.getByLabel(/^Autorizo a cobrança mensal/));
    await page.keyboard.press('Space');
    await press(page, pay);
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
    await look(page, 'J04 paid');
    const recurrence = await product.operations<{ state: string; cycles: object[] }>(
      'GET',
      `/subscriptions/${id}/recurrence`,
      undefined,
      'beta',
    );
    expect(recurrence).toMatchObject({ state: 'approved' });
    expect(recurrence.cycles).toHaveLength(5);
  });

  await test.step('the documents are those of a foreigner', async () => {
    await press(page, page.getByRole('button', { name: 'Enviar documentos' }));
    const document = (name: string) => page.getByRole('article').filter({ hasText: name });
    await expect(document('RNE/CRNM ou passaporte')).toHaveCount(1);
    await expect(document('Declaração de equivalência de estudos')).toHaveCount(1);
    for (const name of ['Título de eleitor', 'Certificado militar'])
      await expect(document(name)).toHaveCount(0);
    await look(page, 'J04 documents');
  });
});
