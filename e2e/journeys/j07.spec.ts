import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { press, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { payInSandbox } from '../support/pix.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';
import { acceptInPage, askSlipInPage, chooseWay, heading } from '../support/whole-way.ts';

type Places = { campusScheduling: string; dates: { date: string; slots: { id: number }[] }[] }[];

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar agendamento' });
const FIRST = '20/01/2026, terça-feira';

/** A person who applied to the offer with a test, with the slots by day. */
async function applicant(product: Product, context: BrowserContext) {
  const who = await Candidate.at('signed-up', product, context);
  const id = await who.apply({ type: 1, ingress: 'scheduled-test' });
  const { poleId, offerId } = (
    await who.call<{ id: number; poleId: number; offerId: number }[]>(
      'GET',
      `/candidate/users/${who.client.cookies.get('uuid')}/subscriptions`,
    )
  ).find((one) => one.id === id) ?? { poleId: 0, offerId: 0 };
  const places = await who.call<Places>(
    'GET',
    `/candidate/poles/${poleId}/scheduling?offerId=${offerId}&subscriptionId=${id}`,
  );
  const slots = Object.fromEntries(
    places.flatMap(({ dates }) => dates.map(({ date, slots: [slot] }) => [date, slot?.id ?? 0])),
  );
  const book = (day: string) =>
    who.call('PUT', `/candidate/subscriptions/${id}/scheduling`, { hourId: slots[day] });
  return { who, id, slots, book, address: product.url(`/subscriptions/${id}`) };
}

/** An option in the list: "20/01/2026, terça-feira, 14h00" with its place. */
const slotOf = (page: Page, date: string, hour = '14h00') =>
  page.getByRole('radio', { name: `${date}, ${hour}` });

/** Into the list with Tab, through it with the arrow keys. */
async function choose(page: Page, date: string, hour?: string): Promise<void> {
  await press(page, page.getByRole('radio', { disabled: false }).first(), 'Space');
  const wanted = slotOf(page, date, hour);
  for (let presses = 0; presses < 3 && !(await wanted.isChecked()); presses++)
    await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
}

/** Values of the calendar file that the page provides, by name. */
async function calendarOf(page: Page): Promise<Record<string, string>> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page, page.getByRole('button', { name: 'Baixar arquivo (.ics)' })),
  ]);
  expect(download.suggestedFilename()).toBe('prova.ics');
  const file = (await readFile(await download.path(), 'utf8')).replaceAll('\r\n ', '');
  return Object.fromEntries(file.split('\r\n').map((line) => line.split(/:(.*)/, 2)));
}

/** The slip of S-30b: failed, created, not printed, printed, and paid on its due date. */
async function payBySlip(page: Page, product: Product, who: Candidate, id: number): Promise<void> {
  const context = page.context();
  const amount = /^Pagar R\$ 900,00 com boleto/;
  await chooseWay(page, /^Boleto/);
  await product.setFault('slip', 'down');
  await press(page, page.getByRole('button', { name: amount }));
  // Next to the button: the top of the page is out of sight on a phone.
  await expect(page.getByText('Erro ao gerar o boleto. Tente de novo.')).toBeInViewport();
  await look(page, 'J07 no slip');
  await product.setFault('slip', 'ok');
  const paymentId = await askSlipInPage(page, product, id, amount);
  // The 31st is a Saturday.
  await expect(page.getByText('02/02/2026')).toBeVisible();
  await expect(page.getByText('Depois do vencimento o valor volta a R$ 950,00.')).toBeVisible();
  await expect(page.getByText('A confirmação pode levar até 2 dias úteis.')).toBeVisible();
  await look(page, 'J07 slip');

  const print = page.getByRole('button', { name: 'Imprimir boleto' });
  await page.evaluate(() => {
    const counted = window as unknown as { opens: typeof window.open };
    counted.opens = window.open;
    window.open = () => null;
  });
  await press(page, print);
  await expect(
    page.getByText('O navegador não deixou abrir a página de imprimir. Permita pop-ups e tente de novo.'),
  ).toBeVisible();
  await page.evaluate(() => {
    window.open = (window as unknown as { opens: typeof window.open }).opens;
  });
  // The slip itself is intercepted here, because only the product can fail to deliver it.
  await page.route('**/print-tickets', (route) => route.fulfill({ status: 503, json: {} }));
  await press(page, print);
  await expect(page.getByText('Não foi possível buscar o boleto para impressão.')).toBeVisible();
  await look(page, 'J07 slip not printed');
  await page.unroute('**/print-tickets');
  await context.addInitScript(() => {
    window.print = () => undefined;
  });
  const opens = page.waitForEvent('popup');
  await press(page, print);
  const paper = await opens;
  await expect(paper.getByRole('heading', { level: 1, name: /boleto/i })).toBeVisible();
  await look(paper, 'J07 slip on paper');
  // The ticket alone opens it, without a session, for five minutes.
  const { cookies } = await context.storageState();
  await context.clearCookies();
  await paper.reload();
  await expect(paper.getByRole('heading', { level: 1, name: /boleto/i })).toBeVisible();
  await product.setClock('2026-01-28T10:06:00-03:00');
  await paper.reload();
  await expect(paper.getByText('Não há nada para imprimir.')).toBeVisible();
  await paper.close();
  await context.addCookies(cookies);

  await who.comeBackAt(page, '2026-02-03T09:00:00-03:00');
  await page.goto(product.url(`/subscriptions/${id}`));
  await expect(heading(page, 'Seu boleto está pronto')).toBeVisible();
  await payInSandbox(product, paymentId, { result: 'paid', amount: 900 });
  await expect(heading(page, 'Pagamento confirmado!')).toBeVisible({ timeout: 60_000 });
}

