import type { Page, Route } from '@playwright/test';
import { Candidate, PASSWORD } from '../support/candidate.ts';
import { otherSteps, questionnaireStep } from '../support/other-steps.ts';
import { hold, pressRetry, untilGivenUp } from '../support/repeats.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

// Playwright assigns whole files to workers by name: as one unit, the last long file kept a single worker busy when all others
// had finished.
test.describe.configure({ mode: 'parallel' });

const LIST = /\/candidate\/users\/[^/]+\/subscriptions$/;

const broken = (route: Route) =>
  route.fulfill({
    status: 500,
    json: {
      code: 'UNAVAILABLE',
      message: 'Sistema indisponível. Tente mais tarde.',
      traceId: 'abc123',
    },
  });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const retry = (page: Page) => page.getByRole('button', { name: 'Tentar de novo' });

async function look(page: Page, what: string, options = {}): Promise<void> {
  await expectAccessible(page, what, options);
  await expectNoSideways(page);
}

test('every page shows a placeholder in its final shape while it loads', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('paid', product, context);
  const writer = '**/candidate/subscriptions/essays/*';
  for (const [path, pattern, done] of [
    ['/portal', LIST, 'Olá, Candidata!'],
    ['/course', '**/api/candidate/offers?*', 'Qual curso você quer fazer?'],
    [`/subscriptions/essays/${candidate.subscriptionId}`, '**/documents?*', 'Documentos'],
    [`/tracking?subscription=${candidate.subscriptionId}`, '**/steps', /./],
    [`/profile/${candidate.personId}`, '**/person-data*', /./],
    ['/profile?aba=mensagens', '**/messages?*', 'Mensagens'],
    ['/profile?aba=acesso', '**/auth/sessions', 'Senha e acesso'],
    [`/essays/${candidate.essayId}`, writer, /./],
  ] as const) {
    const held = await hold(page, pattern);
    await page.goto(product.url(path));
    await held.asked();
    const shape = page.locator('[role=status][aria-busy=true]').first();
    await expect(shape, path).toBeVisible();
    await expect(shape.getByText(/^Carregando/)).toBeAttached();
    await look(page, `${path} loading`, { loading: true });
    await held.letGo();
    await expect(heading(page, done).first()).toBeVisible();
    await expect(shape).toHaveCount(0);
  }
});

const documentsOf = ({ subscriptionId }: Candidate) => `/subscriptions/essays/${subscriptionId}`;

const FAILING = [
  [() => '/portal', LIST, 'Não foi possível carregar suas inscrições.', 'Administração'],
  [() => '/course', '**/api/candidate/offers?*', 'Não foi possível carregar os cursos.', 'Administração'],
  [documentsOf, '**/documents?*', 'Não foi possível carregar os documentos.', '0 de 7 aprovados'],
  [documentsOf, '**/subscription/*', 'Algo deu errado aqui. Tente mais tarde.', '0 de 7 aprovados'],
  [
    () => '/profile?aba=mensagens',
    '**/messages?*',
    'Não foi possível carregar suas mensagens.',
    'Pagamento confirmado',
  ],
] as const;

test('a failed load of the portal, courses, documents, messages or an application is reported and can be retried', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(500);
  const candidate = await Candidate.at('paid', product, context);
  for (const [path, pattern, text, done] of FAILING) {
    await page.route(pattern, broken);
    await untilGivenUp(page, () => page.goto(product.url(path(candidate))), page.getByText(text));
    await look(page, text);
    if (path === documentsOf && pattern === '**/subscription/*') {
      await expect(page.getByText('abc123')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Voltar ao início' })).toBeVisible();
    }
    await pressRetry(page, retry(page), pattern);
    await expect(page.getByText(done).first()).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
  }
});

test('what is shown stays when reading it again fails', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(500);
  const candidate = await Candidate.at('paid', product, context);
  await page.clock.install();
  for (const [path, pattern, , done] of FAILING) {
    await page.goto(product.url(path(candidate)));
    await expect(page.getByText(done).first()).toBeVisible();
    let asked = 0;
    await page.route(pattern, async (route) => {
      await broken(route);
      asked += 1;
    });
    // Answers are read again once they are old and the person comes back to the page.
    await page.clock.fastForward(6 * 60_000);
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(async () => {
      await page.clock.fastForward(4_000);
      expect(asked).toBeGreaterThan(2);
    }).toPass();
    await expect(page.getByText(done).first()).toBeVisible();
    await expect(retry(page)).toHaveCount(0);
    await page.unroute(pattern);
  }
});

