import { changeCatalogue, rewriteEntry } from '../support/catalogue.ts';
import {
  author,
  BANCA,
  comment,
  giveMark,
  line,
  member,
  open,
  ownWords,
  painted,
  panel,
  seenByAuthor,
  UNANSWERED,
} from '../support/essays.ts';
import { atMiddleWidth, look } from '../support/look.ts';
import { teamCode } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

test('K03: a session that ends while a grade waits for the connection is renewed by a sign-in in place', async ({
  page,
  product,
  expectedStatuses,
}) => {
  for (const status of [0, 401]) expectedStatuses.add(status);
  const who = await author(product, page, ownWords('sessao'));
  const { staffId, email } = await member(product, page, 'Davi Rubrica', BANCA);
  await open(page, product, who.essayId);
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/grade')) keys.add(request.headers()['idempotency-key']);
  });
  await page.route('**/grade', (route) => route.abort());
  await giveMark(page, '700', 'Clara e firme.');
  await expect(line(page)).toHaveText(UNANSWERED);
  await product.operations('DELETE', `/staff/${staffId}/sessions`);
  const over = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await expect(over).toBeVisible();
  await expect(comment(page)).toHaveValue('Clara e firme.');
  await page.unroute('**/grade');
  // The code that was sent with the invite is a minute old by now.
  await product.setClock('2026-01-12T10:02:00-03:00');
  const before = await teamCode(product, email);
  await over.getByRole('button', { name: 'Enviar código' }).click();
  const code = over.getByLabel('Código de 6 números');
  await code.waitFor();
  await expect.poll(() => teamCode(product, email)).not.toBe(before);
  expect(await seenByAuthor(who)).toMatchObject({ state: 'finished' });
  await code.fill(await teamCode(product, email));
  await expect(page.getByText(/^Nota registrada às/).first()).toBeVisible();
  expect(keys.size).toBe(1);
  expect(await seenByAuthor(who)).toMatchObject({ score: 700, feedback: 'Clara e firme.' });
});

test('E-03 with competences, custom texts and a phone', async ({ page, product }) => {
  const levels = [0, 40, 80, 120, 160, 200].map((points) => `{ points: ${points}, text: "Vale ${points}" }`);
  const names = ['Norma escrita', 'Tema e gênero', 'Argumentos', 'Coesão', 'Proposta'];
  const rubric = names.map((name) => `{ label: "${name}", levels: [${levels.join(', ')}] }`);
  const back = await changeCatalogue(product, (yaml) =>
    rewriteEntry(yaml, 'institutions', 'code: CUA01', (entry) =>
      entry.replace(/( {4}parameters:\n)/, `$1      EssayRubric: [${rubric.join(', ')}]\n`),
    ),
  );
  const who = await author(product, page, ownWords('competencias'));
  await member(product, page, 'Davi Rubrica', BANCA);
  await open(page, product, who.essayId);
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).getByText('Escolha um nível para cada competência.')).toBeVisible();
  for (const [at, steps] of [3, 4, 2, 3, 1].entries()) {
    await page.keyboard.press(String(at + 1));
    for (let step = 0; step <= steps; step++) await page.keyboard.press('ArrowRight');
  }
  await expect(panel(page).locator('.total')).toContainText(/\d+ de 1000/);
  await comment(page).fill('Boa tese.');
  await page.getByText('Meus textos').click();
  await page.getByLabel('Nome do texto').fill('Elogio');
  await page.getByRole('button', { name: 'Guardar o comentário' }).click();
  await page.getByRole('button', { name: 'Inserir "Elogio"' }).click();
  await expect(comment(page)).toHaveValue('Boa tese. Boa tese.');
  await expect(line(page)).toHaveText(/^Rascunho salvo/);
  await look(page, 'redacao-competencias');
  await atMiddleWidth(page, 'redacao-competencias');
  await page.reload();
  await painted(page, who.essayId);
  await expect(comment(page)).toHaveValue('Boa tese. Boa tese.');
  await page.setViewportSize({ width: 360, height: 740 });
  await look(page, 'redacao-competencias-celular');
  await page.setViewportSize({ width: 1280, height: 800 });
  const sum = Number(await panel(page).locator('.total b').textContent());
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Nota registrada às/).first()).toBeVisible();
  expect((await seenByAuthor(who)).score).toBe(sum);
  await back();
});
