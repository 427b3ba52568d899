import { Candidate } from '../support/candidate.ts';
import { atBothWidths } from '../support/look.ts';
import { consoleUrl, enterTeam, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

test('K04: stalled candidates are filtered, given an owner and reminded once, after a preview of the message', async ({
  page,
  product,
  browser,
}) => {
  const people = [
    await Candidate.at('contract-accepted', product, await browser.newContext()),
    await Candidate.at('contract-accepted', product, await browser.newContext()),
  ];
  const ids = people.map(({ subscriptionId }) => subscriptionId);
  const [id = 0] = ids;
  const email = `secretaria.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const grants = [{ role: 'secretaria', institutions: ['CUA01'] }];
  const { url } = await inviteToTeam(product, 'Bia Secretaria', email, grants);
  await enterTeam(page, product, url, email);

  // Filters are chosen by name, and shown as chips with their names.
  await page.goto(consoleUrl(product, '/inscricoes'));
  await page.getByRole('button', { name: 'Mais filtros' }).click();
  const filters = page.getByRole('dialog', { name: 'Filtrar inscrições' });
  await filters.getByLabel('Curso', { exact: true }).fill('administracao');
  await atBothWidths(page, 'filtros-por-nome', true);
  await filters
    .getByRole('button', { name: /^Administração/ })
    .first()
    .click();
  await filters.getByLabel('Espera', { exact: true }).selectOption('pessoa');
  await filters.getByLabel('Matrícula pendente').check();
  await filters.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page).toHaveURL(/curso=ADM/);
  await expect(page.getByRole('button', { name: 'Administração', exact: true })).toBeVisible();
  const row = (of: number) => page.locator(`[data-row="${of}"]`);
  for (const one of ids) await expect(row(one)).toContainText('A pessoa');

  // The columns are saved for the user.
  await page.getByRole('button', { name: 'Colunas' }).click();
  const columns = page.getByRole('dialog', { name: 'Colunas da lista' });
  await columns.getByLabel('Polo').uncheck();
  await columns.getByLabel('Acompanha').check();
  await columns.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('columnheader', { name: 'Polo' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Acompanha' })).toBeVisible();

  // Two rows are selected, and the effect is shown before anything is sent.
  for (const one of ids) await row(one).getByRole('checkbox').check();
  await atBothWidths(page, 'escolhidas');
  await page.getByRole('button', { name: 'Enviar lembrete a 2 escolhidas' }).click();
  const reminder = page.getByRole('dialog', { name: 'Enviar lembrete' });
  await reminder.getByRole('radio', { name: 'Prazo de pagamento' }).check();
  await expect(reminder.getByText('Recebem: 2 pessoas')).toBeVisible();
  await expect(reminder.getByText(/^Seu prazo de pagamento termina em/)).toBeVisible();
  await atBothWidths(page, 'lembrete-antes', true);
  await reminder.getByRole('button', { name: 'Enviar a 2 pessoas' }).click();
  await expect(reminder.getByText('Enviado: 2 de 2 enviados')).toBeVisible({ timeout: 30_000 });
  await atBothWidths(page, 'lembrete-enviado', true);
  await reminder.getByRole('button', { name: 'Fechar' }).last().click();

  // The same people are left out for two days, and the page says why.
  await page.getByRole('button', { name: 'Enviar lembrete a 2 escolhidas' }).click();
  await expect(reminder.getByText('Agora não há quem receba.')).toBeVisible();
  await expect(reminder.getByText(/já recebeu um lembrete nas últimas 48 horas/)).toBeVisible();
  await reminder.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Lembretes já enviados' }).click();
  const past = page.getByRole('dialog', { name: 'Lembretes já enviados' });
  await expect(past.getByText('Enviados a 2 pessoas')).toBeVisible();
  await past.getByRole('button', { name: 'Fechar' }).last().click();

  // The user opens one of them and finds it again.
  await row(id).getByRole('link').click();
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await expect(page.getByText('Espera:')).toBeVisible();
  await page.getByRole('button', { name: 'Acompanhar', exact: true }).click();
  const own = page.getByRole('dialog', { name: 'Acompanhar esta inscrição' });
  await own.getByLabel('Próximo contato').fill('2030-01-15');
  await own.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText(/próximo contato em 15\/01\/2030/)).toBeVisible();
  await atBothWidths(page, 'acompanhada');
  await page.goto(consoleUrl(product, '/inscricoes'));
  await page.getByRole('button', { name: 'Minhas' }).click();
  await expect(row(id)).toContainText('você');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await page.getByRole('link', { name: 'Aprovado, não pagou há 5 dias' }).click();
  await expect(page).toHaveURL(/parada=5/);
});
