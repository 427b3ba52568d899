import type { BrowserContext, Locator, Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { errorSummary } from '../support/error-summary.ts';
import { walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

const EPA = 'epa.alfa.orbita.test';
const GRADUATE = {
  institution: 'Universidade Exemplo',
  course: 'Administração',
  degree: 'bachelor',
  conclusionYear: 2024,
};
const CONFLICT = 'Esta seção foi alterada em outra janela.';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const section = (page: Page, name: string): Locator =>
  page.locator('details').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
const saveLine = (page: Page) => page.locator('.save-line');
const saved = (page: Page) => expect(saveLine(page)).toHaveText(/^Salvo às \d\d:\d\d:\d\d$/);
/** What a screen reader announces about saving. */
const errors = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^(Salvo|Salvando|Guardamos|Não foi)/ });
const open = (page: Page, name: string) => section(page, name).locator('summary').click();
const saveNow = (page: Page) => page.getByRole('button', { name: 'Salvar rascunho' }).click();

type Known = { sections: { key: string; rows: Record<string, string | number | null>[] }[] };

/** An applicant at the questionnaire, and what the server stored for it. */
async function begin(page: Page, product: Product, context: BrowserContext) {
  const who = await Candidate.at('signed-up', product, context, { host: EPA });
  const path = `/candidate/subscriptions/${await who.apply({ type: 2, q: 'Gest' }, 'degree')}/questionnaire`;
  const address = product.url(`/subscriptions/pos/${who.subscriptionId}`, EPA);
  await page.goto(address);
  await expect(heading(page, 'Questionário')).toBeVisible();
  return {
    address,
    rowsOf: async (key: string) =>
      (await who.call<Known>('GET', path)).sections.find((one) => one.key === key)?.rows,
    keep: (key: string, rows: unknown[]) => who.call('PUT', `${path}/sections/${key}`, { rows }),
  };
}

