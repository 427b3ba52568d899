import type { Page } from '@playwright/test';
import { atBothWidths, atMiddleWidth } from '../support/look.ts';
import { pressRetry, untilGivenUp } from '../support/repeats.ts';
import { administrator, administratorWithDevice, consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** The part of K10 about roles: somebody who invents a second self needs an accomplice (spec 25.24). */
const ASKED = 'Outra pessoa precisa aprovar';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Requests an invite in the dialog, and stays where it is answered. */
async function askInvite(page: Page, name: string, email: string, role: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Convidar', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Convidar para a equipe' });
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('checkbox', { name: role }).check();
  await dialog.getByLabel('Motivo').fill('Entra na equipe.');
  await dialog.getByRole('button', { name: 'Convidar', exact: true }).click();
}

/** Sends what the console's own page would; returns status and code. */
const decideByCall = (page: Page, id: string): Promise<[number, string]> =>
  page.evaluate(async (number) => {
    const answer = await fetch(`/orbita/api/operations/approvals/${number}/decision`, {
      method: 'POST',
      headers: { 'x-orbita-equipe': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'approved' }),
    });
    return [answer.status, (await answer.json()).code];
  }, id);

test('K10: a role that moves money needs two people; a request is granted, refused with a reason, withdrawn or expires', async ({
  page: ana,
  product,
  browser,
  expectedStatuses,
}) => {
  test.slow();
  for (const status of [401, 403, 404, 409]) expectedStatuses.add(status);
  const other = await browser.newContext({ viewport: ana.viewportSize() });
  const bruna = await other.newPage();
  await administrator(product, ana, 'Ana Administração');
  await administratorWithDevice(product, bruna, 'Bruna Administração');

  // Only requested: nothing is done, nobody is invited.
  await ana.goto(consoleUrl(product, '/equipe'));
  await askInvite(ana, 'Caio Novo', 'caio.novo@equipe.test', /^Financeiro/);
  await expect(ana.getByText(ASKED)).toBeVisible();
  expect(await product.outbox('caio.novo@equipe.test')).toEqual([]);
  await atBothWidths(ana, 'pedido-feito');
  await askInvite(ana, 'Caio Novo', 'caio.novo@equipe.test', /^Gestão/);
  const dialog = ana.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Já existe um pedido esperando aprovação para este item.',
  );
  await ana.keyboard.press('Escape');
  await ana.getByRole('link', { name: 'Ver o pedido' }).click();
  await expect(heading(ana)).toHaveText('Convidar uma pessoa para a equipe');
  await expect(ana.getByRole('row', { name: /^Funções/ })).toContainText(
    'Financeiro (todas as instituições)',
  );
  await expect(ana.getByText('Você pediu. Outra pessoa precisa aprovar.')).toBeVisible();
  await expect(ana.getByRole('button', { name: 'Aprovar' })).toHaveCount(0);
  await expect(ana).toHaveTitle(/^Pedido \d+ · /);
  await atBothWidths(ana, 'pedido-proprio');
  const id = new URL(ana.url()).pathname.split('/').at(-1) ?? '';
  expect(await decideByCall(ana, id)).toEqual([403, 'OWN_APPROVAL']);

  // The second person reaches it from Início by keyboard, and approves.
  await bruna.goto(consoleUrl(product));
  await expect(bruna.getByRole('row', { name: /Esperando sua aprovação/ })).toBeVisible();
  await atBothWidths(bruna, 'inicio-com-aprovacao');
  await bruna.getByRole('link', { name: 'Esperando sua aprovação' }).click();
  await expect(heading(bruna)).toHaveText('1 pedido à espera');
  await atBothWidths(bruna, 'aprovacoes');
  await atMiddleWidth(bruna, 'aprovacoes');
  await bruna.keyboard.press('j');
  await expect(bruna.getByRole('link', { name: /Caio Novo/ })).toBeFocused();
  await bruna.keyboard.press('Enter');
  await expect(heading(bruna)).toHaveText('Convidar uma pessoa para a equipe');
  for (const [label, value] of [
    ['Nome', 'Caio Novo'],
    ['E-mail', 'caio.novo@equipe.test'],
    ['Funções', 'Nenhuma'],
  ] as const)
    await expect(bruna.getByRole('row', { name: new RegExp(`^${label}`) })).toContainText(value);
  await atBothWidths(bruna, 'pedido');
  await atMiddleWidth(bruna, 'pedido');
  await bruna.getByRole('button', { name: 'Aprovar' }).click();
  const ask = bruna.getByRole('dialog', { name: 'Aprovar este pedido?' });
  await atBothWidths(bruna, 'aprovar', true);
  await atMiddleWidth(bruna, 'aprovar', true);
  await ask.getByRole('button', { name: 'Aprovar' }).click();
  await expect(bruna.getByText('Pedido aprovado. Já está feito.')).toBeVisible();
  await atBothWidths(bruna, 'aprovado');
  // The requester's page is updated.
  await expect(ana.getByText('Aprovado', { exact: true })).toBeVisible();
  await expect(ana.getByText('Bruna Administração')).toBeVisible();
  const [mail] = await product.outbox('caio.novo@equipe.test');
  expect(mail?.text).toContain('Ana Administração, com aprovação de Bruna Administração convidou você.');
  await ana.goto(consoleUrl(product, '/equipe'));
  await expect(ana.getByRole('row', { name: /Caio Novo/ })).toContainText('Financeiro');

  // Changing the roles of a team member is rejected with a reason.
  const davi: { staffId: number } = await product.operations('POST', '/staff/invites', {
    name: 'Davi Segundo',
    email: 'davi.segundo@equipe.test',
    grants: [{ role: 'banca' }],
  });
  await ana.goto(consoleUrl(product, `/equipe/${davi.staffId}`));
  await ana.getByRole('button', { name: 'Alterar funções' }).click();
  const roles = ana.getByRole('dialog', { name: 'Funções de Davi Segundo' });
  await roles.getByRole('checkbox', { name: /^Gestão/ }).check();
  await roles.getByLabel('Motivo').fill('Cobre férias.');
  await roles.getByRole('button', { name: 'Salvar funções' }).click();
  await expect(ana.getByText(ASKED)).toBeVisible();
  await ana.getByRole('link', { name: 'Ver o pedido' }).click();
  await expect(heading(ana)).toHaveText('Mudar as funções de uma pessoa da equipe');
  await expect(ana.getByRole('row', { name: /^Funções/ })).toContainText('Gestão (todas as instituições)');
  await bruna.goto(ana.url());
  await bruna.getByRole('button', { name: 'Recusar' }).click();
  const refuse = bruna.getByRole('dialog', { name: 'Recusar este pedido?' });
  await refuse.getByRole('button', { name: 'Recusar' }).click();
  await expect(refuse.getByText('Escreva o motivo.')).toBeVisible();
  await refuse.getByLabel('Motivo da recusa').fill('Davi corrige redações; não vê dinheiro.');
  await atBothWidths(bruna, 'recusar', true);
  await refuse.getByRole('button', { name: 'Recusar' }).click();
  await expect(bruna.getByText('Pedido recusado.')).toBeVisible();
  await expect(ana.getByText('Davi corrige redações; não vê dinheiro.')).toBeVisible();
  await ana.goto(consoleUrl(product, `/equipe/${davi.staffId}`));
  await expect(ana.getByRole('rowheader', { name: 'Banca' })).toBeVisible();
  await expect(ana.getByRole('rowheader', { name: 'Gestão' })).toHaveCount(0);

  // Withdrawn by the requester; somebody viewing it meanwhile sees that.
  await ana.goto(consoleUrl(product, '/equipe'));
  await askInvite(ana, 'Eva Nova', 'eva.nova@equipe.test', /^Gestão/);
  await ana.getByRole('link', { name: 'Ver o pedido' }).click();
  await expect(heading(ana)).toHaveText('Convidar uma pessoa para a equipe');
  await bruna.goto(ana.url());
  await bruna.getByRole('button', { name: 'Aprovar' }).click();
  await expect(ask).toBeVisible();
  await ana.getByRole('button', { name: 'Retirar pedido' }).click();
  await ana
    .getByRole('dialog', { name: 'Retirar este pedido?' })
    .getByRole('button', { name: 'Retirar pedido' })
    .click();
  await expect(ana.getByText('Pedido retirado.')).toBeVisible();
  expectedStatuses.add(410);
  await ask.getByRole('button', { name: 'Aprovar' }).click();
  await expect(ask.getByRole('alert')).toHaveText('O pedido expirou ou já foi decidido.');
  await bruna.keyboard.press('Escape');
  await expect(bruna.getByRole('button', { name: 'Aprovar' })).toHaveCount(0);

  // Nobody approves for 72 hours.
  await ana.goto(consoleUrl(product, '/equipe'));
  await askInvite(ana, 'Fábio Novo', 'fabio.novo@equipe.test', /^Administração/);
  await expect(ana.getByText(ASKED)).toBeVisible();
  await ana.close();
  await bruna.goto('about:blank');
  await product.setClock('2026-01-15T10:00:00-03:00');
  await product.operations('POST', '/simulator/jobs/approval-expiry/run');
  await bruna.goto(consoleUrl(product, '/aprovacoes?situacao=encerrados'));
  await bruna.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await expect(heading(bruna)).toHaveText('Pedidos já encerrados');
  await expect(bruna.getByRole('row', { name: /Fábio Novo/ })).toContainText('Acabou o prazo');
  await atBothWidths(bruna, 'encerrados');
  await atMiddleWidth(bruna, 'encerrados');
  await bruna.getByRole('button', { name: 'Esperando' }).click();
  await expect(heading(bruna)).toHaveText('Nada esperando aprovação');
  await atBothWidths(bruna, 'nada-esperando');
  await bruna.goto(consoleUrl(product, '/aprovacoes/999999'));
  await expect(bruna.getByText('Este pedido não existe ou é de outra instituição.')).toBeVisible();
  await other.close();
});

test('Aprovações: a list that fails to load says so in place and can be retried', async ({
  page,
  product,
  expectedStatuses,
}) => {
  await administrator(product, page, 'Gil Administração');
  expectedStatuses.add(503);
  const broken = '**/operations/approvals*';
  await page.route(broken, (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'UNAVAILABLE', message: 'Sistema indisponível.', traceId: 'x' },
    }),
  );
  const failed = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar.' });
  await untilGivenUp(page, () => page.goto(consoleUrl(product, '/aprovacoes')), failed);
  await atBothWidths(page, 'aprovacoes-falha');
  await pressRetry(page, page.getByRole('button', { name: 'Tentar novamente' }), broken);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
