import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { archiveOf, WORKBOOK } from '../../testing/archive.ts';
import { Candidate } from '../support/candidate.ts';
import { documentsOf, secretary, sendAll, statusOf, title } from '../support/documents.ts';
import { LEAD, member } from '../support/essays.ts';
import { plainPdf } from '../support/hostile-documents.ts';
import { atBothWidths, look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name });

/** Somebody whose score was not found, and whose score report was uploaded. */
async function withBulletin(product: Product, page: Page): Promise<Candidate> {
  const candidate = await Candidate.at('signed-up', product, page.context());
  const id = await candidate.apply({ type: 1, ingress: 'exam-score', q: 'administra' });
  await candidate.call('POST', `/candidate/subscriptions/${id}/exam-score`, {
    registration: '251000000000',
    year: 2025,
  });
  await product.runJob('exam-score');
  const { data } = await product.operations<{
    data: { id: number; subscriptionId: number; state: string }[];
  }>('GET', '/exam-scores?pageSize=100');
  const own = data.find(({ subscriptionId }) => subscriptionId === id);
  if (own?.state === 'analysing')
    await product.operations('POST', `/exam-scores/${own.id}/result`, { state: 'not-found' });
  expect(await documentsOf(candidate)).toHaveLength(1);
  await sendAll(candidate, () => plainPdf());
  return candidate;
}

async function typeScores(page: Page, scores: readonly string[]): Promise<void> {
  const names = ['Linguagens', 'Ciências Humanas', 'Ciências da Natureza', 'Matemática', 'Redação'];
  for (const [at, name] of names.entries())
    await page.getByLabel(name, { exact: true }).fill(scores[at] ?? '');
}

test('K07: ENEM score reports are reviewed one after another; a likely typo is queried, and one report is refused', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(409);
  const [first, second] = [await withBulletin(product, page), await withBulletin(product, page)];
  await secretary(product, page, 'Bia Secretaria');
  await page.goto(consoleUrl(product, '/enem'));
  await expect(title(page)).toHaveText(/notas do ENEM esperam/);
  await atBothWidths(page, 'enem-lista');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/enem\/\d+/);
  const current = () => panel(page, 'Nota do ENEM');
  await expect(current().getByText('251000000000')).toBeVisible();
  await expect(page.locator('.viewer__frames iframe').first()).toBeVisible();
  await typeScores(page, ['640,5', '612.3', '588', '1001', '620']);
  await page.keyboard.press('Control+Enter');
  await expect(current().getByText('Informe uma nota de 0 a 1000, com uma casa decimal.')).toBeVisible();
  await page.getByLabel('Matemática', { exact: true }).fill('1.000');
  await expect(current().getByText(/^Média 692,2/)).toBeVisible();
  await page.waitForTimeout(350);
  await page.keyboard.press('Control+Enter');
  await expect(current().getByText(/Confira de novo: Matemática/)).toBeVisible();
  await atBothWidths(page, 'enem-notas', true);
  const before = page.url();
  await page.keyboard.press('Control+Enter');
  await expect(page).not.toHaveURL(before);
  await expect(current().getByText('251000000000')).toBeVisible();
  await page.waitForTimeout(350);
  await page.locator('h1').click();
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: 'Por que recusar?' })).toBeVisible();
  await look(page, 'enem-recusa', { busy: true });
  await page.waitForTimeout(350);
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/\/enem$/);
  await expect(page.getByText('Nenhuma nota esperando.')).toBeVisible();
  const ended = [
    await statusOf(product, first.subscriptionId),
    await statusOf(product, second.subscriptionId),
  ];
  expect(ended.sort()).toEqual([10, 3]);
});

/** The candidates of this file, by their application. */
const people = new Map<number, Candidate>();

type Submitted = { data: { id: number; subscriptionId: number }[] };
const submitted = (product: Product) =>
  product.operations<Submitted>('GET', '/questionnaires?state=submitted');
const approve = (product: Product, id: number | undefined) =>
  product.operations('POST', `/questionnaires/${id}/decision`, { decision: 'approved' });

