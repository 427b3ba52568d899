import {
  author,
  BANCA,
  beside,
  comment,
  giveMark,
  LEAD,
  lateAuthor,
  line,
  member,
  OFFLINE,
  open,
  ownWords,
  painted,
  panel,
  Received,
  SILENT,
  score,
  secondGrades,
  seenByAuthor,
  startAnew,
  statusOf,
  title,
  type,
  UNANSWERED,
} from '../support/essays.ts';
import { atMiddleWidth, look } from '../support/look.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/test.ts';
import { expectInWindow } from '../support/whole-text.ts';

test('K03: two graders get different essays, and neither page names the author', async ({
  page,
  product,
}) => {
  const authors = [
    await author(product, page, ownWords('primeira')),
    await author(product, page, ownWords('segunda')),
  ];
  const received = [new Received(page)];
  await member(product, page, 'Davi Banca', BANCA);
  const eva = await beside(product, page, 'Eva Banca', BANCA);
  received.push(new Received(eva.page));
  // Starting from Início, by keys.
  for (const one of [page, eva.page]) {
    await one.goto(consoleUrl(product, '/'));
    await expect(one.getByRole('row', { name: /Redações para corrigir/ })).toContainText('2');
  }
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(title(page)).toHaveText(/^\d+ para corrigir$/);
  await look(page, 'redacoes');
  await atMiddleWidth(page, 'redacoes');
  await eva.page.goto(consoleUrl(product, '/redacoes'));
  await expect(title(eva.page)).toHaveText(/para corrigir$/);
  await Promise.all([page, eva.page].map((one) => one.keyboard.press('n')));
  for (const one of [page, eva.page]) await painted(one);
  const [mine, hers] = [await title(page).textContent(), await title(eva.page).textContent()];
  expect(mine).not.toBe(hers);
  await expect(page.locator('.review__title')).toContainText('Administração');
  await look(page, 'redacao');
  await expectInWindow(page, 'the review of an essay');
  await atMiddleWidth(page, 'redacao');
  // The list shows who has it.
  await eva.page.goto(consoleUrl(product, '/redacoes'));
  await expect(eva.page.getByText(/^Com Davi Banca desde \d\d:\d\d$/)).toBeVisible();
  for (const one of received) {
    expect((await one.all()).length).toBeGreaterThan(5);
    expect(await one.leaksOf(authors)).toEqual([]);
  }
  // A colleague's essay can be read but not graded.
  await eva.page.goto(consoleUrl(product, `/redacoes/${mine?.replace(/\D/g, '')}`));
  await painted(eva.page);
  await expect(panel(eva.page).getByText(/^Davi Banca está com este item até \d\d:\d\d\.$/)).toBeVisible();
  await expect(panel(eva.page).getByRole('button', { name: /^Registrar nota/ })).toHaveCount(0);

  // A held key skips only one.
  await page.keyboard.down('s');
  for (let held = 0; held < 5; held++) await page.keyboard.down('s');
  await page.keyboard.up('s');
  await expect(title(page)).not.toHaveText(mine ?? '');
  await page.setViewportSize({ width: 360, height: 740 });
  await open(eva.page, product, Number(mine?.replace(/\D/g, '')));
  await eva.page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideways(eva.page);
  await look(eva.page, 'redacao-celular');
  await eva.page.close();
  for (const { essayId } of authors)
    await product.operations('POST', `/essays/${essayId}/grade`, { score: 600, hasPlagiarism: false });
});

