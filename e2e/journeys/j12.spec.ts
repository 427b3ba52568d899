import { Candidate } from '../support/candidate.ts';
import { press, type, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { paymentsOf } from '../support/pix.ts';
import { expect, test } from '../support/test.ts';
import {
  acceptInPage,
  approveAll,
  chooseWay,
  heading,
  listedFor,
  openCourse,
  payInPage,
  sendApplication,
} from '../support/whole-way.ts';

const EPA = 'epa.alfa.orbita.test';
const COURSE = 'Gestão em Saúde';
const GRADUATE = {
  institution: 'Universidade Exemplo',
  course: 'Enfermagem',
  degree: 'bachelor',
  conclusionYear: 2024,
};

/** J12 — fee paid and waived, interview by e-mail, class, payment at the institution (journeys.md), by keyboard alone. */
test('J12 from the application fee to a payment at the institution', async ({ page, product, context }) => {
  const who = await Candidate.at('signed-up', product, context, { host: EPA });

  await test.step('the fee is paid by Pix', async () => {
    await openCourse(page, product, COURSE, EPA);
    await type(page, page.getByLabel('Escolaridade'), 'Superior completo');
    who.subscriptionId = await sendApplication(page);
    await expect(page).toHaveURL(new RegExp(`/subscriptions/tax/${who.subscriptionId}$`));
    await expect(heading(page, 'Taxa de inscrição')).toBeFocused();
    await expect(page.getByRole('banner').getByText('Taxa de inscrição — pós-graduação')).toBeVisible();
    await expect(
      page.getByText(
        /^A taxa cobre a sua inscrição e a seleção: .*questionário e entrevista\. A taxa não substitui a matrícula\.$/,
      ),
    ).toBeVisible();
    await look(page, 'J12 fee');
    await payInPage(page, product, who.subscriptionId, /^Pagar R\$ 120,00/);
    await look(page, 'J12 fee paid');
    await press(page, page.getByRole('button', { name: 'Ir para a próxima etapa' }));
    await expect(heading(page, 'Questionário')).toBeVisible();
  });
  const id = who.subscriptionId;
  const path = `/candidate/subscriptions/${id}`;

  await test.step('the interview is requested by e-mail and held twice', async () => {
    await who.call('PUT', `${path}/questionnaire/sections/graduate`, { rows: [GRADUATE] });
    await who.call('POST', `${path}/questionnaire/submit`, {});
    await product.operations(
      'POST',
      `/questionnaires/${await listedFor(product, 'questionnaires', id)}/decision`,
      {
        decision: 'approved',
      },
    );
    await expect(heading(page, 'Entrevista')).toBeVisible();
    const mail = page.getByRole('radio', { name: /E-mail/ });
    await walkTo(page, page.getByRole('radio', { name: /WhatsApp/ }));
    await page.keyboard.press('ArrowDown');
    await expect(mail).toBeChecked();
    await press(page, page.getByRole('button', { name: 'Solicitar agendamento' }));
    await expect(
      heading(page, 'Seu pedido chegou. A coordenação do curso vai falar com você.'),
    ).toBeFocused();
    const interview = `/interviews/${await listedFor(product, 'interviews', id)}`;
    const hold = async (at: string, decision: string) => {
      await product.operations('PUT', `${interview}/appointment`, { at, place: 'Sala 2' });
      await product.setClock(at.replace(':00:00', ':30:00'));
      await product.operations('POST', `${interview}/outcome`, { held: true });
      await product.operations('POST', `${interview}/decision`, { decision });
    };
    await hold('2026-01-14T14:00:00-03:00', 'repeat');
    await expect(page.getByText('A instituição pediu outra entrevista.')).toBeVisible();
    await look(page, 'J12 repeat');
    await hold('2026-01-16T14:00:00-03:00', 'approved');
    await expect(heading(page, 'Parabéns! Você passou na seleção.')).toBeVisible();
  });

  await test.step('the contract comes before the class, the class before the payment', async () => {
    await who.fillData({
      institutionName: 'Universidade Exemplo',
      courseName: 'Enfermagem',
      conclusionYear: 2024,
    });
    await page.reload();
    await press(page, page.getByRole('link', { name: 'Continuar matrícula' }));
    await acceptInPage(page);
    await expect(heading(page, 'Em qual turma você quer estudar?')).toBeVisible();
    const friday = page.getByRole('radio', { name: /Turma de sexta/ });
    await walkTo(page, friday);
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Escolher turma' }));
    await expect(heading(page, 'Pagamento')).toBeFocused();
  });

  await test.step('"Pagar na instituição" is refused once, then settled', async () => {
    const payThere = async () => {
      await chooseWay(page, /instituição/);
      await press(page, page.getByRole('button', { name: /^Pagar R\$ 7\.200,00 na instituição/ }));
      await expect(page.getByText('Estamos conferindo seu pagamento com a instituição.')).toBeVisible();
    };
    const decide = async (body: object) => {
      const asked = (await paymentsOf(product, id)).find(({ state }) => state === 'pending');
      await product.operations('POST', `/manual-payments/${asked?.paymentId}/decision`, body);
    };
    await payThere();
    await look(page, 'J12 S-33c');
    await decide({ decision: 'refused', reason: 'Não consta no caixa' });
    await expect(page.getByText('Motivo: Não consta no caixa')).toBeVisible();
    await look(page, 'J12 not found');
    await payThere();
    await decide({ decision: 'settled' });
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Enviar documentos' }));
    await approveAll(who, product);
    await expect(page.getByText('Sua matrícula foi concluída.')).toBeVisible();
    await look(page, 'J12 enrolled');
  });
});

test('J12 a voucher waives the fee', async ({ page, product, context }) => {
  const who = await Candidate.at('signed-up', product, context, { host: EPA });
  const id = await who.apply({ type: 4, q: COURSE }, 'degree');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(product.url(`/subscriptions/tax/${id}`, EPA));
  await press(page, page.locator('summary', { hasText: 'Tem um cupom de desconto?' }));
  await type(page, page.getByLabel('Cupom de desconto'), 'TAXAZERO');
  await press(page, page.getByRole('button', { name: 'Aplicar' }));
  await expect(page.getByText('Cupom TAXAZERO aplicado.')).toBeVisible();
  await expect(page.getByText('Nada a pagar')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Forma de pagamento' })).toHaveCount(0);
  await look(page, 'J12 waived');
  await press(page, page.getByRole('button', { name: 'Concluir sem pagar nada' }));
  await expect(heading(page, 'Nada a pagar')).toBeFocused();
  await expect(page.getByText('Isento')).toBeVisible();
  await expect(page.getByText(/Pagamento confirmado|R\$ 0,00/)).toHaveCount(0);
  await look(page, 'J12 waived receipt');
  await press(page, page.getByRole('button', { name: 'Ir para a próxima etapa' }));
  await expect(heading(page, 'Questionário')).toBeFocused();
  // An application that moved on is not asked for its payment again.
  expect(refused).toEqual([]);
});
