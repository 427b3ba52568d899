import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('S-27 a transfer chooses its electives by keyboard, and finds them again', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const who = await Candidate.at('signed-up', product, context);
  const id = await who.apply({ type: 1, ingress: 'document-analysis', q: 'psicologia' });
  const path = `/candidate/subscriptions/${id}`;
  const asked = await who.call<{ documentId: number }[]>('GET', `${path}/documents?stage=selection`);
  for (const { documentId } of asked)
    await product.operations('POST', `/documents/${documentId}/review`, { decision: 'waived' });
  await product.operations('POST', `/subscriptions/${id}/discipline-analysis`, {
    favourable: true,
    accepted: ['PSI102', 'PSI151'],
  });
  await who.fillData();
  const save = page.getByRole('button', { name: 'Salvar e continuar' });
  const elective = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) });

  await test.step('accepted ones are named, the others are within the limits', async () => {
    await page.goto(product.url(`/subscriptions/${id}`));
    await page.getByRole('link', { name: 'Continuar matrícula' }).press('Enter');
    await expect(heading(page, 'Suas disciplinas')).toBeVisible();
    await expect(page.getByText('PSI102 · 80 h · Aproveitada')).toBeVisible();
    await expect(page.getByText('PSI101 · 80 h · Obrigatória')).toBeVisible();
    await expect(page.getByText('Selecione de 0 a 1 disciplinas eletivas.')).toBeVisible();
    await look(page, 'S-27');
    await elective('Leitura e Escrita').press('Space');
    await elective('Antropologia').press('Space');
    await expect(page.getByText('2 de 1', { exact: true })).toBeVisible();
    await save.press('Enter');
    await expect(page.getByRole('link', { name: /[Ss]elecione de 0 a 1/ })).toBeVisible();
    await look(page, 'S-27 refused');
    await elective('Antropologia').press('Space');
  });

  await test.step('a save that fails keeps the choice', async () => {
    await page.route('**/disciplines', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await save.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Não foi possível salvar. Tente novamente.');
    await expect(elective('Leitura e Escrita')).toBeChecked();
    await page.unroute('**/disciplines');
    await save.press('Enter');
    await expect(heading(page, 'Confira e aceite o contrato')).toBeVisible();
  });

  await test.step('the choice is found again, and can be changed', async () => {
    await page.getByRole('link', { name: /^Voltar para disciplinas/ }).click();
    await expect(elective('Leitura e Escrita')).toBeChecked();
    await expect(elective('Antropologia')).not.toBeChecked();
  });
});
