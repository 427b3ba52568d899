import { Candidate, type State } from '../support/candidate.ts';
import { otherSteps, questionnaireStep } from '../support/other-steps.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';

test('U31 U32 at 400 % nothing scrolls sideways on any page', async ({ page, product, context }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const look = async (what: string) => {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoSideways(page);
    await expectAccessible(page, what);
  };
  await page.goto(product.url('/'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('sign-in');
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await page.locator('form').getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('Obrigatório.').first()).toBeVisible();
  await look('sign-up with errors');

  // A page that is open would notice another person, and leave by itself.
  const come = async (state: State) => {
    await page.goto('about:blank');
    return Candidate.at(state, product, context);
  };
  const candidate = await come('applied');
  const open = async (address: string, what: string) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await look(what);
  };
  await open(product.url('/portal'), 'portal');
  await open(product.url('/course'), 'courses');
  await page.getByRole('button', { name: 'Ver curso Administração' }).first().click();
  await expect(page.getByLabel('Escolaridade')).toBeVisible();
  await look('application');
  await open(candidate.page, 'rules');
  await open(product.url(`/tracking?subscription=${candidate.subscriptionId}`), 'tracking');
  await open(product.url(`/profile/${candidate.personId}`), 'profile');
  await open(product.url('/profile?aba=mensagens'), 'messages');
  await page.goto('about:blank');
  for (const { path, title } of await otherSteps(product, context)) await open(product.url(path), title);
  await open(await questionnaireStep(product, context), 'questionnaire');
  const writer = await come('essay-started');
  await open(product.url(`/essays/${writer.essayId}`), 'editor');
  await open((await come('approved')).page, 'result');
  await page
    .getByRole('link', { name: 'Continuar matrícula' })
    .or(page.getByRole('button', { name: 'Continuar matrícula' }))
    .click();
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await look('personal data with errors');
  await open((await come('data-complete')).page, 'result with data');
  await page.goto(`${page.url()}?etapa=revisao`);
  await expect(page.getByRole('button', { name: 'Ler contrato' })).toBeVisible();
  await look('review');
  await page.getByRole('button', { name: 'Ler contrato' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('contract');
  await open((await come('contract-accepted')).page, 'payment');
  await open((await come('pix-open')).page, 'pix');
  await open((await come('paid')).page, 'documents');
});
