import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { essayOf, JPEG } from '../support/content.ts';
import { fileField } from '../support/files.ts';
import { look } from '../support/look.ts';
import { readContract } from '../support/on-the-way.ts';
import { expect, test } from '../support/test.ts';
import { followTutorial } from '../support/tutorial.ts';

const HOST = 'nova.localhost';

test('the tutorial: a new college and its first student, using only commands and a browser', async ({
  page,
  context,
  browser,
  product,
}) => {
  await context.addCookies([
    { name: 'cookieConsent', value: '00', domain: HOST, path: '/orbita/candidate' },
    { name: 'hideWelcomeModal', value: 'true', domain: HOST, path: '/orbita/candidate' },
  ]);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const text = (name: string) => page.getByRole('textbox', { name, exact: true });

  const said = await followTutorial(product, {
    async brand() {
      await page.goto(product.url('/', HOST));
      await expect(page).toHaveTitle(/Faculdade Nova/);
      await expect(page.getByRole('img', { name: /Faculdade Nova/ }).first()).toHaveJSProperty(
        'complete',
        true,
      );
      const colour = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--color-action').trim(),
      );
      expect(colour).toBe('#1b5e20');
      await look(page, 'nova');
    },
    async essay() {
      await button('Criar conta')
        .or(page.getByRole('link', { name: 'Criar conta' }))
        .click();
      await text('CPF').fill('529.982.247-25');
      await page.getByLabel('Nome completo').fill('Candidata Nova');
      await page.getByLabel('Data de nascimento').fill('10/05/2003');
      await text('E-mail').fill('nova@exemplo.test');
      await page.getByLabel('Celular').fill('(31) 90000-0099');
      await text('Senha').fill('Senha#2026');
      await page.getByLabel('Confirmar senha').fill('Senha#2026');
      await page.getByLabel(/Li o Aviso de Privacidade/).check();
      await page.locator('form').getByRole('button', { name: 'Criar conta' }).click();
      await page.getByRole('link', { name: 'Escolher curso' }).first().click();
      await page.getByRole('searchbox').fill('gestao pub');
      const card = page.getByRole('listitem').filter({ hasText: 'Gestão Pública' });
      await card.getByRole('button').first().click();
      await page.getByLabel('Escolaridade').selectOption({ label: 'Ensino médio completo' });
      await button('Inscrever-se').click();
      await page.getByLabel('Li e concordo com as regras da redação').check();
      await button('Iniciar redação').click();
      await page.getByLabel('Título').fill('A minha cidade');
      await page.getByLabel('Redação', { exact: true }).fill(essayOf(160));
      await button(/^Finalizar/)
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Finalizar/ })
        .click();
      await expect(page.getByText('Sua redação chegou!')).toBeVisible();
    },
    async payment() {
      await button('Continuar matrícula')
        .or(page.getByRole('link', { name: 'Continuar matrícula' }))
        .click();
      await page.getByLabel('Gênero').selectOption({ label: 'Feminino' });
      await page.getByLabel('Nome da mãe').fill('Responsável Exemplo');
      await text('RG').fill('MG1234567');
      await page.getByLabel('Órgão emissor').fill('SSP');
      await page.getByLabel(/^UF/).selectOption('MG');
      await button('Salvar e continuar').click();
      await text('CEP').fill('30100-001');
      await expect(text('Endereço')).toHaveValue('Rua Exemplo');
      await text('Número').fill('100');
      await page.getByLabel('Nome da escola').fill('Escola Exemplo');
      await page.getByLabel('Tipo de escola').selectOption({ label: 'Pública' });
      const school = page.getByRole('region', { name: 'Onde você estudou' });
      await school.getByLabel('Estado').selectOption({ label: 'Minas Gerais' });
      await school.getByLabel('Cidade').selectOption({ label: 'Belo Horizonte' });
      await page.getByLabel('Ano de conclusão do ensino médio').fill('2021');
      await button('Salvar e continuar').click();
      await readContract(page);
      await button('Aceitar contrato').click();
      await page.getByText('Pix', { exact: true }).first().click();
      await button(/^Pagar R\$ 310,00/).click();
      await expect(button(/Copiar código/).first()).toBeVisible();

      // Payment from another device: the confirmation stays for five seconds on a visible page.
      const device = await browser.newContext();
      const bank = await device.newPage();
      await bank.goto(`http://localhost:${product.port + 1}/sandbox?tenant=nova`);
      const confirmed = expect(page.getByRole('heading', { name: 'Pagamento confirmado!' })).toBeVisible();
      await bank.getByRole('button', { name: 'Pagar', exact: true }).first().click();
      await confirmed;
      await device.close();
    },
    async document() {
      await button(/Enviar documentos|Continuar/)
        .or(page.getByRole('link', { name: /Enviar documentos|Continuar/ }))
        .first()
        .click();
      const file = join(tmpdir(), `orbita-nova-${process.pid}.jpg`);
      writeFileSync(file, JPEG);
      const card = page.getByRole('article').filter({ hasText: 'Documento de identidade' });
      await fileField(card).setInputFiles(file);
      await expect(card.getByText('Em análise')).toBeVisible();
      await expect(page.getByText('Em verificação')).toHaveCount(0);
    },
    async student() {
      await expect(page.getByText('Número de matrícula: 20260001')).toBeVisible();
      await look(page, 'nova-matriculada');
    },
  });

  const printed = (start: string) => said.find(({ line }) => line.startsWith(start))?.out;
  expect(printed('tenant create')).toMatch(
    /Faculdade Nova \(nova\) is live: \d+ entries in [\d.]+ s\.\n {2}nova\.localhost/,
  );
  expect(printed('catalogue plan')).toMatch(/change +prices +P-GES +plan/);
  expect(printed('subscription show')).toMatch(/subscriptionStatus +7\n/);
});