test('S-14 S-15 S-21 S-27 load in their final shape and report a failed load', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(500);
  const steps = (await otherSteps(product, context)).map((step) => ({
    ...step,
    path: product.url(step.path),
  }));
  const questionnaire = await questionnaireStep(product, context);
  for (const { path, title, call } of [
    ...steps,
    { path: questionnaire, title: 'Questionário', call: '**/questionnaire' },
  ]) {
    const held = await hold(page, call);
    await page.goto(path);
    await held.asked();
    await expect(page.locator('[role=status][aria-busy=true]').first(), title).toBeVisible();
    await look(page, `${title} loading`, { loading: true });
    await held.letGo();
    await expect(heading(page, title)).toBeVisible();
    await page.route(call, broken);
    await page.goto(path);
    await expect(retry(page), title).toBeVisible();
    await pressRetry(page, retry(page), call);
    await expect(heading(page, title)).toBeVisible();
    await expect(retry(page)).toHaveCount(0);
  }
});

test('a failed load of the payment is reported and can be retried', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(500).add(0);
  const candidate = await Candidate.at('contract-accepted', product, context);
  const cut = (route: Route) => route.abort('connectionreset');
  for (const [failure, text] of [
    [broken, 'Não foi possível carregar o pagamento.'],
    [cut, 'O sistema não respondeu. O que você digitou continua aqui. Tente de novo em instantes.'],
  ] as const) {
    await page.route('**/payment-options', failure);
    await page.goto(candidate.page);
    await expect(page.getByText(text)).toBeVisible();
    await look(page, 'payment failed');
    // Read again, by news or by a press, the failure stays until there is an answer, and the button keeps its focus.
    const held = await hold(page, '**/payment-options');
    await retry(page).focus();
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await held.asked();
    await expect(page.getByText(text)).toBeVisible();
    await expect(retry(page)).toBeFocused();
    await page.keyboard.press('Enter');
    const trying = page.getByRole('button', { name: 'Tentando…' });
    await expect(trying).toBeFocused();
    await expect(trying).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByText(text)).toBeVisible();
    await held.letGo();
    await expect(page.getByText('6 parcelas', { exact: false }).first()).toBeVisible();
    await expect(heading(page, 'Pagamento')).toBeFocused();
  }
});