test('K03: after a lost connection and a reload, exactly one grade arrives', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const who = await author(product, page, ownWords('linha'));
  await member(product, page, 'Davi Banca', BANCA);
  await open(page, product, who.essayId);
  // No drafts reach the server, nor anything else later on.
  await page.route('**/grade-draft', (route) => route.abort());
  await type(page, '640', 'Boa tese.');
  await expect(line(page)).toHaveText(UNANSWERED);
  await page.reload();
  await painted(page, who.essayId);
  await expect(score(page)).toHaveValue('640');
  await expect(comment(page)).toHaveValue('Boa tese.');
  const kept = await page.evaluate(
    () => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }),
  );
  expect(kept).toContain('Boa tese.');
  expect(kept).not.toContain('linha1');
  expect(kept).not.toContain(String(who.subscriptionId));

  await page.unroute('**/grade-draft');
  await expect(line(page)).toHaveText(/^Rascunho salvo às \d\d:\d\d:\d\d$/);
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/grade')) keys.add(request.headers()['idempotency-key']);
  });
  await page.context().setOffline(true);
  await comment(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' Siga.');
  await expect(line(page)).toHaveText(OFFLINE);
  await expect(
    page.getByText('Você está sem conexão. O que for decidido será enviado quando ela voltar.'),
  ).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).getByText('Registrando…')).toBeVisible();
  await expect(line(page)).toHaveText(OFFLINE);
  await expectAccessible(page, 'a grade that waits for the line');
  expect(await seenByAuthor(who)).toMatchObject({ state: 'finished', score: null });
  await page.screenshot({ path: '../test-results/redacao-sem-conexao.png' });

  // The connection returns briefly while the page is reloaded; what is pending continues with its idempotency key.
  await page.route('**/grade', (route) => route.abort());
  await page.context().setOffline(false);
  await page.reload();
  await painted(page, who.essayId);
  await expect(line(page)).toHaveText(UNANSWERED);
  await page.unroute('**/grade');
  await expect(page.getByText(/^Nota registrada às \d\d:\d\d\./).first()).toBeVisible();
  expect(keys.size).toBe(1);
  expect(await seenByAuthor(who)).toMatchObject({ state: 'graded', score: 640, feedback: 'Boa tese. Siga.' });
  expect(await statusOf(product, who)).toBe(3);
  const notice = (await product.outbox(who.person.email)).filter(({ template }) => template === 'N-09');
  expect(notice.length).toBe(1);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('nota'))),
  ).toEqual([]);
});

