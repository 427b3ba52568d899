import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { issueLink } from '../support/access-key.ts';
import { Candidate } from '../support/candidate.ts';
import type { Product } from '../support/product.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

/** J14 — access-key link on someone else's computer (journeys.md). */
async function look(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page, name);
  await expectNoSideways(page);
  if (process.env.PICTURES)
    await page.screenshot({
      path: join(process.env.PICTURES, `${test.info().project.name}-j14-${name}.png`),
      fullPage: true,
    });
}
const cookiesOf = async (context: BrowserContext, product: Product) =>
  Object.fromEntries((await context.cookies(product.url('/'))).map(({ name, value }) => [name, value]));
const approved = (page: Page) => page.getByRole('heading', { name: /aprovado/i });
const gate = (page: Page) => page.getByRole('heading', { name: 'Entre para continuar sua inscrição' });
const menu = async (page: Page) => page.locator('summary').filter({ hasText: 'Mais opções' });

/** A person's browser of her own, which leaves this one alone. */
async function elsewhere(state: Parameters<typeof Candidate.at>[0], product: Product, page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser');
  const context = await browser.newContext();
  const candidate = await Candidate.at(state, product, context);
  await context.close();
  return candidate;
}

test("a link on someone else's computer", async ({ page, product, context }) => {
  const fifteen = await elsewhere('approved', product, page);
  const fourteen = await Candidate.at('applied', product, context);
  const { path, key } = await issueLink(product, fifteen.subscriptionId);

  await test.step('a wrong key leads to the portal, and 14 stays signed in', async () => {
    await page.goto(product.url(path.replace(key, `${key.slice(0, -2)}xx`)));
    await expect(page).toHaveURL(product.url('/portal'));
    await expect(page.getByText('Administração').first()).toBeVisible();
    expect((await cookiesOf(context, product)).accessToken).toBeTruthy();
  });

  await test.step('the right key opens the page of 3, as 15', async () => {
    await page.goto(product.url(path));
    await expect(page).toHaveURL(product.url(`/subscriptions/essays/${fifteen.subscriptionId}`));
    await expect(approved(page)).toBeVisible();
    const cookies = await cookiesOf(context, product);
    expect(cookies).not.toHaveProperty('accessToken');
    expect(cookies.uuid).toBe([...fifteen.cookies.values()].find(({ name }) => name === 'uuid')?.value);
    expect(Object.keys(cookies).filter((name) => ['name', 'social_name'].includes(name))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(key);
    await expect(page.getByRole('link', { name: 'Voltar ao portal' })).toHaveCount(0);
    await look(page, '01-link');
  });

  await test.step('reload still works', async () => {
    await page.reload();
    await expect(approved(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Voltar ao portal' })).toHaveCount(0);
  });

  await test.step('portal and profile ask to sign in', async () => {
    for (const other of ['/portal', '/profile']) {
      await page.goto(product.url(other));
      await expect(gate(page)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`redirectTo=.*${other.slice(1)}$`));
    }
    await page.goto(fourteen.page);
    await expect(gate(page)).toBeVisible();
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
    await (await menu(page)).click();
    await look(page, '02-menu');
    await page.getByRole('button', { name: 'Encerrar acesso' }).click();
    await expect(page.getByRole('heading', { name: 'Acesso encerrado' })).toBeVisible();
    await look(page, '03-encerrado');
    expect(await page.evaluate(() => sessionStorage.getItem('orbita.access'))).toBeNull();
    expect(await cookiesOf(context, product)).not.toHaveProperty('uuid');
    await page.goto(fifteen.page);
    await expect(gate(page)).toBeVisible();
  });
});
