import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { beside, documentsOf, secretary, sendAll, statusOf, title } from '../support/documents.ts';
import { plainPdf } from '../support/hostile-documents.ts';
import { atBothWidths, look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, expectNoSideways, test } from '../support/test.ts';

const NUMBERS = 'Sem número de matrícula';
const ANALYSES = 'Análises de disciplinas';

/** Presses the key that takes the next item, once the list offers it: the count is requested next to the rows. */
const begins = async (page: Page): Promise<void> => {
  await expect(page.getByRole('button', { name: 'Próximo', exact: true })).toBeVisible();
  await page.keyboard.press('n');
};

const bar = (page: Page, queue = NUMBERS) => page.getByRole('region', { name: queue });
const next = (page: Page, queue = NUMBERS) => bar(page, queue).getByRole('button', { name: 'Próximo' });
const numberOf = (page: Page) => Number(/inscricoes\/(\d+)/.exec(page.url())?.[1]);
/** The item is claimed, and its keys are active. */
const held = async (page: Page, queue = NUMBERS) => {
  await expect(bar(page, queue).getByText(/^com você até/)).toBeVisible();
  await page.waitForTimeout(350);
};

/** Somebody enrolled, without a student number yet. */
async function enrolled(product: Product, page: Page): Promise<number> {
  const candidate = await Candidate.at('paid', product, page.context());
  for (const { documentId } of (await documentsOf(candidate)).filter(({ required }) => required))
    await product.operations('POST', `/documents/${documentId}/review`, { decision: 'waived' });
  await expect.poll(() => statusOf(product, candidate.subscriptionId)).toBe(7);
  return candidate.subscriptionId;
}

/** Somebody whose transfer has everything needed to analyse its disciplines. */
async function transfer(product: Product, page: Page): Promise<number> {
  const candidate = await Candidate.at('signed-up', product, page.context());
  const id = await candidate.apply({ type: 1, ingress: 'document-analysis', q: 'psicologia' });
  await sendAll(candidate, () => plainPdf());
  return id;
}

const numberSaved = async (product: Product, id: number) =>
  (await product.operations<{ studentLyceumId: string | null }>('GET', `/subscriptions/${id}`))
    .studentLyceumId;

test('two people register student numbers one after another by keyboard at the same time', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(409);
  // Others may be left by the journeys before this one.
  for (let n = 0; n < 3; n += 1) await enrolled(product, page);
  await secretary(product, page, 'Bia Secretaria');
  await page.goto(consoleUrl(product));
  await expect(page.getByRole('link', { name: NUMBERS }).first()).toBeVisible();
  await look(page, 'inicio-filas');

  await page.goto(consoleUrl(product, '/inscricoes'));
  await page.getByRole('button', { name: new RegExp(`^${NUMBERS}`) }).click();
  await expect(page).toHaveURL(/fila=student-numbers/);
  await expect(title(page)).toHaveText(/^\d+ pessoas? sem número$/);
  await atBothWidths(page, 'fila-numeros');

  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/inscricoes\/\d+\?.*fila=student-numbers/);
  await held(page);
  const mine = numberOf(page);
  await atBothWidths(page, 'inscricao-da-fila');

  // A second person gets a different one, and sees who has the first.
  const caio = await beside(page.context(), product, 'Caio Secretaria');
  await caio.goto(consoleUrl(product, '/inscricoes?fila=student-numbers'));
  await expect(caio.locator(`[data-row="${mine}"]`)).toContainText(/^.*Com Bia Secretaria desde/);
  await begins(caio);
  await held(caio);
  expect(numberOf(caio)).not.toBe(mine);
  await caio.keyboard.press('l');
  await expect(title(caio)).toHaveText(/sem número$/);
  await caio.goto(consoleUrl(product, `/inscricoes/${mine}?fila=student-numbers`));
  await expect(bar(caio).getByText(/^Bia Secretaria está com este item até/)).toBeVisible();
  await expect(bar(caio).getByRole('button', { name: 'Informar número' })).toHaveCount(0);
  await look(caio, 'inscricao-de-outra');

  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Número de matrícula' }).fill(`BIA-${mine}`);
  await atBothWidths(page, 'numero', true);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Número de matrícula informado.').first()).toBeVisible();
  await expect(next(page)).toBeFocused();
  expect(await numberSaved(product, mine)).toBe(`BIA-${mine}`);
  await expect(bar(caio).getByText(/^Este item foi decidido por Bia Secretaria às/)).toBeVisible();

  // The next one is skipped, and nobody is offered it twice.
  await page.keyboard.press('n');
  await held(page);
  const skipped = numberOf(page);
  expect(skipped).not.toBe(mine);
  await page.keyboard.press('s');
  await expect.poll(() => numberOf(page)).not.toBe(skipped);
  await caio.keyboard.press('n');
  await expect.poll(() => numberOf(caio)).not.toBe(mine);
  await caio.close();
});

