import { expect, type Page } from '@playwright/test';
import { approveDocuments, bodyOf } from '../../testing/journey.ts';
import { listDocuments } from '../../testing/requests.ts';
import { until } from '../../testing/until.ts';
import type { Candidate } from './candidate.ts';
import { press, type, walkTo } from './keyboard.ts';
import { contractText, readsOnPage } from './on-the-way.ts';
import { payInSandbox, paymentsOf } from './pix.ts';
import type { Product } from './product.ts';

/** Pages shared by the paths of all offers, used by keyboard alone. */

/** The page's heading. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** The help in the bar, in the same place on every page. */
export const helpIcon = (page: Page) => page.getByRole('banner').locator('summary', { hasText: /^Ajuda$/ });

/** Destinations of that help; present in the page even while its panel is closed. */
export const helpLink = (page: Page) => page.getByRole('banner').locator('.help-menu a');

/**
 * The help leaves room for a step that provides guidance itself: an icon at its side, on phones only the one in the bar (spec
 * 4.4).
 */
export async function expectHelpCollapsed(page: Page): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) >= 1000;
  const help = page.getByRole('region', { name: 'Ajuda' });
  const icon = isWide ? help.getByRole('button', { name: 'Abrir ajuda' }) : helpIcon(page);
  await expect(icon).toBeVisible();
  await expect(help.getByRole('link')).toHaveCount(0);
  if (!isWide) return;
  await press(page, icon);
  await expect(help.getByRole('link')).toBeFocused();
  await press(page, help.getByRole('button', { name: 'Dispensar ajuda' }));
  await expect(icon).toBeFocused();
}

/** S-11: opens the form of a course; its only place and admission method are already selected. */
export async function openCourse(page: Page, product: Product, course: string, host?: string): Promise<void> {
  await page.goto(product.url('/course', host));
  await type(page, page.getByRole('searchbox'), course);
  await expect(page.getByText(/^1 curso /)).toBeVisible();
  await press(page, page.getByRole('button', { name: `Ver curso ${course}` }));
  await expect(heading(page, course)).toBeVisible();
}

/** Submits the form of S-11; returns the application id. */
export async function sendApplication(page: Page): Promise<number> {
  await press(page, page.getByRole('button', { name: 'Inscrever-se' }));
  await expect(page).toHaveURL(/\/subscriptions\/(\w+\/)?\d+/);
  return Number(/subscriptions\/(?:\w+\/)?(\d+)/.exec(page.url())?.[1]);
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Button at the end of each data page. */
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Salvar e continuar' });

/** S-23: what a sign-up leaves open. */
export async function fillPersonalData(page: Page): Promise<void> {
  await type(page, field(page, 'RG'), 'MG1234567');
  await type(page, page.getByLabel('Órgão emissor'), 'SSP');
  await type(page, page.getByLabel(/^UF/), 'MG');
  await type(page, page.getByLabel('Gênero'), 'Feminino');
  await type(page, page.getByLabel('Nome da mãe'), 'Responsável Exemplo');
  await press(page, saveButton(page));
  await expect(heading(page, 'Escolaridade e endereço')).toBeFocused();
}

/** S-23, and S-24 for somebody with a first degree. */
export async function fillDegreeData(page: Page): Promise<void> {
  await fillPersonalData(page);
  await fillAddress(page);
  await type(page, page.getByLabel('Instituição de graduação'), 'Universidade Exemplo');
  await type(page, page.getByLabel('Curso concluído'), 'Administração');
  await type(page, page.getByLabel('Ano de conclusão da graduação'), '2024');
  await press(page, saveButton(page));
}

/** The address of S-24, filled in from its CEP. */
export async function fillAddress(page: Page): Promise<void> {
  await type(page, field(page, 'CEP'), '30100001');
  await expect(field(page, 'Endereço')).toHaveValue('Rua Exemplo');
  await type(page, field(page, 'Número'), '100');
}

/** S-28: reads the contract, which contains `text`, to its end and ticks that it was read. */
export async function readContractInPage(page: Page, text = ''): Promise<void> {
  await expect(heading(page, 'Confira e aceite o contrato')).toBeVisible();
  await readAndTick(page, text);
}

/** Reads a contract to its end and ticks that it was read, on any page that shows one. */
export async function readAndTick(page: Page, text = ''): Promise<void> {
  if (!readsOnPage(page)) {
    await press(page, page.getByRole('button', { name: 'Ler contrato' }));
    await walkTo(page, contractText(page));
  }
  await expect(contractText(page)).toContainText(text);
  await page.keyboard.press('End');
  await expect(page.getByText('Você chegou ao fim do contrato.')).toBeVisible();
  await press(
    page,
    page.getByLabel('Li e aceito os termos do contrato de prestação de serviços educacionais.'),
    'Space',
  );
}

/** S-28: reads the contract and accepts it. */
export async function acceptInPage(page: Page): Promise<void> {
  await readContractInPage(page);
  await press(page, page.getByRole('button', { name: 'Aceitar contrato', exact: true }));
}

/** S-29 and S-30c: pays that amount by Pix, as shown on the button. */
export async function payInPage(page: Page, product: Product, id: number, amount: RegExp): Promise<void> {
  await press(page, page.getByRole('radio', { name: /^Pix/ }).first(), 'Space');
  await press(page, page.getByRole('button', { name: amount }));
  await expect(heading(page, 'Pague com Pix')).toBeVisible();
  const open = (await paymentsOf(product, id)).find(({ state }) => state === 'pending');
  await payInSandbox(product, open?.paymentId ?? 0);
  await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
}

/** A digitable line of the demo institutions' bank. */
export const SLIP_LINE = /^077\d{2}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/;

/** S-29: chooses a payment method. Tab reaches the selected option of a group, arrow keys the others. */
export async function chooseWay(page: Page, name: RegExp): Promise<void> {
  const way = page.getByRole('radio', { name });
  await walkTo(page, page.locator('input[name=forma]:checked'));
  for (let downs = 0; downs < 5 && !(await way.isChecked()); downs++) await page.keyboard.press('ArrowDown');
  await expect(way).toBeChecked();
}

/** Requests a slip, sees it registered, and returns its payment id. */
export async function askSlipInPage(
  page: Page,
  product: Product,
  id: number,
  amount: RegExp,
): Promise<number> {
  await press(page, page.getByRole('button', { name: amount }));
  await expect(page.getByText('Seu boleto está sendo processado. Aguarde alguns instantes.')).toBeVisible();
  await expect(heading(page, 'Seu boleto está pronto')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('code')).toHaveText(SLIP_LINE);
  const open = (await paymentsOf(product, id)).find(({ state }) => state === 'pending');
  return open?.paymentId ?? 0;
}

/** Uploads every required document and has it approved; J01 does that on the page. */
export const approveAll = (who: Candidate, product: Product) =>
  approveDocuments(who.client, product.institution(), who.subscriptionId, (fileId) =>
    until(
      async () => bodyOf(await listDocuments(who.client, who.subscriptionId)),
      (all) => all.some(({ files }) => files.some((one) => one.fileId === fileId && one.scan === 'clean')),
      100,
    ),
  );

/** Id of an application's entry in one of the institution's lists. */
export async function listedFor(product: Product, list: string, subscriptionId: number): Promise<number> {
  const { data } = await product.operations<{ data: { id: number; subscriptionId: number }[] }>(
    'GET',
    `/${list}?pageSize=100`,
  );
  const row = data.findLast((one) => one.subscriptionId === subscriptionId);
  if (!row) throw new Error(`No ${list} of ${subscriptionId}`);
  return row.id;
}
