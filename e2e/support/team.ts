import type { Locator, Page } from '@playwright/test';
import { authenticator } from './authenticator.ts';
import type { Product } from './product.ts';

export type TeamGrant = { role: string; institutions?: string[] };

/** Address of a page of the console on the product's own host. */
export const consoleUrl = (product: Product, path = '/'): string => `${product.address}/orbita/equipe${path}`;

/** Invites somebody as an operator does; the link is shown this once. */
export async function inviteToTeam(
  product: Product,
  name: string,
  email: string,
  grants: TeamGrant[],
): Promise<{ staffId: number; url: string }> {
  return product.operations('POST', '/staff/invites', { name, email, grants });
}

/** The newest code that was sent to an e-mail. */
export async function teamCode(product: Product, email: string): Promise<string> {
  const codes = (await product.outbox(email)).flatMap(
    ({ text }) => /(\d{6}) é o seu código/.exec(text)?.[1] ?? [],
  );
  const [newest] = codes;
  if (!newest) throw new Error(`No code was sent to ${email}`);
  return newest;
}

/** What opens the menu of the person, on every width. */
export const personMenu = (page: Page): Locator => page.locator('summary.avatar-button');

/** Makes a passkey where the roles of who came in by a code need one, and confirms by it (spec 25.2.4). */
async function strengthen(page: Page): Promise<void> {
  const make = page.getByRole('button', { name: 'Cadastrar chave de acesso' });
  await personMenu(page).or(make).first().waitFor();
  if (await personMenu(page).isVisible()) return;
  const device = await authenticator(page, 'usb');
  await make.click();
  await page.getByRole('button', { name: 'Confirmar com chave de acesso' }).click();
  await personMenu(page).waitFor();
  await device.remove();
}

/** Accepts an invite in the browser and comes in, with a passkey where her roles need one. */
export async function enterTeam(page: Page, product: Product, url: string, email: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Aceitar convite' }).click();
  const field = page.getByLabel('Código de 6 números');
  await field.waitFor();
  await field.fill(await teamCode(product, email));
  await strengthen(page);
}
