import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { changeCatalogue } from '../support/catalogue.ts';
import type { Product } from '../support/product.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

const BETA = 'beta.orbita.test';
const COURSES = 130;
const APPLICATIONS = 30;
const code = (n: number) => `CX${String(n).padStart(3, '0')}`;
const name = (n: number) => `Curso livre ${String(n).padStart(3, '0')}`;
const numbers = Array.from({ length: COURSES }, (_, at) => at + 1);

/** An institution with many short courses, each its own offer, and people who may take all of them. */
const manyCourses = (yaml: string): string =>
  yaml
    .replace(
      '\ncourses:\n',
      `\ncourses:\n${numbers
        .map(
          (n) =>
            `  - { code: ${code(n)}, institution: FBX01, name: "${name(n)}", level: 3, modality: EaD }\n`,
        )
        .join('')}`,
    )
    .replace(
      '\ningressModes:\n',
      '\ningressModes:\n  - { code: LIVRE, name: Inscrição direta, kind: none, useDisciplines: false }\n',
    )
    .replace(
      '\noffers:\n',
      `\noffers:\n${numbers
        .map(
          (n) =>
            `  - { code: O-${code(n)}, institution: FBX01, name: "Extensão ${n}", type: 3, intake: "2026-1", ` +
            `ingressMode: LIVRE, contract: CT-GRAD, courses: [{ course: ${code(n)}, poles: [{ pole: MZ, vacancies: 9 }] }] }\n`,
        )
        .join('')}`,
    )
    .replace(/( {4}parameters:\n)/, `$1      MaxActiveSubscriptions: ${APPLICATIONS}\n`);

async function applyTo(product: Product, candidate: Candidate, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (const n of numbers.slice(0, count)) {
    const { id } = await product.operations<{ id: number }>(
      'POST',
      '/subscriptions',
      {
        personId: candidate.personId,
        offerCode: `O-${code(n)}`,
        courseCode: code(n),
        poleCode: 'MZ',
        schooling: { level: 'high-school' },
      },
      'beta',
    );
    ids.push(id);
  }
  return ids;
}

const cards = (page: Page) => page.getByRole('article');

test('thirty applications and many courses stay easy to use', async ({ page, product, context }) => {
  const restore = await changeCatalogue(product, manyCourses, 'beta');
  const candidate = await Candidate.at('signed-up', product, context, { host: BETA });
  const ids = await applyTo(product, candidate, APPLICATIONS);
  for (const [at, id] of ids.slice(0, 12).entries()) {
    if (at === 11) await product.setClock('2026-01-12T10:05:00-03:00');
    await candidate.call('POST', `/candidate/subscriptions/${id}/cancellation`, { reason: 'mistake' });
  }

  await test.step('the portal sends one request and folds away ended applications', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/subscriptions/.test(request.url())) asked.push(new URL(request.url()).pathname);
    });
    await page.goto(product.url('/portal', BETA));
    await expect(cards(page).filter({ visible: true })).toHaveCount(18);
    expect(asked.filter((path) => !path.endsWith('/subscriptions'))).toEqual([]);
    await expectAccessible(page, 'portal of thirty');
    await expectNoSideways(page);
    await page.getByText('Inscrições encerradas (12)').click();
    await expect(cards(page).filter({ visible: true })).toHaveCount(APPLICATIONS);
  });

  await test.step('tracking opens the application that changed last and shows its history', async () => {
    await page.goto(product.url('/tracking', BETA));
    await expect(page.getByText(`nº ${ids[11]}`).first()).toBeVisible();
    await page.getByText('Tudo o que aconteceu').click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Você pediu para cancelar' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Recebemos sua inscrição' })).toBeVisible();
    await expectAccessible(page, 'history');
  });

  await test.step('the course list is paginated, and a filter searches all of it', async () => {
    await page.goto(product.url('/course', BETA));
    await expect(cards(page)).toHaveCount(60);
    await page.getByRole('button', { name: 'Mostrar mais cursos' }).click();
    await expect(cards(page)).toHaveCount(120);
    await page.getByLabel('Buscar curso').fill('LIVRE 130');
    await expect(cards(page)).toHaveCount(1);
    await page.getByLabel('Buscar curso').fill('');
    await page.getByRole('button', { name: 'Graduação', exact: true }).click();
    await expect(cards(page)).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Sistemas de Informação' })).toBeVisible();
    await expectAccessible(page, 'course list');
  });

  await test.step('a course from a page not loaded yet opens by its address', async () => {
    const found = await candidate.call<{ data: { courses: { id: number }[] }[] }>(
      'GET',
      '/candidate/offers?q=livre%20130',
    );
    await page.goto(product.url(`/course?curso=${found.data[0]?.courses[0]?.id}`, BETA));
    await expect(page.getByRole('heading', { level: 1, name: name(130) })).toBeVisible();
  });
  await restore();
});
