import { expect, type Page } from '@playwright/test';
import { approveDocuments, bodyOf } from '../../api/testing/journey.ts';
import { listDocuments } from '../../api/testing/requests.ts';
import { until } from '../../api/testing/until.ts';
import type { Candidate } from './candidate.ts';
import { fillPersonal, readToTheEnd } from './on-the-way.ts';
import { payInSandbox, paymentsOf } from './pix.ts';
import type { Product } from './product.ts';

/** Pages that the ways of all offers have in common, used as a candidate does. */

/** Heading of the page. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** S-11: opens the form of a course; its only place and way of ingress are chosen already. */
export async function openCourse(page: Page, product: Product, course: string, host?: string): Promise<void> {
  await page.goto(product.url('/course', host));
  await page.getByRole('searchbox').fill(course);
  await page.getByRole('button', { name: `Ver curso ${course}` }).click();
  await expect(heading(page, course)).toBeVisible();
}

/** Sends the form of S-11; returns the number of the application. */
export async function sendApplication(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Inscrever-se' }).click();
  await expect(page).toHaveURL(/\/subscriptions\/(\w+\/)?\d+/);
  return Number(/subscriptions\/(?:\w+\/)?(\d+)/.exec(page.url())?.[1]);
}

/** S-23, and S-24 of somebody with a first degree. */
export async function fillDegreeData(page: Page): Promise<void> {
  await fillPersonal(page);
  await page.getByRole('textbox', { name: 'RG', exact: true }).fill('MG1234567');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await expect(heading(page, 'Escolaridade e endereço')).toBeVisible();
  await fillAddress(page);
  await page.getByLabel('Instituição de graduação').fill('Universidade Exemplo');
  await page.getByLabel('Curso concluído').fill('Administração');
  await page.getByLabel('Ano de conclusão da graduação').fill('2012');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
}

/** The address of S-24, filled by its CEP. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'CEP', exact: true }).fill('30100-001');
  await expect(page.getByRole('textbox', { name: 'Endereço', exact: true })).toHaveValue('Rua Exemplo');
  await page.getByRole('textbox', { name: 'Número', exact: true }).fill('100');
}

/** S-28: reads the contract to its end and accepts it. */
export async function acceptInPage(page: Page): Promise<void> {
  await expect(heading(page, 'Confira e aceite o contrato')).toBeVisible();
  await page.getByRole('button', { name: 'Ler contrato' }).click();
  await readToTheEnd(page);
  await expect(page.getByRole('dialog').getByText('Você chegou ao fim do contrato.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Li e aceito os termos do contrato de prestação de serviços educacionais.').check();
  await page.getByRole('button', { name: 'Aceitar contrato', exact: true }).click();
}

/** S-29 and S-30c: pays that amount by Pix, as it stands on the button. */
export async function payInPage(page: Page, product: Product, id: number, amount: RegExp): Promise<void> {
  await page.getByText('Pix', { exact: true }).first().click();
  await page.getByRole('button', { name: amount }).click();
  await expect(heading(page, 'Pague com Pix')).toBeVisible();
  const open = (await paymentsOf(product, id)).find(({ state }) => state === 'pending');
  await payInSandbox(product, open?.paymentId ?? 0);
  await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
}

/** Sends every required document and has it approved; J01 does it in the page. */
export const approveAll = (who: Candidate, product: Product) =>
  approveDocuments(who.client, product.institution(), who.subscriptionId, (fileId) =>
    until(
      async () => bodyOf(await listDocuments(who.client, who.subscriptionId)),
      (all) => all.some(({ files }) => files.some((one) => one.fileId === fileId && one.scan === 'clean')),
      100,
    ),
  );

/** Number of what the institution has of an application in one of its lists. */
export async function listedFor(product: Product, list: string, subscriptionId: number): Promise<number> {
  const { data } = await product.operations<{ data: { id: number; subscriptionId: number }[] }>(
    'GET',
    `/${list}?pageSize=100`,
  );
  const row = data.findLast((one) => one.subscriptionId === subscriptionId);
  if (!row) throw new Error(`No ${list} of ${subscriptionId}`);
  return row.id;
}
