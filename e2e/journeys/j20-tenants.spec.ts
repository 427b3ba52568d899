import type { Page } from '@playwright/test';
import { Candidate, PASSWORD } from '../support/candidate.ts';
import { changeCatalogue, rewriteEntry } from '../support/catalogue.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

/** J20, the part about tenants and hosts: whose pages are shown, and what they look like. */

const GROUP = 'alfa.orbita.test';
const CUA = 'cua.alfa.orbita.test';
const BETA = 'beta.orbita.test';

const signIn = async (page: Page, cpf: string) => {
  await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(cpf);
  await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
};
const colour = (page: Page, role: string) =>
  page.evaluate(
    (name) => getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim(),
    role,
  );
const cards = (page: Page) => page.getByRole('article');

test('J20: the group host shows all applications and asks for a new one’s institution', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('applied', product, context, { host: GROUP });
  await candidate.apply({ q: 'Excel' }, 'degree', 'CUA01');
  await candidate.apply({ q: 'MBA em Gestão' }, 'degree', 'EPA01');
  await page.goto(product.url('/portal', GROUP));
  await expect(cards(page)).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Administração' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'MBA em Gestão' })).toBeVisible();
  await expectAccessible(page, 'portal of a group');
  await expectNoSideways(page);

  // The filter survives a reload.
  const filter = page.getByRole('group', { name: 'Instituição' });
  await filter.getByRole('button', { name: 'EPA' }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/ies=EPA01/);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await expect(filter.getByRole('button', { name: 'EPA' })).toHaveAttribute('aria-pressed', 'true');
  await filter.getByRole('button', { name: 'Todas' }).click();
  await expect(cards(page)).toHaveCount(3);

  const create = page.getByRole('button', { name: 'Nova inscrição' });
  await create.click();
  const dialog = page.getByRole('dialog', { name: 'Escolher instituição' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('link')).toHaveCount(2);
  await expectAccessible(page, 'choice of an institution');
  await expectNoSideways(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(create).toBeFocused();

  // Keyboard alone: open, go to the second institution, choose it.
  await page.keyboard.press('Enter');
  const school = dialog.getByRole('link', { name: /Escola de Pós Alfa Exemplo/ });
  for (let presses = 0; presses < 6; presses++) {
    if (await school.evaluate((link) => link === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(school).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/course\?ies=EPA01/);
  await expect(page.getByRole('heading', { name: 'Qual curso você quer fazer?' })).toBeFocused();
  await expect(page.getByText('Cursos de Escola de Pós Alfa Exemplo.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'MBA em Gestão' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Administração' })).toHaveCount(0);

  // Without a choice the course page asks by itself.
  await page.getByRole('link', { name: 'Trocar instituição' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Escolher instituição' })).toBeVisible();
  await expectAccessible(page, 'choice of an institution as a page');
  await page.getByRole('link', { name: /Centro Universitário Alfa Exemplo/ }).click();
  await expect(page.getByRole('heading', { name: 'Administração' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'MBA em Gestão' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Ver curso Administração' }).click();
  await page.getByLabel('Polo').selectOption({ index: 1 });
  await page.getByLabel('Forma de ingresso').selectOption({ label: 'ENEM' });
  await page.getByLabel('Escolaridade').selectOption({ label: 'Ensino médio completo' });
  await page.getByRole('button', { name: 'Inscrever-se' }).click();
  await expect(page).toHaveURL(/\/subscriptions\/\d+/);

  // The brand host of one institution lists only its own and has nothing to filter.
  await page.goto(product.url('/', CUA));
  await signIn(page, candidate.person.cpf);
  await expect(page).toHaveURL(/\/portal/);
  await page.getByRole('button', { name: 'Começar' }).click();
  await expect(cards(page)).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'MBA em Gestão' })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Instituição' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Nova inscrição' }).click();
  await expect(page.getByRole('heading', { name: 'Qual curso você quer fazer?' })).toBeVisible();
});

test('J20: the institution is not asked for when only one has open offers', async ({
  page,
  product,
  context,
}) => {
  const back = await changeCatalogue(product, (yaml) =>
    yaml.replace(/(institution: EPA01\n {4}start: .*\n {4}end: )[\d-]+/, '$12025-12-01'),
  );
  try {
    await Candidate.at('signed-up', product, context, { host: GROUP });
    await page.goto(product.url('/portal', GROUP));
    await page.getByRole('link', { name: 'Escolher curso' }).click();
    await expect(page).toHaveURL(/\/course\?ies=CUA01/);
    await expect(page.getByRole('heading', { name: 'Administração' })).toBeVisible();
    await expect(page.getByText('Trocar instituição')).toHaveCount(0);
    await page.goto(product.url('/course', GROUP));
    await expect(page.getByRole('heading', { name: 'Administração' })).toBeVisible();
  } finally {
    await back();
  }
});

test('J20: choosing an institution survives a slow, failed or empty response', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  await Candidate.at('signed-up', product, context, { host: GROUP });
  let answer: 'fail' | 'none' | 'real' = 'fail';
  await page.route('**/candidate/institutions', async (route) => {
    if (answer === 'fail')
      return route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"UNAVAILABLE"}' });
    if (answer === 'none') return route.fulfill({ status: 200, contentType: 'application/json', body: '[]' });
    return route.continue();
  });
  await page.goto(product.url('/portal', GROUP));
  await page.getByRole('button', { name: 'Escolher curso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Escolher instituição' });
  await expect(dialog.getByRole('alert')).toContainText('Não foi possível abrir a lista.');
  await expectAccessible(page, 'institutions failed');
  answer = 'none';
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(dialog.getByText('Não há inscrições abertas agora.')).toBeVisible();
  answer = 'real';
  await page.reload();
  await page.getByRole('button', { name: 'Escolher curso' }).click();
  await expect(dialog.getByRole('link')).toHaveCount(2);
});

test('J20, T8: the same CPF is unknown in another tenant, whose colours differ', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('applied', product, context, { host: GROUP });
  await page.goto(product.url('/', GROUP));
  const alfa = await colour(page, 'action');
  await page.goto(product.url('/', BETA));
  await signIn(page, candidate.person.cpf);
  await expect(page.getByRole('alert').getByText('Usuário não encontrado.')).toBeVisible();
  expect([alfa, await colour(page, 'action')]).toEqual(['#982439', '#0b5394']);
});

