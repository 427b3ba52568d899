import type { Locator, Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

type Places = { dates: { slots: { id: number }[] }[] }[];

const statusOf = async (who: Candidate, id: number) =>
  (
    await who.call<{ id: number; poleId: number; offerId: number; subscriptionStatus: number }[]>(
      'GET',
      `/candidate/users/${who.client.cookies.get('uuid')}/subscriptions`,
    )
  )[0] ?? { id, poleId: 0, offerId: 0, subscriptionStatus: 0 };

/** The sandbox answers beside the product, on the next port. */
const open = (page: Page, product: Product) =>
  page.goto(`http://localhost:${product.port + 1}/sandbox?tenant=alfa`);

const section = (page: Page, name: string) => page.getByRole('region', { name });
/** The card of one application; the product may hold those of other journeys. */
const ofApplication = (list: Locator, id: number) =>
  list.getByRole('listitem').filter({ hasText: `Inscrição ${id}` });

test('sandbox: a visitor of the demo gives results of a test and of the ENEM by one click each', async ({
  page,
  product,
  context,
  browser,
}) => {
  const examinee = await Candidate.at('signed-up', product, context);
  const booked = await examinee.apply({ type: 1, ingress: 'scheduled-test' });
  const { poleId, offerId } = await statusOf(examinee, booked);
  const places = await examinee.call<Places>(
    'GET',
    `/candidate/poles/${poleId}/scheduling?offerId=${offerId}&subscriptionId=${booked}`,
  );
  await examinee.call('PUT', `/candidate/subscriptions/${booked}/scheduling`, {
    hourId: places[0]?.dates[0]?.slots[0]?.id,
  });
  const elsewhere = await browser.newContext();
  const scored = await Candidate.at('signed-up', product, elsewhere);
  const looked = await scored.apply({ type: 1, ingress: 'exam-score' });
  await scored.call('POST', `/candidate/subscriptions/${looked}/exam-score`, {
    registration: '251000000005',
    year: 2025,
  });
  await elsewhere.close();

  await open(page, product);
  await look(page, 'sandbox');
  const tests = section(page, 'Provas agendadas');
  await ofApplication(tests, booked).getByRole('button', { name: 'Compareceu e passou' }).click();
  await expect(tests.getByRole('status')).toHaveText('Resultado da prova registrado.');
  await expect(ofApplication(tests, booked)).toHaveCount(0);
  expect((await statusOf(examinee, booked)).subscriptionStatus).toBe(3);

  const enem = section(page, 'Notas do ENEM');
  await ofApplication(enem, looked).getByRole('button', { name: 'Encontrada, média 380' }).click();
  await expect(enem.getByRole('status')).toHaveText('Nota registrada: abaixo do mínimo.');
  expect((await statusOf(scored, looked)).subscriptionStatus).toBe(9);

  const disk = section(page, 'Falhas').getByRole('group', { name: 'Gravar arquivos' });
  await disk.getByRole('button', { name: 'Disco cheio' }).click();
  await expect(disk.getByRole('button', { name: 'Disco cheio' })).toHaveAttribute('aria-pressed', 'true');
  await look(page, 'sandbox after');
});

test('sandbox: what the institution decides is a link into its console', async ({
  page,
  product,
  context,
}) => {
  await open(page, product);
  const team = section(page, 'Órbita Equipe');
  await expect(page.getByRole('region', { name: /Redações|Documentos|matrícula/ })).toHaveCount(0);
  const opened = context.waitForEvent('page');
  await team.getByRole('link', { name: 'Redações para corrigir' }).click();
  const console = await opened;
  await expect(console).toHaveURL(/\/orbita\/equipe\//);
  await expect(console.getByRole('heading', { level: 1 })).toBeVisible();
});
