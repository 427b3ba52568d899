import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { atBothWidths } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl, enterTeam, inviteToTeam, personMenu } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

const BANNER = 'Visualização da equipe. Nada pode ser alterado.';
const REFUSED = 'Esta é uma visualização. Nada pode ser alterado aqui.';
const HIDDEN = 'Oculto na visualização.';

/** An attendant on the page of an application. */
async function atApplication(product: Product, page: Page, id: number): Promise<void> {
  const email = `atende.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const grants = [{ role: 'atendimento', institutions: ['CUA01'] }];
  const { url } = await inviteToTeam(product, 'Hana Modelo', email, grants);
  await enterTeam(page, product, url, email);
  await page.goto(consoleUrl(product, `/inscricoes/${id}`));
  await expect(page.getByRole('button', { name: /^Ver como candidata\(o\)/ })).toBeVisible();
}

/** Opens the view through its action, and returns its tab with the requests that go elsewhere than to the product. */
async function openView(page: Page, reason = ''): Promise<{ tab: Page; others: string[] }> {
  const others: string[] = [];
  const { host } = new URL(page.url());
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.port !== new URL(`http://${host}`).port) others.push(url.href);
  });
  await page.getByRole('button', { name: /^Ver como candidata\(o\)/ }).click();
  const ask = page.getByRole('dialog', { name: 'Ver como candidata(o)' });
  if (reason) await ask.getByLabel('Motivo').fill(reason);
  const opened = page.context().waitForEvent('page');
  await ask.getByRole('button', { name: 'Abrir visualização' }).click();
  const tab = await opened;
  await expect(tab.getByText(BANNER)).toBeVisible();
  return { tab, others };
}

test.describe('K04: the team looks at the candidate’s pages', () => {
  test.use({ cookieChoice: '11' });

  test('an open Pix is neither shown nor changed, nothing is stored, and the view ends with the session', async ({
    page,
    product,
    browser,
    expectedStatuses,
  }) => {
    expectedStatuses.add(401).add(410);
    const other = await browser.newContext();
    const candidate = await Candidate.at('pix-open', product, other);
    await atApplication(product, page, candidate.subscriptionId);
    const cookies = async () => (await page.context().cookies()).map(({ name }) => name).sort();
    const before = await cookies();
    await page.getByRole('button', { name: /^Ver como candidata\(o\)/ }).click();
    await atBothWidths(page, 'ver-como', true);
    await page.keyboard.press('Escape');

    const { tab, others } = await openView(page, 'Não achou o código');
    await expect(page.getByText('Visualização aberta em outra aba.')).toBeVisible();
    await expect(tab).toHaveURL(/\/orbita\/candidate\/visualizacao\/subscriptions\//);
    expect(tab.url()).not.toContain('#');
    await expect(tab.getByText(HIDDEN).first()).toBeVisible();
    await atBothWidths(tab, 'visualizacao');

    const writes: string[] = [];
    tab.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
    });
    await tab.getByRole('button', { name: 'Criar o link' }).click();
    await expect(tab.getByRole('alert').filter({ hasText: REFUSED }).first()).toBeVisible();
    await atBothWidths(tab, 'visualizacao-recusada', true);
    expect(writes).toEqual([]);
    expect(others).toEqual([]);
    expect(await cookies()).toEqual(before);
    const kept = await page.evaluate(() => Object.keys(localStorage).concat(Object.keys(sessionStorage)));
    expect(kept.filter((key) => /visualiza|view/i.test(key))).toEqual([]);

    await expect(page.getByRole('region', { name: 'Linha do tempo' })).toContainText(
      'Visualização da página da pessoa',
    );
    await page.getByRole('button', { name: 'Equipe', exact: true }).click();
    await expect(page.getByText('Não achou o código')).toBeVisible();

    await personMenu(page).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(personMenu(page)).toBeHidden();
    await tab.getByRole('link', { name: 'Dados' }).click();
    await expect(tab.getByRole('heading', { name: 'Esta visualização terminou' })).toBeVisible();
    await atBothWidths(tab, 'visualizacao-terminou');
    await other.close();
  });

  test('from the palette: an unfinished essay is not shown, and typing is refused', async ({
    page,
    product,
    browser,
    expectedStatuses,
  }) => {
    expectedStatuses.add(403);
    const other = await browser.newContext();
    const candidate = await Candidate.at('essay-started', product, other);
    await atApplication(product, page, candidate.subscriptionId);
    await expect(page.locator('.head')).toContainText(
      'A pessoa lê: Agora é a vez da redação. Reserve 1 hora.',
    );
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('ver como');
    await page.keyboard.press('Enter');
    const ask = page.getByRole('dialog', { name: 'Ver como candidata(o)' });
    const opened = page.context().waitForEvent('page');
    await ask.getByRole('button', { name: 'Abrir visualização' }).click();
    const tab = await opened;
    await expect(tab.getByText(BANNER)).toBeVisible();
    await tab
      .getByRole('link', { name: /Continuar|redação/i })
      .or(tab.getByRole('button', { name: /Continuar|redação/i }))
      .first()
      .click();
    const text = tab.locator('textarea').last();
    await expect(text).toHaveValue(HIDDEN);
    await text.fill('Nada do que a equipe escreve aqui pode chegar.');
    await text.blur();
    await expect(tab.getByText(REFUSED).first()).toBeVisible();
    await atBothWidths(tab, 'visualizacao-redacao', true);
    await other.close();
  });
});
