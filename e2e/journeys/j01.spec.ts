// Longer than other files: the whole way of one candidate, step by step.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { EVERYTHING } from '../../testing/sample.ts';
import { essayOf, JPEG } from '../support/content.ts';
import { fileField } from '../support/files.ts';
import { type Fill, fillSilently, takeNewMethods } from '../support/hard-browsers.ts';
import { atOtherWidth, look as lookAt } from '../support/look.ts';
import { chooseCourse, fillPersonal, openFacts, readContract, readsOnPage } from '../support/on-the-way.ts';
import { payInSandbox, paymentsOf } from '../support/pix.ts';
import { expect, test } from '../support/test.ts';

/** Pages that have other elements on a desktop than on a phone. */
const WIDE =
  /^(01-entrar|03-portal|04-curso-escolhido|05-redacao|07-dados|08-contrato|09-pagamento|10-pix|13-documentos|15-matriculada)$/;

/**
 * Looks at a page. In `npm test` the run on a phone covers the dark scheme, which differs only in its colours, and the pages
 * that have the same elements on a desktop.
 */
const look = (page: Page, name: string): Promise<void> =>
  lookAt(page, name, {
    dark: EVERYTHING || !readsOnPage(page),
    ...(readsOnPage(page)
      ? WIDE.test(name)
        ? {}
        : atOtherWidth
      : // Where a browser does not know dialogs, their role is written down.
        { without: ['no-redundant-role'] }),
  });

/** On a phone the code is copied; a wide screen shows it large enough for a phone's camera. */
async function expectUsableCode(page: Page): Promise<void> {
  await expect(page.getByRole('timer')).toContainText(/^Expira em \d?\d:\d\d/);
  const code = page.getByRole('img', { name: 'QR Code do Pix' });
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeInViewport({ ratio: 1 });
    await page.getByText('Mostrar QR Code').click();
  }
  await expect(code).toBeInViewport();
  expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(200);
}

/**
 * J01 — essay, adult, pix, from first visit to student number (journeys.md), step by step. The phone is one of the oldest that
 * are supported: its browser lacks methods, and fills in fields without an event.
 */
