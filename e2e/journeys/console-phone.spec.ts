import { Candidate } from '../support/candidate.ts';
import { secretary, title } from '../support/documents.ts';
import { look } from '../support/look.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** K04 on the phone it is designed for: 360 px, touch. */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test('K04: a candidate is found by touch without leaving a trace, and only within the role’s reach', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  expectedStatuses.add(404);
  const other = await browser.newContext();
  const candidate = await Candidate.at('contract-accepted', product, other);
  const elsewhere = await Candidate.at('signed-up', product, other, { host: 'epa.alfa.orbita.test' });
  const foreign = await elsewhere.apply({ type: 2, q: 'Gest' }, 'degree');
  await secretary(product, page, 'Hana Atendimento', 'atendimento');
  await page.goto(consoleUrl(product));
  await look(page, 'inicio-atendimento-360');

  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox');
  const people = dialog.getByRole('group', { name: 'Pessoas' }).getByRole('option');
  await page.getByRole('button', { name: 'Buscar' }).tap();
  await field.fill('cand inv');
  await expect(people.first()).toBeVisible();
  expect(await people.count()).toBeLessThanOrEqual(20);
  await expect(people.first()).toContainText(/\*\*\*\.\d{3}\.\d{3}-\*\*/);
  await look(page, 'busca-360', { busy: true });
  await field.fill(candidate.person.email);
  await expect(people).toHaveCount(1);
  await expect(people).toContainText(/\w\*\*\*@\w\*\*\*/);
  await expect(people).not.toContainText(candidate.person.cpf);
  const traces = () =>
    page.evaluate(() =>
      [
        location.href,
        document.title,
        JSON.stringify({ ...localStorage, ...sessionStorage }),
        history.length,
      ].join(' '),
    );
  expect(await traces()).not.toMatch(/cand|inv|@/);
  await field.fill(elsewhere.person.cpf);
  await expect(dialog.getByText('Ninguém encontrado.')).toBeVisible();
  await look(page, 'busca-ninguem-360', { busy: true });
  await field.fill(candidate.person.email);
  await people.first().tap();
  await expect(page).toHaveURL(new RegExp(`/inscricoes/${candidate.subscriptionId}`));
  await expect(title(page)).toHaveText(candidate.person.name);
  await look(page, 'inscricao-tocada-360');

  for (const number of [foreign, 999_999]) {
    await page.goto(consoleUrl(product, `/inscricoes/${number}`));
    await expect(page.getByText('Inscrição não encontrada ou de outra instituição.')).toBeVisible();
  }
  await look(page, 'inscricao-alheia-360');
  await other.close();
});

test('K04: a note can be changed by its author for fifteen minutes', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  expectedStatuses.add(409);
  const other = await browser.newContext();
  const candidate = await Candidate.at('approved', product, other);
  await secretary(product, page, 'Hana Atendimento', 'atendimento');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  await page.getByLabel('Nova observação').fill('Ligou pedindo boleto.');
  await page.getByRole('button', { name: 'Guardar observação' }).tap();
  await expect(page.locator('.event__note')).toHaveText('Ligou pedindo boleto.');
  await page.getByRole('button', { name: 'Mudar', exact: true }).tap();
  const change = page.getByRole('dialog', { name: 'Mudar observação' });
  await change.getByLabel('Observação').last().fill('Ligou pedindo o boleto de janeiro.');
  await look(page, 'mudar-observacao-360', { busy: true });
  await product.setClock('2026-01-12T10:16:00-03:00');
  await change.getByRole('button', { name: 'Salvar' }).tap();
  await expect(change.getByText('Observações não mudam depois de 15 minutos. Escreva outra.')).toBeVisible();
  await look(page, 'observacao-fechada-360', { busy: true });
  await change.getByRole('button', { name: 'Cancelar' }).tap();
  await page.reload();
  await expect(page.locator('.event__note')).toHaveText('Ligou pedindo boleto.');
  await expect(page.getByRole('button', { name: 'Mudar', exact: true })).toHaveCount(0);
  await other.close();
});
