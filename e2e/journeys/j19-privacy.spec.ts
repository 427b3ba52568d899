import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

/** J19 — the part about one's own data: copy, deletion, consents (journeys.md, spec 6.2 S-38). */
type Mail = { template: string; subject?: string; text: string };

const mailsTo = async (product: Product, to: string) => {
  await product.operations('POST', '/simulator/jobs/outbox/run');
  return product.operations<Mail[]>('GET', `/simulator/outbox?to=${encodeURIComponent(to)}`);
};
const requests = (page: Page) => page.getByRole('region', { name: 'Suas solicitações' });

test('a candidate manages their own data', async ({ page, product, context }) => {
  const nineteen = await Candidate.at('applied', product, context);
  const { email } = nineteen.person;
  const privacy = product.url('/profile?aba=privacidade');

  await test.step('the page shows the given consents and that nothing was requested', async () => {
    await page.goto(product.url('/profile'));
    await page.getByRole('link', { name: 'Privacidade', exact: true }).click();
    await expect(page).toHaveURL(privacy);
    await expect(page.getByRole('heading', { level: 1, name: 'Privacidade', exact: true })).toBeVisible();
    await expect(page.getByText(/Você leu o Aviso de Privacidade \(versão 1\)/)).toBeVisible();
    await expect(page.getByText('Nenhuma solicitação.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^dpo@/ })).toBeVisible();
    await look(page, 'j19-01-empty');
  });

  await test.step('consents change and keep their history', async () => {
    const marketing = page.getByRole('checkbox', { name: /Quero novidades/ });
    await expect(marketing).not.toBeChecked();
    await marketing.check();
    await expect(page.getByText('Autorizações salvas.')).toBeVisible();
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
    await marketing.uncheck();
    await stored;
    await page.reload();
    await expect(marketing).not.toBeChecked();
    await page.getByText('Histórico das autorizações').click();
    await expect(page.getByText(/Novidades: autorizado, nesta página/)).toBeVisible();
    await page.getByRole('button', { name: 'Ler o Aviso de Privacidade' }).click();
    await expect(page.getByRole('dialog', { name: 'Aviso de Privacidade' })).toContainText(
      'menos de 18 anos',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Aviso de Privacidade' }).click();
    await expect(page.getByRole('dialog', { name: 'Aviso de Privacidade' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a copy is requested, arrives by e-mail and opens for its owner only', async () => {
    await page.getByRole('button', { name: /Baixar meus dados/ }).click();
    await look(page, 'j19-02-copy-dialog');
    await page.getByRole('button', { name: 'Pedir minha cópia' }).click();
    await expect(page.getByText('Solicitação registrada.')).toBeVisible();
    await expect(requests(page).getByText('Cópia dos dados')).toBeVisible();
    await product.operations('POST', '/simulator/jobs/privacy-export/run');
    let link: string | undefined;
    // The product's own job run may have started the copy and be about to finish it.
    await expect
      .poll(async () => {
        const mails = (await mailsTo(product, email)).filter(({ template }) => template === 'N-31');
        expect(mails.every(({ subject }) => subject === 'Sua solicitação de dados pessoais')).toBe(true);
        link = /\/orbita\/candidate(\/profile\?\S*copia=\S+)/.exec(
          mails.map(({ text }) => text).join('\n'),
        )?.[1];
        return link;
      })
      .toBeTruthy();
    await page.goto(product.url(link ?? '/'));
    await expect(requests(page).getByText('Concluída')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar o arquivo' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('meus-dados.json');
    const copy = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect(copy.dados.pessoa).toMatchObject([{ cpf: nineteen.person.cpf, email }]);
    expect(copy.dados.inscricoes).toHaveLength(1);
    expect(copy.dados.consentimentos.length).toBeGreaterThan(3);
    await expect(page.getByText('Arquivo baixado.')).toBeVisible();
    await look(page, 'j19-03-copy-ready');

    const stranger = await page.context().browser()?.newContext();
    if (!stranger) throw new Error('There is no browser');
    await Candidate.at('signed-up', product, stranger);
    const other = await stranger.newPage();
    await other.goto(product.url(link ?? '/'));
    await other.getByRole('button', { name: 'Baixar o arquivo' }).click();
    await expect(other.getByText(/Este link não é desta conta/)).toBeVisible();
    await stranger.close();
  });

  await test.step('a deletion is explained, requested once and listed as received', async () => {
    await page.goto(privacy);
    await page.getByRole('button', { name: /Solicitar exclusão/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Solicitar exclusão' });
    await expect(dialog).toContainText('contrato, pagamentos e vida escolar');
    await look(page, 'j19-04-deletion-dialog');
    await dialog.getByRole('button', { name: 'Solicitar exclusão' }).click();
    await expect(page.getByText('Solicitação registrada.')).toBeVisible();
    await expect(requests(page).getByText('Recebida')).toBeVisible();
    await page.getByRole('button', { name: /Solicitar exclusão/ }).click();
    await dialog.getByRole('button', { name: 'Solicitar exclusão' }).click();
    await expect(dialog.getByText('Já existe uma solicitação deste tipo em andamento.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    const mails = await mailsTo(product, email);
    expect(mails.filter(({ text }) => text.includes('Seu pedido chegou'))).toHaveLength(2);
  });

  await test.step('a correction needs a description, and its refusal says why', async () => {
    await page.getByRole('button', { name: /Solicitar correção/ }).click();
    await page.getByRole('button', { name: 'Enviar solicitação' }).click();
    await expect(page.getByText('Obrigatório.').first()).toBeVisible();
    await page.getByLabel('O que precisa ser corrigido?').fill('Meu nome tem acento.');
    await page.getByRole('button', { name: 'Enviar solicitação' }).click();
    await expect(requests(page).getByText('Meu nome tem acento.')).toBeVisible();
    const open = await product.operations<{ data: { id: number; personId: number }[] }>(
      'GET',
      '/privacy-requests?kind=correction&state=received&pageSize=100',
    );
    const mine = open.data.find(({ personId }) => personId === nineteen.personId);
    await product.operations('POST', `/privacy-requests/${mine?.id}/decision`, { decision: 'taken' });
    await page.reload();
    await expect(requests(page).getByText('Em análise')).toBeVisible();
    await product.operations('POST', `/privacy-requests/${mine?.id}/decision`, {
      decision: 'denied',
      reason: 'Envie uma cópia do documento.',
    });
    await page.reload();
    await expect(requests(page).getByText('Motivo: Envie uma cópia do documento.')).toBeVisible();
    await look(page, 'j19-05-answered');
  });

  await test.step('without marketing consent, messages about the application still arrive', async () => {
    const mails = await mailsTo(product, email);
    expect(mails.map(({ template }) => template)).toEqual(expect.arrayContaining(['N-01', 'N-05', 'N-31']));
  });
});

test('the page shows an error when it cannot load, and can be retried', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  await Candidate.at('signed-up', product, context);
  let broken = true;
  await page.route(/\/users\/[^/]+\/(consents|privacy-requests)$/, (route) =>
    broken ? route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: '' } }) : route.continue(),
  );
  await page.goto(product.url('/profile?aba=privacidade'));
  await expect(page.getByText('Não foi possível carregar sua privacidade.')).toBeVisible({ timeout: 20_000 });
  await look(page, 'j19-06-failed');
  broken = false;
  const again = page.getByRole('button', { name: 'Tentar de novo' });
  await again.last().click();
  await expect(again).toHaveCount(1);
  await again.click();
  await expect(page.getByText('Nenhuma solicitação.')).toBeVisible();
  await page.getByRole('button', { name: /Solicitar exclusão/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Solicitar exclusão' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Solicitar exclusão/ })).toBeFocused();
});
