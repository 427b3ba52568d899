import type { Locator, Page } from '@playwright/test';
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

/** Accepts an invite in the browser and comes in. */
export async function enterTeam(page: Page, product: Product, url: string, email: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Aceitar convite' }).click();
  const field = page.getByLabel('Código de 6 números');
  await field.waitFor();
  await field.fill(await teamCode(product, email));
  await personMenu(page).waitFor();
}
