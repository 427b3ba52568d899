import type { Page } from '@playwright/test';
import { acceptContract, apply, fillData, grade, signUp, writeEssay } from '../../testing/journey.ts';
import { PASSWORD, PEOPLE } from '../../testing/people.ts';
import { until } from '../../testing/until.ts';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';
import { heading } from '../support/whole-way.ts';

const BETA = 'beta.orbita.test';

/** Person 05 with the contract accepted on 2026-01-13, through HTTP; returns the application id. */
async function accepted(product: Product): Promise<number> {
  const client = product.client(BETA);
  const { personId } = await signUp(client, PEOPLE[5], 'beta');
  const { id } = await apply(client, 'sistemas');
  await grade(product.institution('beta'), await writeEssay(client, id));
  await fillData(client, personId, id, PEOPLE[5]);
  await product.setClock('2026-01-13T10:00:00-03:00');
  await acceptContract(client, id);
  return id;
}

type Recorded = { state: string; endedBy: string | null; cycles: { state: string }[] };
const recorded = (product: Product, id: number) =>
  product.operations<Recorded>('GET', `/subscriptions/${id}/recurrence`, undefined, 'beta');

/** On the payment page of an accepted contract: consents to automatic Pix, pays by its code, and finds the months listed. */
async function payMonthByMonth(page: Page, product: Product, id: number): Promise<void> {
  await test.step('the candidate reads the terms and consents', async () => {
    await page.getByRole('radio', { name: /^Pix Automático/ }).check();
    const terms = page.getByRole('region', { name: 'As outras parcelas' });
    await expect(terms).toContainText('5 parcelas de R$ 350,00');
    await expect(terms).toContainText('Todo dia 10');
    await expect(terms).toContainText('10/04/2026');
    await expect(terms).toContainText('Você cancela quando quiser');
    const pay = page.getByRole('button', { name: 'Pagar R$ 350,00 com Pix Automático' });
    await pay.click();
    await expect(terms.getByText('Obrigatório.')).toBeVisible();
    await expect(page.getByLabel(/^Autorizo pagar as outras parcelas/)).toBeFocused();
    await look(page, 'J05 consent');
    await page.getByLabel(/^Autorizo pagar as outras parcelas/).check();
    await pay.click();
  });

  await test.step('one code both pays and authorises', async () => {
    await expect(heading(page, 'Pague com Pix Automático')).toBeFocused();
    await expect(page.getByRole('main')).toContainText('350,00');
    await expect(page.getByRole('region', { name: 'As outras parcelas' })).toContainText('Todo dia 10');
    await look(page, 'J05 code');
    const { payments } = await product.operations<{ payments: { paymentId: number; state: string }[] }>(
      'GET',
      `/subscriptions/${id}`,
      undefined,
      'beta',
    );
    const open = payments.find(({ state }) => state === 'pending');
    await product.operations(
      'POST',
      `/simulator/payments/${open?.paymentId}`,
      { result: 'paid', recurrence: 'approved' },
      'beta',
    );
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
    await expect(page.getByText('não foi concluída')).toHaveCount(0);
    expect(
      await until(
        () => recorded(product, id),
        ({ state }) => state === 'approved',
        100,
      ),
    ).toMatchObject({
      state: 'approved',
    });
    await look(page, 'J05 paid');
  });

  await test.step('the monthly instalments are listed where the candidate looks for them', async () => {
    await page.goto(product.url(`/tracking?subscription=${id}`, BETA));
    const next = page.getByRole('region', { name: 'Próxima parcela' });
    await expect(next).toContainText('R$ 350,00 em 10/04/2026');
    await look(page, 'J05 tracking');
    await next.getByRole('link', { name: 'Ver todas as parcelas' }).click();
    const months = page.getByRole('region', { name: 'Parcelas mês a mês' });
    await expect(months).toContainText('R$ 350,00 todo dia 10. Pix Automático.');
    await expect(months.getByRole('row')).toHaveCount(5);
    await look(page, 'J05 months');
    await months.getByRole('button', { name: 'Cancelar a cobrança' }).click();
    const asks = page.getByRole('dialog', { name: 'Cancelar a cobrança de todo mês?' });
    await expect(asks).toContainText('ainda deve essas parcelas');
    await look(page, 'J05 ask');
    await asks.getByRole('button', { name: 'Não, manter' }).click();
    await expect(asks).toBeHidden();
  });
}

