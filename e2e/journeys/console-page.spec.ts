import type { Page } from '@playwright/test';
import { actsOf, showActs } from '../support/acts.ts';
import { Candidate } from '../support/candidate.ts';
import { atBothWidths, atMiddleWidth } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { pressRetry, untilGivenUp } from '../support/repeats.ts';
import { consoleUrl, enterTeam, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

async function member(product: Product, page: Page, name: string, role: string): Promise<void> {
  const email = `${role}.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const { url } = await inviteToTeam(product, name, email, [{ role, institutions: ['CUA01'] }]);
  await enterTeam(page, product, url, email);
}

const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Blocks that each role sees; the others are absent and were not even requested from the server. */
const SEEN = {
  secretaria: ['Documentos', 'Seleção', 'Dados', 'Contrato', 'Mensagens'],
  atendimento: ['Documentos', 'Dinheiro', 'Seleção', 'Dados', 'Contrato', 'Mensagens'],
  financeiro: ['Dinheiro', 'Seleção', 'Dados', 'Contrato'],
  coordenacao: ['Documentos', 'Seleção', 'Dados', 'Contrato'],
} as const;
const ALL = SEEN.atendimento;

test('25.6.1: an application’s page shows each role only what it may see', async ({
  page,
  product,
  browser,
}) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('paid', product, other);
  const address = consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`);
  for (const [role, seen] of Object.entries(SEEN)) {
    const own = await browser.newContext({ viewport: page.viewportSize() });
    const tab = await own.newPage();
    await member(product, tab, 'Bruna Modelo', role);
    await tab.goto(address);
    for (const name of ALL) {
      if ((seen as readonly string[]).includes(name)) await expect(block(tab, name)).toBeVisible();
      else await expect(block(tab, name), `${role}: ${name}`).toHaveCount(0);
    }
    // At most four actions are visible, including "Mais", and none that is unavailable.
    await expect(actsOf(tab).getByText('Mais', { exact: true })).toBeVisible();
    expect(await actsOf(tab).locator(':scope > button').count()).toBeLessThanOrEqual(3);
    await expect(actsOf(tab).locator('.action--off').first()).toBeHidden();
    await expect(tab.locator('[aria-busy=true]')).toHaveCount(0);
    await atBothWidths(tab, `pagina-${role}`);
    await own.close();
  }
  await other.close();
});

test('25.6.1: documents link to their page, the contract opens, money and messages show their state', async ({
  page,
  product,
  browser,
}) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('paid', product, other);
  // A job makes the contract's PDF, which may take a while on a busy machine.
  await product.runJob('contract-copy');
  await member(product, page, 'Bruna Modelo', 'atendimento');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  await expect(block(page, 'Dinheiro').getByText('R$ 360,00').first()).toBeVisible();
  await expect(block(page, 'Dinheiro').getByText('Paga', { exact: true })).toBeVisible();
  const messages = block(page, 'Mensagens');
  await expect(messages.getByText(/^E-mail · .*\*.*@/).first()).toBeVisible();
  await expect(messages).not.toContainText(candidate.person.email);
  await expect(block(page, 'Seleção').getByText('Aprovada')).toBeVisible();
  // Only the grading lead sees the grade.
  await expect(block(page, 'Seleção')).not.toContainText('de 1.000');
  const contract = block(page, 'Contrato');
  await contract.getByText('Provas do aceite').click();
  await expect(contract.getByText('SHA-256 do texto')).toBeVisible();
  const download = page.waitForEvent('download');
  await contract.getByRole('button', { name: 'Baixar PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`contrato-${candidate.subscriptionId}.pdf`);
  await showActs(page);
  await atBothWidths(page, 'pagina-aberta');
  await atMiddleWidth(page, 'pagina-aberta');
  const documents = block(page, 'Documentos');
  await expect(documents.getByText(/^\d+ de \d+ aprovados?$/)).toBeVisible();
  await documents.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/documentos\/\d+/);
  await other.close();
});

test('25.3.4: a block that fails to load says so and offers a retry, and the others stay', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  const other = await browser.newContext();
  const candidate = await Candidate.at('paid', product, other);
  await member(product, page, 'Bruna Modelo', 'atendimento');
  const part = /\/operations\/subscriptions\/\d+\/charges/;
  await page.route(part, (route) =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Serviço fora do ar.' } }),
  );
  const money = block(page, 'Dinheiro');
  const address = consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`);
  await untilGivenUp(page, () => page.goto(address), money.getByRole('alert'));
  await expect(block(page, 'Documentos').getByRole('link').first()).toBeVisible();
  await pressRetry(page, money.getByRole('button', { name: 'Tentar novamente' }), part);
  await expect(money.getByText('Pago', { exact: true })).toBeVisible();
  await other.close();
});
