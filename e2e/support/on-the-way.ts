import { expect, type Page } from '@playwright/test';

/** On S-11: the essay offer of Administração in Belo Horizonte, found by type and search; not sent yet. */
export async function chooseCourse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Graduação' }).first().click();
  await page.getByRole('searchbox').or(page.getByLabel('Buscar curso')).first().fill('administra');
  await page
    .getByRole('article')
    .or(page.getByRole('listitem'))
    .filter({ hasText: 'Administração' })
    .filter({ hasText: 'Vestibular online' })
    .getByRole('button')
    .first()
    .click();
  await choosePlaceAndWay(page);
}

/** Fills the form of Administração in Belo Horizonte with the online essay. */
export async function choosePlaceAndWay(page: Page): Promise<void> {
  await page.getByLabel('Polo', { exact: true }).selectOption({ label: 'Polo Belo Horizonte' });
  await page
    .getByLabel('Forma de ingresso', { exact: true })
    .last()
    .selectOption({ label: 'Vestibular online' });
  await page.getByLabel('Escolaridade').selectOption({ label: 'Ensino médio completo' });
}

/** On phones the facts of the course are in a popup. */
export async function openFacts(page: Page): Promise<void> {
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Voltar ao portal' })).toBeVisible();
  const summary = bar.locator('summary').filter({ hasText: 'Ver detalhes do curso' });
  if (await summary.isVisible()) await summary.click();
}

/** What the personal data still lack after a sign-up. */
export async function fillPersonal(page: Page): Promise<void> {
  await page.getByLabel('Gênero').selectOption({ label: 'Feminino' });
  await page.getByLabel('Nome da mãe').fill('Responsável Exemplo');
  await page.getByLabel('Órgão emissor').fill('SSP');
  await page.getByLabel(/^UF/).selectOption('MG');
}

/** Scrolls the contract in its dialog to its last line. */
export async function readToTheEnd(page: Page): Promise<void> {
  await page.getByRole('dialog').evaluate((dialog) => {
    for (const element of [dialog, ...dialog.querySelectorAll('*')]) element.scrollTop = element.scrollHeight;
  });
}