test('a colleague’s decision is not overwritten, and the queue ends at its list', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(409);
  const id = await enrolled(product, page);
  await secretary(product, page, 'Dora Matrículas');
  const dialog = page.getByRole('dialog');
  // Assigned for days: the list starts with it, and Início says so.
  await page.goto(consoleUrl(product, '/inscricoes?fila=student-numbers'));
  const row = page.getByRole('row', { name: new RegExp(`\\b${id}\\b`) });
  await row.getByRole('button', { name: /^Com quem fica/ }).click();
  await dialog.getByLabel('Pessoa').selectOption({ label: 'Dora Matrículas' });
  await atBothWidths(page, 'com-quem-fica', true);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(row.getByText('Seu', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Meus/ })).toHaveAttribute('aria-pressed', 'true');
  await page.goto(consoleUrl(product));
  await expect(page.getByText('1 com você')).toBeVisible();
  await page.goto(consoleUrl(product, `/inscricoes/${id}?fila=student-numbers`));
  await held(page);
  await expect(bar(page).getByText('Seu', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('textbox', { name: 'Número de matrícula' }).fill('TARDE-1');
  // A system of the institution is never blocked by a claim.
  await product.operations('PUT', `/subscriptions/${id}/student`, { studentLyceumId: `SISTEMA-${id}` });
  await expect(dialog).toHaveCount(0);
  await expect(bar(page).getByText(/^Este item foi decidido por/)).toBeVisible();
  expect(await numberSaved(product, id)).toBe(`SISTEMA-${id}`);
});

