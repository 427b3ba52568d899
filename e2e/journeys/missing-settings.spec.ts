import { Candidate } from '../support/candidate.ts';
import { changeCatalogue } from '../support/catalogue.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/** What an institution has not configured yet breaks no page: whatever depends on it is disabled and says why (spec 3.3). */

const NO_PRICE = 'Tabela de preços não cadastrada. Entre em contato com a instituição.';
const emptied = (list: string) => (yaml: string) =>
  yaml.replace(new RegExp(`^${list}:\\n(?: .*\\n)*`, 'm'), `${list}: []\n`);

test('without a price list courses are shown, and contract and payment wait', async ({
  page,
  product,
  context,
}) => {
  const ready = await Candidate.at('data-complete', product, context);
  const back = await changeCatalogue(product, emptied('prices'));
  try {
    await page.goto(product.url('/course'));
    await expect(page.getByRole('heading', { name: 'Administração' })).toBeVisible();
    await expect(page.getByText('a partir de')).toHaveCount(0);
    await page.getByRole('button', { name: 'Ver curso Administração' }).click();
    await expect(page.getByRole('button', { name: 'Inscrever-se' })).toBeEnabled();
    await page.goto(`${ready.page}?etapa=revisao`);
    await expect(page.getByRole('heading', { name: 'Confira e aceite o contrato' })).toBeVisible();
    await expect(page.getByText(NO_PRICE)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Aceitar contrato' })).toBeDisabled();
    await expectAccessible(page, 'contract without prices');
  } finally {
    await back();
  }
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ler contrato' })).toBeVisible();
  await expect(page.getByText(NO_PRICE)).toHaveCount(0);
});

test('without a price list the payment page of a fee says so, and an accepted contract keeps its prices', async ({
  page,
  product,
  context,
}) => {
  const host = 'epa.alfa.orbita.test';
  const owing = await Candidate.at('signed-up', product, context, { host });
  const id = await owing.apply({ type: 4, q: 'Gestão em Saúde' }, 'degree');
  const ready = await Candidate.at('contract-accepted', product, context);
  const back = await changeCatalogue(product, emptied('prices'));
  try {
    await page.goto(ready.page);
    await expect(page.getByRole('button', { name: /^Pagar R\$/ })).toBeVisible();
    await page.goto(product.url(`/subscriptions/tax/${id}`, host));
    await expect(page.getByText(NO_PRICE)).toBeVisible();
    await expect(page.getByRole('button', { name: /Pagar/ })).toHaveCount(0);
    await expectAccessible(page, 'payment without prices');
  } finally {
    await back();
  }
});

test('without a contract text acceptance is disabled and says why', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(503);
  const ready = await Candidate.at('data-complete', product, context);
  const back = await changeCatalogue(product, (yaml) => yaml.replaceAll(/^( {4}contract:) .+$/gm, '$1 null'));
  try {
    await page.goto(`${ready.page}?etapa=revisao`);
    await expect(page.getByRole('heading', { name: 'Confira e aceite o contrato' })).toBeVisible();
    await expect(page.getByText('Não foi possível carregar o contrato. Tente de novo.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Aceitar contrato' })).toBeDisabled();
    await expectAccessible(page, 'no contract');
  } finally {
    await back();
  }
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('button', { name: 'Ler contrato' })).toBeVisible();
});

test('without the recipient’s key no Pix is offered', async ({ page, product, context }) => {
  const ready = await Candidate.at('contract-accepted', product, context);
  const back = await changeCatalogue(product, (yaml) =>
    yaml
      .replaceAll(/^( {6}pixKey:) .+$/gm, '$1 null')
      .replaceAll(/^( {6}receiver:)\n(?: {8}.+\n)+/gm, '$1 null\n'),
  );
  try {
    await page.goto(ready.page);
    await expect(page.getByText('Número de parcelas', { exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Pix/ })).toHaveCount(0);
    await expectAccessible(page, 'no receiver');
  } finally {
    await back();
  }
});

test('without a support contact every page works without help', async ({ page, product, context }) => {
  const back = await changeCatalogue(product, (yaml) =>
    emptied('support')(yaml).replaceAll(/^ {6}SupportWhatsapp:\n(?: {8}.+\n)+/gm, ''),
  );
  try {
    const ready = await Candidate.at('data-complete', product, context);
    for (const address of [
      ready.page,
      product.url('/portal'),
      product.url(`/tracking?subscription=${ready.subscriptionId}`),
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByText('Administração').first()).toBeAttached();
      await expect(page.locator('a[href^="https://wa.me"]')).toHaveCount(0);
      await expect(page.getByText('Problemas com a matrícula?')).toHaveCount(0);
    }
    await expectAccessible(page, 'no support');
  } finally {
    await back();
  }
});
