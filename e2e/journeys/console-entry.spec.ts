import { authenticator } from '../support/authenticator.ts';
import { atMiddleWidth, look } from '../support/look.ts';
import {
  acceptByCode,
  consoleUrl,
  enterByPages,
  enterTeam,
  inviteToTeam,
  personMenu,
  teamCode,
} from '../support/team.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

const phone = { width: 360, height: 740 };
const OVER = 'Sua sessão terminou';
const REFUSED = 'Não foi possível entrar com a chave de acesso. Entre de outra forma.';
const STRONGER = 'Cadastre uma chave de acesso para fazer isto.';

test('K01: invite, Início, the team by keyboard, a session ended at once and a new sign-in in place', async ({
  page,
  product,
}) => {
  const device = await authenticator(page);
  const email = 'ana.entrada@equipe.test';
  const ana = await inviteToTeam(product, 'Ana Administração', email, [{ role: 'administracao' }]);
  // A name that no other journey of this product uses.
  await inviteToTeam(product, 'Davi Entrada', 'davi.entrada@equipe.test', [
    { role: 'banca', institutions: ['CUA01'] },
  ]);

  await page.goto(consoleUrl(product, '/equipe?ies=CUA01'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entre para trabalhar');
  await expect(page).toHaveTitle('Entrar · Órbita Equipe');
  await expectAccessible(page, 'E-00');
  await atMiddleWidth(page, 'entrar');
  await page.getByLabel('E-mail').fill('ninguem@equipe.test');
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await expect(page.getByText('Se este e-mail for de alguém da equipe, enviamos um código.')).toBeVisible();
  expect(await product.outbox('ninguem@equipe.test')).toEqual([]);

  // Viewing an invite does not use it up.
  for (const _ of [1, 2]) {
    await page.goto(ana.url);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, Ana Administração');
  }
  await expectAccessible(page, 'an invite');
  await atMiddleWidth(page, 'convite');
  // A code gives limited access, so more is requested on the way in; the person may continue without it.
  const heading = page.getByRole('heading', { level: 1 });
  const later = page.getByRole('button', { name: 'Abrir só o que não precisa dela' });
  await acceptByCode(page, product, ana.url, email);
  await expect(heading).toHaveText('Confirme quem você é');
  await expectAccessible(page, 'being asked for a stronger sign-in');
  await atMiddleWidth(page, 'mais-forte');
  await later.click();
  await expect(heading).not.toHaveText('Início');
  await expect(page).toHaveTitle('Início · Todas · Órbita Equipe');
  await expectAccessible(page, 'Início');
  await page.goto(ana.url);
  await page.reload();
  await expect(page.getByText('Convite expirado ou já usado. Peça outro.')).toBeVisible();

  await page.goto(consoleUrl(product));
  await later.click();
  await expect(page).toHaveTitle('Início · Todas · Órbita Equipe');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Ir para Início')).toBeVisible();
  await expectAccessible(page, 'the list of keys');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('ir para equ');
  await expectAccessible(page, 'the palette');
  await page.keyboard.press('Enter');

  // The team page shows personal data: it states what it needs, and a passkey is created right there and confirms.
  const stronger = page.getByRole('dialog', { name: STRONGER });
  const confirm = page.getByRole('dialog', { name: 'Confirme que é você para continuar.' });
  await expect(stronger).toBeVisible();
  await expectAccessible(page, 'the offer of a passkey');
  await stronger.getByRole('button', { name: 'Agora não' }).click();
  await expect(page.getByText(STRONGER)).toBeVisible();
  expect(await device.credentials()).toEqual([]);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await stronger.getByRole('button', { name: 'Cadastrar chave de acesso' }).click();
  await expect(confirm).toBeVisible();
  await expectAccessible(page, 'confirming by a passkey');
  await confirm.getByRole('button', { name: 'Confirmar com chave de acesso' }).click();
  await expect(heading).toHaveText(/^\d+ pessoas na equipe$/);
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Equipe · Todas · Órbita Equipe');
  await expect(page.getByRole('row', { name: /Davi Entrada/ })).toContainText('Banca · CUA');
  await expectAccessible(page, 'Equipe');
  await atMiddleWidth(page, 'equipe');

  await page.getByRole('button', { name: 'Convidada' }).click();
  await expect(page).toHaveURL(/situacao=invited/);
  await expect(page.getByRole('row', { name: /Ana Administração/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Davi Entrada' })).toBeVisible();
  // The least recently changed come first: the two of the demo, then those of this product's other journeys.
  for (const name of ['Ana Equipe', 'Beto Equipe']) {
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name })).toBeFocused();
  }
  const focused = page.locator('a:focus');
  while ((await focused.textContent()) !== 'Davi Entrada') {
    const before = await focused.getAttribute('href');
    await page.keyboard.press('j');
    await expect(focused).not.toHaveAttribute('href', before ?? '');
  }
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Davi Entrada');
  await expectAccessible(page, 'a person of the team');
  await atMiddleWidth(page, 'equipe-pessoa');
  await page.goBack();
  await expect(page).toHaveURL(/situacao=invited/);

  await page.getByRole('button', { name: 'Convidar', exact: true }).click();
  await expect(dialog).toBeVisible();
  // Submitted empty, it says what is missing and puts the cursor there.
  await dialog.getByRole('button', { name: 'Convidar', exact: true }).click();
  await expect(dialog.getByText('Escreva o nome.')).toBeVisible();
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await dialog.getByLabel('Nome').fill('Eva Banca');
  await dialog.getByLabel('E-mail').fill('eva@equipe.test');
  await dialog.getByRole('checkbox', { name: /Banca/ }).check();
  await dialog.getByLabel('Motivo').fill('Corrige a partir de segunda.');
  await expectAccessible(page, 'the invite dialog');
  await atMiddleWidth(page, 'equipe-convidar', true);
  const invite = page.getByRole('dialog', { name: 'Convidar para a equipe' });
  const send = invite.getByRole('button', { name: 'Convidar', exact: true });

  // Ended by somebody else: the page is notified, the dialog opens over it, and what was typed is kept behind it.
  await product.operations('DELETE', `/staff/${ana.staffId}/sessions`);
  const over = page.getByRole('dialog', { name: OVER });
  await expect(over).toBeVisible();
  await expectAccessible(page, 'the dialog of an ended session');
  // The code that was sent with the invite is a minute old by now.
  await product.setClock('2026-01-12T10:02:00-03:00');
  const before = await teamCode(product, email);
  await over.getByRole('button', { name: 'Enviar código' }).click();
  const code = over.getByLabel('Código de 6 números');
  await code.waitFor();
  // Response times must not reveal whether an e-mail is known, so the message is sent after the response.
  await expect.poll(() => teamCode(product, email)).not.toBe(before);
  await code.fill(await teamCode(product, email));
  await expect(over).toHaveCount(0);

  // The code is weaker than the former sign-in: the page, which shows personal data, asks for more on top of itself, and what
  // was typed is kept.
  const cancel = confirm.getByRole('button', { name: 'Cancelar' });
  await cancel.click();
  await expect(confirm).toHaveCount(0);
  await expect(invite.getByLabel('Nome')).toHaveValue('Eva Banca');
  await send.click();
  await cancel.click();
  await expect(invite.getByText('Confirme que é você para continuar.')).toBeVisible();
  await expect(invite.getByLabel('Nome')).toHaveValue('Eva Banca');
  // The passkey confirms, and the invite becomes a request, because the inviter does not have that role.
  await send.click();
  await confirm.getByRole('button', { name: 'Confirmar com chave de acesso' }).click();
  await expect(page.getByText(/^(Outra pessoa precisa aprovar|Ninguém mais pode aprovar)$/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await device.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

  await personMenu(page).click();
  await page.getByRole('button', { name: 'Meus acessos' }).click();
  await expect(page.getByRole('dialog').getByText('Este acesso')).toBeVisible();
  await expectAccessible(page, 'own devices');
  await page.keyboard.press('Escape');
  await personMenu(page).click();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await expect(page.getByText('Você saiu.')).toBeVisible();
  await page.goto(consoleUrl(product, '/equipe'));
  await expect(heading).toHaveText('Entre para trabalhar');
});

test('K01: an invite is accepted with a passkey, which keeps signing in until it is removed', async ({
  page,
  product,
  expectedStatuses,
}) => {
  await authenticator(page);
  const clara: { url: string } = await product.operations('POST', '/staff/invites', {
    name: 'Clara Administração',
    email: 'clara.chave@equipe.test',
    grants: [{ role: 'administracao' }],
    method: 'passkey',
  });
  await page.goto(clara.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, Clara Administração');
  await expectAccessible(page, 'an invite for a passkey');
  await page.getByRole('button', { name: 'Aceitar com chave de acesso' }).click();
  await personMenu(page).waitFor();
  expectedStatuses.add(410);
  await page.goto(clara.url);
  await page.reload();
  await expect(page.getByText('Convite expirado ou já usado. Peça outro.')).toBeVisible();

  // Preferences apply on every device.
  await page.goto(consoleUrl(product));
  await personMenu(page).click();
  const rows = page.getByLabel('Linhas mais baixas');
  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/staff/me/preferences') && response.ok(),
  );
  await rows.check();
  await kept;
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  const digest = page.getByLabel('Resumo do dia por e-mail');
  await expect(digest).toBeChecked();
  const off = page.waitForResponse(
    (response) => response.url().endsWith('/staff/me/preferences') && response.ok(),
  );
  await digest.uncheck();
  await off;
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');

  await personMenu(page).click();
  await expect(digest).not.toBeChecked();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await expect(page.getByText('Você saiu.')).toBeVisible();
  const enter = page.getByRole('button', { name: 'Entrar com chave de acesso' });
  await enter.click();
  await personMenu(page).click();
  await page.getByRole('button', { name: 'Chaves de acesso' }).click();
  const list = page.getByRole('dialog', { name: 'Chaves de acesso' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByText(/último uso/)).toBeVisible();
  await expectAccessible(page, 'own passkeys');
  await list.getByRole('button', { name: /^Remover: / }).click();
  await page
    .getByRole('dialog', { name: 'Remover chave de acesso?' })
    .getByRole('button', { name: 'Remover', exact: true })
    .click();
  await expect(list.getByText('Você ainda não tem chave de acesso.')).toBeVisible();
  await page.keyboard.press('Escape');
  await personMenu(page).click();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await expect(page.getByText('Você saiu.')).toBeVisible();
  expectedStatuses.add(401);
  await enter.click();
  await expect(page.getByRole('alert')).toHaveText(REFUSED);
  await expectAccessible(page, 'a refused passkey');
});

test('a missing role is explained in place, and a withdrawn role disappears from the page', async ({
  page,
  product,
}) => {
  const email = 'fabio.entrada@equipe.test';
  const fabio = await inviteToTeam(product, 'Fábio Coordenação', email, [
    { role: 'banca', institutions: ['CUA01'] },
    { role: 'administracao', institutions: ['CUA01'] },
  ]);
  await enterTeam(page, product, fabio.url, email);
  await page.goto(consoleUrl(product));
  const navigation = page.getByRole('navigation', { name: 'Principal' });
  await expect(navigation.getByRole('link', { name: 'Equipe', exact: true })).toBeVisible();
  await product.operations('PUT', `/staff/${fabio.staffId}/grants`, {
    grants: [{ role: 'banca', institutions: ['CUA01'] }],
  });
  await expect(navigation.getByRole('link', { name: 'Equipe', exact: true })).toHaveCount(0);
  await page.goto(consoleUrl(product, '/equipe'));
  await expect(page.getByText('Sua função não abre esta página.')).toBeVisible();
  await expect(page.getByText('Quem abre: Administração.')).toBeVisible();
  await expectAccessible(page, 'a refused screen');
  await page.goto(consoleUrl(product, '/nada'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta página não existe');
});

test('Início and the sign-in page fit a phone', async ({ page, product }) => {
  await page.setViewportSize(phone);
  const email = 'hana.entrada@equipe.test';
  const hana = await inviteToTeam(product, 'Hana Atendimento', email, [
    { role: 'atendimento', institutions: ['CUA01', 'EPA01'] },
    { role: 'administracao' },
  ]);
  await page.goto(consoleUrl(product));
  await look(page, 'entrar-360');
  await page.goto(hana.url);
  await expect(page.getByRole('button', { name: 'Aceitar com código por e-mail' })).toBeVisible();
  await expectNoSideways(page);
  await expectAccessible(page, 'an invite on a phone');
  await enterTeam(page, product, hana.url, email);
  await page.goto(consoleUrl(product));
  await expect(page).toHaveTitle(/^Início/);
  await expectNoSideways(page);
  await expectAccessible(page, 'Início on a phone');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const navigation = page.getByRole('navigation', { name: 'Principal' });
  await expectAccessible(page, 'the navigation on a phone');
  await navigation.getByRole('link', { name: 'Equipe', exact: true }).click();
  await expect(page.getByRole('row', { name: /Hana Atendimento/ })).toBeVisible();
  await expectNoSideways(page);
  await expectAccessible(page, 'Equipe on a phone');
  await page.locator('summary.scope').click();
  await page.getByRole('link', { name: /^EPA/ }).click();
  await expect(page).toHaveURL(/ies=EPA01/);
  await expect(page).toHaveTitle(/^Equipe · \w+ · Órbita Equipe$/);
  await expectNoSideways(page);
});

test('the bar names the institution and links to other teams; the palette offers passkeys', async ({
  page,
  product,
}) => {
  await authenticator(page);
  const email = 'joana.entrada@equipe.test';
  const joana = await inviteToTeam(product, 'Joana Secretaria', email, [
    { role: 'secretaria', institutions: ['CUA01'] },
  ]);
  // No tenant of the demo lists another console.
  const otherConsoles = [{ name: 'Equipe Beta', url: 'https://equipe.beta.orbita.test/orbita/equipe/' }];
  await page.route('**/operations/staff/me', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: response.ok() ? { ...body, otherConsoles } : body });
  });
  await enterByPages(page, product, joana.url, email);
  await page.goto(consoleUrl(product));
  const scope = page.locator('summary.scope');
  await expect(scope).toContainText('CUA');
  const logo = scope.locator('img');
  await expect(logo).toHaveAttribute('src', '/assets/alfa/s.svg');
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await scope.focus();
  await page.keyboard.press('Enter');
  const beta = page.getByRole('list', { name: 'Outras equipes' }).getByRole('link', { name: 'Equipe Beta' });
  await expect(beta).toHaveAttribute('href', otherConsoles[0]?.url ?? '');
  await look(page, 'other-consoles');
  await page.setViewportSize(phone);
  await look(page, 'other-consoles-phone');
  await page.keyboard.press('Escape');
  await expect(beta).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('chaves');
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Chaves de acesso' });
  await list.getByRole('button', { name: 'Cadastrar chave de acesso' }).click();
  await expect(list.getByText('Chave de acesso cadastrada.')).toBeVisible();
  await expectAccessible(page, 'passkeys from the palette');
});
