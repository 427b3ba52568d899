import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

const EPA = 'epa.alfa.orbita.test';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a class is chosen by keyboard and held during payment', async ({ page, product, context }) => {
  const who = await Candidate.at('signed-up', product, context);
  const path = `/candidate/subscriptions/${await who.apply({ type: 3 })}`;
  await who.fillData({ level: 'high-school', institutionName: 'Escola Exemplo', conclusionYear: 2021 });
  // Shown before it is needed: on the card, on the course page, and before the contract is accepted.
  const classes = /Terça e quinta · 19h00 às 21h00 · \d+ vagas?/;
  await page.goto(product.url('/course?tipo=extensao'));
  const card = page.getByRole('article').filter({ hasText: 'Excel para Negócios' });
  await expect(card).toContainText('Extensão · EaD · 40 horas');
  await expect(card).toContainText('Inscrição direta (sem prova)');
  await expect(card).toContainText(classes);
  await card.getByRole('button').click();
  const told = page.getByRole('region', { name: 'Turmas' });
  await expect(told).toContainText(/Turma 2 · \d+ vagas?/);
  await expect(page.getByRole('definition').filter({ hasText: 'Sem prova' })).toBeVisible();
  await look(page, 'S-11 with classes');
  await page.goto(who.page);
  await expect(
    page.getByRole('banner').getByText(`Inscrição nº ${who.subscriptionId}`, { exact: true }),
  ).toBeVisible();
  await page.getByText('Ver as turmas').click();
  await expect(page.getByText(/Turma 2 · \d+ vagas?/)).toBeVisible();
  await page.goto(product.url('/portal'));
  await expect(page.getByText('Matrícula liberada').first()).toBeVisible();
  await expect(page.getByText('Aprovado', { exact: true })).toHaveCount(0);
  await who.acceptContract();
  await page.goto(product.url(`/subscriptions/pos/classes/${who.subscriptionId}`));
  await expect(page).toHaveURL(product.url(`/subscriptions/ext/${who.subscriptionId}`));
  await expect(heading(page, 'Em qual turma você quer estudar?')).toBeVisible();
  await look(page, 'S-26');
  const choose = page.getByRole('button', { name: 'Escolher turma' });
  await choose.press('Enter');
  await expect(page.getByRole('link', { name: /selecione uma turma/ })).toBeVisible();
  await look(page, 'S-26 refused');
  await page.getByRole('radio', { name: /Turma 1/ }).press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Turma 2/ })).toBeChecked();

  const [, two] = (await who.call<{ availableClasses: { id: number }[] }>('GET', `${path}/classes`))
    .availableClasses;
  await page.route(`**/class`, (route) =>
    route.fulfill({
      status: 409,
      json: {
        code: 'CLASS_UNAVAILABLE',
        message: 'A turma selecionada não possui mais vagas ou o tempo da oferta expirou.',
      },
    }),
  );
  await choose.press('Enter');
  await expect(page.getByRole('alert')).toContainText('não possui mais vagas');
  await page.unroute(`**/class`);
  await page.getByRole('radio', { name: /Turma 2/ }).press('Space');
  await choose.press('Enter');
  await expect(heading(page, 'Pagamento')).toBeVisible();
  await expect(page.getByText('Sua vaga está reservada por')).toBeVisible();
  const kept = await who.call<{ selectedClass: { id: number } }>('GET', `${path}/classes`);
  expect(kept.selectedClass.id).toBe(two?.id);

  const asked = await product.operations<{ id: number }>(
    'POST',
    `/subscriptions/${who.subscriptionId}/manual-payments`,
    { purpose: 'enrollment', amount: 180, reason: 'Paga em dinheiro' },
  );
  await product.operations('POST', `/manual-payments/${asked.id}/decision`, {
    decision: 'refused',
    reason: 'O recibo é de outra pessoa',
  });
  await expect(page.getByText('Motivo: O recibo é de outra pessoa')).toBeVisible();
  await expect(page.getByText('Sua vaga está reservada por')).toBeVisible();
  await look(page, 'S-30 refused and held');
});

test('an interview is requested, and its date appears on the open page', async ({
  page,
  product,
  context,
}) => {
  const who = await Candidate.at('signed-up', product, context, { host: EPA });
  const path = `/candidate/subscriptions/${await who.apply({ type: 2, q: 'Gest' }, 'degree')}`;
  await who.call('PUT', `${path}/questionnaire/sections/graduate`, {
    rows: [
      {
        institution: 'Universidade Exemplo',
        course: 'Administração',
        degree: 'bachelor',
        conclusionYear: 2024,
      },
    ],
  });
  await who.call('POST', `${path}/questionnaire/submit`, {});
  const address = product.url(`/subscriptions/pos/${who.subscriptionId}`, EPA);
  await page.goto(address);
  await expect(heading(page, 'Seus dados chegaram.')).toBeVisible();
  const mine = async (list: string) =>
    (
      await product.operations<{ data: { id: number; subscriptionId: number }[] }>('GET', `/${list}`)
    ).data.find(({ subscriptionId }) => subscriptionId === who.subscriptionId)?.id;
  const decide = (decision: string, comment: string | null) =>
    mine('questionnaires').then((id) =>
      product.operations('POST', `/questionnaires/${id}/decision`, { decision, comment }),
    );
  await decide('returned', 'Conte da especialização.');
  await expect(page.getByText('A instituição pediu ajustes: Conte da especialização.')).toBeVisible();
  await look(page, 'S-21 returned');
  await who.call('POST', `${path}/questionnaire/submit`, {}, { 'idempotency-key': randomUUID() });
  await decide('approved', null);

  await expect(heading(page, 'Entrevista')).toBeVisible();
  await look(page, 'S-22');
  const send = page.getByRole('button', { name: 'Solicitar agendamento' });
  await page.getByLabel('Data 1').fill('11/01/2026');
  await send.click();
  await expect(page.getByText('Selecione uma forma de contato.', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^Erro:/);
  await look(page, 'S-22 refused');
  await page.getByRole('radio', { name: /E-mail/ }).press('Space');
  await page.getByLabel('Data 1').fill('20/01/2026');
  await page.getByLabel('Período 1').selectOption({ label: 'Manhã' });
  await send.click();
  const asked = heading(page, 'Seu pedido chegou. A coordenação do curso vai falar com você.');
  await expect(asked).toBeFocused();
  await look(page, 'S-22 requested');
  await product.operations('PUT', `/interviews/${await mine('interviews')}/appointment`, {
    at: '2026-01-20T14:00:00-03:00',
    place: 'Sala 2',
    link: null,
  });
  await expect(heading(page, 'Sua entrevista está marcada.')).toBeVisible();
  await expect(page.getByText('14h00')).toBeVisible();
  await look(page, 'S-22 scheduled');
});
