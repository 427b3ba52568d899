import type { BrowserContext, Page } from '@playwright/test';
import { issueLink } from '../support/access-key.ts';
import { Candidate } from '../support/candidate.ts';
import { walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { readContract } from '../support/on-the-way.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

/** J14 — access-key link on someone else's computer (journeys.md). */
const cookiesOf = async (context: BrowserContext, product: Product) =>
  Object.fromEntries((await context.cookies(product.url('/'))).map(({ name, value }) => [name, value]));
const approved = (page: Page) => page.getByRole('heading', { name: /Você passou/ });
const signInHeading = (page: Page) =>
  page.getByRole('heading', { name: 'Entre para continuar sua inscrição' });
const menu = (page: Page) => page.locator('summary').filter({ hasText: 'Mais opções' });

/** A person in their own browser, which leaves this one alone. */
async function elsewhere(
  state: Parameters<typeof Candidate.at>[0],
  product: Product,
  page: Page,
  host = 'cua.alfa.orbita.test',
) {
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser');
  const context = await browser.newContext();
  const candidate = await Candidate.at(state, product, context, { host });
  await context.close();
  return candidate;
}

/** Somebody with an application that starts with a fee. */
async function applyWithFee(product: Product, page: Page): Promise<number> {
  const fee = await elsewhere('signed-up', product, page, 'epa.alfa.orbita.test');
  return fee.apply({ type: 4 }, 'degree');
}

test("a link on someone else's computer", async ({ page, product, context }) => {
  const fifteen = await elsewhere('approved', product, page);
  const fourteen = await Candidate.at('applied', product, context);
  const { path, key } = await issueLink(product, fifteen.subscriptionId);

  await test.step('a wrong key leads to the portal, which says so, and candidate 14 stays signed in', async () => {
    await page.goto(product.url(path.replace(key, `${key.slice(0, -2)}xx`)));
    await expect(page).toHaveURL(product.url('/portal?link=encerrado'));
    await expect(page.getByText('Este link não vale mais.')).toBeVisible();
    await expect(page.getByText('Administração').first()).toBeVisible();
    expect((await cookiesOf(context, product)).accessToken).toBeTruthy();
  });

  await test.step('the right key opens page 3 as candidate 15', async () => {
    const portal = await context.newPage();
    await portal.goto(product.url('/portal'));
    await expect(portal.getByText('Administração').first()).toBeVisible();
    await page.goto(product.url(path));
    // S8: what 14 has open elsewhere shows none of that person's data any more.
    await expect(signInHeading(portal)).toBeVisible();
    await portal.close();
    await expect(page).toHaveURL(product.url(`/subscriptions/essays/${fifteen.subscriptionId}`));
    await expect(approved(page)).toBeVisible();
    const cookies = await cookiesOf(context, product);
    expect(cookies).not.toHaveProperty('accessToken');
    expect(cookies.uuid).toBe(fifteen.client.cookies.get('uuid'));
    expect(Object.keys(cookies).filter((name) => ['name', 'social_name'].includes(name))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(key);
    await expect(page.getByRole('link', { name: 'Voltar ao portal' })).toHaveCount(0);
    await look(page, 'j14-01-link');
    // S12: neither storage nor readable cookies nor the address contain any personal data, only an opaque number.
    const kept = await page.evaluate(() =>
      [
        JSON.stringify({ ...sessionStorage }),
        JSON.stringify({ ...localStorage }),
        document.cookie,
        location.href,
      ].join(),
    );
    const { cpf, email, cellPhone, name } = fifteen.person;
    for (const part of [cpf, email, cellPhone, name, encodeURIComponent(name), key])
      expect(kept, part).not.toContain(part);
  });

  await test.step('reload still works', async () => {
    await page.reload();
    await expect(approved(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Voltar ao portal' })).toHaveCount(0);
  });

  await test.step('a completed step opens too (spec 8.4)', async () => {
    await page.goto(`${fifteen.page}?ver=avaliacao`);
    await expect(page.getByText('Meu título')).toBeVisible();
    await page.getByRole('link', { name: 'Voltar para Dados' }).click();
    await expect(approved(page)).toBeVisible();
  });

  await test.step('portal and profile ask to sign in', async () => {
    for (const other of ['/portal', '/profile']) {
      await page.goto(product.url(other));
      await expect(signInHeading(page)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`redirectTo=.*${other.slice(1)}$`));
    }
    await page.goto(fourteen.page);
    await expect(signInHeading(page)).toBeVisible();
    await page.goto(fifteen.page);
    await expect(approved(page)).toBeVisible();
  });

  await test.step("a call with another application's id is 404, a password change 403", async () => {
    const statuses = await page.evaluate(async (other) => {
      const { token } = JSON.parse(sessionStorage.getItem('orbita.access') ?? '{}');
      const authorization = `Bearer ${token}`;
      const one = await fetch(`/orbita/api/candidate/subscriptions/status/${other}`, {
        headers: { authorization },
      });
      const two = await fetch('/orbita/api/platform/auth/password', {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({
          currentPassword: 'x',
          newPassword: 'Senha#2027',
          confirmPassword: 'Senha#2027',
        }),
      });
      return [one.status, two.status];
    }, fourteen.subscriptionId);
    expect(statuses).toEqual([404, 403]);
  });

  await test.step('"Encerrar acesso" ends it', async () => {
    // By keyboard alone.
    await menu(page).focus();
    await page.keyboard.press('Enter');
    await look(page, 'j14-02-menu');
    await walkTo(page, page.getByRole('button', { name: 'Encerrar acesso' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Acesso encerrado' })).toBeVisible();
    await look(page, 'j14-03-encerrado');
    expect(await page.evaluate(() => sessionStorage.getItem('orbita.access'))).toBeNull();
    expect(await cookiesOf(context, product)).not.toHaveProperty('uuid');
    // S8: neither Back nor the address shows any of that person's data any more.
    await page.goBack();
    await expect(approved(page)).toHaveCount(0);
    await expect(page.getByText('Candidata Inventada')).toHaveCount(0);
    await page.goto(fifteen.page);
    await expect(signInHeading(page)).toBeVisible();
  });
});

test('accepting the contract through a link requires the code sent by e-mail', async ({ page, product }) => {
  const fifteen = await elsewhere('data-complete', product, page);
  const { path } = await issueLink(product, fifteen.subscriptionId);
  await page.goto(product.url(`${path}&etapa=revisao`));
  await expect(page).toHaveURL(product.url(`/subscriptions/essays/${fifteen.subscriptionId}?etapa=revisao`));
  await readContract(page);
  const accept = page.getByRole('button', { name: 'Aceitar contrato', exact: true });
  await accept.click();

  const dialog = page.getByRole('dialog', { name: 'Confirme o aceite' });
  await expect(dialog.getByRole('radio', { name: /^E-mail i\*\*\*@e\*\*\*\.test$/ })).toBeChecked();
  await look(page, 'j14-04-confirmar-por-onde');
  await dialog.getByRole('button', { name: 'Enviar código' }).click();
  await expect(dialog.getByText('Mandamos um código para i***@e***.test.')).toBeVisible();
  await look(page, 'j14-05-confirmar-codigo');
  const mail = (await product.outbox(fifteen.person.email)).find(({ template }) => template === 'N-02');
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  const typed = dialog.getByRole('textbox', { name: 'Código' });
  await typed.fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Confirmar e aceitar' }).click();
  await expect(dialog.getByText('Código inválido.').first()).toBeVisible();
  await look(page, 'j14-06-confirmar-errado');

  // The dialog may be closed and reopened: the code already sent is still valid.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await accept.click();
  await typed.fill(code);
  const posted = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/contract'));
  await dialog.getByRole('button', { name: 'Confirmar e aceitar' }).click();
  expect((await posted).postDataJSON()).toHaveProperty('acceptanceToken');
  await expect(page.getByRole('heading', { level: 1, name: /pagamento|pagar/i })).toBeVisible();
  await look(page, 'j14-07-aceito');
});

test('the link’s owner, if signed in, keeps full access', async ({ page, product, context }) => {
  const fifteen = await Candidate.at('approved', product, context);
  const { path } = await issueLink(product, fifteen.subscriptionId);
  await page.goto(product.url(path));
  await expect(approved(page)).toBeVisible();
  await expect(page).toHaveURL(fifteen.page);
  await expect(page.getByRole('link', { name: 'Voltar ao portal' })).toBeVisible();
  await look(page, 'j14-08-propria');
  const cookies = await cookiesOf(context, product);
  expect(cookies.accessToken).toBeTruthy();
  expect(cookies.name).toBeTruthy();
  expect(await page.evaluate(() => sessionStorage.getItem('orbita.access'))).toBeNull();
  await page.goto(product.url('/portal'));
  await expect(page.getByText('Administração').first()).toBeVisible();
});

test('links to an essay and to a fee', async ({ page, product }) => {
  const fifteen = await elsewhere('essay-started', product, page);
  const essay = await issueLink(product, fifteen.subscriptionId);
  await page.goto(product.url(`/essays/${fifteen.essayId}?accesskey=${essay.key}`));
  await expect(page).toHaveURL(product.url(`/essays/${fifteen.essayId}`));
  await page.getByRole('textbox', { name: 'Título' }).fill('Meu título');
  await expect(page.getByText(/^Salvo às/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue('Meu título');
  await look(page, 'j14-09-redacao');

  const fee = await issueLink(product, await applyWithFee(product, page));
  expect(fee.path).toMatch(/^\/subscriptions\/tax\/\d+\?accesskey=/);
  await page.goto(product.url(fee.path));
  await expect(page).toHaveURL(product.url(fee.path.replace(/\?.*/, '')));
  await expect(page.getByRole('heading', { level: 1, name: 'Taxa de inscrição' })).toBeVisible();
  await expect(page.getByText('A taxa não substitui a matrícula.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Voltar ao portal' })).toHaveCount(0);
  await look(page, 'j14-10-taxa');
  // This tab belongs to the link that was opened last.
  await page.goto(product.url(`/subscriptions/essays/${fifteen.subscriptionId}`));
  await expect(signInHeading(page)).toBeVisible();
});

test('links in two tabs do not interfere with each other, and a revoked one ends', async ({
  page,
  product,
  context,
}) => {
  const one = await elsewhere('approved', product, page);
  const two = await elsewhere('approved', product, page);
  const links = await Promise.all([one, two].map(({ subscriptionId }) => issueLink(product, subscriptionId)));
  const other = await context.newPage();
  // Simultaneously, as when a browser restores its tabs: they take turns if the page can use locks, as on https and here.
  const open = (tab: Page, path?: string) => tab.goto(product.url(path, 'localhost'));
  await Promise.all([open(page, links[0]?.path), open(other, links[1]?.path)]);
  for (const tab of [page, other]) {
    await expect(approved(tab)).toBeVisible();
    await tab.reload();
    await expect(approved(tab)).toBeVisible();
  }
  // An open page is notified that its link was revoked, and leaves by itself.
  const here = page.url();
  await page.goto('about:blank');
  await product.operations('DELETE', `/access-keys/${links[0]?.keyId}`);
  await page.goto(here);
  await expect(signInHeading(page)).toBeVisible();
  await other.reload();
  await expect(approved(other)).toBeVisible();
  await open(page, links[0]?.path);
  await expect(page).toHaveURL(/redirectTo=.*portal%3Flink%3Dencerrado$/);
  await expect(page.getByText('Este link não vale mais.')).toBeVisible();
  await expect(page.getByText('Entre para continuar.')).toHaveCount(0);
  await other.close();
});

test('a link that cannot be exchanged at the moment says so and retries', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const fifteen = await elsewhere('approved', product, page);
  const { path } = await issueLink(product, fifteen.subscriptionId);
  await page.route('**/checkaccesskey/**', (route) => route.abort());
  await page.goto(product.url(path));
  await expect(page.getByRole('heading', { name: 'Não foi possível abrir o link' })).toBeVisible();
  await look(page, 'j14-11-sem-conexao');
  await page.unroute('**/checkaccesskey/**');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(approved(page)).toBeVisible();
  await expect(page).toHaveURL(fifteen.page);
});
