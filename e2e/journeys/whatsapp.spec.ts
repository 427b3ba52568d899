import { apply, begin } from '../../testing/journey.ts';
import { signIn } from '../../testing/requests.ts';
import { inventedPerson, PASSWORD } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const BETA = 'beta.orbita.test';

test('WhatsApp: agreed to at sign-up, read on the phone, stopped by PARAR and resumed in the profile', async ({
  page,
  product,
}) => {
  const person = inventedPerson();
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  const wanted = page.getByRole('checkbox', { name: /avisos da minha inscrição também pelo WhatsApp/ });

  // A college without a WhatsApp number asks nobody.
  await page.goto(product.url('/?painel=criar-conta'));
  await expect(page.getByRole('heading', { level: 1, name: 'Criar conta' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Aviso de Privacidade/ })).toBeVisible();
  await expect(wanted).toHaveCount(0);

  await page.goto(product.url('/?painel=criar-conta', BETA));
  await box('CPF').fill(person.cpf);
  await page.getByLabel('Nome completo').fill(person.name);
  await page.getByLabel('Data de nascimento').fill(person.birthDate);
  await box('E-mail').fill(person.email);
  await page.getByLabel('Celular').fill(person.cellPhone);
  await box('Senha').fill(PASSWORD);
  await page.getByLabel('Confirmar senha').fill(PASSWORD);
  await page.getByLabel(/Li o Aviso de Privacidade/).check();
  await expect(wanted).not.toBeChecked();
  await wanted.check();
  await expectAccessible(page, 'sign-up with WhatsApp');
  await look(page, 'whatsapp-criar-conta');
  await page.locator('form').getByRole('button', { name: 'Criar conta' }).click();
  await expect(page).toHaveURL(/\/portal$/);

  const client = product.client(BETA);
  await begin(client, await signIn(client, person, 'beta'));
  await apply(client, 'sistemas');
  await product.runJob('outbox');
  const sandbox = `http://localhost:${product.port + 1}/sandbox?tenant=beta`;
  await page.goto(sandbox);
  const phones = page.getByRole('region', { name: 'WhatsApp' });
  const phone = phones.getByRole('group').filter({ hasText: `55${person.cellPhone}` });
  await expect(phone.getByText(/Sua inscrição nº \d+ em .+ chegou/)).toBeVisible();
  await look(page, 'whatsapp-celular');
  await phone.getByRole('button', { name: 'PARAR' }).click();
  await expect(phones.getByRole('status')).toHaveText('Resposta enviada.');
  await expect(phone.getByText(/os avisos por WhatsApp pararam/)).toBeVisible();

  await page.goto(product.url('/profile?aba=privacidade', BETA));
  await expect(wanted).not.toBeChecked();
  await page.getByText('Histórico das autorizações').click();
  await expect(
    page.getByText(/^Avisos por WhatsApp: não autorizado, por mensagem no WhatsApp/),
  ).toBeVisible();
  await wanted.check();
  await expect(page.getByText('Autorizações salvas.')).toBeVisible();
  await expectAccessible(page, 'privacy with WhatsApp');
  await look(page, 'whatsapp-privacidade');
  await page.reload();
  await expect(wanted).toBeChecked();
});
