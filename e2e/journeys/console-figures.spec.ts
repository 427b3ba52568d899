import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { inventedPerson } from '../support/candidate.ts';
import { atBothWidths } from '../support/look.ts';
import { type Product, T0 } from '../support/product.ts';
import { untilGivenUp } from '../support/repeats.ts';
import { consoleUrl, enterTeam, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** An application imported from another system, from a campaign whose name a spreadsheet would evaluate. */
async function imported(product: Product): Promise<void> {
  const { cpf, email } = inventedPerson();
  const { personId } = await product.operations<{ personId: number }>('POST', '/candidates', {
    ...{ documentType: 'cpf', document: cpf, name: 'Candidata Contada', nationality: 'BR' },
    ...{ birthDate: '2000-01-01', email, cellPhone: '31900000098' },
  });
  await product.operations('POST', '/subscriptions', {
    ...{ personId, offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH' },
    schooling: { level: 'high-school', expectedYear: null },
  });
}

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The table below a chart: its cells as text. */
async function tableOf(page: Page, name: string): Promise<string[][]> {
  await figure(page, name)
    .getByRole('button', { name: `Ver tabela ${name}` })
    .press('Enter');
  const rows = await page.getByRole('table', { name }).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
}

/** The figures of a large college instead of the few people of this journey. */
async function large(page: Page): Promise<void> {
  const asOf = T0;
  const common = { asOf, intake: { code: '2027-1', from: '2026-10-01', to: '2027-02-12' } };
  const week = [26, 22, 12, 8, 27, 29, 30];
  const days = Array.from({ length: 31 }, (_, at) => ({
    day: new Date(Date.parse(asOf) - (30 - at) * 86_400_000).toISOString().slice(0, 10),
    created: (week[at % 7] ?? 0) + Math.floor(at / 2),
    before: Math.round((week[at % 7] ?? 0) * 0.9 + at / 3),
  }));
  const steps = [
    ['subscription', 'Inscrição', 1284, 0, 9],
    ['assessment', 'Redação', 1275, 74, 233],
    ['analysis', 'Em análise', 968, 14, 0],
    ['result', 'Resultado', 954, 0, 103],
    ['data', 'Dados', 851, 96, 151],
    ['payment', 'Primeiro pagamento', 604, 52, 65],
    ['documents', 'Documentos', 487, 83, 6],
    ['enrolled', 'Matriculado', 398, 0, 0],
  ];
  const courses = [
    ['Odontologia', 40, 37],
    ['Enfermagem', 120, 120],
    ['Direito', 140, 71],
    ['Pedagogia', 160, 67],
    ['Sistemas de Informação, EaD', 320, 114],
    ['Administração, EaD', 320, 78],
  ];
  const answers: Record<string, object> = {
    daily: {
      ...{ report: 'daily', ...common, before: '2026-1', rows: days },
      headline: '813 inscrições em 30 dias, 22% acima de 2026-1',
      finding: 'Ontem foi o dia mais forte: 44, contra 35 no mesmo dia de 2026-1.',
    },
    funnel: {
      ...{ report: 'funnel', ...common, created: 1284, enrolled: 398 },
      finding: 'Enfermagem: 38% param em Primeiro pagamento. De cada 100 inscrições, 31 viraram matrícula.',
      rows: steps.map(([step, label, reached, here, ended]) => ({ step, label, reached, here, ended })),
    },
    vacancies: {
      ...{ report: 'vacancies', ...common },
      finding: 'Lotou Enfermagem (Campus Centro). Últimas vagas: 3 em Odontologia (Campus Centro).',
      rows: courses.map(([course, vacancies, taken]) => ({
        ...{ course, vacancies, taken, pole: 'Campus Centro', institutionCode: 'CUA01' },
      })),
    },
    campaigns: {
      ...{ report: 'campaigns', ...common },
      finding: '“google” traz 40% das inscrições; “instagram” é a que mais matricula: 41 de cada 100.',
      rows: [
        [null, null, 520, 160],
        ['google', 'vestibular-verao', 514, 140],
        ['instagram', 'uma-campanha-de-nome-muito-comprido-sem-nenhum-espaço-para-quebrar-a-linha', 240, 98],
        ['<img src=x onerror=alert(1)>', '=1+1', 10, 0],
      ].map(([channel, campaign, created, enrolled]) => ({
        ...{ channel, campaign, created, enrolled, others: false, approved: enrolled, paid: enrolled },
      })),
    },
  };
  await page.route('**/operations/reports/*', (route) =>
    route.fulfill({ json: answers[new URL(route.request().url()).pathname.split('/').at(-1) ?? ''] }),
  );
}

test('K08: each figure states its finding, with a table and a file of the same numbers', async ({
  page,
  product,
  expectedStatuses,
}) => {
  await imported(product);
  const email = `lia.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const { url } = await inviteToTeam(product, 'Lia Gestão', email, [{ role: 'gestao' }]);
  await enterTeam(page, product, url, email);
  await page.goto(consoleUrl(product));

  // Opened with two keys, like every screen of the navigation.
  await page.locator('h1').focus();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL(/\/paineis$/);
  for (const name of ['Inscrições por dia', 'Funil por etapa', 'Vagas que restam', 'Canais e campanhas'])
    await expect(figure(page, name).getByText(/^Contado até \d\d:\d\d$/)).toBeVisible();

  // The funnel adds up, and its file contains the same.
  const rows = await tableOf(page, 'Funil por etapa');
  const numbers = rows.map((row) => row.slice(1, 4).map(Number));
  const created = numbers[0]?.[0] ?? 0;
  expect(created).toBeGreaterThan(0);
  const enrolled = rows
    .find(([step]) => step === 'Matriculado')
    ?.slice(1, 4)
    .map(Number) ?? [0, 0, 0];
  const stood = numbers.reduce((sum, [, here = 0, ended = 0]) => sum + here + ended, 0);
  const [came = 0, here = 0, ended = 0] = enrolled;
  expect(stood + came - here - ended).toBe(created);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    figure(page, 'Funil por etapa')
      .getByRole('button', { name: /^Baixar CSV/ })
      .click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(';').slice(0, 4))).toEqual(
    rows.map(([step, ...cells]) => [`"${step}"`, ...cells.slice(0, 3)]),
  );

  // A course is filtered by its name; Back removes the filter.
  await page.getByRole('button', { name: 'Filtrar' }).click();
  const filters = page.getByRole('dialog', { name: 'Filtros' });
  await filters.getByLabel('Curso', { exact: true }).fill('administracao');
  await filters
    .getByRole('button', { name: /^Administração/ })
    .first()
    .click();
  await filters.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(/curso=ADM/);
  await expect(page.getByRole('button', { name: 'Administração', exact: true })).toBeVisible();
  await expect(
    figure(page, 'Vagas que restam').getByRole('listitem').filter({ hasText: 'de' }).first(),
  ).toContainText('Administração');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Administração', exact: true })).toHaveCount(0);

  // What it looks like for a whole college, also in forced colours.
  await large(page);
  await page.goto(consoleUrl(product, '/paineis'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '813 inscrições em 30 dias, 22% acima de 2026-1',
  );
  await expect(page.getByText('onde mais param')).toBeVisible();
  await atBothWidths(page, 'paineis');
  await tableOf(page, 'Canais e campanhas');
  await page.emulateMedia({ forcedColors: 'active' });
  const column = page.locator('.plot__column').last();
  const fill = await column.evaluate((part) => getComputedStyle(part).fill);
  const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(fill).not.toBe(ground);
  await atBothWidths(page, 'paineis-tabela');
  await page.unroute('**/operations/reports/*');

  // A figure that cannot be computed says so in its place, and the rest stays.
  expectedStatuses.add(503);
  await page.route('**/operations/reports/funnel*', (route) => route.fulfill({ status: 503, json: {} }));
  const again = figure(page, 'Funil por etapa').getByRole('button', { name: 'Tentar novamente' });
  await untilGivenUp(page, () => page.goto(consoleUrl(product, '/paineis')), again);
  await expect(figure(page, 'Vagas que restam').getByText(/^Contado até/)).toBeVisible();
});
