import type { Page, Request } from '@playwright/test';
import { bodyOf, grade } from '../../testing/journey.ts';
import { finishEssay } from '../../testing/requests.ts';
import { Candidate, inventedPerson } from '../support/candidate.ts';
import { T0 } from '../support/product.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';
import { truthOf } from '../support/truth.ts';
import { helpIcon, helpLink } from '../support/whole-way.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const bar = (page: Page) => page.getByRole('banner');

/** Position of the bar: its lower edge, 0 or less when it has left the window. */
const barEnd = (page: Page) => bar(page).evaluate((element) => element.getBoundingClientRect().bottom);

/** Makes the page long enough to scroll. */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    const filler = document.createElement('div');
    filler.style.height = '3000px';
    document.querySelector('main')?.append(filler);
  });

async function look(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectNoSideways(page);
}

test('U30: the bar hides when scrolling down past 80 px, returns when scrolling up, and never covers the focused element', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('approved', product, context);
  for (const path of ['/portal', `/subscriptions/essays/${candidate.subscriptionId}`]) {
    await page.goto(product.url(path));
    await expect(heading(page, /./)).toBeVisible();
    await lengthen(page);
    await page.evaluate(() => scrollTo(0, 70));
    await page.waitForTimeout(400);
    expect(await barEnd(page), `${path} at 70`).toBeGreaterThan(0);
    await page.evaluate(() => scrollTo(0, 300));
    await expect.poll(() => barEnd(page), `${path} at 300`).toBeLessThanOrEqual(0);
    await page.evaluate(() => scrollTo(0, 200));
    await expect.poll(() => barEnd(page), `${path} going up`).toBeGreaterThan(0);
    // Focusing something in the bar brings it back and keeps it visible.
    await page.evaluate(() => scrollTo(0, 900));
    await expect.poll(() => barEnd(page)).toBeLessThanOrEqual(0);
    await bar(page).getByRole('link').first().focus();
    await expect.poll(() => barEnd(page), `${path} with focus`).toBeGreaterThan(0);
    await page.evaluate(() => scrollBy(0, 300));
    await page.waitForTimeout(400);
    expect(await barEnd(page), `${path} scrolled with focus`).toBeGreaterThan(0);
  }
});

test('at 375 px the bar shows the course, with its details in a popup', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('applied', product, context);
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(candidate.page);
  const details = bar(page).locator('summary').first();
  await expect(details).toContainText('Administração');
  await expect(details).toContainText('Inscrição nº');
  for (const label of ['Polo', 'Forma de ingresso', 'Modalidade'])
    await expect(bar(page).getByText(label, { exact: true }).filter({ visible: true })).toHaveCount(0);
  await details.click();
  for (const [label, value] of [
    ['Curso', 'Administração'],
    ['Polo', 'Polo Belo Horizonte'],
    ['Forma de ingresso', 'Vestibular online'],
    ['Modalidade', 'EaD'],
  ] as const) {
    await expect(bar(page).getByText(label, { exact: true }).filter({ visible: true })).toBeVisible();
    await expect(bar(page).getByText(value, { exact: true }).filter({ visible: true }).last()).toBeVisible();
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look(page, 'details of the course');
  const layers = () => page.evaluate(() => history.state?.layer ?? 0);
  await test.step('Back first closes what is open, and Forward opens nothing', async () => {
    await expect.poll(layers).toBe(1);
    await page.goBack();
    await expect(bar(page).getByText('Polo').filter({ visible: true })).toHaveCount(0);
    await page.goForward();
    await expect.poll(layers).toBe(0);
    expect(page.url()).toBe(candidate.page);
    await page.reload();
    await details.click();
    await expect.poll(layers).toBe(1);
  });
  await test.step('a reload with something open, or while it opens, stays on the page', async () => {
    await page.reload();
    await expect.poll(layers).toBe(0);
    expect(page.url()).toBe(candidate.page);
    await details.evaluate((summary: HTMLElement) => void setTimeout(() => summary.click(), 200));
    await page.route(candidate.page, async (route) => {
      await new Promise((later) => setTimeout(later, 800));
      await route.fallback();
    });
    await page.reload();
    await expect(details).toBeVisible();
    await expect.poll(layers).toBe(0);
    expect(page.url()).toBe(candidate.page);
    await page.unroute(candidate.page);
    await details.click();
    await expect.poll(layers).toBe(1);
  });
  await page.keyboard.press('Escape');
  await expect.poll(layers).toBe(0);
  await expect(details).toBeFocused();
  await expect(bar(page).getByText('Polo').filter({ visible: true })).toHaveCount(0);
  await expect(helpLink(page)).toHaveAttribute('href', /^https:\/\/wa\.me\/5531900000000/);
});

