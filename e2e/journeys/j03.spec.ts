import type { Page } from '@playwright/test';
import { bodyOf } from '../../testing/journey.ts';
import { readContract, sendAcceptance } from '../../testing/requests.ts';
import { Candidate, inventedPerson } from '../support/candidate.ts';
import { press, type } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { payInSandbox } from '../support/pix.ts';
import { expect, test } from '../support/test.ts';
import { askSlipInPage, chooseWay, heading, readContractInPage, saveButton } from '../support/whole-way.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** J03 — under 18 with a guardian (journeys.md), who pays by slip. */
test('J03 S18 a minor needs a guardian, who confirms by code and pays', async ({
  page,
  product,
  context,
}) => {
  const person = { ...inventedPerson(), birthDate: '2009-12-31' };
  const minor = await Candidate.at('approved', product, context, { person });
  await minor.fillData();
  const email = `responsavel${minor.subscriptionId}@exemplo.test`;
  const save = saveButton(page);
  const accept = page.getByRole('button', { name: 'Aceitar contrato', exact: true });
  /** Accepts by a direct call, without a code. */
  const acceptance = async () => {
    const { contract } = bodyOf(await readContract(minor.client, minor.subscriptionId));
    const { status, body } = await sendAcceptance(minor.client, minor.subscriptionId, contract);
    return [status, body];
  };

  await test.step('the guardian’s data has its own rules', async () => {
    // Going to the contract by address: the missing guardian comes first, on the page and in the call.
    await page.goto(`${minor.page}?etapa=revisao`);
    await expect(heading(page, 'Responsável financeiro')).toBeFocused();
    expect(await acceptance()).toMatchObject([422, { code: 'GUARDIAN_REQUIRED' }]);
    await expect(page.getByText('Você tem menos de 18 anos: diga quem vai pagar o curso.')).toBeVisible();
    await type(page, page.getByLabel('Parentesco'), 'Mãe');
    await type(page, field(page, 'Nome completo'), 'Responsável Três');
    await type(page, field(page, 'CPF'), person.cpf);
    await type(page, field(page, 'Data de nascimento'), '01062008');
    await type(page, field(page, 'E-mail'), person.email);
    await type(page, field(page, 'Celular'), '31900000105');
    await press(page, save);
    for (const text of [
      'O CPF do responsável deve ser diferente do CPF do candidato.',
      'O responsável financeiro deve ter no mínimo 18 anos.',
    ])
      await expect(page.getByText(text).first()).toBeVisible();
    await look(page, 'J03 S-25 refused');
    await type(page, field(page, 'CPF'), '44455566619');
    await type(page, field(page, 'Data de nascimento'), '12012008');
    await press(page, save);
    await expect(page.getByText('Informe um contato diferente do candidato.').first()).toBeVisible();
    await type(page, field(page, 'E-mail'), email);
    await press(page, save);
    await expect(heading(page, 'Responsável precisa aceitar o contrato')).toBeFocused();
    await look(page, 'J03 guardian first');
    await press(page, page.getByRole('button', { name: 'Responsável está comigo' }));
    await expect(heading(page, 'Confira e aceite o contrato')).toBeFocused();
    await expect(page.getByRole('region', { name: 'Responsável financeiro' })).toContainText(
      'Responsável Três',
    );
    await look(page, 'J03 S-28');
    expect(await acceptance()).toMatchObject([422, { code: 'CONFIRMATION_REQUIRED' }]);
  });

  await test.step('the contract is confirmed by a code sent only to the guardian', async () => {
    await readContractInPage(page, 'Responsável Três');
    await press(page, accept);
    const dialog = page.getByRole('dialog', { name: 'Confirme o aceite' });
    await expect(dialog.getByText(/Quem aceita o contrato é Responsável Três/)).toBeVisible();
    await press(page, dialog.getByRole('button', { name: 'Enviar código' }));
    await expect(dialog.getByText('Mandamos um código para r***@e***.test.')).toBeVisible();
    await look(page, 'J03 code');
    const box = dialog.getByRole('textbox', { name: 'Código' });
    const [mail] = await product.outbox(email);
    expect(mail?.template).toBe('N-29');
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
    await type(page, box, code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Código inválido.').first()).toBeVisible();
    await type(page, box, code);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Primeiro pagamento')).toBeVisible();
  });

  await test.step('the first payment opens a minor’s documents; both people get the contract', async () => {
    const plans = page.getByRole('group', { name: 'Número de parcelas' }).getByRole('radio');
    await press(page, plans.first(), 'Space');
    await chooseWay(page, /^Boleto/);
    const paymentId = await askSlipInPage(
      page,
      product,
      minor.subscriptionId,
      /^Pagar R\$ 360,00 com boleto/,
    );
    await look(page, 'J03 slip');
    // The bank has the guardian as payer, not the candidate.
    const slips = await product.world<{ payer: string }[]>('GET', '/slips');
    expect(slips.at(-1)?.payer).toBe('44455566619');
    await payInSandbox(product, paymentId);
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible({ timeout: 60_000 });
    await press(page, page.getByRole('button', { name: 'Enviar documentos' }));
    const documents = page.getByRole('article');
    await expect(documents.filter({ hasText: 'Documento e CPF do responsável financeiro' })).toHaveCount(1);
    await expect(documents.filter({ hasText: 'Título de eleitor' })).toHaveCount(0);
    await look(page, 'J03 documents');
    // The copy is created by a job, which may not be done yet on a busy machine.
    await product.runJob('contract-copy');
    await product.runJob('outbox');
    for (const to of [email, person.email]) {
      const copy = (await product.outbox(to)).find(({ template }) => template === 'N-16');
      expect(copy?.attachments, to).toHaveLength(1);
      // The payer may not act for the candidate.
      expect(/https?:/.test(copy?.text ?? ''), to).toBe(to === person.email);
    }
  });
});
