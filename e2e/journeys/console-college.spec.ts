import type { Page } from '@playwright/test';
import { authenticator } from '../support/authenticator.ts';
import { JPEG } from '../support/content.ts';
import { painted } from '../support/documents.ts';
import { fileField } from '../support/files.ts';
import { readContract } from '../support/on-the-way.ts';
import type { Product } from '../support/product.ts';
import { personMenu } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

const HOST = 'vazia.localhost';
const EMPTY = `version: 1
tenant: { alias: vazia, name: Faculdade Vazia, parameters: { PrivacyPolicyUrl: "https://vazia.example/privacidade", DpoContact: dpo@vazia.example } }
hosts: [{ host: ${HOST}, institution: VAZ, captchaKey: simulator }]
institutions: [{ code: VAZ, acronym: VAZ, name: Faculdade Vazia, alias: vazia }]
`;

/**
 * A person's effort on a page: clicks and key presses, and the minutes these take by the keystroke-level model (Card, Moran and
 * Newell, 1980): 0.28 s per letter; 1.35 s to decide, 1.1 s to point and 0.2 s to press.
 */
async function effortOf(page: Page, who: string): Promise<{ said: () => string }> {
  let [clicks, letters] = [0, 0];
  await page.exposeFunction('orbitaDone', (typed: number) => {
    if (typed === 0) clicks += 1;
    else letters += typed;
  });
  await page.addInitScript(() => {
    const { orbitaDone } = globalThis as unknown as { orbitaDone: (typed: number) => void }; // exposed to the page above
    addEventListener('click', ({ isTrusted }) => isTrusted && orbitaDone(0), true);
    addEventListener(
      'change',
      ({ target }) => {
        if (target instanceof HTMLInputElement && /^(text|search|email|tel|password|date)/.test(target.type))
          orbitaDone(target.value.length);
      },
      true,
    );
  });
  return {
    said: () => {
      const minutes = (clicks * 2.65 + letters * 0.28) / 60;
      return `${who}: ${clicks} cliques, ${letters} letras, cerca de ${minutes.toFixed(1)} min`;
    },
  };
}

/** An administrator of the college, at the console of its own host. */
async function administrator(product: Product, page: Page, name: string): Promise<(path?: string) => string> {
  await authenticator(page);
  const email = `${name.toLowerCase()}@vazia.example`;
  const grants = [
    { role: 'administracao' },
    { role: 'financeiro' },
    { role: 'secretaria' },
    { role: 'coordenacao' },
  ];
  const { url }: { url: string } = await product.operations(
    'POST',
    '/staff/invites',
    { name, email, grants, method: 'passkey' },
    'vazia',
  );
  const at = (path = '/') => `http://${HOST}:${product.port}/orbita/equipe${path}`;
  await page.goto(at(new URL(url).pathname.replace('/orbita/equipe', '') + new URL(url).hash));
  await page.getByRole('button', { name: 'Aceitar com chave de acesso' }).click();
  await personMenu(page).waitFor();
  return at;
}

