import { Candidate } from '../support/candidate.ts';
import * as documents from '../support/documents.ts';
import * as essays from '../support/essays.ts';
import { plainPdf } from '../support/hostile-documents.ts';
import { approve, emptyQueue, grade } from '../support/queues.ts';
import { expectLogged, Reader } from '../support/reader.ts';
import { consoleUrl } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** Numbers, times and document numbers of people differ from run to run. */
function callNumbers(reader: Reader): void {
  reader.calling(/nº \d+/, 'nº 5001');
  reader.calling(/inscrição \d+/, 'inscrição 5001');
  reader.calling(/Redação \d+/, 'Redação 101');
  reader.calling(/\d{3}\.\d{3}\.\d{3}-\d{2}/, '***.222.333-**');
  reader.calling(/10:0\d:\d\d/, '10:00:00');
  reader.calling(/10:0\d/, '10:00');
  reader.calling(/10:1[5-9]/, '10:15');
  reader.calling(/em 23 h 5\d min/, 'em 23 h 59 min');
}

test('K02 by ear: what a screen reader announces while documents are decided', async ({
  page,
  product,
  expectedStatuses,
}) => {
  test.slow();
  expectedStatuses.add(409);
  await emptyQueue(product, 'enrolment-documents', (id) => approve(product, id));
  const candidate = await Candidate.at('paid', product, page.context());
  const [, , third, fourth] = await documents.sendAll(candidate, () => plainPdf());
  const other = await Candidate.at('paid', product, page.context());
  const rest = await documents.sendAll(other, () => plainPdf());
  for (const { documentId } of rest.slice(0, -1)) await approve(product, documentId);
  const { panel, painted, title, last } = documents;
  const reader = await Reader.of(page);
  callNumbers(reader);
  await documents.secretary(product, page, 'Bia Secretaria');
  const press =
    (...keys: string[]) =>
    async () => {
      for (const key of keys) await page.keyboard.press(key);
    };
  const onReview = async () => {
    await painted(page);
    await expect(page.locator('.review__title')).toContainText('com você até');
  };

  await reader.step(
    'Abre o Início',
    () => page.goto(consoleUrl(product)),
    () => expect(page.getByRole('row', { name: /Documentos da matrícula/ })).toBeVisible(),
  );
  await reader.step('Teclas g e d: Documentos', press('g', 'd'), () =>
    expect(title(page)).toHaveText('8 para conferir'),
  );
  await reader.step('Tecla j: a primeira linha', press('j'));
  await reader.step('Tecla n: o próximo documento', press('n'), onReview);
  await reader.read('A página do documento, linha por linha');
  await reader.tabs('Tab pela página, parada por parada', 'Próximo');
  await reader.step('Tecla a: aprova', press('a'), onReview);
  await reader.step('Tecla r: vai recusar', press('r'));
  await reader.step('Tab: os motivos', press('Tab'));
  await reader.step('Tecla 5: outro motivo', press('5'));
  await reader.step('Ctrl+Enter sem nota', press('Control+Enter'));
  await reader.step(
    'Escreve a nota e envia por Ctrl+Enter',
    async () => {
      await page.keyboard.type('Falta o verso.');
      await page.keyboard.press('Control+Enter');
    },
    async () => {
      await expect(last(page)).toContainText('Recusado');
      await onReview();
    },
  );
  await reader.step('Tecla w: vai dispensar', press('w'));
  await reader.step('Esc: desiste', press('Escape'));

  await reader.step('Tecla r, tecla 5, e começa a escrever', async () => {
    await press('r', '5')();
    await page.keyboard.type('Não dá para ler.');
  });
  const caio = await documents.beside(page.context(), product, 'Caio Secretaria');
  await documents.open(caio, product, third?.documentId ?? 0);
  await reader.step(
    'Outra pessoa assume o item',
    () => caio.getByRole('button', { name: 'Assumir' }).click(),
    () => expect(panel(page).getByText('Caio Secretaria assumiu este item.')).toBeVisible(),
  );
  await reader.step('Ctrl+Enter: nada é enviado', press('Control+Enter'));
  await reader.step('Esc, tecla n: o próximo', press('Escape', 'n'), onReview);
  await caio.close();
  await approve(product, third?.documentId ?? 0);

  await reader.step(
    'Outro sistema decide o documento aberto',
    () => approve(product, fourth?.documentId ?? 0),
    () => expect(panel(page).getByText(/^Este item foi decidido por/)).toBeVisible(),
  );
  await reader.step('Tecla n: o próximo', press('n'), onReview);
  await reader.step('Tecla s: pula', press('s'), onReview);
  const now = (await documents.documentsOf(candidate)).find(
    ({ documentId }) => documentId === Number(page.url().split('/').at(-1)),
  );
  await candidate.call('DELETE', `/candidate/documents/files/${now?.files[0]?.fileId}`);
  await reader.step('A pessoa retirou o arquivo; tecla a', press('a'), () =>
    expect(page.getByText(/^Este item mudou enquanto você olhava/).first()).toBeVisible(),
  );
  await reader.step('Tecla n: o próximo', press('n'), onReview);
  await reader.step('Tecla a: aprova', press('a'), async () => {
    await expect(last(page)).toContainText('Aprovado');
    await onReview();
  });
  await reader.step('Tecla a no último que falta', press('a'));
  await reader.step('Esc: desiste', press('Escape'));
  await reader.step('Tecla a, duas vezes: aprova e conclui', press('a', 'a'), () =>
    expect(title(page)).not.toHaveText(rest.at(-1)?.name ?? ''),
  );
  expectLogged('K02: documentos', reader.text);
  await emptyQueue(product, 'enrolment-documents', (id) => approve(product, id));
});