test('J20, T9: an unknown host says so and offers no controls', async ({ page, product }) => {
  const answer = await page.goto(product.url('/', 'nenhuma.orbita.test'));
  expect(answer?.status()).toBe(404);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Instituição não encontrada para este endereço.' }),
  ).toBeVisible();
  await expect(page.locator('a, button, input, select, textarea, [tabindex]')).toHaveCount(0);
  await expectAccessible(page, 'unknown host');
  await expectNoSideways(page);
});

test('J20, U31: settings without colours fall back to the product’s', async ({ page, product, context }) => {
  const back = await changeCatalogue(
    product,
    (yaml) => yaml.replaceAll(/^ {6}(?:primary|secondary|link): .*\n/gm, ''),
    'beta',
  );
  try {
    await page.goto(product.url('/', BETA));
    expect(await colour(page, 'action')).toBe('#982439');
    expect(await colour(page, 'accent')).toBe('#c59559');
    expect(await colour(page, 'link')).toBe('#982439');
    await expectAccessible(page, 'fallback colours');
  } finally {
    await back();
  }
  const { subscriptionId } = await Candidate.at('applied', product, context);
  await page.goto(product.url(`/tracking?subscription=${subscriptionId}`));
  await expect(
    page.getByRole('link', { name: /Problemas com a matrícula\?/ }).locator('visible=true'),
  ).toHaveCount(1);
});