test('K08: a new college is set up and enrols a candidate without commands or files', async ({
  page,
  product,
  browser,
  expectedStatuses,
}) => {
  test.slow();
  for (const status of [404, 409, 422]) expectedStatuses.add(status);
  await product.operations('POST', '/tenants/catalogue', { yaml: EMPTY });
  const second = await (await browser.newContext()).newPage();
  const people = [await effortOf(page, 'Quem abre a faculdade'), await effortOf(second, 'A segunda pessoa')];
  const at = await administrator(product, page, 'Ada');
  await administrator(product, second, 'Bia');
  const approve = async () => {
    await second.goto(at('/aprovacoes'));
    await second.getByRole('row').nth(1).getByRole('link').click();
    await second.getByRole('button', { name: 'Aprovar' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click();
    await expect(second.getByText(/^Aprovad/).first()).toBeVisible();
  };
  const panel = page.getByRole('complementary');
  const type = async (fields: readonly (readonly [string, string])[]) => {
    for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
  };

  const saved = () => expect(page.getByText(/Salvo na versão \d+\./)).toBeVisible();
  const askSecond = async () => {
    await panel.getByRole('button', { name: 'Pedir a uma segunda pessoa' }).click();
    await expect(page.getByText('Outra pessoa precisa aprovar')).toBeVisible();
    await approve();
  };
  const begin = async (step: string) => {
    await page.getByRole('link', { name: 'Início' }).first().click();
    await page.getByRole('link', { name: new RegExp(`^(Fazer|Rever): ${step}`) }).click();
  };

  // The first page lists what is left to do, each with a link.
  await page.goto(at());
  await expect(page.getByRole('heading', { name: /^[01] de 6 prontos/ })).toBeVisible();
  await begin('Marca');
  await type([['Cor principal', '#7A1FA2']]);
  await page.getByRole('button', { name: /^Salvar/ }).click();
  await saved();
  await begin('Atendimento');
  await page.getByRole('link', { name: 'Novo atendimento' }).click();
  await type([
    ['Título', 'Secretaria'],
    ['Horário', 'Seg a sex, 9h às 19h'],
    ['WhatsApp', '5531900000000'],
    ['Primeira mensagem', 'Olá! Preciso de ajuda com a inscrição.'],
  ]);
  await askSecond();
  await begin('Conta de pagamento');
  await type([
    ['Chave Pix', 'financeiro@vazia.example'],
    ['Quem recebe', 'FACULDADE VAZIA'],
    ['Cidade de quem recebe', 'BELO HORIZONTE'],
    ['CNPJ de quem recebe', '12ABC34501DE35'],
  ]);
  await askSecond();
  await page.goto(at());
  await page.getByRole('button', { name: 'Testar a conta' }).click();
  await expect(page.getByText(/^Respondeu em/)).toBeVisible();

  // An offer with everything it depends on, the times of its test, and a voucher.
  await begin('Primeira oferta');
  await page.getByRole('link', { name: 'Nova oferta' }).click();
  await page.getByLabel('Como se entra').selectOption('Prova com dia marcado');
  await type([
    ['Curso', 'Gestão de Praças'],
    ['Lugar', 'Campus Centro'],
    ['Processo', '2026-1'],
    ['Inscrições desde', '2026-01-01'],
    ['Inscrições até', '2026-06-30'],
    ['Começo das aulas', '2026-08-03'],
    ['Vagas', '40'],
    ['Parcelas', '6'],
    ['Valor da parcela (R$)', '310,00'],
    ['Cidade', 'Belo Horizonte'],
  ]);
  await page.getByLabel('Cidade', { exact: true }).blur();
  await expect(panel.getByText('Criar Oferta').first()).toBeVisible();
  await askSecond();
  await page.goto(at('/catalogo?ver=offers'));
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('link', { name: 'Nova prova' }).click();
  await type([
    ['Código', 'P1'],
    ['Data e hora', '2026-01-20T14:00'],
    ['Lugar', 'Sala 1'],
    ['Lugares', '30'],
  ]);
  await panel.getByRole('button', { name: /^Salvar/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('P1');
  await page.goto(at('/catalogo?ver=vouchers'));
  await page.getByRole('link', { name: 'Novo cupom' }).click();
  await type([
    ['Código', 'ABERTURA'],
    ['Desconto em %', '10'],
    ['Usos no máximo', '100'],
    ['Vale desde', '2026-01-01'],
    ['Vale até', '2026-06-30'],
  ]);
  await askSecond();

  // Somebody applies on the portal, and books the test.
  const candidate = await (await browser.newContext()).newPage();
  people.push(await effortOf(candidate, 'A candidata'));
  await candidate.context().addCookies(
    ['cookieConsent=00', 'hideWelcomeModal=true'].map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, domain: HOST, path: '/orbita/candidate' };
    }),
  );
  const press = (name: string | RegExp) =>
    candidate.getByRole('button', { name }).or(candidate.getByRole('link', { name })).first().click();
  const text = (name: string) => candidate.getByRole('textbox', { name, exact: true });
  await candidate.goto(product.url('/', HOST));
  await press('Criar conta');
  await text('CPF').fill('529.982.247-25');
  await candidate.getByLabel('Nome completo').fill('Candidata de Teste');
  await candidate.getByLabel('Data de nascimento').fill('10/05/2003');
  await text('E-mail').fill('teste@vazia.example');
  await candidate.getByLabel('Celular').fill('(31) 90000-0099');
  await text('Senha').fill('Senha#2026');
  await candidate.getByLabel('Confirmar senha').fill('Senha#2026');
  await candidate.getByLabel(/Li o Aviso de Privacidade/).check();
  await candidate.locator('form').getByRole('button', { name: 'Criar conta' }).click();
  await press('Escolher curso');
  const card = candidate.getByRole('listitem').filter({ hasText: 'Gestão de Praças' });
  await card.getByRole('button').first().click();
  await candidate.getByLabel('Escolaridade').selectOption({ label: 'Ensino médio completo' });
  await candidate.getByRole('button', { name: 'Inscrever-se' }).click();
  await expect(candidate.getByRole('heading', { level: 1 })).toHaveText('Agendar prova');
  await candidate.getByText('14h00').first().click();
  await press('Confirmar');
  await expect(candidate.getByRole('heading', { level: 1 })).toHaveText('Sua prova está marcada.');

  // Attendees pass.
  await page.goto(at('/provas'));
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'Presente' }).click();
  await page.getByRole('button', { name: 'Dar notas' }).click();
  await page.getByRole('textbox', { name: /^Nota de/ }).fill('700');
  await page.getByRole('button', { name: 'Enviar 1 resultado' }).click();
  const result = page.getByRole('dialog').getByRole('button', { name: /^Enviar/ });
  if (await result.isVisible()) await result.click();

  // Data, contract and a payment, which is made from somebody else's device.
  await press(/Continuar matrícula/);
  await candidate.getByLabel('Gênero').selectOption({ label: 'Feminino' });
  await candidate.getByLabel('Nome da mãe').fill('Responsável Exemplo');
  await text('RG').fill('MG1234567');
  await candidate.getByLabel('Órgão emissor').fill('SSP');
  await candidate.getByLabel(/^UF/).selectOption('MG');
  await press('Salvar e continuar');
  await text('CEP').fill('30100-001');
  await expect(text('Endereço')).toHaveValue('Rua Exemplo');
  await text('Número').fill('100');
  await candidate.getByLabel('Nome da escola').fill('Escola Exemplo');
  await candidate.getByLabel('Tipo de escola').selectOption({ label: 'Pública' });
  const school = candidate.getByRole('region', { name: 'Onde você estudou' });
  await school.getByLabel('Estado').selectOption({ label: 'Minas Gerais' });
  await school.getByLabel('Cidade').selectOption({ label: 'Belo Horizonte' });
  await candidate.getByLabel('Ano de conclusão do ensino médio').fill('2021');
  await press('Salvar e continuar');
  await readContract(candidate);
  await press('Aceitar contrato');
  await candidate.getByText('Pix', { exact: true }).first().click();
  await press(/^Pagar R\$/);
  await expect(candidate.getByRole('button', { name: /Copiar código/ }).first()).toBeVisible();
  const bank = await (await browser.newContext()).newPage();
  await bank.goto(`http://localhost:${product.port + 1}/sandbox?tenant=vazia`);
  const confirmed = expect(candidate.getByRole('heading', { name: 'Pagamento confirmado!' })).toBeVisible();
  await bank.getByRole('button', { name: 'Pagar', exact: true }).first().click();
  await confirmed;
  await press(/Enviar documentos|Continuar/);
  for (const name of ['Documento de identidade', 'Diploma ou histórico']) {
    const row = candidate.getByRole('article').filter({ hasText: name });
    await fileField(row).setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: JPEG });
    await expect(row.getByText('Em análise')).toBeVisible();
  }
  await page.goto(at('/documentos'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 para conferir');
  await page
    .getByRole('button', { name: /^Próximo/ })
    .or(page.getByRole('link', { name: /^Próximo/ }))
    .click();
  for (const last of [false, true]) {
    await painted(page);
    await page
      .getByRole('button', { name: /^Aprovar/ })
      .first()
      .click();
    if (last) await page.getByRole('button', { name: 'Aprovar e concluir' }).click();
    await expect(page.getByText(/^Aprovado · /).first()).toBeVisible();
  }
  await page.goto(at('/inscricoes'));
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.locator('.head .chip')).toContainText('Matriculado');
  await page.getByRole('button', { name: 'Informar número' }).first().click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Número de matrícula' }).fill('20260001');
  await page.getByRole('dialog').getByRole('button', { name: 'Informar número' }).click();
  await expect(candidate.getByText('Número de matrícula: 20260001')).toBeVisible();

  // The next intake is copied from this one.
  await page.goto(at('/catalogo?ver=intakes'));
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('link', { name: 'Copiar processo' }).click();
  await expect(panel.getByRole('heading', { name: 'Vai ser criado' })).toBeVisible();
  await askSecond();
  await page.goto(at('/catalogo?ver=intakes'));
  await expect(page.getByRole('row', { name: /2026-2.*Processo fechado/ })).toBeVisible();
  await page.goto(at());
  await page.goto(at('/primeiro-dia'));
  await expect(page.getByRole('heading', { name: /^6 de 6 prontos/ })).toBeVisible();
  for (const one of people) console.log(one.said());
});
