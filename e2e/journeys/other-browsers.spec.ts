import type { Page } from '@playwright/test';
import { issueLink } from '../support/access-key.ts';
import { Candidate, PASSWORD } from '../support/candidate.ts';
import { essayOf } from '../support/content.ts';
import { fillSilently, refuseParts, takeNewMethods, translate } from '../support/hard-browsers.ts';
import { look } from '../support/look.ts';
import { chooseCourse } from '../support/on-the-way.ts';
import { walkShortWay } from '../support/short-way.ts';
import { signInForm } from '../support/sign-in.ts';
import { consoleUrl, enterByPages, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';
import { heading } from '../support/whole-way.ts';

/** Real-world browsers: foreign cookies, none at all, and no storage. */

const countLoads = (page: Page) => {
  const loads = { count: 0 };
  page.on('domcontentloaded', () => {
    loads.count += 1;
  });
  return loads;
};

for (const [title, value] of [
  ['a cookie of the institution’s site with the same name as ours changes nothing: abc123', 'abc123'],
  ['a cookie of the institution’s site with the same name as ours changes nothing: %zz', '%zz'],
  ['a cookie of the institution’s site with the same name as ours changes nothing: a.b.c', 'a.b.c'],
] as const)
  test(title, async ({ page, product, context, expectedStatuses }) => {
    expectedStatuses.add(401);
    const { hostname } = new URL(product.url('/'));
    const foreign = ['accessToken', 'uuid', 'name', 'social_name', 'tenantAlias', 'cookieConsent'];
    await context.addCookies(foreign.map((name) => ({ name, value, domain: hostname, path: '/' })));
    const loads = countLoads(page);
    await page.goto(product.url('/portal'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'CPF', exact: true })).toBeVisible();
    await page.waitForTimeout(1_500);
    expect(loads.count).toBeLessThanOrEqual(2);
    const candidate = await Candidate.at('signed-up', product, context);
    await page.goto(product.url('/portal'));
    await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
    expect(candidate.page).toBeTruthy();
  });

test('without cookies the page says so and how to continue', async ({ page, product }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'cookie', {
      configurable: true,
      get: () => '',
      set: () => undefined,
    }),
  );
  const loads = countLoads(page);
  await page.goto(product.url('/'));
  await expect(heading(page, 'Os cookies estão desligados')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await look(page, 'cookies off');
  await page.waitForTimeout(1_000);
  expect(loads.count).toBe(1);
});

test('a browser that refuses only response cookies is told so instead of seeing an empty sign-in again', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('signed-up', product, context);
  await context.clearCookies();
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
    Object.defineProperty(Document.prototype, 'cookie', {
      configurable: true,
      get: () => (own?.get?.call(document) ?? '').replace(/accessToken=[^;]*/, ''),
      set: (line: string) => own?.set?.call(document, line),
    });
  });
  await page.goto(product.url('/'));
  await signInForm(page).signIn(candidate.person.cpf, PASSWORD);
  await expect(heading(page, 'Os cookies estão desligados')).toBeVisible();
});

for (const [title, storage] of [
  ['everything works if storage is null', 'null'],
  ['everything works if storage throws', 'throw'],
] as const)
  test(title, async ({ page, product, context }) => {
    await page.addInitScript((kind) => {
      for (const store of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, store, {
          configurable: true,
          get: () => {
            if (kind === 'null') return null;
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
    }, storage);
    const candidate = await Candidate.at('signed-up', product, context);
    await context.clearCookies();
    await page.goto(product.url('/'));
    await signInForm(page).signIn(candidate.person.cpf, PASSWORD);
    await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
    await page.goto(product.url('/course'));
    await chooseCourse(page);
    await page.getByRole('button', { name: 'Inscrever-se' }).click();
    await expect(heading(page, 'Antes de começar')).toBeVisible();
    await page.getByLabel('Li e concordo com as regras da redação').check();
    await page.getByRole('button', { name: 'Iniciar redação', exact: true }).click();
    await page.getByLabel('Título').fill('Sem memória');
    await page.getByLabel('Redação', { exact: true }).fill(essayOf(120));
    await expect(page.getByText(/Salvo/).first()).toBeVisible();
  });

test('without channels, locks, workers and clipboard a link opens, and its code is copied by hand', async ({
  page,
  product,
  context,
}) => {
  await refuseParts(page);
  const candidate = await Candidate.at('pix-open', product, context);
  await context.clearCookies();
  await page.goto(product.url((await issueLink(product, candidate.subscriptionId)).path));
  await page.getByRole('button', { name: 'Copiar código Pix' }).click();
  await expect(page.getByRole('alert').getByText('Não deu para copiar.')).toBeVisible();
  await expect(page.locator('code')).toHaveText(/^000201.*br\.gov\.bcb\.pix/);
  await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeFocused();
  await look(page, 'copied by hand');
});

test('J01 in the oldest browsers, which lack methods and fill in fields without an event', async ({
  page,
  product,
}) => {
  await takeNewMethods(page);
  await walkShortWay(page, product, fillSilently);
});

for (const [title, by] of [
  ['J01 on a page that is translated by a font', 'font'],
  ['J01 on a page that is translated by a text', 'text'],
] as const)
  test(title, async ({ page, product }) => {
    await translate(page, by);
    await walkShortWay(page, product);
  });

test('the console keeps working if its page is translated', async ({ page, product, context }) => {
  const candidate = await Candidate.at('applied', product, context);
  const email = 'traduz@equipe.test';
  const { url } = await inviteToTeam(product, 'Hana Modelo', email, [{ role: 'atendimento' }]);
  await translate(page, 'font');
  await enterByPages(page, product, url, email);
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  const note = page.getByRole('textbox', { name: 'Nova observação' });
  await fillSilently(note, 'Ligou de manhã.');
  await page.getByRole('button', { name: 'Guardar observação' }).click();
  await expect(page.getByRole('listitem').getByText('Ligou de manhã.').first()).toBeVisible();
  await expect(note).toHaveValue('');
  await page.goto(consoleUrl(product, '/inscricoes'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
