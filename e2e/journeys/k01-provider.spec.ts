import type { Page } from '@playwright/test';
import { atBothWidths } from '../support/look.ts';
import { inviteToTeam } from '../support/team.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

/** The part of K01 that goes through the institution's own sign-in, which is on a different site than the console. */
const HOST = 'cua.alfa.orbita.test';

const toProvider = async (page: Page, entrance: string): Promise<void> => {
  await page.goto(entrance);
  await page.getByRole('link', { name: 'Entrar com Conta Alfa' }).click();
  await expect(page).toHaveURL(/\/oidc\/conta-alfa\/entrar\//);
};
const asUnknown = async (page: Page, email: string, groups: string): Promise<void> => {
  await page.getByLabel('Nome').fill('Pessoa Nova');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Grupos, separados por vírgula').fill(groups);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
};

test('K01 signs in through the institution’s provider and out when the provider ends the session', async ({
  page,
  product,
  expectedStatuses,
}) => {
  const equipe = (path: string) => `http://${HOST}:${product.port}/orbita/equipe${path}`;
  await page.goto(equipe('/entrar'));
  await expect(page.getByRole('link', { name: 'Entrar com Conta Alfa' })).toBeVisible();
  await atBothWidths(page, 'entrar');

  // The redirect back comes from another site; the page in between makes the browser send the strict cookie.
  expectedStatuses.add(401);
  await toProvider(page, equipe('/entrar'));
  await page.getByRole('button', { name: 'Entrar como Bia Secretaria' }).click();
  await expect(page).toHaveURL(equipe('/'));
  await expect(page.getByText('Bia Secretaria').first()).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'orbita-equipe')).toMatchObject({
    sameSite: 'Strict',
    httpOnly: true,
  });

  // The institution ends the person's sessions: the open page is notified.
  const outside = await page.context().newPage();
  await outside.goto(`http://localhost:${product.port + 1}/sandbox?tenant=alfa#conta-alfa`);
  const bia = outside.getByRole('listitem').filter({ hasText: 'Bia Secretaria' });
  await bia.getByRole('button', { name: 'Encerrar sessões' }).click();
  await expect(outside.getByText('Sessões de Bia Secretaria encerradas.')).toBeVisible();
  await outside.close();
  await page.reload();
  await expect(page).toHaveURL(/\/orbita\/equipe\/entrar/);
});

test('K01 a missing role, missing groups and an unavailable provider each explain the refusal', async ({
  page,
  product,
  expectedStatuses,
}) => {
  const entrance = `http://${HOST}:${product.port}/orbita/equipe/entrar`;
  for (const status of [401, 403, 503]) expectedStatuses.add(status);
  await toProvider(page, entrance);
  await asUnknown(page, 'sem.funcao@equipe.test', 'outro-grupo');
  await expect(page.getByRole('alert')).toHaveText(
    'Seu acesso ainda não tem uma função. Fale com a administração da sua instituição.',
  );
  await expectAccessible(page, 'refusal of the provider');
  await expectNoSideways(page);
  await page.getByRole('link', { name: 'Voltar para a entrada' }).click();
  await expect(page).toHaveURL(entrance);

  const sandbox = `http://localhost:${product.port + 1}/sandbox`;
  await page.goto(`${sandbox}?tenant=alfa#conta-alfa`);
  const caio = page.getByRole('listitem').filter({ hasText: 'Caio Secretaria' });
  await caio.getByRole('button', { name: 'Grupos demais' }).click();
  await toProvider(page, entrance);
  await page.getByRole('button', { name: 'Entrar como Caio Secretaria' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'O acesso da sua instituição não informou seus grupos. Avise a administração.',
  );

  await page.request.post(`${sandbox}/faults/staff-idp?tenant=alfa`, { form: { mode: 'down' } });
  await page.goto(entrance);
  await page.getByRole('link', { name: 'Entrar com Conta Alfa' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Não foi possível falar com o acesso da sua instituição. Tente novamente em instantes.',
  );
  await page.request.post(`${sandbox}/faults/staff-idp?tenant=alfa`, { form: { mode: 'ok' } });
});

test('K01 an invite is accepted through the institution’s provider, only by the invited person', async ({
  page,
  product,
  expectedStatuses,
}) => {
  for (const status of [401, 403, 410]) expectedStatuses.add(status);
  const email = 'convidada.conta@equipe.test';
  const { url } = await inviteToTeam(product, 'Pessoa Convidada', email, [{ role: 'financeiro' }]);
  const there = async () => {
    await page.goto(url);
    await page.getByRole('button', { name: 'Aceitar com Conta Alfa' }).click();
    await expect(page).toHaveURL(/\/oidc\/conta-alfa\/entrar\//);
  };
  await page.goto(url);
  await expect(page.getByText('Entre em Conta Alfa com o e-mail deste convite.')).toBeVisible();
  await atBothWidths(page, 'convite');
  await there();
  await asUnknown(page, 'de.outra.conta@equipe.test', 'sec-cua');
  await expect(page.getByRole('alert')).toHaveText('Este convite é de outra pessoa.');
  await there();
  await asUnknown(page, email, '');
  await expect(page.getByText('Pessoa Convidada').first()).toBeVisible();
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Este convite não vale mais' })).toBeVisible();
});
