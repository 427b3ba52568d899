import type { Page } from '@playwright/test';
import { atBothWidths } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { administrator, consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** K09: daily changes with forms, by two people at once, and the next intake copied from the last one (spec 25.14). */
test('K09: seats, a notice and a voucher are changed and undone independently, by two people', async ({
  page,
  product,
  browser,
}) => {
  test.slow();
  const second = await (await browser.newContext()).newPage();
  await administrator(product, second, 'Bia Segunda');
  await administrator(product, page, 'Ada Administração');
  const heading = page.getByRole('heading', { level: 1 });
  const panel = page.getByRole('complementary');
  const changes = panel.getByRole('listitem');

  await page.goto(consoleUrl(product));
  await page.getByRole('link', { name: 'Catálogo' }).click();
  await expect(heading).toHaveText('Catálogo');
  await atBothWidths(page, 'catalogo');
  await page.getByText('Ofertas', { exact: true }).click();
  await page.getByLabel('Buscar por código ou nome').fill('enfermagem');
  await expect(page.getByRole('row', { name: /ADM-ESSAY/ })).toHaveCount(0);
  await page.getByLabel('Buscar por código ou nome').fill('adm-essay');
  await atBothWidths(page, 'catalogo-ofertas');
  await page
    .getByRole('row', { name: /ADM-ESSAY/ })
    .getByRole('link')
    .click();

  // Seats: before and after, saved as a version, and undone.
  const seats = page.getByLabel('Vagas de Administração em Polo Belo Horizonte');
  await seats.fill('60');
  await expect(changes).toContainText(['Vagas']);
  await atBothWidths(page, 'catalogo-oferta');
  // Somebody else saves the same field meanwhile: nothing of theirs is overwritten.
  await second.goto(page.url());
  await second.getByLabel('Vagas de Administração em Polo Belo Horizonte').fill('70');
  await second.getByRole('button', { name: 'Salvar 1 mudança' }).click();
  await expect(second.getByText(/Salvo na versão \d+\./)).toBeVisible();
  await panel.getByRole('button', { name: 'Salvar 1 mudança' }).click();
  await expect(panel.getByText(/Bia Segunda mudou isto em .*Nada foi gravado por cima\./)).toBeVisible();
  await expect(seats).toHaveValue('60');
  await panel.getByRole('button', { name: 'Ver como está agora' }).click();
  await expect(seats).toHaveValue('70');
  await seats.fill('60');
  await panel.getByRole('button', { name: 'Salvar 1 mudança' }).click();
  await expect(page.getByText(/Salvo na versão \d+\./)).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(seats).toHaveValue('70');

  // Fewer seats than are taken are rejected at the field.
  await seats.fill('-1');
  await expect(panel.getByRole('button', { name: /^Salvar/ })).toHaveCount(0);
  await atBothWidths(page, 'catalogo-oferta-erro');

  // A notice speaks in the institution's name: a second person reads it first, and a refusal leaves the page as it was.
  await page.goto(consoleUrl(product, '/catalogo/offers/ADM-ESSAY'));
  await page.getByLabel('Aviso na primeira página').fill('Reserve a vaga: Pix 31 99999-0000.');
  await expect(panel.getByText('Uma segunda pessoa confere antes.')).toBeVisible();
  await atBothWidths(page, 'catalogo-oferta-aviso');
  await panel.getByRole('button', { name: 'Pedir a uma segunda pessoa' }).click();
  await expect(page.getByText('Outra pessoa precisa aprovar')).toBeVisible();
  await atBothWidths(page, 'catalogo-oferta-espera');
  await second.goto(consoleUrl(product, '/aprovacoes'));
  await second.getByRole('row').nth(1).getByRole('link').click();
  await expect(second.getByText('Aviso na primeira página (oferta ADM-ESSAY)')).toBeVisible();
  await expect(second.getByText('Reserve a vaga: Pix 31 99999-0000.')).toBeVisible();
  await atBothWidths(second, 'aprovacao-aviso');
  await second.getByRole('button', { name: 'Recusar' }).click();
  const refuse = second.getByRole('dialog');
  await refuse.getByLabel('Motivo da recusa').fill('Esta chave não é nossa.');
  await refuse.getByRole('button', { name: 'Recusar' }).click();
  await expect(second.getByText(/^Recusad/).first()).toBeVisible();
  await page.goto(consoleUrl(product, '/catalogo/offers/ADM-ESSAY'));
  await expect(page.getByLabel('Aviso na primeira página')).toHaveValue('');

  // A voucher is created and found again.
  await page.goto(consoleUrl(product, '/catalogo?ver=vouchers'));
  await page.getByRole('link', { name: 'Novo cupom' }).click();
  await page.getByLabel('Código', { exact: true }).fill('VOLTA10');
  await page.getByLabel('Desconto em %').fill('10');
  await page.getByLabel('Usos no máximo').fill('1.000');
  await expect(panel.getByText('Vale desde: Informe um valor.')).toBeVisible();
  await page.getByLabel('Vale desde').fill('2026-01-01');
  await page.getByLabel('Vale até').fill('2026-02-13');
  await expect(changes).toContainText(['1000']);
  await atBothWidths(page, 'catalogo-cupom');
  await panel.getByRole('button', { name: 'Pedir a uma segunda pessoa' }).click();
  await expect(page.getByText('Outra pessoa precisa aprovar')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pedir a uma segunda pessoa' })).toHaveCount(0);
  await approve(second, product);
  await page.goto(consoleUrl(product, '/catalogo/vouchers/VOLTA10'));
  await expect(page.getByLabel('Usos no máximo')).toHaveValue('1000');

  // The next intake and a first offer have a form each, which only show here what they would create.
  await page.goto(consoleUrl(product, '/catalogo?ver=intakes'));
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('link', { name: 'Copiar processo' }).click();
  await expect(heading).toHaveText(/^Copiar processo/);
  await expect(panel.getByRole('heading', { name: 'Vai ser criado' })).toBeVisible();
  await expect(changes.first()).toBeVisible();
  await atBothWidths(page, 'catalogo-copiar');
  await page.goto(consoleUrl(product, '/catalogo/nova-oferta'));
  await page.getByLabel('Como se entra').selectOption('Prova com dia marcado');
  await page.getByLabel('Curso', { exact: true }).fill('Gestão de Praças');
  await page.getByLabel('Lugar', { exact: true }).fill('Campus Novo');
  await atBothWidths(page, 'nova-oferta');

  // Versions show who changed what, and how.
  await page.goto(consoleUrl(product, '/catalogo/versoes'));
  await expect(page.getByRole('row', { name: /Ada Administração.*Formulário/ }).first()).toBeVisible();
  await atBothWidths(page, 'catalogo-versoes');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await atBothWidths(page, 'catalogo-versao');
});

test('K09: an intake is copied, and a first offer is made from its template, by two people', async ({
  page,
  product,
  browser,
}) => {
  test.slow();
  const second = await (await browser.newContext()).newPage();
  await administrator(product, second, 'Bia Segunda');
  await administrator(product, page, 'Ada Administração');
  const heading = page.getByRole('heading', { level: 1 });
  const panel = page.getByRole('complementary');
  const changes = panel.getByRole('listitem');

  // The next intake, with its form.
  await page.goto(consoleUrl(product, '/catalogo?ver=intakes'));
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('link', { name: 'Copiar processo' }).click();
  await expect(heading).toHaveText(/^Copiar processo/);
  await expect(panel.getByRole('heading', { name: 'Vai ser criado' })).toBeVisible();
  await expect(changes.first()).toBeVisible();
  await atBothWidths(page, 'catalogo-copiar');
  await page.getByLabel('Mudar todos em %').fill('5');
  await page.getByRole('button', { name: 'Mudar todos em %' }).click();
  await atBothWidths(page, 'catalogo-copiar-preços');
  await panel.getByRole('button', { name: 'Pedir a uma segunda pessoa' }).click();
  await expect(page.getByText('Outra pessoa precisa aprovar')).toBeVisible();
  await approve(second, product);
  await page.goto(consoleUrl(product, '/catalogo?ver=intakes'));
  await expect(page.getByRole('row', { name: /2026-2.*Processo fechado/ })).toBeVisible();

  // A first offer from its template: one form, made real by two people, and then the slots of its test.
  await page.goto(consoleUrl(product, '/catalogo/nova-oferta'));
  await page.getByLabel('Como se entra').selectOption('Prova com dia marcado');
  for (const [label, value] of [
    ['Curso', 'Gestão de Praças'],
    ['Lugar', 'Campus Novo'],
    ['Processo', '2027-1'],
    ['Inscrições desde', '2026-01-01'],
    ['Inscrições até', '2027-03-01'],
    ['Vagas', '40'],
    ['Parcelas', '6'],
    ['Valor da parcela (R$)', '1.300,50'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Cidade', { exact: true }).fill('belo horiz');
  await page.getByLabel('Cidade', { exact: true }).blur();
  await expect(page.getByText('Escolha a cidade na lista.')).toBeVisible();
  await expect(page.locator('datalist option[value="Belo Horizonte/MG"]')).toBeAttached();
  await page.getByLabel('Cidade', { exact: true }).fill('Belo Horizonte');
  await page.getByLabel('Cidade', { exact: true }).blur();
  await expect(page.getByLabel('Cidade', { exact: true })).toHaveValue('Belo Horizonte/MG');
  await expect(panel.getByText('Criar Oferta').first()).toBeVisible();
  await expect(panel.getByText(/Ainda não há prova marcada em CAMPUS-NOVO/)).toBeVisible();
  await atBothWidths(page, 'nova-oferta-preenchida');
  await panel.getByRole('button', { name: 'Pedir a uma segunda pessoa' }).click();
  await expect(page.getByText('Outra pessoa precisa aprovar')).toBeVisible();
  await approve(second, product);
  await page.goto(consoleUrl(product, '/catalogo/offers/GESTAO-DE-PRACAS-2027-1'));
  await expect(heading).toHaveText('Prova com dia marcado 2027-1');
  await page.getByRole('link', { name: 'Nova prova' }).click();
  await page.getByLabel('Código', { exact: true }).fill('P1');
  await page.getByLabel('Data e hora').fill('2027-02-01T14:00');
  await page.getByLabel('Lugar', { exact: true }).fill('Sala 1');
  await page.getByLabel('Lugares', { exact: true }).fill('30');
  await panel.getByRole('button', { name: /^Salvar/ }).click();
  await expect(heading).toHaveText('P1');
});

/** The second person opens the newest request and approves it. */
async function approve(page: Page, product: Product): Promise<void> {
  await page.goto(consoleUrl(product, '/aprovacoes'));
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'Aprovar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click();
  await expect(page.getByText(/^Aprovad/).first()).toBeVisible();
}