test('a name over 60 characters is cut in the bar and shown in full in the details; a fee has its own title', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('applied', product, context);
  const long = 'Administração Pública com Ênfase em Gestão de Cidades Médias e Pequenas';
  const { whole } = await truthOf(candidate);
  await page.route(`**/subscription/${candidate.subscriptionId}`, (route) =>
    route.fulfill({ json: { ...whole, courseName: long, applicationType: 'tax' } }),
  );
  await page.goto(candidate.page);
  await expect(page).toHaveURL(product.url(`/subscriptions/tax/${candidate.subscriptionId}`));
  const details = bar(page).locator('summary').first();
  await expect(details).toContainText(`${long.slice(0, 60)}...`);
  await expect(details).toContainText('Taxa de inscrição — pós-graduação');
  await details.click();
  await expect(bar(page).getByText(long, { exact: true })).toBeVisible();
  await expectNoSideways(page);
});

test('a first name longer than a line is broken, and does not widen the page', async ({
  page,
  product,
  context,
}) => {
  const person = { ...inventedPerson(), name: `${'W'.repeat(60)} Souza` };
  await Candidate.at('signed-up', product, context, { person });
  await page.goto(product.url('/portal'));
  await expect(heading(page, /^Olá, W{60}!$/)).toBeVisible();
  await expectNoSideways(page);
});

test('U33: help is beside the steps from 1000 px up and only in the bar below, covers nothing and stays as it was left', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('contract-accepted', product, context);
  const help = page.getByRole('region', { name: 'Ajuda' });
  const dismiss = page.getByRole('button', { name: 'Dispensar ajuda' });
  const reopen = help.getByRole('button', { name: 'Abrir ajuda' });
  const more = help.getByText(/Inscrição nº/);
  const airAbove = () =>
    page.locator('.page').evaluate((main) => Number.parseFloat(getComputedStyle(main).paddingBlockStart));
  /** Elements that cover something else on the page, although nobody opened them. */
  const floating = () =>
    page
      .locator('body *')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && getComputedStyle(one).position === 'fixed')
          .map((one) => one.className),
      );
  await page.setViewportSize({ width: 1501, height: 900 });
  await page.goto(candidate.page);
  await expect(heading(page, /./)).toBeVisible();
  await expect(more).toBeVisible();
  // The loading bar of a freshly opened page disappears by itself.
  await expect.poll(floating).toEqual([]);
  const wide = await airAbove();
  await page.setViewportSize({ width: 1279, height: 900 });
  expect(await airAbove(), 'a small desktop is compact').toBeLessThan(wide);
  await expect(more).toBeHidden();
  await look(page, 'compact help');
  await dismiss.click();
  await expect(reopen).toBeFocused();
  await page.reload();
  await expect(heading(page, /./)).toBeVisible();
  await reopen.click();
  await expect(help.getByRole('link')).toBeFocused();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('Problemas com a matrícula?').filter({ visible: true })).toHaveCount(0);
  await expect.poll(floating).toEqual([]);
  await helpIcon(page).click();
  await expect(helpLink(page)).toBeVisible();
  await look(page, 'help on a phone');
  await dismiss.click();
  await expect(helpIcon(page)).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(reopen).toBeVisible();
});

test('the loading bar appears only for responses slower than 200 ms', async ({ page, product, context }) => {
  await Candidate.at('applied', product, context);
  // The page's scripts and styles are already loaded: only responses remain to be waited for.
  await page.goto(product.url('/portal'));
  await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
  await page
    .getByRole('link', { name: /nova inscrição/i })
    .first()
    .click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const seen = { bars: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.querySelector('.loading-bar')) seen.bars += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
  const bars = () => page.evaluate(() => (window as unknown as { seen: { bars: number } }).seen.bars);
  const asked = new Set<Request>();
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  await page.clock.install({ time: T0 });
  await page.clock.pauseAt(Date.parse(T0) + 60_000);
  // A response is held until the page's own clock has moved far enough, however slow this machine is.
  const hold = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/candidate\/users\/[^/]+\/subscriptions$/, async (route) => {
      await promise;
      await route.fulfill({ json: [] });
    });
    return resolve;
  };
  await page.route('**/institutions', (route) => route.fulfill({ json: [] }));
  const progress = page.getByRole('progressbar', { name: 'Carregando…' });

  await test.step('a response after 150 ms', async () => {
    const release = await hold();
    await page.getByRole('link', { name: /página inicial/ }).click();
    await page.clock.runFor(150);
    release();
    const greeting = heading(page, 'Olá, Candidata!');
    // Each poll moves the page's clock by a millisecond, for the timers that a response goes through.
    await expect
      .poll(() => page.clock.runFor(1).then(() => greeting.isVisible()), { intervals: [500] })
      .toBe(true);
    // Any other response still outstanding on this page would count as slow by the clock that now moves.
    await expect.poll(() => asked.size).toBe(0);
    await page.clock.runFor(2_000);
    expect(await bars()).toBe(0);
  });
  await page.unrouteAll({ behavior: 'wait' });
  await page.clock.resume();

  await test.step('a slower response', async () => {
    const release = await hold();
    await page.goto(product.url('/portal'));
    await expect(progress).toBeVisible();
    release();
    await expect(progress).toHaveCount(0);
  });
});

