import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

const open = async (page: Page, entry: string) => {
  await page.locator('summary', { hasText: 'Mais opções' }).click();
  await page.getByRole('button', { name: entry }).click();
  return page.getByRole('dialog', { name: entry });
};

test('J16 course and pole change in a dialog that sends nothing until it is complete', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(409);
  const candidate = await Candidate.at('approved', product, page.context());
  const puts: string[] = [];
  const unnamed: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/subscriptions/')) puts.push(request.url());
    if (/\/api\/candidate\/(subscriptions|offers)/.test(request.url()))
      if (request.headers()['x-institution-code'] !== 'CUA01') unnamed.push(request.url());
  });
  await page.clock.install();
  await page.goto(candidate.page);
  const dialog = await open(page, 'Alterar inscrição');
  const course = dialog.getByLabel('Curso');
  const pole = dialog.getByLabel('Polo');
  await expect(course).toHaveValue(/\d+/);
  await expect(pole).toHaveValue(/\d+/);
  const first = { course: await course.inputValue(), pole: await pole.inputValue() };
  await course.selectOption({ label: 'Ciências Contábeis' });
  await expect(pole).toHaveValue('');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Obrigatório.', { exact: true })).toBeVisible();
  await look(page, 's35');
  expect(puts).toEqual([]);
  await course.selectOption(first.course);
  await expect(pole).toHaveValue(first.pole);

  // If only the current choice exists, there is nothing to save.
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  const alone = (list: string, id: string) =>
    page.route(list, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const path = pathname.replace('/orbita/api', '') + search;
      const all = await candidate.call<{ id: number }[]>('GET', path);
      await route.fulfill({ json: all.filter((one) => one.id === Number(id)) });
    });
  await alone('**/offers/*/courses', first.course);
  await alone('**/offers/*/poles?*', first.pole);
  await page.reload();
  await open(page, 'Alterar inscrição');
  await expect(dialog.getByText('Não há outro curso para trocar.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Salvar' })).toHaveCount(0);
  await look(page, 's35-none');
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  await page.unroute('**/offers/*/courses');
  await page.unroute('**/offers/*/poles?*');

  await open(page, 'Alterar inscrição');
  await course.selectOption({ label: 'Ciências Contábeis' });
  await pole.selectOption({ label: 'Polo Contagem' });
  const answer = '<p>Sem <b>vagas</b><script>window.ran = true</script></p>';
  await page.route('**/orbita/api/candidate/subscriptions/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, contentType: 'text/html', body: answer })
      : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Sem vagas');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await page.unroute('**/orbita/api/candidate/subscriptions/*');
  await page.route('**/orbita/api/candidate/subscriptions/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, contentType: 'text/html', body: '' })
      : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Não foi possível alterar sua inscrição. Tente de novo.',
  );
  await page.unroute('**/orbita/api/candidate/subscriptions/*');

  puts.length = 0;
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET')
      reads.push(new URL(request.url()).pathname + new URL(request.url()).search);
  });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Pronto: sua inscrição mudou.')).toBeVisible();
  expect(puts).toHaveLength(1);
  const order = [
    /\/subscription\/\d+$/,
    /\/courses$/,
    /\/poles\?c=/,
    /\/intakes\/\d+\?module=1&active=true$/,
  ].map((path) => reads.findIndex((read) => path.test(read)));
  expect(order, reads.join(' ')).not.toContain(-1);
  expect(unnamed, 'every call to the subscription API names the institution').toEqual([]);
  expect(order, 'the seed names the order').toEqual([...order].sort((a, b) => a - b));
  // It closes by itself a moment later.
  await page.clock.fastForward(4_000);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Ciências Contábeis').first()).toBeVisible();

  // Attempts are left, but the decision is still final.
  await product.operations('POST', `/subscriptions/${candidate.subscriptionId}/events`, {
    event: 'disqualified',
    reason: 'Fraude comprovada',
  });
  await expect(page.getByText('Fraude comprovada')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fazer nova inscrição' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fazer nova redação' })).toHaveCount(0);
  await expect(page.getByText('limite de tentativas')).toHaveCount(0);
  await expect(page.getByText('tentar outra vez')).toHaveCount(0);
  await look(page, 's20-disqualified');
});

test('J05 within seven days everything paid is refunded, and the request can be withdrawn', async ({
  page,
  product,
}) => {
  const candidate = await Candidate.at('paid', product, page.context());
  await page.goto(candidate.page);
  const dialog = await open(page, 'Cancelar inscrição');
  await expect(dialog.getByText('Você recebe de volta R$ 360,00.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirmar cancelamento' }).click();
  await expect(dialog.getByText('Obrigatório.', { exact: true })).toBeVisible();
  await dialog.getByText('Desisti do curso').click();
  await look(page, 's36');
  await dialog.getByRole('button', { name: 'Confirmar cancelamento' }).click();
  await expect(
    page.getByRole('heading', { name: 'Seu pedido para cancelar está em análise.' }),
  ).toBeVisible();
  await look(page, 's39a');
  await page.getByRole('button', { name: 'Desistir do cancelamento' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /documentos/i })).toBeFocused();

  const again = await open(page, 'Cancelar inscrição');
  await again.getByText('Outro', { exact: true }).click();
  await again.getByLabel('Conte o motivo').fill('Mudei de cidade');
  await again.getByRole('button', { name: 'Confirmar cancelamento' }).click();
  await expect(page.getByRole('button', { name: 'Desistir do cancelamento' })).toBeVisible();
  type Wish = { id: number; subscriptionId: number };
  const list = await product.operations<{ data: Wish[] }>('GET', '/cancellations?state=open');
  const wish = list.data.find(({ subscriptionId }) => subscriptionId === candidate.subscriptionId);
  await product.operations('POST', `/cancellations/${wish?.id}/decision`, {
    decision: 'confirmed',
    refund: 360,
  });
  await expect(page.getByRole('heading', { name: 'Sua inscrição foi cancelada.' })).toBeVisible();
  await look(page, 's39b');
});

test('an application without payments ends at once, but only after that has been checked', async ({
  page,
  product,
}) => {
  const candidate = await Candidate.at('contract-accepted', product, page.context());
  await page.goto(candidate.page);
  const money = '**/orbita/api/candidate/subscriptions/*/cancellation';
  await page.route(money, (route) =>
    route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'Não', traceId: 'x' } }),
  );
  const dialog = await open(page, 'Cancelar inscrição');
  await expect(dialog.getByRole('alert')).toContainText(
    'Não foi possível verificar se há valores a devolver.',
  );
  await expect(dialog.getByRole('button', { name: 'Confirmar cancelamento' })).toBeDisabled();
  await look(page, 's36-unknown');
  await page.unroute(money);
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(dialog.getByText('Não há valores a devolver', { exact: false })).toBeVisible();
  await dialog.getByText('Fiz a inscrição por engano').click();
  await dialog.getByRole('button', { name: 'Confirmar cancelamento' }).click();
  await expect(page.getByRole('heading', { name: 'Sua inscrição foi cancelada.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fazer nova inscrição' })).toBeVisible();
});
