import type { Locator, Page } from '@playwright/test';
import { inventedPerson, PASSWORD } from '../support/candidate.ts';
import { changeCatalogue, rewriteEntry } from '../support/catalogue.ts';
import { essayOf, JPEG } from '../support/content.ts';
import { errorSummary } from '../support/error-summary.ts';
import { expectHeadingFocus, press, type, walkTo } from '../support/keyboard.ts';
import { readsOnPage } from '../support/on-the-way.ts';
import { payInSandbox, paymentsOf } from '../support/pix.ts';
import type { Product } from '../support/product.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { acceptInPage } from '../support/whole-way.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Tab cycles inside an open dialog and never reaches the page behind it. */
async function expectTrap(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('heading').first()).toBeFocused();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press(presses < 6 ? 'Tab' : 'Shift+Tab');
    const inside = await dialog.evaluate(
      (one) => one.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(inside, 'the focus left the dialog').toBe(true);
  }
}

/** Gives the offer with an online essay a warning for all applicants. */
const warnOf = (product: Product, text: string) =>
  changeCatalogue(product, (yaml) =>
    rewriteEntry(yaml, 'offers', 'code: ADM-ESSAY', (entry) =>
      entry.replace(/warningPopup: .*/, `warningPopup: ${JSON.stringify(text)}`),
    ),
  );

/** S-12: the offer's warning keeps the focus until it is read, and does not appear again. */
async function expectWarnedOnce(page: Page, text: string, heading: string): Promise<void> {
  const warning = page.getByRole('dialog', { name: 'Atenção' });
  await expectTrap(page, warning);
  await expect(warning.getByText(text, { exact: true })).toBeVisible();
  await expectAccessible(page, 'warning of an offer');
  await press(page, warning.getByRole('button', { name: 'Entendi' }));
  await expectHeadingFocus(page, heading);
  await page.reload();
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(warning).toBeHidden();
}