test('K03 by ear: what a screen reader announces while essays are graded', async ({
  page,
  product,
  expectedStatuses,
}) => {
  test.slow();
  for (const status of [0, 409]) expectedStatuses.add(status);
  await emptyQueue(product, 'essays', (id) => grade(product, id));
  const { ownWords, title, comment, score, panel, line } = essays;
  const reader = await Reader.of(page);
  callNumbers(reader);
  // Their order is not guaranteed, so they are read as one.
  reader.calling(/texto[ABC]/, 'texto');
  for (const mark of ['textoA', 'textoB', 'textoC']) {
    const candidate = await essays.author(product, page, ownWords(mark, 150));
    const { theme } = await candidate.call<{ theme: { title: string } }>(
      'GET',
      `/candidate/subscriptions/essays/${candidate.essayId}`,
    );
    // The theme is drawn at random.
    reader.calling(theme.title, 'O tema da redação');
  }
  await essays.member(product, page, 'Davi Banca', essays.BANCA);
  const press =
    (...keys: string[]) =>
    async () => {
      for (const key of keys) await page.keyboard.press(key);
    };
  const onReview = async () => {
    await essays.painted(page);
    await expect(page.locator('.review__title')).toContainText('com você até');
  };

  await reader.step(
    'Abre o Início',
    () => page.goto(consoleUrl(product)),
    () => expect(page.getByRole('row', { name: /Redações para corrigir/ })).toBeVisible(),
  );
  await reader.step('Teclas g e r: Redações', press('g', 'r'), () =>
    expect(title(page)).toHaveText('3 para corrigir'),
  );
  await reader.step('Tecla j: a primeira linha', press('j'));
  await reader.step('Tecla n: a próxima redação', press('n'), onReview);
  await reader.read('A página da redação, linha por linha');
  await reader.tabs('Tab pela página, parada por parada', 'Próximo');
  await reader.step('Ctrl+Enter sem nota', press('Control+Enter'));
  await reader.step('Escreve 640', () => page.keyboard.type('640'));
  await reader.step('Tab: o comentário', press('Tab'), () => expect(comment(page)).toBeFocused());
  await reader.step(
    'Escreve o comentário e registra por Ctrl+Enter',
    async () => {
      await page.keyboard.type('Boa tese.');
      await page.keyboard.press('Control+Enter');
    },
    async () => {
      await expect(line(page)).toHaveText(/^Nota registrada às/);
      await onReview();
    },
  );
  await reader.step('Tecla 1 e 150', async () => {
    await page.keyboard.press('1');
    await expect(score(page)).toBeFocused();
    await page.keyboard.type('150');
  });
  await reader.step('Ctrl+Enter sem comentário', press('Control+Enter'), () =>
    expect(comment(page)).toBeFocused(),
  );
  await reader.step('Ctrl+Enter outra vez, ainda sem comentário', press('Control+Enter'));
  await page.keyboard.type('Fuga do tema.');
  await expect(line(page)).toHaveText(/^Rascunho salvo/);
  await reader.step(
    'A conexão cai e Ctrl+Enter',
    async () => {
      await page.route('**/grade', (route) => route.abort());
      await page.keyboard.press('Control+Enter');
    },
    () => expect(line(page)).toHaveText(essays.UNANSWERED),
  );
  await reader.step(
    'A conexão volta',
    () => page.unroute('**/grade'),
    async () => {
      await expect(line(page)).toHaveText(/^Nota registrada às/);
      await onReview();
    },
  );
  await reader.step('Tecla 1 e 500', async () => {
    await page.keyboard.press('1');
    await expect(score(page)).toBeFocused();
    await page.keyboard.type('500');
  });
  const fabio = await essays.beside(product, page, 'Fábio Coordenação', essays.LEAD);
  const third = Number(page.url().split('/').at(-1));
  await fabio.page.goto(consoleUrl(product, `/redacoes/${third}`));
  await essays.painted(fabio.page, third);
  await reader.step(
    'A coordenação assume a redação',
    () => panel(fabio.page).getByRole('button', { name: 'Assumir' }).click(),
    () => expect(panel(page).getByText('Fábio Coordenação assumiu este item.')).toBeVisible(),
  );
  await reader.step(
    'E dá a nota',
    () => essays.giveMark(fabio.page, '700', 'Clara.'),
    () => expect(panel(page).getByText(/^Este item foi decidido por/)).toBeVisible(),
  );
  await fabio.page.close();
  await reader.step('Tecla n: não há mais nenhuma', press('n'), () =>
    expect(title(page)).toHaveText('Redações'),
  );
  expectLogged('K03: redações', reader.text);
});
