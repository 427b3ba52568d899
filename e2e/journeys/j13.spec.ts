import { Candidate } from '../support/candidate.ts';
import { CARDS, chooseCard, fillCard, payButton } from '../support/card.ts';
import { press, type, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';
import {
  acceptInPage,
  fillAddress,
  fillPersonalData,
  heading,
  openCourse,
  saveButton,
  sendApplication,
} from '../support/whole-way.ts';

const CHOOSE = 'Em qual turma você quer estudar?';
const LEVEL = { level: 'high-school', institutionName: 'Escola Exemplo', conclusionYear: 2021 } as const;

/** J13 — extension: class full, hold over, cancellation at once (journeys.md), by keyboard alone. */
test('J13 two people and the last seat in a class', async ({ page, product, context, browser }) => {
  const who = await Candidate.at('signed-up', product, context);
  const choose = page.getByRole('button', { name: 'Escolher turma' });

  await test.step('the application leads straight to the personal data and the contract', async () => {
    await openCourse(page, product, 'Excel para Negócios');
    await type(page, page.getByLabel('Escolaridade'), 'Ensino médio completo');
    who.subscriptionId = await sendApplication(page);
    await expect(heading(page, 'Seus dados pessoais')).toBeFocused();
    await fillPersonalData(page);
    await fillAddress(page);
    // It was given when applying.
    await expect(page.getByRole('combobox', { name: 'Escolaridade' })).toHaveCount(0);
    await expect(page.getByText('Ensino médio completo')).toBeVisible();
    await look(page, 'J13 schooling');
    await press(page, saveButton(page));
    await acceptInPage(page);
    await expect(heading(page, CHOOSE)).toBeFocused();
  });

  // Somebody who has not answered the cookie banner yet: it is shown above the button and never covers it.
  const theirs = await browser.newContext({ viewport: page.viewportSize() });
  const other = await theirs.newPage();
  const second = await Candidate.at('signed-up', product, theirs);
  await second.apply({ type: 3 });
  await second.fillData(LEVEL);
  await second.acceptContract();
  const firstClass = async (of: Candidate) =>
    (
      await of.call<{ availableClasses: { id: number; name: string; slots: number }[] }>(
        'GET',
        `/candidate/subscriptions/${of.subscriptionId}/classes`,
      )
    ).availableClasses.find(({ name }) => name === 'Turma 1');
  const place = (name: string) => other.getByRole('radio', { name: new RegExp(name) });

  await test.step('the first to choose holds the seat for half an hour', async () => {
    await look(page, 'J13 classes');
    await walkTo(page, page.getByRole('radio', { name: /Turma 1/ }));
    await page.keyboard.press('Space');
    await press(page, choose);
    await expect(heading(page, 'Pagamento')).toBeFocused();
    await expect(page.getByText(/Sua vaga está reservada por/)).toBeVisible();
    await expect(page.getByRole('timer')).toContainText(/30:00|29:\d\d/);
    await other.goto(product.url(`/subscriptions/pos/classes/${second.subscriptionId}`));
    await expect(other.getByText('Sem vagas')).toBeVisible();
    await expect(place('Turma 1')).toBeDisabled();
    await look(other, 'J13 full');
    const forced = await second.client.send(
      'PUT',
      `/orbita/api/candidate/subscriptions/${second.subscriptionId}/class`,
      { body: { academicClassId: (await firstClass(second))?.id } },
    );
    expect([forced.status, forced.body]).toMatchObject([
      409,
      { message: 'A turma selecionada não possui mais vagas ou o tempo da oferta expirou.' },
    ]);
  });

  await test.step('the end of the hold is announced, then the seat is free for the other person', async () => {
    await product.setClock('2026-01-12T10:25:00-03:00');
    await expect(page.getByRole('timer')).toContainText(/0?5:00|0?4:\d\d/);
    await product.setClock('2026-01-12T10:30:01-03:00');
    await expect(heading(page, CHOOSE)).toBeVisible();
    await expect(page.getByText('A reserva da sua turma terminou. Escolha a turma outra vez.')).toBeVisible();
    await look(page, 'J13 over');
    await other.reload();
    await press(other, place('Turma 1'), 'Space');
    await press(other, other.getByRole('button', { name: 'Escolher turma' }));
    await expect(heading(other, 'Pagamento')).toBeVisible();
  });

  await test.step('the second class is paid for, and no documents are requested', async () => {
    await page.reload();
    await expect(page.getByRole('radio', { name: /Turma 1/ })).toBeDisabled();
    await walkTo(page, page.getByRole('radio', { name: /Turma 2/ }));
    await page.keyboard.press('Space');
    await press(page, choose);
    await expect(heading(page, 'Pagamento')).toBeVisible();
    await chooseCard(page);
    await fillCard(page, CARDS.processing);
    await press(page, payButton(page, '180,00'));
    await expect(page.getByText('Processando pagamento…')).toBeVisible();
    await look(page, 'J13 processing');
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
    await expect(page.getByText('Cartão de crédito, Visa final 0036')).toBeVisible();
    await look(page, 'J13 paid');
    await press(page, page.getByRole('button', { name: 'Ver minha matrícula' }));
    await expect(page.getByText('Sua matrícula foi concluída.')).toBeVisible();
    await expect(page.getByText('Turma 2').first()).toBeVisible();
    await look(page, 'J13 enrolled');
  });

  await test.step('cancelling before paying takes effect at once and frees the seat', async () => {
    await walkTo(other, other.locator('summary', { hasText: 'Mais opções' }), 'Shift+Tab');
    await other.keyboard.press('Enter');
    await press(other, other.getByRole('button', { name: 'Cancelar inscrição' }));
    const dialog = other.getByRole('dialog', { name: 'Cancelar inscrição' });
    await press(other, dialog.getByRole('radio').first(), 'Space');
    await press(other, dialog.getByRole('button', { name: 'Confirmar cancelamento' }));
    await expect(other.getByText('Sua inscrição foi cancelada.')).toBeVisible();
    await look(other, 'J13 S-39b');
    expect((await firstClass(who))?.slots).toBe(1);
    await theirs.close();
  });
});
