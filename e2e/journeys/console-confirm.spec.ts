import type { Page } from '@playwright/test';
import { authenticator } from '../support/authenticator.ts';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl, personMenu } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** Sessions that end while something is pending (spec 25.2.3, 25.2.4): renewed in place with a passkey, nothing is lost. */
type Member = { staffId: number; device: Awaited<ReturnType<typeof authenticator>> };

/** Somebody who signs in with a passkey only. */
async function byPasskey(product: Product, page: Page, name: string, role: string): Promise<Member> {
  const device = await authenticator(page);
  const { url, staffId }: { url: string; staffId: number } = await product.operations(
    'POST',
    '/staff/invites',
    {
      name,
      email: `${Math.random().toString(36).slice(2, 9)}@equipe.test`,
      // The inviter has the granted role too, so the invite needs no approval.
      grants: [{ role }, ...(role === 'administracao' ? [{ role: 'banca' }] : [])],
      method: 'passkey',
    },
  );
  await page.goto(url);
  await page.getByRole('button', { name: 'Aceitar com chave de acesso' }).click();
  await personMenu(page).waitFor();
  return { staffId, device };
}

const over = (page: Page) => page.getByRole('dialog', { name: 'Sua sessão terminou' });
const confirm = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você para continuar.' });
const endSessions = (product: Product, { staffId }: Member) =>
  product.operations('DELETE', `/staff/${staffId}/sessions`);

test('a passkey confirms the person’s identity, even if the session ends behind the dialog', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(401).add(403);
  const ana = await byPasskey(product, page, 'Ana Confirma', 'administracao');
  await page.goto(consoleUrl(product, '/equipe'));
  // Half an hour after signing in, a confirmation is required again.
  for (const now of ['10:20', '10:40']) {
    await product.setClock(`2026-01-12T${now}:00-03:00`);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/na equipe$/);
  }
  await page.getByRole('button', { name: 'Convidar', exact: true }).click();
  const invite = page.getByRole('dialog', { name: 'Convidar para a equipe' });
  await invite.getByLabel('Nome').fill('Eva Banca');
  await invite.getByLabel('E-mail').fill('eva.confirma@equipe.test');
  await invite.getByRole('checkbox', { name: /Banca/ }).check();
  await invite.getByLabel('Motivo').fill('Corrige a partir de segunda.');
  await invite.getByRole('button', { name: 'Convidar', exact: true }).click();
  await expect(confirm(page)).toBeVisible();
  await look(page, 'confirmar-com-chave', { busy: true });

  // Without user verification nothing is confirmed, and the person may try again.
  await ana.device.verified(false);
  await confirm(page).getByRole('button', { name: 'Confirmar com chave de acesso' }).click();
  await expect(confirm(page)).toBeVisible();
  expect(await product.outbox('eva.confirma@equipe.test')).toEqual([]);
  await ana.device.verified(true);

  await endSessions(product, ana);
  await expect(over(page)).toBeVisible();
  await look(page, 'sessao-terminou-chave', { busy: true });
  await over(page).getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await expect(over(page)).toHaveCount(0);
  // Signing in with a passkey counts as confirmation: the pending action continues, and nothing has to be pressed again.
  await expect(page.getByText('Convite de Eva Banca enviado.')).toBeVisible();
  await expect(confirm(page)).toHaveCount(0);
  expect(await product.outbox('eva.confirma@equipe.test')).toHaveLength(1);
});

test('K04: an idle page warns, then ends its session; a passkey reopens it in place with its half-written note', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  expectedStatuses.add(401).add(0);
  await page.setViewportSize({ width: 360, height: 740 });
  const other = await browser.newContext();
  const candidate = await Candidate.at('approved', product, other);
  await page.clock.install();
  const hana = await byPasskey(product, page, 'Hana Confirma', 'atendimento');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  const note = page.getByLabel('Nova observação');
  await note.fill('Ligou de manhã e');
  // What the page requests on loading counts as activity and restarts the session's minutes.
  await expect(page.getByRole('region', { name: 'Mensagens' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.clock.fastForward('28:10');
  const idle = page.getByRole('dialog', { name: /^Sua sessão termina em [12] minutos?\.$/ });
  await expect(idle).toBeVisible();
  await look(page, 'sessao-parada-360', { busy: true });
  await idle.getByRole('button', { name: 'Continuar' }).click();
  await expect(idle).toHaveCount(0);

  await page.clock.fastForward('28:10');
  await expect(idle).toBeVisible();
  await product.setClock('2026-01-12T10:31:00-03:00');
  await page.clock.fastForward('03:00');
  await idle.getByRole('button', { name: 'Continuar' }).click();
  await expect(over(page)).toBeVisible();
  await look(page, 'sessao-terminou-360', { busy: true });
  await over(page).getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await expect(over(page)).toHaveCount(0);
  await expect(note).toHaveValue('Ligou de manhã e');
  await note.fill('Ligou de manhã e à tarde.');
  await page.getByRole('button', { name: 'Guardar observação' }).click();
  await expect(page.locator('.event__note')).toHaveText('Ligou de manhã e à tarde.');
  expect(await hana.device.credentials()).toHaveLength(1);
  await other.close();
});

test('a page left open sends nothing in the name of who signs in beside it', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  expectedStatuses.add(401).add(0);
  const other = await browser.newContext();
  const candidate = await Candidate.at('approved', product, other);
  const address = consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`);
  await byPasskey(product, page, 'Ana Deixou', 'atendimento');
  await page.goto(address);
  // Without live events the page does not learn of it before it sends something.
  await page.routeWebSocket(/.*/, () => undefined);
  await page.reload();
  const note = page.getByLabel('Nova observação');
  await note.fill('Escrito por Ana');
  const beside = await page.context().newPage();
  await byPasskey(product, beside, 'Bia Chegou', 'atendimento');
  await page.getByRole('button', { name: 'Guardar observação' }).click();
  await expect(over(page)).toBeVisible();
  await beside.goto(address);
  await expect(beside.getByLabel('Nova observação')).toHaveValue('');
  await expect(beside.getByText('Escrito por Ana')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Escrito por Ana')).toHaveCount(0);
  await expect(personMenu(page)).toContainText('BC');
  await other.close();
});
