import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { changeCatalogue } from '../support/catalogue.ts';
import { errorSummary } from '../support/error-summary.ts';
import { expectHeadingFocus, press, type, walkTo } from '../support/keyboard.ts';
import { otherSteps } from '../support/other-steps.ts';
import { untilGivenUp } from '../support/repeats.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { helpIcon, helpLink } from '../support/whole-way.ts';

declare global {
  interface Window {
    /** Sizes of the page's layout shifts, as reported by the browser. */
    shifts: number[];
  }
}

const heading = (page: Page, name: string | RegExp = /./) => page.getByRole('heading', { level: 1, name });

/** A navigation inside the app, as a link does it, to addresses that no link on this page leads to. */
const move = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({ usr: null, key: to, idx: history.state.idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** The title is set shortly after the heading; it must differ from those seen before, and is added to them. */
async function expectOwnTitle(page: Page, path: string, titles: Set<string>): Promise<void> {
  await expect(page, path).toHaveTitle(/.+ · Centro Universitário Alfa Exemplo$/);
  await expect
    .poll(async () => titles.has(await page.title()), `the title of ${path} is its own`)
    .toBe(false);
  titles.add(await page.title());
}

test('U4 U33 every page has its own title, takes the focus and offers help in its bar', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('approved', product, context);
  const { subscriptionId: id, personId } = candidate;
  await page.goto(product.url('/profile'));
  await expect(heading(page)).toBeVisible();
  const titles = new Set<string>();
  const paths = [
    '/portal',
    '/course',
    `/profile/${personId}`,
    '/change-password',
    `/tracking?subscription=${id}`,
    `/subscriptions/essays/${id}`,
    `/essays/${candidate.essayId}`,
    '/profile?aba=privacidade',
    '/profile?aba=mensagens',
    '/profile?aba=acesso',
  ];
  for (const path of paths) {
    await move(page, product.url(path));
    await expect(heading(page).first(), path).toBeFocused();
    await expectOwnTitle(page, path, titles);
    await expect(helpIcon(page), path).toBeVisible();
    await expect(helpLink(page), path).toHaveAttribute('href', new RegExp(`^https://wa\\.me/.*${id}`));
  }
  await move(page, product.url('/nada'));
  await expect(heading(page, 'Página não encontrada')).toBeFocused();
  expect(titles).not.toContain(await page.title());
});

test('U4 U33 the test booking, ENEM score and electives pages also have a title, focus and help', async ({
  page,
  product,
  context,
}) => {
  const steps = await otherSteps(product, context);
  await page.goto(product.url('/profile'));
  await expect(heading(page)).toBeVisible();
  const titles = new Set<string>();
  for (const { path, title } of steps) {
    await move(page, product.url(path));
    await expect(heading(page, title)).toBeFocused();
    await expectOwnTitle(page, path, titles);
    await expect(helpIcon(page), path).toBeVisible();
    await expect(helpLink(page), path).toHaveAttribute('href', /^https:\/\/wa\.me\//);
  }
});

test('U30 profile and privacy pages work by keyboard alone', async ({ page, product, context }) => {
  await Candidate.at('signed-up', product, context);
  const field = (name: string) => page.locator(`[id="${name}"]`);
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  await page.goto(product.url('/portal'));
  await expect(heading(page)).toBeVisible();

  await test.step('S-37: the menu opens the profile, errors link to their fields, and data is saved', async () => {
    await press(page, page.locator('summary').filter({ hasText: 'Abrir menu da conta' }));
    await press(page, page.getByRole('link', { name: 'Alterar dados' }));
    await expectHeadingFocus(page, 'Meus dados');
    await press(page, page.getByRole('button', { name: 'Salvar', exact: true }));
    const summary = errorSummary(page);
    await expect(summary).toBeFocused();
    await press(page, summary.getByRole('link').first());
    await expect(field('genderId')).toBeFocused();
    await type(page, field('genderId'), 'Feminino');
    await type(page, field('socialName'), 'Inventada');
    await type(page, field('personAddress.zipCode'), '30100001');
    await expect(page.getByText('Endereço encontrado')).toBeVisible();
    await type(page, field('personAddress.number'), '100');
    await press(page, page.getByRole('button', { name: 'Salvar', exact: true }));
    await expect(page.getByText('Dados salvos', { exact: false }).first()).toBeVisible();
  });

  await test.step('S-38: give consent, read the history, open each request and return to the starting point', async () => {
    await walkTo(page, page.getByRole('link', { name: 'Privacidade', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expectHeadingFocus(page, 'Privacidade');
    await press(page, page.getByRole('checkbox', { name: /Quero novidades/ }), 'Space');
    await expect(page.getByText('Autorizações salvas.')).toBeVisible();
    await press(page, page.locator('summary').filter({ hasText: 'Histórico das autorizações' }));
    await expect(page.getByText(/Novidades: autorizado, nesta página/)).toBeVisible();
    for (const name of [/Baixar meus dados/, /Solicitar exclusão/]) {
      await press(page, button(name));
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading').first()).toBeFocused();
      for (let presses = 0; presses < 5; presses++) {
        await page.keyboard.press('Tab');
        expect(
          await dialog.evaluate((one) => {
            const now = document.activeElement;
            return one.contains(now) || now === document.body;
          }),
        ).toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(button(name)).toBeFocused();
    }
    await press(page, button(/Solicitar correção/));
    await type(page, page.getByLabel('O que precisa ser corrigido?'), 'Meu nome tem acento.');
    await press(page, page.getByRole('button', { name: 'Enviar solicitação' }));
    await expect(page.getByText('Solicitação registrada.')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Suas solicitações' }).getByText('Meu nome tem acento.'),
    ).toBeVisible();
  });
});

test('U31 sign-in, profile and privacy pages in two extreme themes', async ({
  page,
  product,
  context,
  browser,
}) => {
  await Candidate.at('signed-up', product, context);
  const nobody = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const signInPage = await nobody.newPage();
  try {
    for (const [colour, colorScheme] of [
      ['#FFF200', 'light'],
      ['#060608', 'dark'],
    ] as const) {
      const back = await changeCatalogue(product, (yaml) =>
        yaml.replaceAll(/^( {6}(?:primary|secondary|link): ).*$/gm, `$1"${colour}"`),
      );
      try {
        for (const one of [page, signInPage]) await one.emulateMedia({ colorScheme });
        const look = async (one: Page, what: string) => {
          await expect(heading(one).first()).toBeVisible();
          await expect(one.locator('[aria-busy=true]')).toHaveCount(0);
          await expectAccessible(one, `${what} in ${colour}, ${colorScheme}`);
        };
        await signInPage.goto(product.url('/'));
        await signInPage.getByRole('button', { name: 'Aceitar' }).or(heading(signInPage)).first().waitFor();
        await look(signInPage, 'sign-in');
        await signInPage.getByRole('button', { name: 'Entrar', exact: true }).click();
        await expect(errorSummary(signInPage)).toBeVisible();
        await look(signInPage, 'sign-in with errors');
        await signInPage.getByRole('link', { name: 'Criar conta' }).click();
        await look(signInPage, 'sign-up');
        for (const path of ['/profile', '/profile?aba=privacidade', '/change-password']) {
          await page.goto(product.url(path));
          await look(page, path);
        }
        await page
          .getByRole('button', { name: /Alterar senha|Salvar/ })
          .last()
          .click();
        await look(page, 'change of password with errors');
      } finally {
        await back();
      }
    }
  } finally {
    await nobody.close();
  }
});

test('U5 unknown, failed, closed, full and switched off are five different pages that say what to do', async ({
  page,
  product,
  context,
  browser,
  expectedStatuses,
}) => {
  expectedStatuses.add(500);
  const candidate = await Candidate.at('applied', product, context);
  const seen: { what: string; title: string; text: string }[] = [];
  const note = async (what: string, one: Page, says: RegExp, way: RegExp) => {
    const main = one.getByRole('main');
    await expect(main.getByText(says).first(), what).toBeVisible();
    await expect(
      main
        .getByRole('link', { name: way })
        .or(main.getByRole('button', { name: way }))
        .first(),
    ).toBeVisible();
    seen.push({ what, title: await one.title(), text: await main.innerText() });
  };

  await page.goto(product.url('/nada'));
  await note('unknown', page, /Nada do que é seu se perdeu/, /Voltar ao início/);

  const fail = '**/steps';
  await page.route(fail, (route) =>
    route.fulfill({
      status: 500,
      json: {
        code: 'UNAVAILABLE',
        message: 'Sistema indisponível. Tente mais tarde.',
        traceId: 'abc123',
      },
    }),
  );
  await untilGivenUp(page, () => page.goto(candidate.page), page.getByText(/Tentar de novo/).first());
  await note('failed', page, /O que você já enviou está guardado/, /Tentar de novo/);
  await page.unroute(fail);

  const { subscriptionId: id } = candidate;
  const status = await candidate.call<{ history: object[] }>('GET', `/candidate/subscriptions/${id}/status`);
  const compact = await candidate.call<object>('GET', `/candidate/subscriptions/status/${id}`);
  await page.route(`**/subscriptions/status/${id}`, (route) =>
    route.fulfill({ json: { ...compact, page: 'canceled' } }),
  );
  await page.route(`**/subscriptions/${id}/status`, (route) =>
    route.fulfill({
      json: {
        ...status,
        history: [...status.history, { ...status.history.at(-1), event: 'intake-expired' }],
      },
    }),
  );
  await page.goto(candidate.page);
  await note('closed', page, /Você pode fazer outra inscrição/, /Acompanhar inscrição/);

  await page.route('**/api/candidate/offers**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const answer = await candidate.call('GET', pathname.replace('/orbita/api', '') + search);
    const json = JSON.parse(
      JSON.stringify(answer).replaceAll(/"vacanciesState":"\w+"/g, '"vacanciesState":"full"'),
    );
    await route.fulfill({ json });
  });
  await page.goto(product.url('/course'));
  await expect(page.getByText(/^\d+ cursos com inscrições abertas até 13\/02\/2026$/)).toBeVisible();
  await expect(page.getByText('Inscrições até 13/02/2026', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Ver curso Administração' }).first().click();
  await page.getByLabel('Polo', { exact: true }).selectOption('Polo Belo Horizonte');
  await note('full', page, /Não há mais vagas para este curso. Nada foi enviado. Escolha outro/, /cursos/i);

  const back = await changeCatalogue(product, (yaml) =>
    yaml.replaceAll('subscriptionLoginDisabled: false', 'subscriptionLoginDisabled: true'),
  );
  const nobody = await browser.newContext();
  try {
    const signInPage = await nobody.newPage();
    await signInPage.goto(product.url('/'));
    const closed =
      /O portal está fechado agora. Use o link que mandamos por e-mail ou fale com a instituição/;
    await expect(signInPage.getByText(closed)).toBeVisible();
    seen.push({
      what: 'off',
      title: await signInPage.title(),
      text: await signInPage.getByRole('main').innerText(),
    });
  } finally {
    await nobody.close();
    await back();
  }
  expect(new Set(seen.map(({ text }) => text)).size, JSON.stringify(seen)).toBe(5);
});

test('the layout does not shift while responses arrive one by one', async ({ page, product, context }) => {
  let asked = 0;
  await page.route('**/orbita/api/candidate/**', async (route) => {
    asked += 1;
    await new Promise((later) => setTimeout(later, 150 * (1 + (asked % 4))));
    await route.continue();
  });
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') window.shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const calm = async (path: string) => {
    await page.goto(product.url(path));
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate(() => window.shifts);
    // People begin to notice shifts at about a tenth (web vitals: good up to 0.1).
    expect(Math.max(0, ...shifts), `the largest jump of ${path}`).toBeLessThanOrEqual(0.05);
  };
  await Candidate.at('signed-up', product, context);
  for (const path of ['/portal', '/course']) await calm(path);
  await page.goto('about:blank');
  const { subscriptionId } = await Candidate.at('approved', product, context);
  for (const path of ['/portal', `/tracking?subscription=${subscriptionId}`]) await calm(path);
});