test('J01 from first visit to student number', async ({ page, product, context }) => {
  const old = !readsOnPage(page);
  if (old) await takeNewMethods(page);
  const fill: Fill = old ? fillSilently : (field, text) => field.fill(text);
  const main = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('the first visit leads to sign-in', async () => {
    await page.goto(product.url('/portal'));
    await expect(page).toHaveURL(
      /\/orbita\/candidate\/\?redirectTo=(%2F|\/)orbita(%2F|\/)candidate(%2F|\/)portal$/i,
    );
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const colour = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--color-action').trim(),
    );
    expect(colour).toBe('#982439');
    await look(page, '01-entrar');
  });

  await test.step('sign-up shows mistakes, then signs in', async () => {
    await page
      .getByRole('button', { name: 'Criar conta' })
      .or(page.getByRole('link', { name: 'Criar conta' }))
      .click();
    const submit = page.locator('form').getByRole('button', { name: 'Criar conta' });
    await submit.click();
    await expect(page.getByText('Obrigatório.').first()).toBeVisible();
    await expect(page).toHaveTitle(/^Erro:/);
    await look(page, '02-criar-conta-erros');
    await fill(page.getByRole('textbox', { name: 'CPF', exact: true }), '111.222.333-97');
    await fill(page.getByLabel('Nome completo'), 'Candidata');
    await fill(page.getByRole('textbox', { name: 'Senha', exact: true }), 'senha123');
    await fill(page.getByLabel('Confirmar senha'), 'Senha#2027');
    await submit.click();
    for (const text of [
      'Informe Nome e Sobrenome.',
      'CPF inválido.',
      'A senha precisa de 8 ou mais caracteres: letra maiúscula, letra minúscula, número e um símbolo, como # ou !.',
      'As senhas não coincidem.',
    ]) {
      await expect(page.getByText(text).first()).toBeVisible();
    }
    await fill(page.getByRole('textbox', { name: 'CPF', exact: true }), '111.222.333-96');
    await fill(page.getByLabel('Nome completo'), 'Candidata Um');
    await fill(page.getByLabel('Data de nascimento'), '10/05/2003');
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).pressSequentially('UM@Exemplo.Test');
    await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue('um@exemplo.test');
    await fill(page.getByLabel('Celular'), '(31) 90000-0001');
    await fill(page.getByRole('textbox', { name: 'Senha', exact: true }), 'Senha#2026');
    await fill(page.getByLabel('Confirmar senha'), 'Senha#2026');
    await page.getByLabel(/Li o Aviso de Privacidade/).check();
    await submit.click();
    await expect(page).toHaveURL(/\/orbita\/candidate\/portal$/);
    const cookies = await context.cookies();
    for (const name of ['accessToken', 'uuid', 'name', 'tenantAlias']) {
      const cookie = cookies.find((one) => one.name === name);
      expect(cookie, name).toBeDefined();
      const life = (cookie?.expires ?? 0) - Date.now() / 1000;
      expect(Math.abs(life - 604_800), `${name} is valid for seven days`).toBeLessThan(300);
    }
    await product.runJob('outbox');
    expect((await product.outbox('um@exemplo.test')).map((message) => message.template)).toContain('N-01');
  });

  await test.step('the portal shows its welcome once', async () => {
    const welcome = page.getByRole('dialog', { name: 'Boas-vindas!' });
    await expect(welcome).toBeVisible();
    await look(page, '03-boas-vindas');
    await welcome.getByLabel('Não mostrar novamente por 7 dias').check();
    await page.keyboard.press('Escape');
    await expect(welcome).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Olá, Candidata!' })).toBeVisible();
    await expect(page.getByText('Você ainda não tem inscrições.')).toBeVisible();
    await expect(welcome).toBeHidden();
    const hide = (await context.cookies()).find((one) => one.name === 'hideWelcomeModal');
    expect(Math.abs((hide?.expires ?? 0) - Date.now() / 1000 - 604_800)).toBeLessThan(300);
    await look(page, '03-portal-vazio');
    await context.clearCookies({ name: 'hideWelcomeModal' });
    await page.reload();
    await expect(welcome).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const subscriptionId = await test.step('choosing the course creates the application', async () => {
    await page
      .getByRole('link', { name: /nova inscrição|escolher curso/i })
      .first()
      .click();
    await expect(page).toHaveURL(/\/course$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look(page, '04-curso');
    await chooseCourse(page);
    await expect(page.getByText(/^Forma gestores para planejar/)).toBeVisible();
    for (const told of ['Graduação', '8 semestres', 'a partir de R$ 360,00', 'Redação'])
      await expect(page.getByRole('definition').filter({ hasText: told })).toBeVisible();
    await page.getByText('Tem um cupom?').click();
    await fill(page.getByLabel('Cupom'), 'alfa50');
    await look(page, '04-curso-escolhido');
    // Another course of the same offer can still be chosen instead.
    const courses = page.getByLabel('Curso', { exact: true }).locator('option');
    await expect(courses.filter({ hasText: 'Ciências Contábeis' })).toHaveCount(1);
    await main('Inscrever-se').click();
    await expect(page).toHaveURL(/\/subscriptions\/essays\/\d+/);
    const id = Number(/essays\/(\d+)/.exec(page.url())?.[1]);
    await openFacts(page);
    for (const text of ['Administração', 'Polo Belo Horizonte', 'Vestibular online', 'EaD']) {
      await expect(page.getByRole('banner').getByText(text).filter({ visible: true }).first()).toBeVisible();
    }
    await page.keyboard.press('Escape');
    return id;
  });

  await test.step('U20: the essay keeps its text and its limits', async () => {
    await look(page, '05-regras');
    await page.getByLabel('Li e concordo com as regras da redação').check();
    await main('Iniciar redação').click();
    await expect(page).toHaveURL(/\/essays\/\d+/);
    const title = page.getByLabel('Título');
    const body = page.getByLabel('Redação', { exact: true });
    let finishes = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/finish')) finishes += 1;
    });
    await title.fill('Meu título');
    await body.fill(essayOf(149));
    await page
      .getByRole('button', { name: /^Finalizar/ })
      .first()
      .click();
    await expect(page.getByText('A redação deve ter no mínimo 150 palavras.').first()).toBeVisible();
    await title.fill('');
    await page
      .getByRole('button', { name: /^Finalizar/ })
      .first()
      .click();
    await expect(page.getByText('Obrigatório.').first()).toBeVisible();
    expect(finishes).toBe(0);
    const text = essayOf(180);
    await title.fill('Meu título');
    await body.fill(text);
    await expect(page.getByText(/^Salvo às \d\d:\d\d/).first()).toBeVisible();
    await look(page, '05-redacao');
    await page.reload();
    await expect(body).toHaveValue(text);
    await expect(title).toHaveValue('Meu título');
    await page
      .getByRole('button', { name: /^Finalizar/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Depois de finalizar você não poderá alterar o texto.')).toBeVisible();
    await dialog.getByRole('button', { name: /Finalizar/ }).click();
    await expect(page.getByText('Sua redação chegou! O resultado sai em até 24 horas.')).toBeVisible();
    await look(page, '06-em-analise');
  });

  await test.step('the grade updates the page without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    const list = await product.operations<{ data: { id: number; subscriptionId: number }[] }>(
      'GET',
      '/essays?state=finished',
    );
    const essay = list.data.find((one) => one.subscriptionId === subscriptionId);
    await product.operations('POST', `/essays/${essay?.id}/grade`, {
      score: 720,
      hasPlagiarism: false,
      feedback: 'Bom texto.',
    });
    await expect(page.getByText('Parabéns! Você passou na seleção.')).toBeVisible();
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    await look(page, '06-resultado');
  });

  await test.step('personal data and schooling follow their rules', async () => {
    await page
      .getByRole('button', { name: 'Continuar matrícula' })
      .or(page.getByRole('link', { name: 'Continuar matrícula' }))
      .click();
    await fillPersonal(page);
    for (const rg of ['111111', '12345', 'xxnullxx']) {
      await fill(page.getByRole('textbox', { name: 'RG', exact: true }), rg);
      await page.getByRole('button', { name: 'Salvar e continuar' }).click();
      await expect(page.getByText('RG inválido.').first()).toBeVisible();
    }
    await look(page, '07-dados-erro');
    await fill(page.getByRole('textbox', { name: 'RG', exact: true }), 'MG1234567');
    await look(page, '07-dados');
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();

    await expect(page.getByLabel('Nome da escola')).toBeVisible();
    await page.getByRole('textbox', { name: 'CEP', exact: true }).fill('30100-001');
    await expect(page.getByRole('textbox', { name: 'Endereço', exact: true })).toHaveValue('Rua Exemplo');
    await fill(page.getByRole('textbox', { name: 'Número', exact: true }), '100');
    await fill(page.getByLabel('Nome da escola'), 'Escola Exemplo');
    await page.getByLabel('Tipo de escola').selectOption({ label: 'Pública' });
    const school = page.getByRole('region', { name: 'Onde você estudou' });
    await school.getByLabel('Estado').selectOption({ label: 'Minas Gerais' });
    await school.getByLabel('Cidade').selectOption({ label: 'Belo Horizonte' });
    const year = page.getByLabel('Ano de conclusão do ensino médio');
    await fill(year, '2003');
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();
    await expect(
      page.getByText('O ano de conclusão deve ser posterior ao ano de nascimento.').first(),
    ).toBeVisible();
    await fill(year, '2027');
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();
    await expect(page.getByText('O ano de conclusão não pode ser posterior a 2026.').first()).toBeVisible();
    await fill(year, '2021');
    await look(page, '07-escolaridade');
    await expect(page.getByText('Responsável financeiro')).toHaveCount(0);
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  });

  await test.step('the contract is accepted without geolocation', async () => {
    await expect(page.getByText(/^6 parcelas de R\$/)).toBeVisible();
    await look(page, '08-revisao');
    if (!readsOnPage(page))
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1600);
    await readContract(page);
    await look(page, '08-contrato');
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/contract'),
    );
    await main('Aceitar contrato').click();
    const body = (await sent).postDataJSON() as Record<string, unknown>;
    for (const field of [
      'FormatedContract',
      'Contract',
      'DeviceType',
      'OS',
      'Browser',
      'BrowserVendor',
      'IP',
      'Address',
    ])
      expect(body).toHaveProperty(field);
    expect(body.Address).toBe('');
    await expect(
      page.getByLabel('Número de parcelas').or(page.getByText('Número de parcelas')).first(),
    ).toBeVisible();
  });

  await test.step('U23 U24 U25 U28: Pix is charged once and confirmed live', async () => {
    await page.getByText('6 parcelas', { exact: false }).first().click();
    await page.getByText('Pix', { exact: true }).first().click();
    await look(page, '09-pagamento');
    // The voucher of the application applies from the start, and is still there after a reload.
    const pay = page.getByRole('button', { name: /^Pagar R\$ / });
    for (const again of [true, false]) {
      await expect(page.getByText('Cupom ALFA50 aplicado.')).toBeVisible();
      await expect(pay).toHaveText(/160,00/);
      if (again) await page.reload();
    }
    await main('Remover').click();
    await expect(page.getByLabel('Cupom de desconto')).toBeFocused();
    await page.getByRole('button', { name: /^Pagar R\$ 360,00/ }).dblclick();
    await expect(page.getByRole('button', { name: /Copiar código/ }).first()).toBeVisible();
    await expect(page.getByText('360,00').first()).toBeVisible();
    await expectUsableCode(page);
    await expect(page.getByText('Aguardando pagamento…')).toBeVisible();
    await look(page, '10-pix');
    const payments = await paymentsOf(product, subscriptionId);
    expect(payments).toHaveLength(1);
    expect(payments[0]).toMatchObject({ amount: 360, state: 'pending' });
    await page.goBack();
    await page.goForward();
    await expect(page.getByRole('button', { name: /Copiar código/ }).first()).toBeVisible();
    await payInSandbox(product, payments[0]?.paymentId ?? 0);
    await expect(page.getByRole('heading', { name: 'Pagamento confirmado!' })).toBeVisible();
    await look(page, '11-confirmado');
  });

  await test.step('U14: documents are sent and approved', async () => {
    await page
      .getByRole('button', { name: /Enviar documentos|Continuar/ })
      .or(page.getByRole('link', { name: /Enviar documentos|Continuar/ }))
      .first()
      .click();
    await expect(page.getByText('0 de 7 aprovados')).toBeVisible();
    await look(page, '13-documentos');
    const file = join(tmpdir(), `orbita-foto-${process.pid}.jpg`);
    writeFileSync(file, JPEG);
    const list = await product.operations<{
      data: { id: number; name: string; required: boolean; state: string }[];
    }>('GET', `/documents?subscriptionId=${subscriptionId}`);
    const required = list.data.filter((one) => one.required);
    expect(required).toHaveLength(7);
    for (const document of required) {
      const card = page
        .getByRole('article')
        .or(page.getByRole('listitem'))
        .or(page.getByRole('group'))
        .filter({ hasText: document.name })
        .filter({ has: page.locator('input[type=file]') })
        .first();
      await fileField(card).setInputFiles(file);
      await expect(card.getByText('Em análise')).toBeVisible();
    }
    await expect(page.getByText('Em verificação')).toHaveCount(0);
    await look(page, '13-documentos-enviados');
    for (const document of required)
      await product.operations('POST', `/documents/${document.id}/review`, { decision: 'approved' });
    await expect(page.getByText('Parabéns, Candidata! Sua matrícula foi concluída.')).toBeVisible();
    await expect(page.getByText('Seu número de matrícula será gerado em breve.')).toBeVisible();
    await look(page, '15-matriculada');
  });

  await test.step('the student number arrives live', async () => {
    await product.operations('PUT', `/subscriptions/${subscriptionId}/student`, {
      studentLyceumId: '20260001',
    });
    await expect(page.getByText('Número de matrícula: 20260001')).toBeVisible();
    await page.getByRole('link', { name: 'Documentos enviados' }).click();
    await expect(page.getByRole('article').filter({ hasText: 'Aprovado' })).toHaveCount(7);
    await expect(page.getByText('Opcional, não enviado')).toBeVisible();
    await look(page, '15-documentos');
    await page.getByRole('link', { name: 'Voltar à inscrição' }).click();
    await expect(page.getByText('Número de matrícula: 20260001')).toBeVisible();
    await page.goto(product.url(`/tracking?subscription=${subscriptionId}`));
    for (const label of [
      'Inscrição',
      'Redação',
      'Em análise',
      'Resultado',
      'Dados',
      'Primeiro pagamento',
      'Documentos',
      'Matriculado',
    ]) {
      await expect(page.getByText(new RegExp(`^${label}`)).first()).toBeVisible();
    }
    await look(page, '14-acompanhar');
    await page.goto(product.url('/portal'));
    await expect(page.getByText('Administração').first()).toBeVisible();
    await look(page, '03-portal');
    await product.runJob('outbox');
    const templates = (await product.outbox('um@exemplo.test')).map((message) => message.template);
    for (const template of ['N-01', 'N-05', 'N-08', 'N-09', 'N-16', 'N-19', 'N-25', 'N-26', 'N-27']) {
      expect(
        templates.filter((one) => one === template),
        template,
      ).toHaveLength(1);
    }
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
      /palavra|11122233396|exemplo\.test/,
    );
  });

  await test.step('signed out, the candidate signs in again and saves the profile', async () => {
    await page.goto(product.url('/logout'));
    await fill(page.getByRole('textbox', { name: 'CPF', exact: true }), '111.222.333-96');
    await fill(page.getByRole('textbox', { name: 'Senha', exact: true }), 'Senha#2026');
    await main('Entrar').click();
    await expect(page).toHaveURL(/\/portal$/);
    await page.goto(product.url('/profile'));
    await fill(page.getByLabel('Nome social'), 'Inventada Social');
    await main('Salvar').click();
    await expect(page.getByRole('status').getByText(/salv/)).toBeVisible();
    await expect(page.getByLabel('Nome social')).toHaveValue('Inventada Social');
  });
});
