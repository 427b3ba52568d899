import type { Page } from '@playwright/test';
import { Candidate, inventedPerson } from '../support/candidate.ts';
import { press, type } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';
import { heading, readAndTick, saveButton } from '../support/whole-way.ts';

const linkIn = (text = '') => /https?:\S+\/responsavel#[\w-]+/.exec(text)?.[0] ?? '';
const GUARDIAN = 'Responsável Nove';

/** A minor with complete data and guardian, before the contract. */
async function minorBeforeContract(product: Product, context: Parameters<typeof Candidate.at>[2]) {
  const person = { ...inventedPerson(), birthDate: '2009-12-31' };
  const minor = await Candidate.at('approved', product, context, { person });
  await minor.fillData();
  const email = `responsavel${minor.subscriptionId}@exemplo.test`;
  const { status } = await minor.client.call('PUT /candidate/subscriptions/{id}/guardian', {
    params: { id: minor.subscriptionId },
    body: {
      relationship: 'mother',
      name: GUARDIAN,
      cpf: '44455566619',
      birthDate: '1980-01-01',
      email,
      cellPhone: '31900000909',
      sameAddress: true,
    },
  });
  expect(status).toBe(200);
  return { minor, email };
}

async function acceptAsGuardian(page: Page, product: Product, email: string) {
  await readAndTick(page, GUARDIAN);
  await press(page, page.getByRole('button', { name: 'Aceitar contrato', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Confirme o aceite' });
  await expect(dialog.getByText(/para um contato que já temos/)).toBeVisible();
  await press(page, dialog.getByRole('button', { name: 'Enviar código' }));
  await expect(dialog.getByText('Mandamos um código para r***@e***.test.')).toBeVisible();
  await look(page, 'guardian code');
  const [mail] = await product.outbox(email);
  await type(
    page,
    dialog.getByRole('textbox', { name: 'Código' }),
    /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '',
  );
  await page.keyboard.press('Enter');
}

/** Each part of the answers links to its page and back, and a change made there appears in the summary. */
async function changeByLinks(page: Page): Promise<void> {
  const review = heading(page, 'Confira e aceite o contrato');
  await expect(review).toBeVisible();
  await look(page, 'contract of a minor');
  await expect(page.getByRole('link', { name: /^Editar / })).toHaveCount(3);
  for (const [part, title] of [
    ['escolaridade e endereço', 'Escolaridade e endereço'],
    ['responsável financeiro', 'Responsável financeiro'],
    ['dados pessoais', 'Seus dados pessoais'],
  ] as const) {
    await page.getByRole('link', { name: `Editar ${part}` }).click();
    await expect(heading(page, title)).toBeVisible();
    if (part === 'responsável financeiro') await look(page, 'guardian');
    if (part === 'dados pessoais') break;
    await page.goBack();
    await expect(review).toBeVisible();
  }
  await page.getByLabel('Nome da mãe').fill('Outra Responsável');
  for (const next of [
    'Escolaridade e endereço',
    'Responsável financeiro',
    'Responsável precisa aceitar o contrato',
  ]) {
    await saveButton(page).click();
    await expect(heading(page, next)).toBeVisible();
  }
  await page.getByText('Conferir o que vai no contrato').click();
  await expect(page.getByText('Outra Responsável')).toBeVisible();
}

/** The guardian is somewhere else, with their own phone (spec 12.9, D-79). */
test('S-53 a guardian reads and accepts alone through a link, and the candidate continues', async ({
  page,
  product,
  context,
  browser,
}) => {
  const { minor, email } = await minorBeforeContract(product, context);
  await page.goto(`${minor.page}?etapa=revisao`);
  const asked = heading(page, 'Responsável precisa aceitar o contrato');
  await expect(asked).toBeVisible();
  await expect(page.getByRole('radio', { name: /E-mail r\*\*\*/ })).toBeChecked();
  await look(page, 'guardian first');
  await test.step('U9: the answers are shown with ways to change them', async () => {
    await press(page, page.getByRole('button', { name: 'Responsável está comigo' }));
    await changeByLinks(page);
  });
  await press(page, page.getByRole('button', { name: 'Mandar o link para Responsável' }));
  const sent = page.getByText(/^Mandamos um link para r\*\*\*@e\*\*\*\.test em /);
  await expect(sent).toBeVisible();
  await look(page, 'guardian link sent');
  // Found again after a reload.
  await page.reload();
  await expect(sent).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mandar outro link para Responsável' })).toBeVisible();

  const [mail] = await product.outbox(email);
  const theirs = await browser.newContext({ viewport: page.viewportSize() });
  const phone = await theirs.newPage();
  const faults: string[] = [];
  phone.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await phone.goto(linkIn(mail?.text));
  await expect(heading(phone, `Contrato de ${minor.person.name}`)).toBeVisible();
  // The key is gone from the address, but a reload still knows it.
  await expect(phone).toHaveURL(/\/orbita\/candidate\/responsavel$/);
  await phone.reload();
  await expect(phone.getByText(GUARDIAN, { exact: true }).first()).toBeVisible();
  await expect(phone.getByText('6 parcelas de')).toBeVisible();
  await look(phone, 'S-53 open');
  await acceptAsGuardian(phone, product, email);
  await expect(heading(phone, 'Contrato aceito')).toBeVisible();
  await look(phone, 'S-53 done');
  await press(phone, phone.getByRole('button', { name: 'Ler o contrato aceito' }));
  await expect(phone.getByRole('dialog', { name: 'Contrato' })).toContainText(GUARDIAN);

  await expect(heading(page, 'Primeiro pagamento')).toBeVisible();
  await product.runJob('contract-copy');
  await product.runJob('outbox');
  const copy = (await product.outbox(email)).find(({ template }) => template === 'N-16');
  expect(copy?.attachments).toHaveLength(1);
  expect(faults).toEqual([]);
  await theirs.close();
});

test('S-53 an ended link says so, and one that fails to load can be retried', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(401).add(503);
  const { minor, email } = await minorBeforeContract(product, context);
  const { status } = await minor.client.call('POST /candidate/subscriptions/{id}/guardian-links', {
    params: { id: minor.subscriptionId },
    body: { channel: 'email' },
  });
  expect(status).toBe(202);
  const [mail] = await product.outbox(email);
  await page.goto(product.url('/responsavel'));
  await expect(heading(page, 'Este link não vale mais')).toBeVisible();
  await page.goto(product.url('/responsavel#wrong'));
  await page.reload();
  await expect(heading(page, 'Este link não vale mais')).toBeVisible();
  await look(page, 'S-53 over');

  await page.route('**/guardian-acceptance', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('about:blank');
  await page.goto(linkIn(mail?.text));
  await expect(page.getByText('Não foi possível carregar o contrato. Tente de novo.')).toBeVisible({
    timeout: 30_000,
  });
  await look(page, 'S-53 failed');
  await page.unroute('**/guardian-acceptance');
  await press(page, page.getByRole('button', { name: 'Tentar de novo' }));
  await expect(heading(page, `Contrato de ${minor.person.name}`)).toBeVisible();
  // The application was cancelled meanwhile.
  const cancelled = await minor.client.call('POST /candidate/subscriptions/{id}/cancellation', {
    params: { id: minor.subscriptionId },
    body: { reason: 'gave-up' },
  });
  expect(cancelled.status).toBeLessThan(300);
  await page.reload();
  await expect(heading(page, 'Este contrato não precisa mais do seu aceite')).toBeVisible();
  await look(page, 'S-53 closed');
});
