import type { Locator, Page } from '@playwright/test';
import { inventedPerson } from '../../testing/people.ts';
import { pressAct } from '../support/acts.ts';
import { Candidate } from '../support/candidate.ts';
import { atBothWidths } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl, enterTeam, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/**
 * What is done for one person at the front desk: deadline extensions, a discount, an application, a dossier (spec 25.6.2,
 * 25.6.3).
 */
async function enterAs(page: Page, product: Product, role: 'atendimento' | 'secretaria'): Promise<void> {
  const email = `${role}.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const { url } = await inviteToTeam(product, 'Hana Modelo', email, [{ role, institutions: ['CUA01'] }]);
  await enterTeam(page, product, url, email);
}

async function open(page: Page, label: string): Promise<Locator> {
  await pressAct(page, label);
  return page.getByRole('dialog', { name: label });
}

const deadlineOf = async (product: Product, id: number): Promise<string> =>
  (await product.operations<{ deadlines: { payment: string } }>('GET', `/subscriptions/${id}`)).deadlines
    .payment;
const dayAfter = (instant: string, days: number): string =>
  new Date(Date.parse(`${instant.slice(0, 10)}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

test('staff extend a deadline and grant a discount, and the candidate sees both', async ({
  page,
  product,
  browser,
}) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('contract-accepted', product, other);
  const id = Number(candidate.subscriptionId);
  const before = await deadlineOf(product, id);
  await enterAs(page, product, 'secretaria');
  await page.goto(consoleUrl(product, `/inscricoes/${id}`));

  // Secretaria may extend deadlines and grant discounts.
  const extend = await open(page, 'Estender prazo');
  await expect(extend.getByText(/^Agora vai até/)).toBeVisible();
  await extend.getByRole('button', { name: 'Estender prazo' }).click();
  await expect(extend.getByText('Escolha o dia.')).toBeVisible();
  await extend.getByLabel('Novo prazo').fill(before.slice(0, 10));
  await extend.getByLabel('Motivo').fill('Banco fora do ar.');
  await extend.getByRole('button', { name: 'Estender prazo' }).click();
  await expect(extend.getByText('Escolha um dia depois do prazo de agora.')).toBeVisible();
  const until = dayAfter(before, 3);
  await extend.getByLabel('Novo prazo').fill(until);
  await atBothWidths(page, 'estender-prazo', true);
  await extend.getByRole('button', { name: 'Estender prazo' }).click();
  await expect(page.getByText('Prazo estendido.')).toBeVisible();
  expect((await deadlineOf(product, id)).slice(0, 10)).toBe(until);
  await expect(page.getByRole('region', { name: 'Linha do tempo' })).toContainText(
    'Prazo estendido: pagamento até',
  );

  // Extending a whole offer needs a second person's approval.
  const all = await open(page, 'Estender prazo');
  await all.getByLabel('Novo prazo').fill(dayAfter(before, 5));
  await all.getByText(/^Todas em andamento/).click();
  await all.getByLabel('Motivo').fill('Banco fora do ar.');
  await atBothWidths(page, 'estender-prazo-oferta', true);
  await all.getByRole('button', { name: 'Pedir aprovação' }).click();
  await expect(page.getByRole('link', { name: /pedido/i }).first()).toBeVisible();

  const give = await open(page, 'Dar desconto');
  await give.getByLabel('Quantos por cento').fill('10');
  await give.getByLabel('Vale até').fill(until);
  await give.getByLabel('Motivo').fill('Combinado com a diretoria.');
  await atBothWidths(page, 'dar-desconto', true);
  await give.getByRole('button', { name: 'Dar desconto' }).click();
  await expect(page.getByText('Desconto dado. Já está no pagamento da pessoa.')).toBeVisible();

  const take = await open(page, 'Dar desconto');
  await take.getByRole('button', { name: 'Retirar este desconto' }).click();
  const withdrawn = page.getByRole('dialog', { name: 'Retirar desconto' });
  await withdrawn.getByRole('button', { name: 'Retirar desconto' }).click();
  await expect(withdrawn.getByText('Escreva o motivo.')).toBeVisible();
  await withdrawn.getByLabel('Motivo').fill('Foi dado à pessoa errada.');
  await atBothWidths(page, 'retirar-desconto', true);
  await withdrawn.getByRole('button', { name: 'Retirar desconto' }).click();
  await expect(page.getByText('Desconto retirado. O preço cheio vale de novo.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Linha do tempo' })).toContainText(
    'A instituição retirou o desconto',
  );
  await other.close();
});

test('an application made at the desk belongs to the candidate alone, and its dossier is one file', async ({
  page,
  product,
}) => {
  await enterAs(page, product, 'atendimento');
  await page.goto(consoleUrl(product, '/inscricoes'));
  await page.getByRole('link', { name: 'Nova inscrição' }).click();
  await expect(page.getByRole('heading', { name: 'Nova inscrição', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Fazer inscrição' }).click();
  await expect(page.getByText('Confira os campos marcados.')).toBeVisible();
  await expect(page.getByText('Escolha o curso.')).toBeVisible();
  await page.getByLabel('Procurar curso').fill('administra');
  await page.getByText('Administração', { exact: true }).first().click();
  await page
    .getByText(/^Polo Belo Horizonte/)
    .first()
    .click();
  const person = inventedPerson(6_000 + Math.floor(Math.random() * 3_000));
  await page.getByLabel('Número do documento').fill(person.cpf);
  await page.getByLabel('Nome completo').fill(person.name);
  await page.getByLabel('Data de nascimento').fill('1999-05-17');
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByLabel('Celular').fill(person.cellPhone);
  await page.getByLabel('Escolaridade').selectOption('high-school');
  await page.getByText('Identidade com foto').click();
  await page.getByText('A pessoa leu o aviso de privacidade e concorda.').click();
  await atBothWidths(page, 'nova-inscricao', true);
  await page.getByRole('button', { name: 'Fazer inscrição' }).click();
  await expect(page.getByRole('heading', { name: /^Inscrição nº \d+ feita$/ })).toBeVisible();
  await expect(page.getByText(/usa o documento e um código/)).toBeVisible();
  await atBothWidths(page, 'nova-inscricao-feita', true);

  await page.getByRole('link', { name: 'Abrir inscrição' }).click();
  const timeline = page.getByRole('region', { name: 'Linha do tempo' });
  await expect(timeline).toContainText(
    'Inscrição feita no atendimento, com documento de identidade com foto em mãos',
  );
  const ask = await open(page, 'Baixar dossiê');
  await atBothWidths(page, 'dossie', true);
  const saved = page.waitForEvent('download');
  await ask.getByRole('button', { name: 'Baixar PDF' }).click();
  await expect(ask.getByText('Escolha para que é o dossiê.')).toBeVisible();
  await ask.getByText('Atendimento na secretaria').click();
  await ask.getByRole('button', { name: 'Baixar PDF' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^inscricao-\d+\.pdf$/);
  await expect(page.getByText('PDF baixado.')).toBeVisible();
});
