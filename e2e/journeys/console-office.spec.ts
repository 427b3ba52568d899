import type { BrowserContext, Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { atBothWidths, atMiddleWidth } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { administrator, consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/**
 * K10: what an administrator does alone: tokens, integrations, messages, privacy requests, and the audit of all that (spec
 * 25.24).
 */
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog');
const ASKED = 'Outra pessoa precisa aprovar';

test('K10: tokens, integrations, messages, privacy and the audit are managed by the people responsible for them', async ({
  page,
  product,
  browser,
}) => {
  test.slow();
  const candidate = await Candidate.at('applied', product, await browser.newContext());
  const asked = await candidate.client.send(
    'POST',
    `/orbita/api/candidate/users/${await uuidOf(candidate)}/privacy-requests`,
    { body: { kind: 'deletion' } },
  );
  expect(asked.status).toBe(202);
  const requestId = (asked.body as { id: number }).id;
  const erased = await erasedOne(product, await browser.newContext());
  await administrator(product, await (await browser.newContext()).newPage(), 'Bia Segunda');
  await administrator(product, page, 'Ada Escritório');

  // A token with few permissions is created at once and shown once; one with more needs a second person.
  await page.goto(consoleUrl(product, '/tokens'));
  await expect(heading(page)).toHaveText(/tokens?$/i);
  await atBothWidths(page, 'tokens');
  await page.getByRole('button', { name: 'Criar token' }).click();
  await dialog(page).getByRole('button', { name: 'Criar token' }).click();
  await expect(dialog(page).getByText('Escreva o nome do sistema.')).toBeVisible();
  await dialog(page).getByLabel('Nome do sistema').fill('Painel da reitoria');
  await dialog(page).getByRole('checkbox', { name: 'Ver mensagens enviadas' }).check();
  await atBothWidths(page, 'token-novo', true);
  await dialog(page).getByRole('button', { name: 'Criar token' }).click();
  const secret = dialog(page).getByLabel('Token', { exact: true });
  await expect(secret).toHaveValue(/^svc_/);
  await atMiddleWidth(page, 'token-segredo', true);
  await dialog(page).getByRole('button', { name: 'Já copiei' }).click();
  await expect(page.getByText('Token de Painel da reitoria criado.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Criar token' }).click();
  await dialog(page).getByLabel('Nome do sistema').fill('Arquivo');
  await dialog(page).getByRole('checkbox', { name: 'Apagar dados de pessoas' }).check();
  await expect(dialog(page).getByText(/Outra pessoa precisa aprovar isto/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Criar token' }).click();
  await expect(page.getByText(ASKED)).toBeVisible();
  await page.getByRole('button', { name: 'Revogar: Painel da reitoria' }).click();
  await dialog(page).getByRole('button', { name: 'Revogar' }).click();
  await expect(page.getByRole('row', { name: /Painel da reitoria/ })).toContainText('Revogado');

  // A webhook endpoint: what it is notified of, its secret once, and retries of failed deliveries.
  await product.operations('POST', '/webhook-endpoints', {
    institution: 'CUA01',
    url: 'http://127.0.0.1:9/avisos',
    kinds: ['enrollment.completed'],
    description: 'Sistema acadêmico',
  });
  await page.goto(consoleUrl(product, '/integracoes'));
  await expect(page.getByRole('row', { name: /Sistema acadêmico/ })).toContainText('Ligada');
  await atBothWidths(page, 'integracoes');
  await page.getByRole('link', { name: /Sistema acadêmico/ }).click();
  await expect(heading(page)).toHaveText('Sistema acadêmico');
  await expect(page.getByText('Nenhum aviso ainda.')).toBeVisible();
  await atBothWidths(page, 'integracao');
  await page.getByRole('button', { name: 'Novo segredo' }).click();
  await dialog(page).getByRole('button', { name: 'Novo segredo' }).click();
  await expect(dialog(page).getByLabel('Segredo novo')).toHaveValue(/^whsec_/);
  await dialog(page).getByRole('button', { name: 'Já copiei' }).click();
  await expect(page.getByText('Segredo antigo vale até')).toBeVisible();
  await page.getByRole('button', { name: 'Alterar' }).click();
  await dialog(page).getByLabel('Endereço', { exact: true }).fill('https://outro.exemplo.test/avisos');
  await dialog(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog(page).getByText(/O servidor não muda aqui/)).toBeVisible();
  await dialog(page).getByLabel('Endereço', { exact: true }).fill('http://127.0.0.1:9/novo');
  await atMiddleWidth(page, 'integracao-alterar', true);
  await dialog(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText(ASKED)).toBeVisible();
  await page.getByRole('button', { name: 'Desligar' }).click();
  await dialog(page).getByRole('button', { name: 'Desligar' }).click();
  await expect(page.getByText('Desligada').first()).toBeVisible();

  // Messages: opens with the undelivered ones; any other may be sent again.
  await page.goto(consoleUrl(product, `/mensagens?situacao=sent&inscricao=${candidate.subscriptionId}`));
  const again = page.getByRole('button', { name: /^Reenviar: / }).first();
  await expect(again).toBeVisible();
  await atBothWidths(page, 'mensagens');
  await again.click();
  await dialog(page).getByRole('button', { name: 'Reenviar' }).click();
  await expect(page.getByText('Mensagem na fila. Ela sai em instantes.').first()).toBeVisible();

  // An erasure: what is deleted, what is kept, what prevents it.
  await page.goto(consoleUrl(product, '/privacidade'));
  await expect(page.getByRole('row', { name: /Apagar os dados/ }).first()).toBeVisible();
  await atBothWidths(page, 'privacidade');
  await page.goto(consoleUrl(product, `/privacidade/${requestId}`));
  await expect(page.getByText('Cancele antes as inscrições em andamento.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pedir para apagar' })).toHaveCount(0);
  await atBothWidths(page, 'privacidade-pedido');
  await page.getByRole('button', { name: 'Assumir' }).click();
  await dialog(page).getByRole('button', { name: 'Assumir' }).click();
  await expect(page.getByText('O pedido está com você.').first()).toBeVisible();
  await product.operations('POST', `/subscriptions/${candidate.subscriptionId}/events`, {
    event: 'disqualified',
    reason: 'Pediu para sair',
  });
  await page.reload();
  await page.getByRole('button', { name: 'Pedir para apagar' }).click();
  await dialog(page).getByRole('button', { name: 'Pedir para apagar' }).click();
  await expect(dialog(page).getByText('O número não é o deste pedido.')).toBeVisible();
  await dialog(page)
    .getByLabel(/Escreva o número do pedido/)
    .fill(String(requestId));
  await dialog(page).getByRole('button', { name: 'Pedir para apagar' }).click();
  await expect(page.getByText(ASKED)).toBeVisible();

  // What the law requires to keep of an erased person is found by CPF, after stating the purpose.
  await page.goto(consoleUrl(product, '/privacidade'));
  await page.getByRole('link', { name: 'Dados guardados por lei' }).click();
  await expect(heading(page)).toHaveText('Dados guardados por lei');
  await page.getByLabel('Número', { exact: true }).fill(erased.person.cpf);
  await page.getByRole('button', { name: 'Procurar' }).click();
  await expect(page.getByText('Escolha o motivo.')).toBeVisible();
  await expect(page.getByText(erased.person.name)).toHaveCount(0);
  await page.getByLabel('Processo judicial ou administrativo').check();
  await page.getByRole('button', { name: 'Procurar' }).click();
  const kept = page.getByRole('region', { name: erased.person.name });
  await expect(kept.getByText(`Contrato da inscrição ${erased.subscriptionId}`)).toBeVisible();
  await atBothWidths(page, 'guardados');
  const saved = page.waitForEvent('download');
  await kept.getByRole('button', { name: 'Baixar o contrato' }).click();
  expect((await saved).suggestedFilename()).toBe(`contrato-${erased.subscriptionId}.html`);
  await page.getByLabel('Procurar por').selectOption('Número do pedido de privacidade');
  await page.getByLabel('Número', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Procurar' }).click();
  await expect(page.getByText('Nada guardado com este número.')).toBeVisible();
  await page.goto(consoleUrl(product, `/privacidade/${erased.requestId}`));
  await page.getByRole('link', { name: 'Ver o que a lei mandou guardar' }).click();
  await page.getByLabel('Auditoria ou fiscalização').check();
  await page.getByRole('button', { name: 'Abrir', exact: true }).click();
  await expect(kept.getByText('Guardado até')).toBeVisible();

  // The audit describes it all in words, and can be filtered.
  await page.goto(consoleUrl(product, '/auditoria?tipo=change'));
  const rows = page.getByRole('row');
  const person = page.getByLabel('Pessoa da equipe');
  // Other journeys with this product may have done more, and at a later time.
  await person.selectOption({ label: 'Ada Escritório' });
  await expect(
    rows.filter({ hasText: 'Decidiu um pedido de privacidade. Espera outra pessoa aprovar' }),
  ).toBeVisible();
  await expect(rows.filter({ hasText: 'Revogou um token' }).first()).toContainText('Ada Escritório');
  await expect(rows.filter({ hasText: 'Viu os tokens' })).toHaveCount(0);
  await atBothWidths(page, 'auditoria');
  await person.selectOption('');
  await page.getByLabel('Número da inscrição').fill(String(candidate.subscriptionId));
  await expect(rows.filter({ hasText: 'Moveu uma inscrição' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Revogou um token' })).toHaveCount(0);
});

/** Somebody who accepted a contract and whose data were erased. */
async function erasedOne(product: Product, context: BrowserContext) {
  const { client, person, subscriptionId } = await Candidate.at('contract-accepted', product, context);
  const path = `/orbita/api/candidate/users/${await uuidOf({ client })}/privacy-requests`;
  const { body } = await client.send('POST', path, { body: { kind: 'deletion' } });
  const requestId = (body as { id: number }).id;
  const left = { event: 'disqualified', reason: 'Pediu para sair' };
  await product.operations('POST', `/subscriptions/${subscriptionId}/events`, left);
  await product.operations('POST', `/privacy-requests/${requestId}/decision`, { decision: 'concluded' });
  return { person, subscriptionId, requestId };
}

/** The id by which the person's own calls identify them. */
async function uuidOf({ client }: Pick<Candidate, 'client'>): Promise<string> {
  const { body } = await client.send('GET', '/orbita/api/candidate/users/check/');
  return (body as { payloadToken: { uuid: string } }).payloadToken.uuid;
}