/** Somebody whose questionnaire was submitted, and is the only one: other journeys leave theirs in the queue. */
async function asked(product: Product, page: Page): Promise<number> {
  for (const { id } of (await submitted(product)).data) await approve(product, id);
  const candidate = await Candidate.at('signed-up', product, page.context(), {
    host: 'epa.alfa.orbita.test',
  });
  const id = await candidate.apply({ type: 2, q: 'Gest' }, 'degree');
  const path = `/candidate/subscriptions/${id}/questionnaire`;
  await candidate.call('PUT', `${path}/sections/graduate`, {
    rows: [
      { institution: 'Faculdade Um', course: 'Administração', degree: 'bachelor', conclusionYear: 2020 },
    ],
  });
  await candidate.call('PUT', `${path}/sections/publications`, {
    rows: [{ title: 'Um artigo', vehicle: 'Revista', year: 2021, link: 'https://revista.test/artigo' }],
  });
  await candidate.call('POST', `${path}/submit`, {}, { 'idempotency-key': randomUUID() });
  people.set(id, candidate);
  return id;
}

test('K07: a questionnaire is read beside its decision and returned with a comment per section', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(409);
  const id = await asked(product, page);
  await member(product, page, 'Fábio Coordenação', LEAD);
  await page.goto(consoleUrl(product, '/questionarios'));
  await atBothWidths(page, 'questionarios-lista');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'Graduação' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Abrir link' });
  await expect(link).toHaveAttribute('rel', /noopener/);
  await atBothWidths(page, 'questionario', true);
  await page.getByRole('button', { name: 'Pedir correção em Graduação' }).click();
  const comment = page.getByLabel('O que a pessoa vai ler');
  await expect(comment).toHaveValue('Graduação: ');
  await comment.press('End');
  await comment.pressSequentially('falta o diploma.');
  await look(page, 'questionario-devolver', { busy: true });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Nenhum questionário esperando.')).toBeVisible();
  expect(await statusOf(product, id)).toBe(16);
});

test('K07: an interview is scheduled, moved, held and decided by its interviewer', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(409);
  const id = await asked(product, page);
  const own = (await submitted(product)).data.find(({ subscriptionId }) => subscriptionId === id);
  await approve(product, own?.id);
  const candidate = people.get(id);
  await candidate?.call('POST', `/candidate/subscriptions/${id}/interview`, {
    channel: 'email',
    periods: [{ date: '2026-01-20', period: 'afternoon' }],
  });
  await member(product, page, 'Gil Entrevistas', [{ role: 'entrevistas', institutions: ['EPA01'] }]);
  await page.goto(consoleUrl(product, '/entrevistas'));
  await expect(page.getByText('Nenhuma entrevista marcada neste período.')).toBeVisible();
  await page.getByRole('button', { name: 'A marcar' }).click();
  await expect(title(page)).toHaveText(/entrevistas sem data/);
  await atBothWidths(page, 'entrevistas-a-marcar');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'Marcar entrevista' })).toBeVisible();
  await page.getByLabel('Data', { exact: true }).fill('2026-01-20');
  await page.getByLabel('Hora', { exact: true }).fill('09:30');
  await page.getByLabel('Quem entrevista').selectOption({ label: 'Gil Entrevistas' });
  await page.getByLabel(/^Lugar/).fill('Sala 2');
  await page.getByRole('button', { name: 'Marcar', exact: true }).click();
  await expect(page.getByText('Fora dos períodos preferidos. Marcar assim mesmo?').first()).toBeVisible();
  await atBothWidths(page, 'entrevista-marcar', true);
  await page.getByLabel('Hora', { exact: true }).fill('14:30');
  await page.getByRole('button', { name: 'Marcar', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Realizada' })).toBeVisible();
  await page.getByRole('button', { name: 'Realizada' }).click();
  await expect(page.getByLabel(/^Notas da equipe/)).toBeVisible();
  await page.getByLabel(/^Notas da equipe/).fill('Conhece a área.');
  await atBothWidths(page, 'entrevista-decidir', true);
  await page.getByRole('button', { name: /^Aprovar/ }).click();
  await expect.poll(() => statusOf(product, id)).toBe(3);
});