/** J07 — scheduled test (journeys.md), using the page by keyboard alone. */
test('J07 a test is booked after a slot fills up, moved, missed and passed, and the enrolment is paid', async ({
  page,
  product,
  context,
  browser,
  expectedStatuses,
}) => {
  // The bank that creates no slip, and an expired ticket.
  for (const status of [410, 502, 503]) expectedStatuses.add(status);
  const { who, id, slots, address } = await applicant(product, context);
  await page.goto(address);
  await expect(heading(page, 'Agendar prova')).toBeVisible();
  // Every slot is one tap away, whatever its day and place.
  await expect(page.getByRole('radio')).toHaveCount(3);
  await look(page, 'S-14');
  const bar = page.getByRole('banner');
  const details = bar.locator('summary').filter({ hasText: 'Ver detalhes do curso' });
  await walkTo(page, details, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(bar.locator('dl').filter({ visible: true }).first()).toContainText(/PoloCampus Centro/);
  await page.keyboard.press('Escape');
  await press(page, confirm(page));
  await expect(page.getByText('Obrigatório.', { exact: true })).toHaveCount(1);
  await expect(page).toHaveTitle(/^Erro:/);
  await look(page, 'S-14 refused');

  await choose(page, '22/01/2026, quinta-feira', '09h00');
  const elsewhere = await browser.newContext();
  const other = await applicant(product, elsewhere);
  await other.book('2026-01-22');
  await elsewhere.close();
  await press(page, confirm(page));
  const refusal = page.getByRole('alert').filter({ hasText: 'Este horário não está mais disponível.' });
  await expect(refusal).toBeVisible();
  await expect(refusal.locator('..')).toBeFocused();
  const taken = slotOf(page, '22/01/2026, quinta-feira', '09h00');
  await expect(taken).toBeDisabled();
  await expect(taken).not.toBeChecked();
  await expect(page.getByText('Lotado')).toBeVisible();
  await look(page, 'S-14 taken');

  await choose(page, FIRST);
  await expect(refusal).toBeVisible();
  let sent = 0;
  await page.route('**/scheduling', async (route) => {
    if (route.request().method() === 'PUT') sent += 1;
    await new Promise((later) => setTimeout(later, 300));
    await route.continue();
  });
  await walkTo(page, confirm(page));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Confirmando…' })).toBeVisible();
  await expect(heading(page, 'Sua prova está marcada.')).toBeFocused();
  // Aligned like the pending result.
  await expect(heading(page, 'Sua prova está marcada.')).toHaveCSS('text-align', 'center');
  expect(sent).toBe(1);
  await page.unroute('**/scheduling');
  await expect(page.getByText(FIRST, { exact: true })).toBeVisible();
  await expect(page.getByText('14h00', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Bloco A, /)).toBeVisible();
  await expect(page.getByText('RG ou outro documento com foto e caneta azul ou preta')).toBeVisible();
  await expect(page.getByText('até 19/01/2026, 14h00 (mais 2 vezes)')).toBeVisible();
  await look(page, 'S-14 booked');

  const before = await calendarOf(page);
  expect(before).toMatchObject({ DTSTART: '20260120T170000Z', DTEND: '20260120T190000Z' });
  await expect(page.getByRole('link', { name: /Google Agenda/ })).toHaveAttribute(
    'href',
    /dates=20260120T170000Z%2F20260120T190000Z&ctz=America%2FSao_Paulo/,
  );
  await expect(page.getByRole('link', { name: /Outlook/ })).toHaveAttribute(
    'href',
    /startdt=2026-01-20T17%3A00%3A00Z/,
  );

  await press(page, page.getByRole('button', { name: 'Reagendar' }));
  await expect(heading(page, 'Reagendar prova')).toBeFocused();
  await expect(page.getByText('Sua prova está marcada para 20/01/2026, 14h00, Bloco A.')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Voltar sem mudar' }));
  await expect(heading(page, 'Sua prova está marcada.')).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Reagendar' }));
  await expect(slotOf(page, FIRST)).toBeDisabled();
  await expect(page.getByText('Seu horário atual')).toBeVisible();
  await choose(page, '27/01/2026, terça-feira');
  await look(page, 'S-14 moving');
  await press(page, confirm(page));
  await expect(page.getByText('27/01/2026, terça-feira')).toBeVisible();
  await expect(page.getByText('até 26/01/2026, 14h00 (mais uma vez)')).toBeVisible();
  const after = await calendarOf(page);
  expect(after).toMatchObject({ DTSTART: '20260127T170000Z', UID: before.UID });
  expect(Number(after.SEQUENCE)).toBeGreaterThan(Number(before.SEQUENCE));

  await product.operations('POST', `/schedules/${slots['2026-01-27']}/results`, [
    { subscriptionId: id, present: false },
  ]);
  await expect(page.getByText('Você não compareceu à prova. Escolha uma nova data.')).toBeVisible();
  await expect(heading(page, 'Agendar prova')).toBeFocused();
  await look(page, 'S-14 missed');
  await choose(page, FIRST);
  await press(page, confirm(page));
  await expect(heading(page, 'Sua prova está marcada.')).toBeVisible();
  await product.operations('POST', `/schedules/${slots['2026-01-20']}/results`, [
    { subscriptionId: id, present: true, score: 640 },
  ]);
  await expect(heading(page, 'Parabéns! Você passou na seleção.')).toBeVisible();
  await page.goto(`${address}?ver=avaliacao`);
  await expect(page.getByText(FIRST)).toBeVisible();
  await expect(page.getByText('Praça Exemplo, 10, Centro')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reagendar' })).toHaveCount(0);
  await look(page, 'S-14 record');
  // The only seat is free again for the next person.
  await other.book('2026-01-27');

  await who.fillData();
  await who.comeBackAt(page, '2026-01-28T10:00:00-03:00');
  await page.goto(address);
  await press(page, page.getByRole('link', { name: 'Continuar matrícula' }));
  await acceptInPage(page);
  await payBySlip(page, product, who, id);
  await look(page, 'J07 paid');
  await press(page, page.getByRole('button', { name: 'Enviar documentos' }));
  await expect(heading(page, 'Documentos')).toBeFocused();
  const templates = (await product.outbox(who.person.email)).map(({ template }) => template);
  expect(templates.filter((template) => template === 'N-06')).toHaveLength(3);
  expect(templates).toContain('N-19');
});

test('S-14: a late rescheduling leaves the test as booked', async ({ page, product, context }) => {
  await product.setClock('2026-01-19T13:50:00-03:00');
  const { address, book } = await applicant(product, context);
  await book('2026-01-20');
  await page.goto(address);
  await page.getByRole('button', { name: 'Reagendar' }).click();
  await choose(page, '27/01/2026, terça-feira');
  await product.setClock('2026-01-19T14:01:00-03:00');
  await confirm(page).click();
  await expect(heading(page, 'Sua prova está marcada.')).toBeFocused();
  await expect(page.getByText('O prazo para reagendar terminou.')).toBeVisible();
  await expect(page.getByText(FIRST)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reagendar' })).toHaveCount(0);
  await look(page, 'S-14 too late');
});

test('S-14: with nothing to book the page says so and links onward', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  const { address, book } = await applicant(product, context);
  const list = '**/poles/*/scheduling?*';
  expectedStatuses.add(503);
  await page.route(list, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(address);
  await expect(page.getByText('Não foi possível carregar os horários.')).toBeVisible();
  await page.route(list, (route) => route.fulfill({ json: [] }));
  await page.route('**/by-offer/*', (route) =>
    route.fulfill({
      json: [
        {
          id: 1,
          dataHora: '2026-01-20T14:00:00-03:00',
          available: false,
          campusSchedulingId: 1,
          campusScheduling: 'Bloco C',
        },
      ],
    }),
  );
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Não há horários livres agora.')).toBeVisible();
  await expect(page.getByText('Há horários em outros locais')).toBeVisible();
  await look(page, 'S-14 empty');
  await page.getByRole('button', { name: 'Alterar inscrição' }).last().click();
  await expect(page.getByRole('dialog', { name: 'Alterar inscrição' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute(list);
  await page.getByRole('button', { name: 'Atualizar horários' }).click();
  await choose(page, FIRST);
  await page.route('**/scheduling', (route) => route.fulfill({ status: 503, json: {} }));
  await confirm(page).click();
  await expect(page.getByRole('alert')).toContainText('Não foi possível salvar o agendamento.');
  await expect(slotOf(page, FIRST)).toBeChecked();
  await page.unroute('**/scheduling');
  // The test is booked, but the response is lost on the way.
  await page.route('**/scheduling', async (route) => {
    await book('2026-01-20');
    await route.fulfill({ status: 503, json: {} });
  });
  await confirm(page).click();
  await expect(heading(page, 'Sua prova está marcada.')).toBeVisible();
});
