import { Candidate } from '../support/candidate.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

/** Completed steps of an application whose current step is the documents, and a word shown in each record. */
const RECORDS = [
  ['Inscrição', 'Sua inscrição', 'Polo Belo Horizonte'],
  ['Redação', 'Redação', 'Meu título'],
  ['Resultado', 'Resultado', 'Você passou na seleção.'],
  ['Dados', 'Seus dados e contrato', 'Escola Exemplo'],
  ['Primeiro pagamento', 'Primeiro pagamento', 'R$ 360,00'],
] as const;

test('completed steps open read-only from the list of steps, the others do not open (spec 8.4)', async ({
  page,
  product,
  context,
}) => {
  const who = await Candidate.at('paid', product, context);
  const address = product.url(`/subscriptions/essays/${who.subscriptionId}`);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await page.goto(address);
  await expect(heading('Documentos')).toBeVisible();
  const steps = page.getByRole('navigation', { name: 'Etapas' });
  const open = () => steps.locator('summary').press('Enter');
  await open();
  await expect(steps.getByRole('link')).toHaveText(RECORDS.map(([label]) => new RegExp(`^${label}`)));
  await look(page, 'steps opened');

  for (const [label, title, word] of RECORDS) {
    await steps.getByRole('link', { name: new RegExp(`^${label}`) }).press('Enter');
    await expect(heading(title)).toBeFocused();
    await expect(page.getByRole('main')).toContainText(word);
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    if (label === 'Dados') await look(page, 'done step');
    await open();
    await expect(steps.getByRole('link', { name: new RegExp(`^${label}`) })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await page.getByRole('link', { name: 'Voltar para Documentos' }).click();
  await expect(heading('Documentos')).toBeVisible();
  await expect(page).toHaveURL(address);

  // A deep link opens completed steps; for others it opens the current step.
  await page.goto(`${address}?ver=dados`);
  await expect(heading('Seus dados e contrato')).toBeVisible();
  await page.goto(`${address}?ver=documentos`);
  await expect(heading('Documentos')).toBeVisible();
  await expect(page).toHaveURL(address);

  // On wide screens all steps are shown next to the page.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /^Redação/ })
    .click();
  await expect(page.getByText('Meu título')).toBeVisible();
  await page.goto(product.url(`/tracking?subscription=${who.subscriptionId}`));
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Resultado/ })
    .click();
  await expect(heading('Resultado')).toBeVisible();
});
