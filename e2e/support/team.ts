import type { Locator, Page } from '@playwright/test';
import type { Client, Response } from '../../testing/client.ts';
import { bodyOf } from '../../testing/journey.ts';
import { Authenticator } from '../../testing/passkeys.ts';
import { until } from '../../testing/until.ts';
import { authenticator } from './authenticator.ts';
import { addSession } from './candidate.ts';
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
export async function enterByPages(page: Page, product: Product, url: string, email: string): Promise<void> {
  await acceptByCode(page, product, url, email);
  await strengthen(page);
}

/** The console's calls of one browser without a page, and its passkey. */
function consoleCalls(product: Product) {
  const client = product.client('localhost');
  client.headers = { origin: product.address, 'x-orbita-equipe': '1' };
  return { client, key: new Authenticator('localhost', { origin: product.address }) };
}

/** All journeys have one address; whoever is refused for too many attempts per minute waits, as the pages do. */
const admitted = async <B>(ask: () => Promise<Response<B>>): Promise<B> =>
  bodyOf(await until(ask, ({ status }) => status !== 429, 1_000));

const challengeOf = (body: object): { challengeId: string; challenge: string } => {
  if (!('options' in body && 'challengeId' in body)) throw new Error(JSON.stringify(body));
  const { challenge } = body.options as { challenge: string };
  return { challengeId: String(body.challengeId), challenge };
};

const accept = (client: Client, url: string, method: 'code' | 'passkey') =>
  admitted(() =>
    client.call('POST /operations/staff/invites/acceptance', {
      body: { invite: url.split('#')[1] ?? '', method },
    }),
  );

/**
 * Hands a browser the session of somebody who accepted an invite by code, strengthened by a passkey if the roles need one. No
 * page is opened; the pages of signing in have their own journeys.
 */
export async function enterTeam(page: Page, product: Product, url: string, email: string): Promise<void> {
  const { client, key } = consoleCalls(product);
  const sent = await accept(client, url, 'code');
  if (!('resendIn' in sent)) throw new Error(JSON.stringify(sent));
  const me = await admitted(async () =>
    client.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
      params: { challengeId: sent.challengeId },
      body: { code: await teamCode(product, email) },
    }),
  );
  if (me.needsStrength && me.session.strength === null) {
    const made = challengeOf(
      await admitted(() => client.call('POST /operations/staff/me/passkeys', { body: {} })),
    );
    const credential = key.create(made.challenge);
    await admitted(() =>
      client.call('POST /operations/staff/me/passkeys', {
        body: { challengeId: made.challengeId, credential },
      }),
    );
    const asked = challengeOf(await admitted(() => client.call('POST /operations/staff/passkeys/options')));
    const passkey = { challengeId: asked.challengeId, credential: key.get(asked.challenge) };
    await admitted(() => client.call('POST /operations/staff/me/reauthentication', { body: { passkey } }));
  }
  await addSession(page.context(), client, 'localhost');
}

/** Address of an invite that only a passkey accepts. */
async function passkeyInvite(product: Product, name: string, grants: TeamGrant[]): Promise<string> {
  const email = `${Math.random().toString(36).slice(2, 9)}@equipe.test`;
  const body = { name, email, grants, method: 'passkey' };
  const { url } = await product.operations<{ url: string }>('POST', '/staff/invites', body);
  return url;
}

/**
 * Hands a browser the session of somebody new with these roles who signed in with a passkey: no action asks for confirmation
 * for a while.
 */
export async function enterWithPasskey(
  page: Page,
  product: Product,
  name: string,
  grants: TeamGrant[],
): Promise<void> {
  const url = await passkeyInvite(product, name, grants);
  const { client, key } = consoleCalls(product);
  const { challengeId, challenge } = challengeOf(await accept(client, url, 'passkey'));
  const body = { challengeId, credential: key.create(challenge) };
  await admitted(() => client.call('POST /operations/staff/passkeys/sign-in', { body }));
  await addSession(page.context(), client, 'localhost');
}

/** An administrator signed in with a passkey. */
export const administrator = (product: Product, page: Page, name: string): Promise<void> =>
  enterWithPasskey(page, product, name, [{ role: 'administracao' }]);

/** The same, whose browser keeps the passkey for another sign-in. */
export async function administratorWithDevice(product: Product, page: Page, name: string): Promise<void> {
  await authenticator(page);
  await page.goto(await passkeyInvite(product, name, [{ role: 'administracao' }]));
  await page.getByRole('button', { name: 'Aceitar com chave de acesso' }).click();
  await personMenu(page).waitFor();
}
