import { Candidate } from '../support/candidate.ts';
import { atBothWidths } from '../support/look.ts';
import { consoleUrl, enterTeam, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** What blocks a person until the team decides is reachable from Início (spec 25.4.1, 25.6.3). */
test('a document shared by two people appears on Início, is compared and decided', async ({
  page,
  product,
  browser,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const candidate = await Candidate.at('applied', product, await browser.newContext());
  const { caseId } = await product.operations<{ caseId: number }>('POST', '/candidates', {
    ...{ documentType: 'cpf', document: candidate.person.cpf, name: 'Vera Verdadeira' },
    ...{ email: `vera.${candidate.personId}@exemplo.test`, birthDate: '1991-02-03' },
  });
  const email = `bia.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const grants = [{ role: 'secretaria', institutions: ['CUA01'] }];
  const { url } = await inviteToTeam(product, 'Bia Modelo', email, grants);
  await enterTeam(page, product, url, email);

  await page.goto(consoleUrl(product));
  await page.getByRole('link', { name: 'Duas pessoas, um documento' }).click();
  await expect(heading).toHaveText(/caso/);
  await atBothWidths(page, 'casos');
  await page
    .getByRole('row', { name: /Vera Verdadeira/ })
    .getByRole('link')
    .first()
    .press('Enter');
  await expect(page).toHaveURL(new RegExp(`/pessoas/documentos/${caseId}$`));
  await expect(heading).toHaveText('Duas pessoas com o mesmo CPF');
  await expect(page.getByRole('row', { name: /^Nome/ })).toContainText('Vera Verdadeira');
  await expect(page.getByText('A conta já tem inscrição.')).toBeVisible();
  await atBothWidths(page, 'caso');
  await page.getByRole('button', { name: 'É desta conta' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Manter a conta' }).click();
  await expect(dialog.getByText('Escreva o motivo.')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Veio com a identidade.');
  await atBothWidths(page, 'caso-decidir', true);
  await dialog.getByRole('button', { name: 'Manter a conta' }).click();
  await expect(page.getByText('Pronto. O documento ficou com a conta.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Decisão' }).getByText('Bia Modelo')).toBeVisible();
  await expect(page.getByText('Vera Verdadeira')).toHaveCount(0);
  await atBothWidths(page, 'caso-decidido');
  await page.goto(consoleUrl(product, '/pessoas/documentos?situacao=conta'));
  await expect(heading).toHaveText('Casos decididos');
  await expect(page.getByRole('row', { name: new RegExp(candidate.person.name) })).toBeVisible();

  // A contact that the person corrected themselves is no task for this user, and the list says so.
  await page.goto(consoleUrl(product, '/pessoas/contatos'));
  await expect(heading).toHaveText(/Nenhum contato à espera|pessoas? à espera/);
  await atBothWidths(page, 'contatos');
});