test('K03: the second grade is blind, the result is the mean, and diverging grades go to the lead', async ({
  page,
  product,
}) => {
  const back = await secondGrades(product, 'near-minimum');
  const [mean, apart] = [
    await author(product, page, ownWords('media')),
    await author(product, page, ownWords('divergem')),
  ];
  const received = new Received(page);
  await member(product, page, 'Davi Banca', BANCA);
  const eva = await beside(product, page, 'Eva Banca', BANCA);
  const fabio = await beside(product, page, 'Fábio Coordenação', LEAD);

  await open(eva.page, product, mean.essayId);
  await giveMark(eva.page, '230', 'Tese fraca.');
  await expect(
    eva.page.getByText(/Nota registrada às \d\d:\d\d\. Falta a segunda correção\./).first(),
  ).toBeVisible();
  expect(await statusOf(product, mean)).toBe(1);
  await eva.page.goto(consoleUrl(product, '/redacoes?fila=second-grades'));
  await expect(title(eva.page)).toHaveText('1 para corrigir');
  await eva.page.keyboard.press('n');
  await expect(eva.page.getByText('Nenhuma redação livre nesta fila agora.')).toBeVisible();
  // An essay one has graded may be read, and doing so takes it from nobody.
  await eva.page.getByRole('row').nth(1).getByRole('link').click();
  await painted(eva.page, mean.essayId);
  await expect(
    panel(eva.page).getByText('Você já deu uma nota a esta redação. A próxima é de outra pessoa.'),
  ).toBeVisible();

  await page.goto(consoleUrl(product, '/redacoes?fila=second-grades'));
  await expect(title(page)).toHaveText('1 para corrigir');
  await page.keyboard.press('n');
  await painted(page, mean.essayId);
  await expect(page.locator('.review__title')).toContainText('segunda correção');
  expect((await received.all()).filter(({ text }) => /\b230\b|Tese fraca/.test(text))).toEqual([]);
  expect(await received.leaksOf([mean, apart])).toEqual([]);
  await giveMark(page, '250', 'Faltou concluir.');
  await expect(title(page)).toHaveText('Redações');
  await expect(page.getByText(/^Nota registrada às/).first()).toBeVisible();
  await expect(page.getByText('Nenhuma redação para corrigir.')).toBeVisible();
  await look(page, 'redacoes-vazia');
  expect(await seenByAuthor(mean)).toMatchObject({ score: 240, feedback: 'Tese fraca.\n\nFaltou concluir.' });

  await open(eva.page, product, apart.essayId);
  await giveMark(eva.page, '245', 'No limite.');
  await expect(eva.page.getByText(/^Nota registrada às/).first()).toBeVisible();
  await open(page, product, apart.essayId);
  await type(page, '150', '');
  await expect(panel(page).getByText('A pessoa não será aprovada.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).getByText(SILENT)).toBeVisible();
  await expect(comment(page)).toBeFocused();
  await page.keyboard.type('Fuga do tema.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/As notas divergem; a coordenação decide\./).first()).toBeVisible();
  await page.goto(consoleUrl(product, `/redacoes/${apart.essayId}`));
  await painted(page);
  await expect(panel(page).getByText(/^Você já deu uma nota a esta redação\./)).toBeVisible();
  const gal = await beside(product, page, 'Gal Banca', BANCA);
  await gal.page.goto(consoleUrl(product, `/redacoes/${apart.essayId}`));
  await painted(gal.page);
  await expect(
    panel(gal.page).getByText('As duas notas divergem. A coordenação dá a nota final.'),
  ).toBeVisible();
  await gal.page.close();

  await fabio.page.goto(consoleUrl(product, '/'));
  await expect(fabio.page.getByRole('row', { name: /Correções divergentes/ })).toBeVisible();
  await fabio.page.goto(consoleUrl(product, '/redacoes?fila=third-grades'));
  await expect(title(fabio.page)).toHaveText('1 para corrigir');
  await fabio.page.keyboard.press('n');
  await painted(fabio.page, apart.essayId);
  await expect(panel(fabio.page).getByText(/1ª correção, por Eva Banca/)).toBeVisible();
  await expect(panel(fabio.page).getByText('Fuga do tema.')).toBeVisible();
  await look(fabio.page, 'redacao-divergente');
  await atMiddleWidth(fabio.page, 'redacao-divergente');
  await giveMark(fabio.page, '190', 'Não chega ao mínimo.');
  await expect(fabio.page.getByText(/^Nota registrada às/).first()).toBeVisible();
  expect(await statusOf(product, apart)).toBe(9);
  expect(await seenByAuthor(apart)).toMatchObject({ score: 190, feedback: 'Não chega ao mínimo.' });

  await fabio.page.goto(consoleUrl(product, '/redacoes'));
  await fabio.page.getByRole('link', { name: 'Quem corrige' }).click();
  await expect(title(fabio.page)).toHaveText('Quem corrige');
  await expect(fabio.page.getByRole('row', { name: /Eva Banca/ })).toContainText('237,5');
  await look(fabio.page, 'corretores');
  await atMiddleWidth(fabio.page, 'corretores');
  await eva.page.close();
  await fabio.page.close();
  await back();
});

test('K03: an essay withdrawn in the meantime, recognised, taken over, and access lost at once', async ({
  page,
  product,
  expectedStatuses,
}) => {
  for (const status of [401, 409]) expectedStatuses.add(status);
  const late = await lateAuthor(product, page, ownWords('tarde'), '2026-01-12T11:02:00-03:00');
  const known = await author(product, page, ownWords('conhecida'));
  const taken = await author(product, page, ownWords('assumida'));
  const asked = await author(product, page, ownWords('pedida'));
  await member(product, page, 'Davi Banca', BANCA);
  await open(page, product, late.essayId);
  await expect(page.getByText(/entregue no fim do tempo/)).toBeVisible();
  // The page gets no notification of it before sending.
  await type(page, '640', 'Meu comentário.');
  await startAnew(late);
  await page.keyboard.press('Control+Enter');
  await expect(
    panel(page).getByText('A pessoa começou uma nova redação. Esta não será corrigida.'),
  ).toBeVisible();
  await expect(panel(page).getByText('Meu comentário.')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel(page).getByRole('button', { name: 'Copiar comentário' }).click();
  await expect(panel(page).getByRole('button', { name: 'Comentário copiado' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Meu comentário.');
  await look(page, 'redacao-retirada');

  await open(page, product, known.essayId);
  await page.getByRole('button', { name: 'Reconheço quem escreveu' }).click();
  await expectAccessible(page, 'recusal');
  await page.getByRole('dialog').getByRole('button', { name: 'Soltar a redação' }).click();
  // Whatever comes next, it is never that one again.
  await expect(title(page)).not.toHaveText(`Redação ${known.essayId}`);
  await page.goto(consoleUrl(product, `/redacoes/${known.essayId}`));
  await painted(page, known.essayId);
  await expect(panel(page).getByText('Você devolveu esta redação. A nota é de outra pessoa.')).toBeVisible();

  // The lead takes over a grader's essay; the grader's text is kept.
  await open(page, product, taken.essayId);
  await type(page, '500', 'Texto meu.');
  const fabio = await beside(product, page, 'Fábio Coordenação', LEAD);
  await fabio.page.goto(consoleUrl(product, `/redacoes/${taken.essayId}`));
  await painted(fabio.page, taken.essayId);
  await panel(fabio.page).getByRole('button', { name: 'Assumir' }).click();
  await expect(panel(page).getByText('Fábio Coordenação assumiu este item.')).toBeVisible();
  await expect(comment(page)).toHaveValue('Texto meu.');
  await page.keyboard.press('Control+Enter');
  expect(await seenByAuthor(taken)).toMatchObject({ state: 'finished' });
  await fabio.page.keyboard.press('l');
  await expect(title(fabio.page)).toHaveText(/para corrigir$/);

  // Before the first grade the lead requests a second one; the holder checks again and grades.
  await open(page, product, asked.essayId);
  await type(page, '800', 'Muito boa.');
  await fabio.page.goto(consoleUrl(product, `/redacoes/${asked.essayId}`));
  await painted(fabio.page, asked.essayId);
  await panel(fabio.page).getByRole('button', { name: 'Segunda correção' }).click();
  await fabio.page.getByRole('dialog').getByRole('button', { name: 'Pedir segunda correção' }).click();
  await expect(panel(fabio.page).getByText('Segunda correção pedida.')).toBeVisible();
  // The holder sees it at once, before sending anything.
  await expect(panel(page).getByText(/^Este item mudou enquanto você olhava\./)).toBeVisible();
  await look(page, 'redacao-mudou');
  await panel(page).getByRole('button', { name: 'Conferir de novo' }).click();
  await expect(comment(page)).toHaveValue('Muito boa.');
  await page.waitForTimeout(350);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/Falta a segunda correção\./).first()).toBeVisible();
  // The item that came next is released.
  await painted(page, taken.essayId);
  await page.keyboard.press('l');
  await expect(title(page)).toHaveText(/para corrigir$/);

  const eva = await beside(product, page, 'Eva Banca', BANCA);
  await open(eva.page, product, taken.essayId);
  await type(eva.page, '900', 'Só meu.');
  await expect(line(eva.page)).toHaveText(/^Rascunho salvo/);
  await product.operations('POST', `/staff/${eva.staffId}/state`, {
    state: 'disabled',
    reason: 'Saiu da banca',
  });
  await expect(eva.page.getByText('Seu acesso foi encerrado pela administração.')).toBeVisible({
    timeout: 5000,
  });
  await look(eva.page, 'acesso-encerrado');
  expect(await eva.page.evaluate(() => sessionStorage.length)).toBe(0);
  const received = new Received(fabio.page);
  await open(fabio.page, product, taken.essayId);
  await expect(comment(fabio.page)).toHaveValue('');
  expect((await received.all()).filter(({ text }) => text.includes('Só meu'))).toEqual([]);
  await fabio.page.close();
  await eva.page.close();
});

test('K03: a skip that failed is shown and repeated with its idempotency key', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const { essayId } = await author(product, page, ownWords('pulada'));
  await member(product, page, 'Davi Banca', BANCA);
  await open(page, product, essayId);
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/skips')) keys.add(request.headers()['idempotency-key']);
  });
  await page.route('**/skips', (route) => route.abort());
  await page.keyboard.press('s');
  await expect(title(page)).not.toHaveText(`Redação ${essayId}`);
  const notice = page.getByText(`O pedido de pular "Redação ${essayId}" será enviado quando ela voltar.`);
  await expect(notice).toBeVisible();
  await look(page, 'redacao-pulada-sem-conexao', { busy: true });
  const arrived = page.waitForResponse(
    (answer) => answer.url().endsWith('/skips') && answer.status() === 204,
  );
  await page.unroute('**/skips');
  await arrived;
  await expect(notice).toHaveCount(0);
  expect(keys.size).toBe(1);
  await product.operations('POST', `/essays/${essayId}/grade`, { score: 600, hasPlagiarism: false });
});