test('empty lists and searches without results', async ({ page, product, context }) => {
  await Candidate.at('signed-up', product, context);
  await page.goto(product.url('/portal'));
  await expect(page.getByText('Você ainda não tem inscrições.')).toBeVisible();
  await look(page, 'portal empty');
  await page.getByRole('link', { name: 'Escolher curso' }).click();
  await expect(heading(page, 'Qual curso você quer fazer?')).toBeVisible();
  await page.getByRole('searchbox').fill('astrologia');
  await expect(page.getByText('Nenhum curso encontrado com esses filtros.')).toBeVisible();
  await look(page, 'no course found');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(page.getByRole('button', { name: 'Ver curso Administração' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.route('**/messages?*', (route) =>
    route.fulfill({ json: { data: [], page: 1, pageSize: 20, total: 0 } }),
  );
  await page.goto(product.url('/profile?aba=mensagens'));
  await expect(page.getByText('Nada por aqui ainda.')).toBeVisible();
  await look(page, 'no messages');
});

test('events from elsewhere are shown above the step without a reload', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('applied', product, context);
  let publish = (_text: string): void => undefined;
  await page.routeWebSocket(/\/events\/business/, (socket) => {
    socket.connectToServer();
    publish = (text) => socket.send(text);
  });
  for (const path of [`/tracking?subscription=${candidate.subscriptionId}`, candidate.page]) {
    const connected = page.waitForEvent('websocket', (socket) => socket.url().includes('/events/business'));
    await page.goto(path.startsWith('http') ? path : product.url(path));
    await expect(heading(page, /./)).toBeVisible();
    await connected;
    let id = 0;
    for (const [type, text] of [
      ['document.reviewed', 'Há novidade nos seus documentos.'],
      ['student.registered', 'Seu número de matrícula chegou.'],
    ] as const) {
      id += 1;
      publish(
        JSON.stringify({
          id: `${path}${id}`,
          type,
          occurredAt: '2026-01-12T10:00:00-03:00',
          subscriptionId: candidate.subscriptionId,
          version: 9,
          data: {},
        }),
      );
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
    }
    await look(page, 'shown above the step');
    await page.getByRole('button', { name: 'Fechar aviso' }).click();
    await expect(page.getByText('Seu número de matrícula chegou.')).toHaveCount(0);
  }
});

test('S-48 messages can be reread from an application’s menu, page by page', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('applied', product, context);
  await page.goto(product.url(`/tracking?subscription=${candidate.subscriptionId}`));
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Mais opções' }).click();
  await expect(page.getByRole('link', { name: 'Acompanhar inscrição' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancelar inscrição' })).toBeVisible();
  await page.getByRole('link', { name: 'Mensagens enviadas' }).click();
  await expect(heading(page, 'Mensagens')).toBeFocused();
  const first = page.getByRole('article').filter({ hasText: 'Inscrição recebida' }).first();
  await expect(first).toContainText(/(E-mail|SMS) · .* · Centro Universitário Alfa Exemplo/);
  await expect(first).toContainText(`inscrição nº ${candidate.subscriptionId} em Administração`);
  await look(page, 'messages');
  await first.getByRole('link', { name: `Abrir inscrição nº ${candidate.subscriptionId}` }).click();
  await expect(page).toHaveURL(/\/tracking\?subscription=/);

  const message = (id: number) => ({
    id,
    channel: 'email',
    state: id === 1 ? 'failed' : 'sent',
    at: '2026-01-12T10:00:00-03:00',
    institution: 'Alfa',
    subscriptionId: null,
    title: `Mensagem ${id}`,
    paragraphs: ['Texto'],
  });
  await page.route('**/messages?*', (route) => {
    const two = new URL(route.request().url()).searchParams.get('page') === '2';
    const data = two ? [message(1)] : Array.from({ length: 20 }, (_, at) => message(21 - at));
    return route.fulfill({ json: { data, page: two ? 2 : 1, pageSize: 20, total: 21 } });
  });
  await page.goto(product.url('/profile?aba=mensagens'));
  await expect(page.getByText('20 de 21 mensagens', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Ver mais mensagens' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Não entregue' })).toContainText('Mensagem 1');
  await expect(page.getByRole('button', { name: 'Ver mais mensagens' })).toHaveCount(0);
});

test('unknown addresses and other people’s applications are not found', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(404);
  const other = await Candidate.at('applied', product, context);
  await Candidate.at('applied', product, context);
  for (const path of [
    '/nada',
    '/nada/ainda/menos',
    '/subscriptions/essays/999999',
    '/subscriptions/essays/abc',
    `/subscriptions/essays/${other.subscriptionId}`,
    `/profile/${other.personId}`,
    '/tracking?subscription=999999',
  ]) {
    await page.goto(product.url(path));
    await expect(heading(page, 'Página não encontrada'), path).toBeVisible();
    await expect(page.locator('[lang=en]')).toHaveText('This page could not be found');
    await expect(page).toHaveTitle(/^Página não encontrada/);
  }
  await look(page, 'not found');
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await expect(heading(page, 'Olá, Candidata!')).toBeVisible();
});

test('a session that ended on the server leads to sign-in and back', async ({ page, product, context }) => {
  const candidate = await Candidate.at('contract-accepted', product, context);
  await page.goto(candidate.page);
  await expect(page.getByText('6 parcelas', { exact: false }).first()).toBeVisible();
  await candidate.endSession();
  // The page may notice by itself before it is touched.
  await page
    .getByText('6 parcelas', { exact: false })
    .first()
    .click({ timeout: 3_000 })
    .catch(() => undefined);
  await expect(heading(page, 'Entre para continuar sua inscrição')).toBeVisible();
  await expect(page.getByText('Entre para continuar.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`redirectTo=.*essays.*${candidate.subscriptionId}`));
  const names = (await context.cookies(product.url('/'))).map(({ name }) => name);
  expect(names).not.toContain('accessToken');
  await look(page, 'session ended');
  await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(candidate.person.cpf);
  await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(candidate.page);
  await expect(page.getByText('6 parcelas', { exact: false }).first()).toBeVisible();
});

test('a lost connection is shown on every page, and the notice disappears by itself', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const candidate = await Candidate.at('data-complete', product, context);
  await page.goto(candidate.page);
  await expect(heading(page, /./)).toBeVisible();
  const banner = page.getByText('Você está sem conexão. Verifique sua internet.');
  await expect(banner).toHaveCount(0);
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await look(page, 'offline');
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
});
