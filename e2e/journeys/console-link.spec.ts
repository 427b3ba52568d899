import type { Page } from '@playwright/test';
import { pressAct, showActs } from '../support/acts.ts';
import { Candidate } from '../support/candidate.ts';
import { changeCatalogue, rewriteEntry } from '../support/catalogue.ts';
import { secretary } from '../support/documents.ts';
import { atBothWidths } from '../support/look.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** "Copiar link" of 25.6.2, which an institution has to enable. */
const LABEL = 'Copiar link';
const timeline = (page: Page) => page.getByRole('region', { name: 'Linha do tempo' });
const act = (page: Page) => page.getByRole('button', { name: new RegExp(`^${LABEL}`) });

/** Opens the action, wherever it is in the list. */
async function open(page: Page) {
  await pressAct(page, LABEL);
  return page.getByRole('dialog');
}

test('a link is copied if the institution allows it: shown once, listed in the timeline, opening one application', async ({
  page,
  product,
  browser,
  context,
}) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('approved', product, other);
  const id = candidate.subscriptionId;
  await secretary(product, page, 'Hana Atendimento', 'atendimento');
  await page.goto(consoleUrl(product, `/inscricoes/${id}`));
  await showActs(page);
  await expect(act(page)).toHaveCount(0);
  const refused = await page.evaluate(async (number) => {
    const answer = await fetch(`/orbita/api/operations/subscriptions/${number}/access-keys`, {
      method: 'POST',
      headers: { 'x-orbita-equipe': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ purpose: 'continue', notify: false, reason: 'Tentativa.' }),
    });
    return [answer.status, (await answer.json()).code];
  }, id);
  expect(refused).toEqual([403, 'FORBIDDEN']);

  const back = await changeCatalogue(product, (yaml) =>
    rewriteEntry(yaml, 'institutions', 'code: CUA01', (entry) =>
      entry.replace(/( {4}parameters:\n)/, '$1      StaffMayCopyAccessLinks: true\n'),
    ),
  );
  await page.reload();
  const ask = await open(page);
  await ask.getByText('Pagar', { exact: true }).click();
  await ask.getByRole('button', { name: 'Criar link' }).click();
  await expect(ask.getByText('Escreva o motivo.')).toBeVisible();
  await atBothWidths(page, 'copiar-link', true);
  await ask.getByLabel('Motivo').fill('Está no balcão, sem celular.');
  const before = (await product.outbox(candidate.person.email)).length;
  await ask.getByRole('button', { name: 'Criar link' }).click();
  const made = page.getByRole('dialog', { name: 'Link criado' });
  await expect(made).toBeVisible();
  await atBothWidths(page, 'link-copiado', true);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await made.getByRole('button', { name: 'Copiar link' }).press('Enter');
  await expect(made.getByText('Link copiado').first()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const key = new URL(link).searchParams.get('accesskey') ?? '';
  expect(key.length).toBeGreaterThan(20);
  await expect(made).toContainText(link);

  // Once closed the link is nowhere: not on the page, in its address or title, nor in what the browser stores.
  await made.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(made).toHaveCount(0);
  const traces = () =>
    page.evaluate(() =>
      [
        document.documentElement.outerHTML,
        document.title,
        location.href,
        JSON.stringify({ ...localStorage, ...sessionStorage }),
      ].join(' '),
    );
  expect(await traces()).not.toContain(key);
  await expect(timeline(page).getByText(/^Link de acesso criado: /)).toBeVisible();
  await expect(timeline(page).getByText('Está no balcão, sem celular.')).toBeVisible();
  await expect(
    timeline(page)
      .getByText(/Hana Atendimento/)
      .first(),
  ).toBeVisible();
  await page.reload();
  await expect(timeline(page).getByText(/^Link de acesso criado: /)).toBeVisible();
  expect(await traces()).not.toContain(key);
  expect((await product.outbox(candidate.person.email)).length).toBe(before);
  const { data } = await product.operations<{
    data: { action: string; status: number; operator: string }[];
  }>('GET', `/audit?subject=${encodeURIComponent(`/orbita/api/operations/subscriptions/${id}/access-keys`)}`);
  expect(JSON.stringify(data)).not.toContain(key);
  const asked = 'POST /operations/subscriptions/{id}/access-keys';
  expect(
    data.filter(({ action }) => action === asked).map(({ status, operator }) => [status, operator]),
  ).toEqual([
    [201, 'Hana Atendimento'],
    [403, 'Hana Atendimento'],
  ]);

  // Whoever has the link gets to this application, without a password.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expect(visitor).toHaveURL(new RegExp(`/subscriptions/(essays/)?${id}|/subscriptions/.*${id}`));
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  expect(visitor.url()).not.toContain(key);
  await visitor.context().close();
  await back();
  await other.close();
});