test('a lost socket is replaced by polling, and being offline is shown', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const candidate = await Candidate.at('essay-started', product, context);
  await page.routeWebSocket(/\/candidate\/events\//, (socket) => void socket.close());
  await page.goto(product.url(`/tracking?subscription=${candidate.subscriptionId}`));
  await expect(page.getByText('Inscrito', { exact: true })).toBeVisible();
  bodyOf(await finishEssay(candidate.client, candidate.essayId));
  await grade(product.institution(), candidate.essayId);
  await expect(page.getByText('Aprovado', { exact: true })).toBeVisible({ timeout: 25_000 });
  await context.setOffline(true);
  await expect(page.getByText('Você está sem conexão. Verifique sua internet.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Você está sem conexão. Verifique sua internet.')).toHaveCount(0);
});

test('the sign-in page shows that it is offline, and keeps typed values', async ({
  page,
  product,
  context,
}) => {
  await page.goto(product.url('/'));
  // What is still loading when the connection is cut is reported to the console by the browser, not by the page.
  await page.waitForLoadState('networkidle');
  const document = page.getByRole('textbox', { name: 'CPF', exact: true });
  await document.fill('529.982.247-25');
  await context.setOffline(true);
  await expect(page.getByText('Você está sem conexão. Verifique sua internet.')).toBeVisible();
  await look(page, 'sign-in offline');
  await context.setOffline(false);
  await expect(page.getByText('Você está sem conexão. Verifique sua internet.')).toHaveCount(0);
  await expect(document).toHaveValue('529.982.247-25');
});

test('J20: a crashed page shows the number support can find it by', async ({ product, context }) => {
  // A separate page: something goes wrong here on purpose, and shows up in the console.
  const page = await context.newPage();
  const candidate = await Candidate.at('applied', product, context);
  const reports: { message: string; route: string; build: string }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/telemetry/client-errors')) reports.push(request.postDataJSON());
  });
  // A response of an unexpected shape makes the rendering of the page itself fail.
  const { whole } = await truthOf(candidate);
  const place = `**/subscription/${candidate.subscriptionId}`;
  await page.route(place, (route) => route.fulfill({ json: { ...whole, courseName: null } }));
  const answered = page.waitForResponse((response) => response.url().endsWith('/telemetry/client-errors'));
  await page.goto(`${candidate.page}?nota=segredo`);
  await expect(heading(page, 'Algo deu errado aqui. Tente mais tarde.')).toBeVisible();
  const trace = (await answered).headers()['x-request-id'] ?? 'none';
  expect((await answered).status()).toBe(204);
  await expect(page.getByText(`Código do atendimento: ${trace}`)).toBeVisible();
  await look(page, 'unexpected error');
  expect(reports[0]).toMatchObject({
    route: `/subscriptions/essays/${candidate.subscriptionId}`,
    build: '20251024.2',
  });
  expect(JSON.stringify(reports)).not.toContain('segredo');
  await page.unroute(place);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(heading(page, 'Antes de começar')).toBeVisible();
});

test('J20: an unknown address has its own page with a link to the start', async ({
  page,
  product,
  context,
}) => {
  await Candidate.at('signed-up', product, context);
  await page.goto(product.url('/nada'));
  await expect(heading(page, 'Página não encontrada')).toBeVisible();
  await expect(page.locator('[lang=en]')).toHaveText('This page could not be found');
  await look(page, 'not found');
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
});

test('J20: the print page is public, and without a ticket there is nothing to print', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(410).add(404);
  for (const path of ['/print', '/print?ticket=nenhum']) {
    await page.goto(product.url(path));
    await expect(page.getByText('Não há nada para imprimir.')).toBeVisible();
    await expect(page).toHaveURL(product.url(path));
    await look(page, path);
  }
});

test('U34: the page names its language and its build', async ({ page, product }) => {
  await page.goto(product.url('/'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(page.locator('meta[name=build]')).toHaveAttribute('content', '20251024.2');
});

test('U32: at 400 % zoom the frame needs no sideways scrolling and its targets are large enough', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('applied', product, context);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of [
    '/portal',
    `/subscriptions/essays/${candidate.subscriptionId}`,
    `/tracking?subscription=${candidate.subscriptionId}`,
    '/nada',
  ]) {
    await page.goto(product.url(path));
    await expect(heading(page, /./)).toBeVisible();
    await expectNoSideways(page);
    for (const target of await bar(page).locator('a, summary, button').filter({ visible: true }).all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), path).toBeGreaterThanOrEqual(24);
    }
  }
});
