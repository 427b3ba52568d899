import { expect, type Page } from '@playwright/test';

/** On S-11: the essay offer of Administração in Belo Horizonte, found by type and search; not submitted yet. */
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

/** Fills in the form of Administração in Belo Horizonte with the online essay. */
export async function choosePlaceAndWay(page: Page): Promise<void> {
  await page.getByLabel('Polo', { exact: true }).selectOption({ label: 'Polo Belo Horizonte' });
  await page
    .getByLabel('Forma de ingresso', { exact: true })
    .last()
    .selectOption({ label: 'Vestibular online' });
  await page.getByLabel('Escolaridade').selectOption({ label: 'Ensino médio completo' });
}

/** On phones the course facts are in a popup. */
export async function openFacts(page: Page): Promise<void> {
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Voltar ao portal' })).toBeVisible();
  const summary = bar.locator('summary').filter({ hasText: 'Ver detalhes do curso' });
  if (await summary.isVisible()) await summary.click();
}

/** The personal data still missing after a sign-up. */
export async function fillPersonal(page: Page): Promise<void> {
  await page.getByLabel('Gênero').selectOption({ label: 'Feminino' });
  await page.getByLabel('Nome da mãe').fill('Responsável Exemplo');
  await page.getByLabel('Órgão emissor').fill('SSP');
  await page.getByLabel(/^UF/).selectOption('MG');
}

/** True if the contract is on the page itself; otherwise it has a dialog. */
export const readsOnPage = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 1000;

/** The contract's text. */
export const contractText = (page: Page) => page.getByRole('region', { name: 'Texto do contrato' });

/** Scrolls the contract to its last line and ticks that it was read. */
export async function readContract(page: Page): Promise<void> {
  if (!readsOnPage(page)) await page.getByRole('button', { name: 'Ler contrato' }).click();
  await contractText(page).evaluate((text) => {
    text.scrollIntoView({ block: 'end' });
    text.scrollTop = text.scrollHeight;
  });
  await expect(page.getByText('Você chegou ao fim do contrato.')).toBeVisible();
  await page.getByLabel('Li e aceito os termos do contrato de prestação de serviços educacionais.').check();
}
