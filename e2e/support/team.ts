import type { Locator, Page } from '@playwright/test';
import { authenticator } from './authenticator.ts';
import type { Product } from './product.ts';
import { expect } from './test.ts';

export type TeamGrant = { role: string; institutions?: string[] };

/** Address of a console page on the product's own host. */
export const consoleUrl = (product: Product, path = '/'): string => `${product.address}/orbita/equipe${path}`;

/** Invites somebody as an operator does; the link is shown only this once. */
export async function inviteToTeam(
  product: Product,
  name: string,
  email: string,
  grants: TeamGrant[],
): Promise<{ staffId: number; url: string }> {
  return product.operations('POST', '/staff/invites', { name, email, grants });
}

/** The latest code sent to an e-mail address. */
export async function teamCode(product: Product, email: string): Promise<string> {
  const codes = (await product.outbox(email)).flatMap(
    ({ text }) => /(\d{6}) é o seu código/.exec(text)?.[1] ?? [],
  );
  const [newest] = codes;
  if (!newest) throw new Error(`No code was sent to ${email}`);
  return newest;
}

/** Opens the user menu, at every width. */
export const personMenu = (page: Page): Locator => page.locator('summary.avatar-button');

/**
 * Clicks what starts a sign-in until its next step appears: all journeys have one address, and a client refused for too many
 * attempts per minute waits, as the page says.
 */
const begin = (button: Locator, next: Locator): Promise<void> =>
  expect(async () => {
    if (!(await next.isVisible())) await button.click();
    await next.waitFor({ timeout: 15_000 });
  }).toPass({ timeout: 120_000, intervals: [5000] });

/** Creates a passkey if the roles of somebody signed in by code need one, and confirms with it (spec 25.2.4). */
async function strengthen(page: Page): Promise<void> {
  const make = page.getByRole('button', { name: 'Cadastrar chave de acesso' });
  await personMenu(page).or(make).first().waitFor();
  if (await personMenu(page).isVisible()) return;
  const device = await authenticator(page, 'usb');
  await make.click();
  await begin(page.getByRole('button', { name: 'Confirmar com chave de acesso' }), personMenu(page));
  await device.remove();
}

/** Accepts an invite in the browser with a code, which gives limited access. */
export async function acceptByCode(page: Page, product: Product, url: string, email: string): Promise<void> {
  await page.goto(url);
  const field = page.getByLabel('Código de 6 números');
  await begin(page.getByRole('button', { name: 'Aceitar com código por e-mail' }), field);
  await field.fill(await teamCode(product, email));
}

/** Accepts an invite in the browser and signs in, with a passkey if the roles need one. */
export async function enterTeam(page: Page, product: Product, url: string, email: string): Promise<void> {
  await acceptByCode(page, product, url, email);
  await strengthen(page);
}

/** An administrator signed in with a passkey, whom no action asks for confirmation for a while. */
export async function administrator(product: Product, page: Page, name: string): Promise<void> {
  await authenticator(page);
  const { url }: { url: string } = await product.operations('POST', '/staff/invites', {
    name,
    email: `${Math.random().toString(36).slice(2, 9)}@equipe.test`,
    grants: [{ role: 'administracao' }],
    method: 'passkey',
  });
  await page.goto(url);
  await page.getByRole('button', { name: 'Aceitar com chave de acesso' }).click();
  await personMenu(page).waitFor();
}