/** J05 — RNE with CPF, automatic Pix, then withdrawal (journeys.md). */
test('J05 from automatic Pix to withdrawal', async ({ page, product }) => {
  const id = await accepted(product);
  const address = product.url(`/subscriptions/essays/${id}`, BETA);

  await test.step('the candidate signs in with an RNE', async () => {
    await page.goto(product.url('/', BETA));
    await page.getByRole('radio', { name: 'RNE' }).check();
    const rne = page.getByRole('textbox', { name: 'RNE', exact: true });
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await rne.fill('V000000-0');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('RNE inválido.').first()).toBeVisible();
    await rne.fill('v123456-7');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL(/\/portal/);
    await page.goto(address);
  });
  await payMonthByMonth(page, product, id);

  const leave = async () => {
    await page.locator('summary', { hasText: 'Mais opções' }).click();
    await page.getByRole('button', { name: 'Cancelar inscrição' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancelar inscrição' });
    await expect(dialog.getByText('Você recebe de volta R$ 350,00.')).toBeVisible();
    await dialog.getByText('Desisti do curso').click();
    await dialog.getByRole('button', { name: 'Confirmar cancelamento' }).click();
    await expect(heading(page, 'Seu pedido para cancelar está em análise.')).toBeVisible();
  };
  const decide = async (body: object) => {
    const { data } = await product.operations<{ data: { id: number; subscriptionId: number }[] }>(
      'GET',
      '/cancellations?state=open',
      undefined,
      'beta',
    );
    const wish = data.find(({ subscriptionId }) => subscriptionId === id);
    return product
      .institution('beta')
      .send('POST', `/orbita/api/operations/cancellations/${wish?.id}/decision`, { body });
  };

  await test.step('within seven days everything is refunded, and no month is charged', async () => {
    await product.setClock('2026-01-19T09:00:00-03:00');
    await page.goto(address);
    await leave();
    expect((await decide({ decision: 'denied', reason: 'Fora do prazo' })).status).toBe(409);
    await page.getByRole('button', { name: 'Desistir do cancelamento' }).click();
    await expect(heading(page, /documentos/i)).toBeFocused();
    expect(await recorded(product, id)).toMatchObject({ state: 'approved' });
    await leave();
    expect((await decide({ decision: 'confirmed', refund: 350 })).status).toBeLessThan(300);
    await expect(heading(page, 'Sua inscrição foi cancelada.')).toBeVisible();
    const ended = await recorded(product, id);
    expect(ended).toMatchObject({ state: 'cancelled', endedBy: 'institution' });
    expect(new Set(ended.cycles.map(({ state }) => state))).toEqual(new Set(['cancelled']));
    await look(page, 'J05 left');
  });
});

test('J05 automatic Pix is consented to, authorised by the code that pays, and listed month by month', async ({
  page,
  product,
}) => {
  const who = await Candidate.at('contract-accepted', product, page.context(), { host: BETA });
  await page.goto(who.page);
  await payMonthByMonth(page, product, who.subscriptionId);
});

/** The payer pays the first instalment at the bank and refuses the authorisation (spec 14.2). */
test('S-30d paid without authorisation: the first instalment counts, the others are billed by slip', async ({
  page,
  product,
}) => {
  const who = await Candidate.at('contract-accepted', product, page.context(), { host: BETA });
  await page.goto(who.page);
  await page.getByRole('radio', { name: /^Pix Automático/ }).check();
  await page.getByLabel(/^Autorizo pagar as outras parcelas/).check();
  await page.getByRole('button', { name: 'Pagar R$ 350,00 com Pix Automático' }).click();
  await expect(heading(page, 'Pague com Pix Automático')).toBeFocused();
  const [payment] = await who.call<{ paymentId: number }[]>(
    'GET',
    `/candidate/subscriptions/${who.subscriptionId}/payments`,
  );
  await product.operations(
    'POST',
    `/simulator/payments/${payment?.paymentId}`,
    { result: 'paid', recurrence: 'rejected' },
    'beta',
  );
  await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
  await expect(
    page.getByText(
      'Primeira parcela paga. A autorização do Pix Automático não foi concluída; as próximas parcelas serão enviadas por boleto.',
    ),
  ).toBeVisible();
  await look(page, 'S-30d refused');
});