test('U30 the whole enrolment by keyboard alone', async ({ page, product }) => {
  const person = inventedPerson();

  await test.step('the skip link skips the bar', async () => {
    await page.goto(product.url('/'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Pular para o conteúdo' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('sign-up: errors are summarised, with links to the fields', async () => {
    await press(page, page.getByRole('link', { name: 'Criar conta' }));
    await expectHeadingFocus(page, 'Criar conta');
    await press(page, page.locator('form').getByRole('button', { name: 'Criar conta' }));
    const summary = errorSummary(page);
    await expect(summary).toBeFocused();
    await press(page, summary.getByRole('link').first());
    await expect(field(page, 'CPF')).toBeFocused();
    await type(page, field(page, 'CPF'), person.cpf);
    await type(page, field(page, 'Nome completo'), person.name);
    await type(page, page.getByLabel('Data de nascimento'), '10052003');
    await type(page, field(page, 'E-mail'), person.email);
    await type(page, page.getByLabel('Celular'), person.cellPhone);
    await type(page, field(page, 'Senha'), PASSWORD);
    await type(page, page.getByLabel('Confirmar senha'), PASSWORD);
    await press(page, page.getByLabel(/Li o Aviso de Privacidade/), 'Space');
    await press(page, page.locator('form').getByRole('button', { name: 'Criar conta' }));
  });

  await test.step('the welcome traps the focus and then returns it to the page', async () => {
    const welcome = page.getByRole('dialog', { name: 'Boas-vindas!' });
    await expectTrap(page, welcome);
    await page.keyboard.press('Escape');
    await expect(welcome).toBeHidden();
    await expectHeadingFocus(page, 'Olá, Candidata!');
  });

  await test.step('the account menu opens, can be navigated and closes', async () => {
    const account = page.locator('summary').filter({ hasText: 'Abrir menu da conta' });
    await walkTo(page, account, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await walkTo(page, page.getByRole('link', { name: 'Sair' }));
    await page.keyboard.press('Escape');
    await expect(account).toBeFocused();
    await expect(page.getByRole('link', { name: 'Sair' })).toBeHidden();
  });

  await test.step('choosing the course', async () => {
    await press(page, page.getByRole('link', { name: 'Escolher curso' }));
    await expectHeadingFocus(page, 'Qual curso você quer fazer?');
    await type(page, page.getByRole('searchbox'), 'administra');
    await press(page, button(page, 'Ver curso Administração'));
    await expectHeadingFocus(page, /Administração/);
    await type(page, page.getByLabel('Polo', { exact: true }), 'Polo Belo');
    await type(page, page.getByLabel('Forma de ingresso', { exact: true }).last(), 'Vestibular online');
    await type(page, page.getByLabel('Escolaridade'), 'Ensino médio completo');
    const putBack = await warnOf(product, 'Traga <b>RG</b>.');
    await press(page, button(page, 'Inscrever-se'));
    await expectWarnedOnce(page, 'Traga <b>RG</b>.', 'Antes de começar');
    await putBack();
  });
  const subscriptionId = Number(/essays\/(\d+)/.exec(page.url())?.[1]);

  await test.step('the essay', async () => {
    await press(page, page.getByLabel('Li e concordo com as regras da redação'), 'Space');
    await press(page, button(page, 'Iniciar redação'));
    await expectHeadingFocus(page, 'Redação do vestibular online');
    await type(page, page.getByLabel('Título'), 'Meu título');
    await walkTo(page, page.getByLabel('Redação', { exact: true }));
    await page.keyboard.insertText(essayOf(180));
    const finish = button(page, /^Finalizar redação$/);
    await walkTo(page, finish, 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expectTrap(page, dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(finish).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, dialog.getByRole('button', { name: 'Finalizar redação' }));
    await expectHeadingFocus(page, 'Redação em análise');
  });

  await test.step('the result arrives and takes the focus', async () => {
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
    await expectHeadingFocus(page, /Parabéns/);
    const go = page
      .getByRole('link', { name: 'Continuar matrícula' })
      .or(page.getByRole('button', { name: 'Continuar matrícula' }));
    await press(page, go);
  });

  await test.step('personal data and schooling', async () => {
    await expectHeadingFocus(page, /./);
    const save = button(page, 'Salvar e continuar');
    await type(page, field(page, 'RG'), '111111');
    await press(page, save);
    const summary = errorSummary(page);
    await expect(summary).toBeFocused();
    await type(page, field(page, 'RG'), 'MG1234567');
    await type(page, page.getByLabel('Órgão emissor'), 'SSP');
    await type(page, page.getByLabel(/^UF/), 'MG');
    await type(page, page.getByLabel('Gênero'), 'Feminino');
    await type(page, page.getByLabel('Nome da mãe'), 'Responsável Exemplo');
    await press(page, save);
    await expect(page.getByLabel('Nome da escola')).toBeVisible();
    await expectHeadingFocus(page, /./);
    await type(page, field(page, 'CEP'), '30100001');
    await expect(field(page, 'Endereço')).toHaveValue('Rua Exemplo');
    await type(page, field(page, 'Número'), '100');
    await type(page, page.getByLabel('Nome da escola'), 'Escola Exemplo');
    await type(page, page.getByLabel('Tipo de escola'), 'Pública');
    const school = page.getByRole('region', { name: 'Onde você estudou' });
    await type(page, school.getByLabel('Estado'), 'Minas Gerais');
    await expect(school.getByLabel('Cidade').locator('option', { hasText: 'Belo Horizonte' })).toHaveCount(1);
    await type(page, school.getByLabel('Cidade'), 'Belo Horizonte');
    await type(page, page.getByLabel('Ano de conclusão do ensino médio'), '2021');
    await press(page, save);
  });

  await test.step('the contract is read by keyboard and returns the focus', async () => {
    await expectHeadingFocus(page, /./);
    await expect(page.getByText(/^6 parcelas de R\$/)).toBeVisible();
    if (!readsOnPage(page)) {
      const read = button(page, 'Ler contrato');
      await press(page, read);
      const dialog = page.getByRole('dialog');
      await expectTrap(page, dialog);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(read).toBeFocused();
    }
    await acceptInPage(page);
  });

  await test.step('paying', async () => {
    await expect(page.getByText('6 parcelas', { exact: false }).first()).toBeVisible();
    await expectHeadingFocus(page, 'Primeiro pagamento');
    const plans = page.getByRole('group', { name: 'Número de parcelas' }).getByRole('radio');
    await walkTo(page, plans.first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expect(plans.first()).toBeChecked();
    // The plan's amounts push down what is below them, including whatever has the focus there.
    await expect(page.getByText('Ver todas as parcelas')).toBeVisible();
    await expect(button(page, /^Pagar R\$ 360,00/)).toBeVisible();
    await press(page, page.getByRole('radio', { name: /^Pix/ }).first(), 'Space');
    await press(page, button(page, /^Pagar R\$ 360,00/));
    await expectHeadingFocus(page, 'Pague com Pix');
    await walkTo(page, button(page, /Copiar código/));
    const [payment] = await paymentsOf(product, subscriptionId);
    await payInSandbox(product, payment?.paymentId ?? 0);
    await expectHeadingFocus(page, 'Pagamento confirmado!');
    await press(page, button(page, 'Enviar documentos'));
  });

  await test.step('documents', async () => {
    // The browser reports its file dialog from the first listener on, not from one added right before the key press.
    page.on('filechooser', () => undefined);
    await expectHeadingFocus(page, 'Documentos');
    const card = page.getByRole('article').filter({ hasText: 'Comprovante de residência' });
    await press(page, card.getByRole('button', { name: 'Comprovante de residência', exact: true }));
    const send = card.getByRole('button', { name: /^Enviar arquivo/ });
    await walkTo(page, send);
    const chooser = page.waitForEvent('filechooser', { timeout: 60_000 });
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: JPEG });
    await expect(card.getByText('Em análise')).toBeVisible();
    // An uploaded document collapses, and its row keeps the focus.
    const remove = card.getByRole('button', { name: 'Remover foto.jpg' });
    await expect(card.getByRole('button', { name: 'Comprovante de residência', exact: true })).toBeFocused();
    await expect(remove).toBeHidden();
    await page.keyboard.press('Enter');
    await walkTo(page, remove);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expectTrap(page, dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(remove).toBeFocused();
  });
});