test('the welcome loads its video only on request', async ({ page, product, context }) => {
  const back = await changeCatalogue(product, (yaml) =>
    yaml.replace(
      /(- code: CUA01[\s\S]*?introductionVideo: )null/,
      '$1https://www.youtube.com/watch?v=abcDEF123_-',
    ),
  );
  try {
    const asked: string[] = [];
    await context.route('https://www.youtube-nocookie.com/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><html lang="pt-BR"><title>Vídeo</title><body>vídeo</body></html>',
      });
    });
    await Candidate.at('signed-up', product, context);
    await context.clearCookies({ name: 'hideWelcomeModal' });
    const response = await page.goto(product.url('/portal'));
    const policy = (await response?.headerValue('content-security-policy')) ?? '';
    expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toContain('https://www.youtube-nocookie.com');
    expect(policy).not.toContain('https://www.youtube.com');
    const welcome = page.getByRole('dialog', { name: 'Boas-vindas!' });
    const play = welcome.getByRole('button', { name: /Assistir ao vídeo de apresentação/ });
    await expect(play).toBeVisible();
    await expectAccessible(page, 'welcome with a video');
    await expectNoSideways(page);
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(asked).toEqual([]);
    await play.press('Enter');
    const frame = welcome.locator('iframe[title="Vídeo de apresentação"]');
    await expect(frame).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/abcDEF123_-\?/);
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation');
    await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
    await expect(frame).toBeFocused();
    expect(asked).toHaveLength(1);
    await welcome.getByRole('button', { name: 'Começar' }).click();
    await expect(page.locator('iframe')).toHaveCount(0);
  } finally {
    await back();
  }
});

test('with sign-in switched off, the page says what to do', async ({ page, product }) => {
  const off = (code: string) => (yaml: string) =>
    rewriteEntry(yaml, 'institutions', `code: ${code}`, (entry) =>
      entry.replace('subscriptionLoginDisabled: false', 'subscriptionLoginDisabled: true'),
    );
  const notice = page.getByText(
    'O portal está fechado agora. Use o link que mandamos por e-mail ou fale com a instituição.',
  );
  const one = await changeCatalogue(product, off('CUA01'));
  await page.goto(product.url('/', CUA));
  await expect(notice).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Entrar|Criar conta/ })).toHaveCount(0);
  await expectAccessible(page, 'sign-in switched off');
  await page.goto(product.url('/', GROUP));
  await expect(page.getByRole('textbox', { name: 'Senha', exact: true })).toBeVisible();
  const both = await changeCatalogue(product, off('EPA01'));
  await page.goto(product.url('/', GROUP));
  await expect(notice).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await both();
  await one();
});

test('the sign-in page offers the document types its tenant accepts (usePassport)', async ({
  page,
  product,
}) => {
  const kinds = async (host: string) => {
    await page.goto(product.url('/', host));
    await expect(page.getByRole('textbox', { name: 'Senha', exact: true })).toBeVisible();
    return page.getByRole('radio').evaluateAll((all) => all.map((one) => one.closest('label')?.textContent));
  };
  expect(await kinds(CUA)).toEqual(['CPF', 'RNE']);
  expect(await kinds(BETA)).toEqual(['CPF', 'RNE', 'Passaporte']);
});

test('an account without the brand host’s filter can see the other institutions', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('applied', product, context);
  await page.goto(product.url('/portal'));
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('group', { name: 'Instituição' })).toHaveCount(0);
  const asked: (string | undefined)[] = [];
  await page.route('**/users/*/subscriptions', (route) => {
    asked.push(route.request().headers()['institution-global-filter']);
    return route.continue();
  });
  const check = await candidate.call<{ payloadToken: object }>('GET', '/candidate/users/check/');
  const lifted = {
    ...check,
    payloadToken: { ...check.payloadToken, disableInstitutionGlobalFilter: true },
  };
  await page.route('**/users/check/', (route) => route.fulfill({ json: lifted }));
  await page.reload();
  const filter = page.getByRole('group', { name: 'Instituição' });
  await expect(filter.getByRole('button', { name: 'CUA' })).toHaveAttribute('aria-pressed', 'true');
  expect(asked[0]).toBe('false');
  await filter.getByRole('button', { name: 'EPA' }).click();
  await expect(page.getByText('Você ainda não se inscreveu aqui.')).toBeVisible();
  await expectAccessible(page, 'an institution without applications');
  await filter.getByRole('button', { name: 'Todas' }).click();
  await expect(cards(page)).toHaveCount(1);
});
