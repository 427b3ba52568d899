import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { inventedPerson, PASSWORD } from './candidate.ts';
import { essayOf, JPEG } from './content.ts';
import { fileField } from './files.ts';
import type { Fill } from './hard-browsers.ts';
import { chooseCourse, fillPersonal, readContract } from './on-the-way.ts';
import { payInSandbox, paymentsOf } from './pix.ts';
import type { Product } from './product.ts';
import { heading } from './whole-way.ts';

/**
 * The path of J01 from sign-up to the student number in an unusual browser: only what each page needs, because j01.spec.ts
 * checks them closely. It includes wrong passwords and the profile, where text changes.
 */
export async function walkShortWay(
  page: Page,
  product: Product,
  fill: Fill = (field, text) => field.fill(text),
): Promise<void> {
  const person = inventedPerson();
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  await test.step('sign-up', async () => {
    await page.goto(product.url('/?painel=criar-conta'));
    await expect(heading(page, 'Criar conta')).toBeVisible();
    await fill(box('CPF'), person.cpf);
    await fill(page.getByLabel('Nome completo'), person.name);
    await fill(page.getByLabel('Data de nascimento'), person.birthDate);
    await fill(box('E-mail'), person.email);
    await fill(page.getByLabel('Celular'), person.cellPhone);
    await fill(box('Senha'), PASSWORD);
    await fill(page.getByLabel('Confirmar senha'), PASSWORD);
    await page.getByLabel(/Li o Aviso de Privacidade/).check();
    await page.locator('form').getByRole('button', { name: 'Criar conta' }).click();
    await expect(page).toHaveURL(/\/portal$/);
  });

  await test.step('sign-in, by a wrong password first', async () => {
    await page.goto('about:blank');
    await page.context().clearCookies({ name: 'accessToken' });
    await page.context().clearCookies({ name: 'orbita-session' });
    await page.goto(product.url('/'));
    await fill(box('CPF'), person.cpf);
    await fill(box('Senha'), `${PASSWORD}x`);
    await button('Entrar').click();
    await expect(page.getByRole('alert').getByText(/senha/).first()).toBeVisible();
    await fill(box('Senha'), PASSWORD);
    await button('Entrar').click();
    await expect(heading(page, /^Olá, /)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const id = await test.step('application and essay, whose clock runs', async () => {
    await page.goto(product.url('/course'));
    await chooseCourse(page);
    await button('Inscrever-se').click();
    await page.getByLabel('Li e concordo com as regras da redação').check();
    const number = Number(/essays\/(\d+)/.exec(page.url())?.[1]);
    await button('Iniciar redação').click();
    const clock = page.getByRole('timer');
    const before = await clock.textContent();
    await expect(clock).not.toHaveText(before ?? '');
    await page.getByLabel('Título').fill('Meu título');
    await page.getByLabel('Redação', { exact: true }).fill(essayOf(149));
    await expect(page.getByText('149 palavras')).toBeVisible();
    await page.getByLabel('Redação', { exact: true }).fill(essayOf(180));
    await expect(page.getByText('180 palavras')).toBeVisible();
    await expect(page.getByText('149 palavras')).toHaveCount(0);
    await expect(page.getByText(/^Salvo às \d\d:\d\d/).first()).toBeVisible();
    await button(/^Finalizar/)
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Finalizar/ })
      .click();
    await expect(page.getByText('Sua redação chegou! O resultado sai em até 24 horas.')).toBeVisible();
    const list = await product.operations<{ data: { id: number; subscriptionId: number }[] }>(
      'GET',
      '/essays?state=finished',
    );
    const essay = list.data.find((one) => one.subscriptionId === number);
    await product.operations('POST', `/essays/${essay?.id}/grade`, {
      score: 720,
      hasPlagiarism: false,
      feedback: 'Bom texto.',
    });
    await expect(page.getByText('Parabéns! Você passou na seleção.')).toBeVisible();
    return number;
  });

  await test.step('data and contract', async () => {
    await page
      .getByRole('button', { name: 'Continuar matrícula' })
      .or(page.getByRole('link', { name: 'Continuar matrícula' }))
      .click();
    await fillPersonal(page);
    await fill(box('RG'), 'MG1234567');
    await button('Salvar e continuar').click();
    // The address lookup starts when the last digit of a CEP is typed.
    await box('CEP').fill('30100-001');
    await expect(box('Endereço')).toHaveValue('Rua Exemplo');
    await fill(box('Número'), '100');
    await fill(page.getByLabel('Nome da escola'), 'Escola Exemplo');
    await page.getByLabel('Tipo de escola').selectOption({ label: 'Pública' });
    const school = page.getByRole('region', { name: 'Onde você estudou' });
    await school.getByLabel('Estado').selectOption({ label: 'Minas Gerais' });
    await school.getByLabel('Cidade').selectOption({ label: 'Belo Horizonte' });
    await fill(page.getByLabel('Ano de conclusão do ensino médio'), '2021');
    await button('Salvar e continuar').click();
    await readContract(page);
    await button('Aceitar contrato').click();
  });

  await test.step('payment', async () => {
    // The contract review, which is disappearing, mentions the instalments as well.
    await page.getByRole('radio', { name: /^6 parcelas/ }).waitFor();
    await page.getByText('6 parcelas', { exact: false }).first().click();
    await page.getByText('Pix', { exact: true }).first().click();
    await button(/^Pagar R\$ /).click();
    const clock = page.getByRole('timer');
    const before = await clock.textContent();
    await expect(clock).not.toHaveText(before ?? '');
    const [payment] = await paymentsOf(product, id);
    await payInSandbox(product, payment?.paymentId ?? 0);
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
    await page
      .getByRole('button', { name: /Enviar documentos|Continuar/ })
      .or(page.getByRole('link', { name: /Enviar documentos|Continuar/ }))
      .first()
      .click();
  });

  await test.step('documents, and the student number', async () => {
    const file = join(tmpdir(), `orbita-foto-${process.pid}.jpg`);
    writeFileSync(file, JPEG);
    const list = await product.operations<{ data: { id: number; name: string; required: boolean }[] }>(
      'GET',
      `/documents?subscriptionId=${id}`,
    );
    const required = list.data.filter((one) => one.required);
    await expect(page.getByText(`0 de ${required.length} aprovados`)).toBeVisible();
    for (const { name } of required) {
      const card = page
        .getByRole('article')
        .or(page.getByRole('listitem'))
        .or(page.getByRole('group'))
        .filter({ hasText: name })
        .filter({ has: page.locator('input[type=file]') })
        .first();
      await fileField(card).setInputFiles(file);
      await expect(card.getByText('Em análise')).toBeVisible();
    }
    for (const { id: documentId } of required)
      await product.operations('POST', `/documents/${documentId}/review`, { decision: 'approved' });
    await expect(page.getByText(/Sua matrícula foi concluída\./)).toBeVisible();
    await product.operations('PUT', `/subscriptions/${id}/student`, { studentLyceumId: `2026${id}` });
    await expect(page.getByText(`Número de matrícula: 2026${id}`)).toBeVisible();
  });

  await test.step('the profile is saved', async () => {
    await page.goto(product.url('/profile'));
    await fill(page.getByLabel('Nome social'), 'Inventada Social');
    await button('Salvar').click();
    await expect(page.getByRole('status').getByText(/salv/)).toBeVisible();
    await expect(page.getByLabel('Nome social')).toHaveValue('Inventada Social');
    await expect(page.getByText('Algo deu errado aqui')).toHaveCount(0);
  });
}