test('U8 U10 a questionnaire is filled in, resumed, checked, sent and then read-only', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(500);
  const { address, rowsOf, keep } = await begin(page, product, context);
  await saveNow(page);
  await expect(saveLine(page)).toHaveText('Nada a salvar.');
  await look(page, 'S-21');
  const graduate = section(page, 'Graduação');
  await graduate.getByLabel('Instituição').fill(GRADUATE.institution);
  await graduate.getByLabel('Curso').fill(GRADUATE.course);
  await open(page, 'Idiomas');
  const languages = section(page, 'Idiomas');
  await languages.getByRole('button', { name: 'Adicionar idioma' }).click();
  await expect(languages.getByLabel('Idioma', { exact: true })).toBeFocused();
  await page.keyboard.type('Inglês');
  await languages.getByLabel('Nível').selectOption({ label: 'Fluente' });
  await languages.getByRole('button', { name: 'Adicionar idioma' }).click();
  const second = languages.getByRole('group', { name: 'Idioma 2' });
  await second.getByLabel('Idioma', { exact: true }).fill('Francês');
  await languages.getByRole('button', { name: 'Remover Idioma 1' }).click();
  await expect(languages.getByRole('button', { name: 'Desfazer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(languages.getByLabel('Idioma', { exact: true }).first()).toHaveValue('Inglês');
  await saveNow(page);
  await saved(page);
  await expect(errors(page)).toHaveCount(0);
  await expect(page.getByText('0 de 10 seções')).toBeVisible();
  expect(await rowsOf('languages')).toEqual([
    { language: 'Inglês', level: 'fluent', certificate: null },
    { language: 'Francês', level: null, certificate: null },
  ]);

  await page.reload();
  await expect(graduate.getByLabel('Curso')).toHaveValue(GRADUATE.course);
  await open(page, 'Idiomas');
  await expect(second.getByLabel('Idioma', { exact: true })).toHaveValue('Francês');
  await languages.getByRole('button', { name: 'Remover Idioma 2' }).click();
  await open(page, 'Publicações');
  const publications = section(page, 'Publicações');
  await publications.getByRole('button', { name: 'Adicionar publicação' }).click();
  await publications.getByLabel('Título').fill('Artigo');
  await publications.getByLabel('Link ou DOI').fill('abc');
  await publications.getByLabel('Veículo').fill('Revista');
  await expect(publications.getByText('Informe um endereço válido (https://…).')).toBeVisible();
  await expect(saveLine(page)).toHaveText('Ainda não salvo: corrija os campos marcados.');
  await publications.getByLabel('Link ou DOI').fill('10.1000/182');
  await publications.getByLabel('Ano').fill('2023');
  await look(page, 'S-21 filled');

  await page.getByRole('button', { name: 'Conferir e enviar' }).click();
  await expect(heading(page, 'Confira antes de enviar')).toBeFocused();
  await page.getByRole('button', { name: 'Enviar questionário' }).click();
  await expect(errorSummary(page)).toBeFocused();
  await expect(
    page.getByRole('heading', { name: 'Preencha as seções obrigatórias: Graduação.' }),
  ).toBeVisible();
  await expect(page).toHaveTitle(/^Erro:/);
  await look(page, 'S-21 refused');
  await errorSummary(page).getByRole('link', { name: 'Graduação 1, Grau: obrigatório.' }).click();
  await expect(graduate.getByLabel('Grau')).toBeFocused();
  await expect(graduate.getByText('Obrigatório.')).toHaveCount(2);
  await look(page, 'S-21 errors');
  await page.setViewportSize({ width: 320, height: 256 });
  await look(page, 'S-21 at 400 %');
  await page.setViewportSize({ width: 360, height: 740 });
  await graduate.getByLabel('Grau').selectOption({ label: 'Bacharelado' });
  await graduate.getByLabel('Ano de conclusão').fill('2024');
  await expect(graduate.getByText('Preenchida')).toBeVisible();
  await expect(page.getByText('3 de 10 seções')).toBeVisible();

  // Another page empties what this one considers complete: the server decides.
  await saveNow(page);
  await saved(page);
  await keep('graduate', []);
  await page.getByRole('button', { name: 'Conferir e enviar' }).click();
  await page.getByRole('button', { name: 'Enviar questionário' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Enviar questionário' }).click();
  await expect(errorSummary(page).getByRole('link', { name: 'Graduação' })).toBeVisible();
  await keep('graduate', [GRADUATE]);

  await page.getByRole('button', { name: 'Enviar questionário' }).click();
  await expect(dialog).toContainText('você não poderá alterar');
  await look(page, 'S-21 asked');
  await page.route('**/questionnaire/submit', (route) =>
    route.fulfill({ status: 500, json: { code: 'UNAVAILABLE', message: 'x', traceId: 't' } }),
  );
  await dialog.getByRole('button', { name: 'Enviar questionário' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Não foi possível enviar o questionário. Tente de novo.',
  );
  await page.unroute('**/questionnaire/submit');
  await dialog.getByRole('button', { name: 'Enviar questionário' }).click();
  await expect(heading(page, 'Seus dados chegaram.')).toBeVisible();
  // What was submitted stays readable while the institution reviews it.
  await page.getByRole('link', { name: 'Ver o que enviei' }).click();
  await expect(page).toHaveURL(`${address}?ver=questionario`);
  await expect(page.getByRole('heading', { level: 2, name: 'Publicações' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await look(page, 'S-21 record');
  expect(await rowsOf('publications')).toEqual([
    { title: 'Artigo', vehicle: 'Revista', year: 2023, link: '10.1000/182' },
  ]);
});

test('U13 the older of two windows chooses which version to keep, and nothing is lost', async ({
  page,
  product,
  context,
}) => {
  const { address, rowsOf } = await begin(page, product, context);
  const course = (of: Page) => section(of, 'Graduação').getByLabel('Curso');
  const other = await context.newPage();
  await other.goto(address);
  await course(other).fill('Da outra janela');
  await saveNow(other);
  await saved(other);
  await page.bringToFront();
  await course(page).fill('Desta janela');
  await saveNow(page);
  await expect(page.getByRole('alert').getByText(CONFLICT)).toBeVisible();
  await expect(course(page)).toHaveValue('Desta janela');
  await expect(course(page)).toBeDisabled();
  await expect(page.getByText('Da outra janela')).toBeVisible();
  await look(page, 'S-21 conflict');

  // Neither is lost by a reload.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('alert').getByText(CONFLICT)).toBeVisible();
  await expect(course(page)).toHaveValue('Desta janela');
  await page.getByRole('button', { name: 'Manter o desta janela' }).click();
  await expect(page.getByText(CONFLICT)).toBeHidden();
  await saved(page);
  expect((await rowsOf('graduate'))?.[0]).toMatchObject({ course: 'Desta janela' });

  await other.bringToFront();
  await course(other).fill('Outra vez');
  await saveNow(other);
  await other.getByRole('button', { name: 'Usar o que está salvo' }).click();
  await expect(course(other)).toHaveValue('Desta janela');
  await expect(course(other)).toBeEditable();
});

test('U21 U30 text typed offline and by keyboard is kept and sent later', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0).add(500);
  const { rowsOf } = await begin(page, product, context);
  const graduate = section(page, 'Graduação');
  await context.setOffline(true);
  await walkTo(page, graduate.getByLabel('Instituição'));
  await page.keyboard.type('Escrito sem rede');
  await expect(saveLine(page)).toHaveText('Guardamos aqui e enviamos depois.');
  await expect(errors(page)).toHaveText('Guardamos aqui e enviamos depois.');
  await context.setOffline(false);
  await saved(page);
  await expect(errors(page)).toHaveText(/^Salvo às/);
  expect((await rowsOf('graduate'))?.[0]).toMatchObject({ institution: 'Escrito sem rede' });

  await page.route('**/questionnaire/sections/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'UNAVAILABLE', message: 'x', traceId: 't' } }),
  );
  await walkTo(page, graduate.getByLabel('Curso'));
  await page.keyboard.type('Direito');
  await walkTo(page, section(page, 'Especialização').locator('summary'));
  await page.keyboard.press('Enter');
  await expect(saveLine(page)).toHaveText('Não foi possível salvar o questionário. Tente de novo.');
  await look(page, 'S-21 not saved');
  await page.unroute('**/questionnaire/sections/*');
  await walkTo(
    page,
    section(page, 'Especialização').getByRole('button', { name: 'Adicionar especialização' }),
  );
  await page.keyboard.press('Enter');
  await page.keyboard.type('Faculdade Exemplo');
  await walkTo(page, page.getByRole('button', { name: 'Salvar rascunho' }));
  await page.keyboard.press('Enter');
  await saved(page);
  expect((await rowsOf('graduate'))?.[0]).toMatchObject({ course: 'Direito' });
  expect((await rowsOf('specialist'))?.[0]).toMatchObject({ institution: 'Faculdade Exemplo' });
});