test('K05: attendance is marked on a phone, results are entered by hand with a preview, and the session is cancelled', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(0).add(404).add(409);
  const candidate = await Candidate.at('signed-up', product, page.context());
  const id = await candidate.apply({ type: 1, ingress: 'scheduled-test' });
  const places = await product.operations<{ dates: { slots: { id: number }[] }[] }[]>(
    'GET',
    `/subscriptions/${id}/scheduling`,
  );
  const hourId = places[0]?.dates[0]?.slots[0]?.id;
  await product.operations('PUT', `/subscriptions/${id}/scheduling`, {
    hourId,
    reason: 'Pediu por telefone.',
  });
  await secretary(product, page, 'Hana Secretaria');
  await page.goto(consoleUrl(product, '/provas'));
  await atBothWidths(page, 'provas-lista');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(consoleUrl(product, `/provas/${hourId}`));
  await page.getByLabel('Buscar pelo nome').fill('candidata');
  const row = page.getByRole('group', { name: /^Presença de/ }).first();
  await page.context().setOffline(true);
  await row.getByRole('button', { name: 'Presente' }).click();
  await expect(page.getByText('Sem conexão. A marcação será enviada.')).toBeVisible();
  await look(page, 'prova-sem-conexao-360', { busy: true });
  await page.context().setOffline(false);
  await expect(page.getByText('Sem conexão. A marcação será enviada.')).toBeHidden();
  await expect(row.getByRole('button', { name: 'Presente' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.getByText('1 de 1 presentes')).toBeVisible();
  await look(page, 'prova-presenca-360');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Dar notas' }).click();
  await page.getByRole('textbox', { name: /^Nota de/ }).fill('640,5');
  await expect(page.getByText(/^Passam: 1\. Não passam: 0\. Faltaram: 0\./)).toBeVisible();
  await look(page, 'prova-notas');
  await page.getByLabel('Ler notas de um arquivo').setInputFiles({
    name: 'notas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`inscricao;presente;nota\n99999;sim;640\n${id};sim;1001`),
  });
  await expect(page.getByText('Linha 2: a inscrição 99999 não está neste horário.')).toBeVisible();
  await expect(page.getByText('Linha 3: a nota deve ser de 0 a 1000.')).toBeVisible();
  // Choosing begins anew: browsers report nothing when the same file, corrected meanwhile, is chosen again.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByLabel('Ler notas de um arquivo').click(),
  ]);
  await expect(page.getByText('Linha 3: a nota deve ser de 0 a 1000.')).toBeHidden();
  await chooser.setFiles({
    name: 'notas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`inscrição;presente;nota\n${id};não;`, 'latin1'),
  });
  await expect(page.getByText('1 linha sem erro, 0 com erro.')).toBeVisible();
  const cells = (...texts: readonly (string | number)[]) =>
    `<row>${texts.map((one) => `<c t="inlineStr"><is><t>${one}</t></is></c>`).join('')}</row>`;
  const sheet = `<worksheet>${cells('inscricao', 'presente', 'nota')}${cells(id, 'sim', 700)}${cells(id, 'sim', 1)}</worksheet>`;
  await page.getByLabel('Ler notas de um arquivo').setInputFiles({
    name: 'notas.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: archiveOf([
      ...WORKBOOK.slice(0, 2),
      { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(sheet) },
    ]),
  });
  await expect(page.getByText('Linha 3: inscrição repetida na linha 2.')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancelar horário' })).toBeHidden();
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/prova-impressa.png` });
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Cancelar horário' }).click();
  await expect(page.getByText('Avisamos 1 pessoa, que escolhe outra hora.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar e avisar' }).click();
  await expect(page.getByText('Este horário foi cancelado.')).toBeVisible();
  await expect.poll(() => statusOf(product, id)).toBe(1);
});
