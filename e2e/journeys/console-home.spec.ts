import type { Page } from '@playwright/test';
import { upload } from '../../testing/requests.ts';
import { Candidate } from '../support/candidate.ts';
import { pdfOf } from '../support/content.ts';
import { atBothWidths, atMiddleWidth } from '../support/look.ts';
import { approve, emptyQueue, grade } from '../support/queues.ts';
import { consoleUrl, enterTeam, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** E-01: links back to what was opened, and where items of a queue are shown (spec 25.5). */
const opened = (page: Page) => page.getByRole('region', { name: 'Inscrições abertas por último' });

test('Início shows the applications opened most recently, limited to the current role', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  const other = await browser.newContext();
  const first = await Candidate.at('applied', product, other);
  const second = await Candidate.at('paid', product, await browser.newContext());
  const email = `bia.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const grants = [{ role: 'secretaria', institutions: ['CUA01'] }];
  const { url, staffId } = await inviteToTeam(product, 'Bia Modelo', email, grants);
  await enterTeam(page, product, url, email);
  await page.goto(consoleUrl(product));
  await expect(opened(page).getByText('Nenhuma ainda. As que você abrir ficam aqui.')).toBeVisible();
  await atBothWidths(page, 'inicio-nada-aberto');
  await atMiddleWidth(page, 'inicio-nada-aberto');
  for (const { subscriptionId } of [first, second]) {
    await page.goto(consoleUrl(product, `/inscricoes/${subscriptionId}`));
    await expect(page.getByRole('group', { name: 'O que pode ser feito' })).toBeVisible();
  }
  await page.goto(consoleUrl(product));
  const links = opened(page).getByRole('link');
  await expect(links).toHaveCount(2);
  await expect(links.first()).toContainText(`nº ${second.subscriptionId}`);
  await expect(opened(page)).not.toContainText('@');
  await atMiddleWidth(page, 'inicio-abertas');
  await links.nth(1).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/inscricoes/${first.subscriptionId}`));

  // A part that fails leaves the counts as they are.
  expectedStatuses.add(503);
  await page.route('**/opened-subscriptions*', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'UNAVAILABLE', message: 'Sistema indisponível.', traceId: 'x' },
    }),
  );
  await page.goto(consoleUrl(product));
  await expect(opened(page).getByRole('alert')).toContainText('Não foi possível carregar.');
  await page.unroute('**/opened-subscriptions*');
  await opened(page).getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(links).toHaveCount(2);

  // After a change of institution nothing of these is shown any more.
  await product.operations('PUT', `/staff/${staffId}/grants`, {
    grants: [{ role: 'secretaria', institutions: ['EPA01'] }],
  });
  await page.goto(consoleUrl(product));
  await expect(opened(page).getByText('Nenhuma ainda. As que você abrir ficam aqui.')).toBeVisible();
  await other.close();
});

test('a queue shows how its items stand, and an empty queue offers nothing to start', async ({
  page,
  product,
  browser,
}) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('paid', product, other);
  const { documents }: { documents: { id: number; required: boolean; state: string }[] } =
    await product.operations('GET', `/subscriptions/${candidate.subscriptionId}`);
  const email = `caio.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const { url } = await inviteToTeam(product, 'Caio Modelo', email, [
    { role: 'secretaria', institutions: ['CUA01'] },
    { role: 'banca', institutions: ['CUA01'] },
  ]);
  await enterTeam(page, product, url, email);
  // Earlier journeys share the product, and may have left something to decide.
  await emptyQueue(product, 'essays', (id) => grade(product, id));
  await emptyQueue(product, 'enrolment-documents', (id) => approve(product, id));
  await page.goto(consoleUrl(product, '/redacoes'));
  await expect(page.getByText('Nenhuma redação para corrigir.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Próximo/ })).toHaveCount(0);
  await page.goto(consoleUrl(product, '/documentos'));
  await expect(page.getByRole('button', { name: /^Próximo/ })).toHaveCount(0);

  const asked = documents.find(({ state }) => state === 'pending')?.id ?? 0;
  await upload(candidate.client, candidate.subscriptionId, asked, pdfOf(3000), 'rg.pdf');
  const waiting = () =>
    product
      .operations<{ queues: { queue: string; count: number }[] }>('GET', '/queues')
      .then(({ queues }) => queues.find(({ queue }) => queue === 'enrolment-documents')?.count ?? 0);
  await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0);
  await page.goto(consoleUrl(product));
  const track = page.getByRole('img', { name: /^Documentos da matrícula: \d+ esperando\./ });
  await expect(track).toBeVisible();
  await atBothWidths(page, 'inicio-prazos');
  await atMiddleWidth(page, 'inicio-prazos');
  // Nothing is left out on a phone.
  const row = page.locator('[data-row="enrolment-documents"]');
  const wide = page.viewportSize();
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(track).toBeVisible();
    await expect(row.getByText(/^há /)).toBeVisible();
  }
  if (wide) await page.setViewportSize(wide);

  // A queue that cannot be counted hides no other; one whose items nobody takes starts no other queue.
  const none = { capped: false, atRisk: 0, late: 0, mine: 0, oldestAt: null, track: [] };
  await page.route(/\/operations\/queues(\?|$)/, async (route) => {
    const answer = (await (await route.fetch()).json()) as { queues: { queue: string }[] };
    const others = answer.queues.filter(({ queue }) => queue === 'enrolment-documents');
    const failed = { ...none, queue: 'essays', label: 'Redações para corrigir', count: null };
    const approvals = { ...none, queue: 'approvals', label: 'Esperando sua aprovação', count: 2 };
    await route.fulfill({ json: { ...answer, queues: [failed, approvals, ...others] } });
  });
  await page.goto(consoleUrl(product));
  await expect(page.locator('[data-row="essays"]')).toContainText('Não foi possível contar esta fila.');
  await expect(row).toContainText(/mais antigo|há/);
  await expect(page.getByRole('link', { name: /^Redações/ }).first()).toContainText(
    'não foi possível contar tudo',
  );
  await atBothWidths(page, 'inicio-sem-contar');
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/next')) begun.push(request.url());
  });
  await page.locator('[data-row="approvals"]').getByRole('link').focus();
  await expect(page.getByRole('link', { name: 'Abrir a lista' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/aprovacoes/);
  expect(begun).toEqual([]);
  await page.unroute(/\/operations\/queues(\?|$)/);
  await page.goto(consoleUrl(product, '/documentos'));
  await expect(page.locator('.due').first()).toContainText('vence em');
  await expect(page.locator('.due__ring').first()).toBeVisible();
  await atBothWidths(page, 'documentos-prazos');
  await atMiddleWidth(page, 'documentos-prazos');
  await other.close();
});
