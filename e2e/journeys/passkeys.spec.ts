import type { Page } from '@playwright/test';
import { authenticator } from '../support/authenticator.ts';
import { Candidate } from '../support/candidate.ts';
import { expect, expectAccessible, expectNoSideways, forget, test } from '../support/test.ts';

/** Passkeys work only in secure contexts, which include the local host names. */
const HOME = 'localhost';
const FOREIGN = 'epa.alfa.localhost';

const enter = (page: Page) => page.getByRole('button', { name: 'Usar chave de acesso' }).click();
const REFUSED = 'Não foi possível entrar com a chave de acesso. Entre de outra forma.';

test('a passkey is offered after a sign-in, signs in, and no longer works once removed', async ({
  page,
  product,
  context,
}) => {
  const device = await authenticator(page);
  const { person } = await Candidate.at('signed-up', product, context, { host: HOME });
  await page.goto(product.url('/portal', HOME));
  const offer = page.getByRole('region', { name: 'Entre mais rápido da próxima vez' });
  await expect(offer).toBeVisible();
  await expectAccessible(page, 'portal with the offer');
  await offer.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await expect(page.getByText('Chave de acesso criada.')).toBeVisible();
  const [made] = await device.credentials();
  expect(made).toMatchObject({ rpId: HOME, isResidentCredential: true });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toHaveCount(0);

  await page.goto(product.url('/logout', HOME));
  await expect(page.getByRole('heading', { level: 1, name: 'Entre para continuar' })).toBeVisible();
  await expectAccessible(page, 'sign-in page with passkeys');
  await expectNoSideways(page);
  await enter(page);
  await expect(page).toHaveURL(/\/portal$/);

  await page.goto(product.url('/change-password', HOME));
  const list = page.getByRole('region', { name: 'Chaves de acesso' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByText('Último uso em 12/01/2026')).toBeVisible();
  await expectAccessible(page, 'list of passkeys');
  await expectNoSideways(page);
  await list.getByRole('button', { name: /^Remover a chave de acesso/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Remover chave de acesso?' });
  await expectAccessible(page, 'removing a passkey');
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText('Chave de acesso removida.')).toBeVisible();
  await expect(list.getByText('Você ainda não tem chave de acesso.')).toBeVisible();
  await product.runJob('outbox');
  const mails = (await product.outbox(person.email)).map(({ text }) => text).join('\n');
  expect(mails).toContain('uma chave de acesso foi removida');

  await page.goto(product.url('/logout', HOME));
  await enter(page);
  await expect(page.getByText(REFUSED)).toBeVisible();
  await expectAccessible(page, 'refused passkey');
});

test('"Agora não" is remembered, and a passkey can still be added beside the password', async ({
  page,
  product,
  context,
}) => {
  await authenticator(page);
  await Candidate.at('signed-up', product, context, { host: HOME });
  await page.goto(product.url('/portal', HOME));
  await page.getByRole('button', { name: 'Agora não' }).click();
  await expect(page.getByRole('button', { name: 'Criar chave de acesso' })).toHaveCount(0);
  await page.goto(product.url('/change-password', HOME));
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  await expect(page.getByText('Chave de acesso criada.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remover a chave de acesso/ })).toHaveCount(1);
  await page.goto(product.url('/portal', HOME));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Criar chave de acesso' })).toHaveCount(0);
});

test('a passkey is not shown to other hosts, and does not sign in without user verification', async ({
  page,
  product,
  context,
}) => {
  const device = await authenticator(page);
  await Candidate.at('signed-up', product, context, { host: HOME });
  await page.goto(product.url('/portal', HOME));
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await expect(page.getByText('Chave de acesso criada.')).toBeVisible();
  await forget(page);

  const asked = (host: string) =>
    page.evaluate(
      async ([rpId]) => {
        const challenge = crypto.getRandomValues(new Uint8Array(32));
        const options = { challenge, rpId: rpId ?? '', userVerification: 'required' as const, timeout: 1500 };
        return navigator.credentials.get({ publicKey: options }).then(
          (found) => found?.id ?? 'none',
          (error: Error) => error.name,
        );
      },
      [host],
    );
  await page.goto(product.url('/', FOREIGN));
  expect(await asked(HOME)).toMatch(/SecurityError|NotAllowedError/);
  expect(await asked(FOREIGN)).toBe('NotAllowedError');

  await page.goto(product.url('/', HOME));
  await device.verified(false);
  await enter(page);
  await expect(page.getByRole('button', { name: 'Usar chave de acesso' })).toBeEnabled();
  await expect(page).not.toHaveURL(/\/portal/);
  await device.verified(true);
});

test('U12 a passkey signs in again over a page whose session has ended', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(401);
  await authenticator(page);
  const candidate = await Candidate.at('data-complete', product, context, { host: HOME });
  await page.goto(product.url('/portal', HOME));
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await expect(page.getByText('Chave de acesso criada.')).toBeVisible();
  await page.goto(product.url('/profile', HOME));
  const street = page.getByRole('textbox', { name: 'Endereço', exact: true });
  await street.fill('Rua Digitada');
  await candidate.endSession();
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Sua sessão expirou. Entre novamente.' });
  await expectAccessible(page, 'sign in again by passkey');
  await again.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page.getByText('Dados salvos com sucesso.')).toBeVisible();
  await expect(again).toHaveCount(0);
  await expect(street).toHaveValue('Rua Digitada');
});