test('a transfer analysis is claimed, found unfavourable and leads to a refusal, also on a phone', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(404);
  const [first, second] = [await transfer(product, page), await transfer(product, page)];
  await secretary(product, page, 'Bia Secretaria');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(consoleUrl(product, '/inscricoes?fila=discipline-analyses'));
  await expect(title(page)).toHaveText(/análises? esperam?$/);
  await page.locator(`[data-row="${first}"]`).getByRole('link').click();
  await held(page, ANALYSES);
  await expectNoSideways(page);
  await look(page, 'analise-360', { busy: true });
  await bar(page, ANALYSES).getByRole('button', { name: 'Registrar análise' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Não favorável').check();
  await look(page, 'analise-dialogo-360', { busy: true });
  await dialog.getByRole('button', { name: 'Registrar análise' }).click();
  await expect(page.getByText(/^Análise registrada: não favorável/)).toBeVisible();
  await expect(next(page, ANALYSES)).toBeFocused();
  expect(await statusOf(product, first)).toBe(10);
  await page.keyboard.press('n');
  await expect.poll(() => numberOf(page)).not.toBe(first);
  await page.goto(consoleUrl(product, `/inscricoes/${second}?fila=discipline-analyses`));
  await held(page, ANALYSES);
  await page.keyboard.press('Control+Enter');
  await dialog.getByLabel('Favorável', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Registrar análise' }).click();
  await expect(page.getByText('Análise registrada.').first()).toBeVisible();
});

const GROUP = 'Grupo Secretaria da noite (2)';
const rowOf = (of: Page, id: number) => of.getByRole('row', { name: new RegExp(`\\b${id}\\b`) });

/** From the queue to its groups, of which there are none yet: creates one of two people, and assigns an item to it. */
async function assignToNewGroup(
  page: Page,
  product: Product,
  id: number,
  [found, other]: readonly [string, string],
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.goto(consoleUrl(product, '/inscricoes?fila=student-numbers'));
  await page.getByRole('link', { name: 'Grupos' }).click();
  await expect(page.getByText('Nenhum grupo ainda.')).toBeVisible();
  await page.getByRole('button', { name: 'Criar grupo' }).click();
  await dialog.getByRole('button', { name: 'Criar grupo' }).click();
  await expect(dialog.getByText('Escreva um nome.')).toBeVisible();
  await dialog.getByLabel('Nome do grupo').fill('Secretaria da noite');
  await dialog.getByLabel('Procurar uma pessoa').fill(found.toLowerCase().replace('é', 'e').slice(0, -4));
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await dialog.getByLabel(found).check();
  await dialog.getByLabel('Procurar uma pessoa').fill('');
  await dialog.getByLabel(other).check();
  await atBothWidths(page, 'grupo-novo', true);
  await dialog.getByRole('button', { name: 'Criar grupo' }).click();
  await expect(page.getByText('Grupo Secretaria da noite criado.').first()).toBeVisible();
  await atBothWidths(page, 'grupos');
  await page.goto(consoleUrl(product, '/inscricoes?fila=student-numbers'));
  await rowOf(page, id)
    .getByRole('button', { name: /^Com quem fica/ })
    .click();
  await dialog.getByLabel('Pessoa ou grupo').selectOption({ label: GROUP });
  await atBothWidths(page, 'com-quem-fica-grupo', true);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(rowOf(page, id).getByText('Do grupo Secretaria da noite')).toBeVisible();
}

/** Ends the group, which says what happens to its items. */
async function endGroup(page: Page, product: Product): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.goto(consoleUrl(product, '/grupos'));
  await page.getByRole('button', { name: 'Encerrar: Secretaria da noite' }).click();
  await expect(dialog.getByText(/volta(m)? a ser de ninguém/)).toBeVisible();
  await atBothWidths(page, 'grupo-encerrar', true);
  await dialog.getByRole('button', { name: 'Encerrar' }).click();
  await expect(page.getByText('Nenhum grupo ainda.')).toBeVisible();
}

test('a group is created, gets an item, and is ended', async ({ page, product }) => {
  const id = await enrolled(product, page);
  await beside(page.context(), product, 'Célia Tarde');
  await secretary(product, page, 'Bruna Tarde');
  await assignToNewGroup(page, product, id, ['Célia Tarde', 'Bruna Tarde']);
  await endGroup(page, product);
});

test('items assigned to a group go to different members, and to nobody once the group ends', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(409);
  const people = [await enrolled(product, page), await enrolled(product, page)];
  const celia = await beside(page.context(), product, 'Célia Noite');
  await secretary(product, page, 'Bruna Noite');
  const dialog = page.getByRole('dialog');
  // One item assigned from its row, the rest distributed.
  const [first = 0] = people;
  await assignToNewGroup(page, product, first, ['Célia Noite', 'Bruna Noite']);
  await page.getByRole('button', { name: 'Repartir' }).click();
  await dialog.getByLabel('Pessoa ou grupo').selectOption({ label: GROUP });
  await atBothWidths(page, 'repartir-grupo', true);
  await dialog.getByRole('button', { name: 'Repartir' }).click();
  await expect(dialog).toHaveCount(0);
  await atBothWidths(page, 'fila-do-grupo');
  // A duplicate name is rejected at its field.
  await page.goto(consoleUrl(product, '/grupos'));
  await page.getByRole('button', { name: 'Criar grupo' }).click();
  await dialog.getByLabel('Nome do grupo').fill('SECRETARIA DA NOITE');
  await dialog.getByRole('button', { name: 'Criar grupo' }).click();
  await expect(dialog.getByText(/^Já existe um grupo com este nome/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.goto(consoleUrl(product));
  await expect(page.getByText(/^\d+ com você$/)).toBeVisible();

  // Each of the two takes a different one.
  await page.goto(consoleUrl(product, '/inscricoes?fila=student-numbers'));
  await expect(rowOf(page, first)).toBeVisible();
  await begins(page);
  await held(page);
  await expect(bar(page).getByText('Do grupo Secretaria da noite')).toBeVisible();
  await celia.goto(consoleUrl(product, '/inscricoes?fila=student-numbers'));
  await expect(celia.getByRole('button', { name: /^Meus/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(rowOf(celia, first)).toBeVisible();
  await begins(celia);
  await held(celia);
  await expect(bar(celia).getByText('Do grupo Secretaria da noite')).toBeVisible();
  expect(numberOf(celia)).not.toBe(numberOf(page));
  await celia.close();

  await endGroup(page, product);
  await page.goto(consoleUrl(product, '/inscricoes?fila=student-numbers&de=nobody'));
  await expect(rowOf(page, first)).toBeVisible();
  await rowOf(page, first)
    .getByRole('button', { name: /^Com quem fica/ })
    .click();
  await expect(dialog.getByText('Grupo Secretaria da noite')).toBeVisible();
});
