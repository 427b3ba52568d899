import type { Page } from '@playwright/test';
import { showActs } from '../support/acts.ts';
import { Candidate } from '../support/candidate.ts';
import { confirmEmail } from '../support/confirm-email.ts';
import { atBothWidths, atMiddleWidth } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl, enterTeam, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** Signs in somebody with a role in their own browser. */
async function member(product: Product, page: Page, name: string, role: string): Promise<void> {
  const email = `${role}.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const { url } = await inviteToTeam(product, name, email, [{ role, institutions: ['CUA01'] }]);
  await enterTeam(page, product, url, email);
}

/**
 * Reloads an application while its response is held back until timeline and actions were requested, and the actions until notes
 * and person were: a request that needlessly waits for another response would wait forever (spec 25.21).
 */
async function readInTwoHops(page: Page, id: number): Promise<void> {
  const part = (name: string) => new RegExp(`/operations/subscriptions/${id}${name}(\\?|$)`);
  const asked = (...addresses: RegExp[]) =>
    Promise.all(addresses.map((address) => page.waitForRequest(address)));
  const first = asked(part('/timeline'), part('/actions'));
  const second = asked(part('/notes'), /\/operations\/persons\/\d+(\?|$)/);
  await page.route(part(''), async (route) => {
    await first;
    await route.continue();
  });
  await page.route(part('/actions'), async (route) => {
    await second;
    await route.continue();
  });
  await page.reload();
  await Promise.all([first, second]);
  await expect(page.getByLabel('Nova observação')).toBeVisible();
  await page.unroute(part(''));
  await page.unroute(part('/actions'));
}

const timeline = (page: Page) => page.getByRole('region', { name: 'Linha do tempo' });

test('K04: staff find an application in the list, read its timeline, add a note and send a link', async ({
  page,
  product,
  browser,
}) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('contract-accepted', product, other);
  const id = candidate.subscriptionId;
  await member(product, page, 'Bruna Modelo', 'atendimento');

  await page.goto(consoleUrl(product, '/inscricoes'));
  await page.getByRole('button', { name: 'Mais filtros' }).click();
  const filters = page.getByRole('dialog', { name: 'Filtrar inscrições' });
  await filters.getByLabel('Matrícula pendente').check();
  await atBothWidths(page, 'filtros', true);
  await atMiddleWidth(page, 'filtros', true);
  await filters.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page).toHaveURL(/situacao=6/);
  const row = page.locator(`[data-row="${id}"]`);
  await expect(row).toBeVisible();
  await expect(row).not.toContainText(candidate.person.cpf);
  await atBothWidths(page, 'lista');
  await atMiddleWidth(page, 'lista');
  const desk = page.viewportSize();
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(row.getByText(/^\*\*\*\.\d{3}\.\d{3}-\*\*$/)).toBeVisible();
    await expect(row.locator('time')).toHaveCount(2);
    await expect(row.locator('time').last()).toBeVisible();
  }
  if (desk) await page.setViewportSize(desk);

  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/inscricoes/${id}`));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(row.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/inscricoes/${id}`));
  await expect(page).toHaveTitle(new RegExp(`^Inscrição ${id} · `));
  await expect(timeline(page).locator('.event')).not.toHaveCount(0);
  await expect(page.getByText('Esta abertura ficou na auditoria.')).toBeVisible();
  await atBothWidths(page, 'inscricao');
  await atMiddleWidth(page, 'inscricao');
  await readInTwoHops(page, id);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText(/^Etapa \d+ de \d+: /).click();
  await expect(page.getByRole('list', { name: 'Etapas' })).toBeVisible();
  if (wide) await page.setViewportSize(wide);

  await page.getByLabel('Nova observação').fill('Ligou pedindo boleto.');
  await page.getByRole('button', { name: 'Guardar observação' }).click();
  await expect(timeline(page).getByText('Observação de Bruna Modelo')).toBeVisible();
  await expect(timeline(page).locator('.event__note')).toHaveText('Ligou pedindo boleto.');
  await page.getByRole('button', { name: 'O que a pessoa vê' }).click();
  await expect(timeline(page).locator('.event__note')).toHaveCount(0);
  await expect(timeline(page).getByText('A pessoa vê isto')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Tudo', exact: true }).click();

  // No contact is confirmed and no contract copy was sent yet, so no link can be sent, but a confirmation may be requested.
  await showActs(page);
  const refused = page.getByText(
    'Nenhum contato confirmado. Peça a confirmação do e-mail ou corrija o contato.',
  );
  const copied = page.getByRole('button', { name: /^Enviar link de acesso/ });
  await expect(refused.or(copied).first()).toBeVisible();
  await page.getByRole('button', { name: 'Pedir confirmação do e-mail' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Pedir confirmação do e-mail' });
  await expect(confirmation.getByText('Confirme seu e-mail', { exact: true })).toBeVisible();
  await atBothWidths(page, 'pedir-confirmacao', true);
  await confirmation.getByRole('button', { name: 'Pedir confirmação', exact: true }).click();
  await expect(page.getByText('Pedido de confirmação enviado.')).toBeVisible();
  await confirmEmail(product, candidate);
  await page.reload();
  const contact = page.getByRole('button', { name: /^Corrigir contato/ });
  await contact.press('Enter');
  const correct = page.getByRole('dialog', { name: 'Corrigir contato' });
  await expect(correct.getByLabel('E-mail', { exact: true })).toHaveValue(candidate.person.email);
  await atBothWidths(page, 'contato', true);
  await page.keyboard.press('Escape');
  await expect(correct).toBeHidden();
  await expect(contact).toBeFocused();
  await showActs(page);
  await expect(page.locator('.action--off', { hasText: 'Receber na instituição' })).toContainText(
    'Sua função não permite. Quem pode: Financeiro.',
  );
  await page.getByRole('button', { name: /^Enviar link de acesso/ }).click();
  const ask = page.getByRole('dialog', { name: 'Enviar link de acesso' });
  await ask.getByText('Pagar', { exact: true }).click();
  await atBothWidths(page, 'link', true);
  await atMiddleWidth(page, 'link', true);
  const before = (await product.outbox(candidate.person.email)).length;
  await ask.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByText('Link enviado.')).toBeVisible();
  await expect
    .poll(async () => (await product.outbox(candidate.person.email)).length)
    .toBeGreaterThan(before);

  await page.getByRole('link', { name: '1 inscrição' }).click();
  await expect(page).toHaveTitle(/^Pessoa · /);
  await expect(page.getByRole('heading', { name: 'Como entra' })).toBeVisible();
  await expect(page.getByText(/Belo Horizonte \/ MG/)).toBeVisible();
  await atBothWidths(page, 'pessoa');
  await atMiddleWidth(page, 'pessoa');
  await other.close();
});

test('K04: an application is ended with a reason, and the page shows what the candidate receives', async ({
  page,
  product,
  browser,
}) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('approved', product, other);
  await member(product, page, 'Helena Modelo', 'secretaria');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  await showActs(page);
  await page.getByRole('button', { name: /^Desclassificar/ }).click();
  const ask = page.getByRole('dialog', { name: 'Desclassificar esta inscrição?' });
  await expect(ask.getByText('Sua inscrição foi encerrada')).toBeVisible();
  await ask.getByRole('button', { name: 'Desclassificar' }).click();
  await expect(ask.getByText('Escreva o motivo.')).toBeVisible();
  await atBothWidths(page, 'desclassificar', true);
  await ask.getByLabel('Motivo').fill('Documento de outra pessoa.');
  await ask.getByRole('button', { name: 'Desclassificar' }).click();
  await expect(page.getByText('Inscrição desclassificada.')).toBeVisible();
  await expect(page.locator('.head .chip')).toContainText('Não aprovado');
  await expect(timeline(page).getByText('Documento de outra pessoa.')).toBeVisible();

  await page.goto(consoleUrl(product, '/inscricoes/999999'));
  await expect(page.getByText('Inscrição não encontrada ou de outra instituição.')).toBeVisible();
  await other.close();
});

test('K04: codes go to a corrected contact only after a second team member confirms it', async ({
  page,
  product,
  browser,
}) => {
  const [other, second] = [await browser.newContext(), await browser.newContext()];
  const candidate = await Candidate.at('approved', product, other);
  await confirmEmail(product, candidate);
  await member(product, page, 'Hana Modelo', 'atendimento');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  await page.getByRole('button', { name: /^Corrigir contato/ }).click();
  const correct = page.getByRole('dialog', { name: 'Corrigir contato' });
  await correct.getByLabel('E-mail', { exact: true }).fill('hana.nova@equipe.test');
  await correct.getByLabel('Motivo').fill('Perdeu o acesso ao e-mail.');
  await correct.getByRole('button', { name: 'Corrigir contato' }).click();
  const held = (of: typeof page) => of.getByText(/^Os códigos de acesso ainda vão para o contato anterior/);
  await expect(held(page)).toBeVisible();
  await expect(page.getByText(/^Outra pessoa da equipe pode liberar/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Liberar códigos' })).toHaveCount(0);
  await atBothWidths(page, 'contato-aguarda');

  const colleague = await second.newPage();
  await member(product, colleague, 'Otto Modelo', 'atendimento');
  await colleague.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  await expect(held(colleague)).toBeVisible();
  await colleague.getByRole('button', { name: 'Liberar códigos' }).press('Enter');
  const ask = colleague.getByRole('dialog', { name: 'Liberar códigos para o contato novo?' });
  await ask.getByRole('button', { name: 'Liberar códigos' }).click();
  await expect(ask.getByText('Escreva o motivo.')).toBeVisible();
  await ask.getByLabel('Motivo').fill('Liguei para o celular que já tínhamos.');
  await atBothWidths(colleague, 'liberar-codigos', true);
  await ask.getByRole('button', { name: 'Liberar códigos' }).click();
  await expect(held(colleague)).toHaveCount(0);
  await expect(
    timeline(colleague).getByText('Códigos liberados para o contato corrigido: e-mail'),
  ).toBeVisible();
  await second.close();
  await other.close();
});

test('25.3.4: a list searched only in part shows what was found so far and can continue', async ({
  page,
  product,
  browser,
}) => {
  const other = await browser.newContext();
  await Candidate.at('contract-accepted', product, other);
  await other.close();
  await member(product, page, 'Bruna Modelo', 'atendimento');
  // As for a tenant with more applications than one call searches: the first call found nothing among these.
  await page.route(/\/operations\/subscriptions\?(?!.*cursor)/, async (route) => {
    const response = await route.fetch();
    const body = { ...(await response.json()), data: [], total: 0, totalCapped: true, partial: true };
    await route.fulfill({ response, json: { ...body, nextCursor: 'MTIz' } });
  });
  await page.route(/\/operations\/subscriptions\?.*cursor=MTIz/, async (route) => {
    const address = new URL(route.request().url());
    address.searchParams.delete('cursor');
    await route.fulfill({ response: await route.fetch({ url: address.href }) });
  });
  await page.goto(consoleUrl(product, '/inscricoes'));
  const said = page.getByText('Nada encontrado até aqui.');
  await expect(said).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inscrições');
  await atBothWidths(page, 'list-partial');
  await page.getByRole('button', { name: 'Continuar procurando' }).click();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await expect(said).toBeHidden();
  await page.getByRole('button', { name: 'Anterior' }).click();
  await expect(said).toBeVisible();
});
