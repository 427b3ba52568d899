import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Product } from './product.ts';

/** Helpers for using the sign-in page as a person would. */
export function signInForm(page: Page) {
  const box = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  return {
    box,
    button,
    alert: (text: string): Locator => page.getByRole('alert').getByText(text, { exact: true }),
    async signIn(cpf: string, password: string): Promise<void> {
      await box('CPF').fill(cpf);
      await box('Senha').fill(password);
      await button('Entrar').click();
    },
    /** Enters the document, chooses a contact, and waits for the code input. */
    async askCode(cpf: string, channel: RegExp): Promise<void> {
      await box('CPF').fill(cpf);
      await button('Continuar').click();
      await this.chooseChannel(channel);
    },
    async chooseChannel(channel: RegExp): Promise<void> {
      await page.getByRole('radio', { name: channel }).check();
      await button('Enviar código').click();
      await box('Código').waitFor();
    },
  };
}

/** The latest six-digit code sent to an address or a phone. */
export async function codeSentTo(product: Product, to: string, template: string): Promise<string> {
  const message = (await product.outbox(to)).find((one) => one.template === template);
  const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
  if (!code) throw new Error(`No code went to ${to}`);
  return code;
}

/** A code that is not the right one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Signs everybody out in this browser; the portal's welcome still counts as read. */
export async function forgetSession(context: BrowserContext): Promise<void> {
  // Leave every page first, so that none reacts to its lost session.
  for (const page of context.pages()) await page.goto('about:blank');
  for (const name of ['accessToken', 'uuid', 'name', 'social_name', 'tenantAlias', 'orbita-session'])
    await context.clearCookies({ name });
}
