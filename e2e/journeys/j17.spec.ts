import type { Locator, Page, Route } from '@playwright/test';
import { archiveOf, WORKBOOK } from '../../testing/archive.ts';
import { Candidate } from '../support/candidate.ts';
import { pdfOf } from '../support/content.ts';
import { fileField } from '../support/files.ts';
import { press, type, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';
import {
  acceptInPage,
  approveAll,
  expectHelpCollapsed,
  heading,
  openCourse,
  payInPage,
  sendApplication,
} from '../support/whole-way.ts';

/** Gives a file to a card whose button is reachable by keyboard; keyboard.spec.ts opens the file chooser itself. */
async function send(page: Page, card: Locator, name: string, buffer: Buffer): Promise<void> {
  await walkTo(page, card.getByRole('button', { name: /^Enviar (arquivo|novamente|outro arquivo)/ }));
  await fileField(card).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** J17 — transfer with an analysis of disciplines, and electives (journeys.md), by keyboard alone. */
test('J17 from previous studies to enrolment', async ({ page, product, context, expectedStatuses }) => {
  expectedStatuses.add(0);
  const who = await Candidate.at('signed-up', product, context);
  const asked = (name: string) => page.getByRole('article').filter({ hasText: name });
  const history = asked('Histórico escolar da graduação');
  const contents = asked('Conteúdos programáticos');

  await test.step('previous studies are sent, with a spreadsheet where one is accepted', async () => {
    await openCourse(page, product, 'Psicologia');
    await type(page, page.getByLabel('Escolaridade'), 'Superior em andamento');
    await type(page, page.getByLabel('Ano previsto de conclusão'), '2027');
    who.subscriptionId = await sendApplication(page);
    await expect(heading(page, 'Os documentos da sua inscrição')).toBeFocused();
    await expectHelpCollapsed(page);
    await look(page, 'J17 S-16');
    const workbook = archiveOf(WORKBOOK);
    await send(page, history, 'historico.xlsx', workbook);
    await expect(history.getByRole('alert').getByText('Salve como PDF e envie de novo.')).toBeVisible();
    await look(page, 'J17 refused');
    await send(page, history, 'historico.pdf', pdfOf(2000));
    await expect(history.getByText('Em análise')).toBeVisible();
    await send(page, contents, 'programas.xlsx', workbook);
    await expect(contents.getByText('Em análise')).toBeVisible();
    await send(page, asked('Declaração de vínculo'), 'vinculo.pdf', pdfOf(2000));
    await expect(asked('Declaração de vínculo').getByText('Em análise')).toBeVisible();
    await expect(page.getByText('Em verificação')).toHaveCount(0);
  });
  const id = who.subscriptionId;
  const { data } = await product.operations<{ data: { id: number; name: string }[] }>(
    'GET',
    `/documents?subscriptionId=${id}`,
  );
  const review = (name: string, body: object) =>
    product.operations('POST', `/documents/${data.find((one) => one.name === name)?.id}/review`, body);

  await test.step('one document is refused and sent again; the analysis opens the enrolment', async () => {
    await review('Histórico escolar da graduação', { decision: 'rejected', reason: 'unreadable' });
    await expect(history.getByText('Documento ilegível')).toBeVisible();
    await look(page, 'J17 unreadable');
    await send(page, history, 'legivel.pdf', pdfOf(3000));
    await expect(history.getByText('Em análise')).toBeVisible();
    await expect(page.getByText('Em verificação')).toHaveCount(0);
    for (const { name } of data.filter((one) =>
      /^(Histórico escolar da g|Conteúdos|Declaração de v)/.test(one.name),
    ))
      await review(name, { decision: 'approved' });
    await product.operations('POST', `/subscriptions/${id}/discipline-analysis`, {
      favourable: true,
      accepted: ['PSI101'],
    });
    await expect(heading(page, 'Parabéns! Você passou na seleção.')).toBeVisible();
    await look(page, 'J17 approved');
  });

  const save = page.getByRole('button', { name: 'Salvar e continuar' });
  const elective = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) });
  await test.step('S-27: electives are chosen by keyboard within their limits', async () => {
    await who.fillData();
    await page.reload();
    await press(page, page.getByRole('link', { name: 'Continuar matrícula' }));
    await expect(heading(page, 'Suas disciplinas')).toBeFocused();
    await expect(page.getByText('PSI101 · 80 h · Aproveitada')).toBeVisible();
    await expect(page.getByText('PSI102 · 80 h · Obrigatória')).toBeVisible();
    await expect(page.getByText('Selecione de 1 a 2 disciplinas eletivas.')).toBeVisible();
    await look(page, 'J17 S-27');
    await press(page, save);
    await expect(page.getByRole('link', { name: /[Ss]elecione de 1 a 2/ })).toBeVisible();
    await look(page, 'J17 S-27 refused');
    for (const name of ['Leitura e Escrita', 'Filosofia']) {
      await walkTo(page, elective(name), name === 'Filosofia' ? 'Shift+Tab' : 'Tab');
      await page.keyboard.press('Space');
    }
    await expect(page.getByText('2 de 2. Para trocar, desmarque uma antes.')).toBeVisible();
    await expect(elective('Antropologia')).toBeDisabled();
    await look(page, 'J17 S-27 full');
  });

  await test.step('a failed save keeps the choice, and it is still there later', async () => {
    await page.route('**/disciplines', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await press(page, save);
    await expect(page.getByRole('alert')).toContainText('Não foi possível salvar. Tente de novo.');
    await expect(elective('Leitura e Escrita')).toBeChecked();
    await page.unroute('**/disciplines');
    await press(page, save);
    await expect(heading(page, 'Confira e aceite o contrato')).toBeVisible();
    const taken = page.getByRole('region', { name: 'Disciplinas' });
    await expect(taken.getByText('História da Psicologia')).toBeVisible();
    await expect(taken.getByText('Leitura e Escrita Acadêmica')).toBeVisible();
    await expect(taken.getByText('Antropologia e Cultura')).toHaveCount(0);
    await look(page, 'J17 S-28');
    await press(page, page.getByRole('link', { name: /^Voltar para disciplinas/ }));
    await expect(elective('Leitura e Escrita')).toBeChecked();
    await expect(elective('Antropologia')).not.toBeChecked();
    await press(page, save);
  });

  await test.step('contract, payment, documents', async () => {
    const contract = (route: Route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            json: { code: 'NO_VACANCIES', message: 'Não há mais vagas para este curso.' },
          })
        : route.continue();
    await page.route('**/contract', contract);
    await acceptInPage(page);
    await expect(page.getByRole('alert').getByText('Não há mais vagas para este curso.')).toBeVisible();
    await look(page, 'J17 no vacancies');
    await press(page, page.getByRole('button', { name: 'Alterar inscrição', exact: true }).last());
    await expect(page.getByRole('dialog', { name: 'Alterar inscrição' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.unroute('**/contract');
    await press(page, page.getByRole('button', { name: 'Aceitar contrato', exact: true }));
    await payInPage(page, product, id, /^Pagar R\$ 1\.100,00/);
    await press(page, page.getByRole('button', { name: 'Enviar documentos' }));
    await expect(heading(page, 'Documentos')).toBeVisible();
    await approveAll(who, product);
    await expect(page.getByText('Sua matrícula foi concluída.')).toBeVisible();
    await look(page, 'J17 enrolled');
  });
});

test('J17 an unfavourable analysis ends the application with its reason', async ({
  page,
  product,
  context,
}) => {
  const who = await Candidate.at('signed-up', product, context);
  const id = await who.apply({ type: 1, ingress: 'document-analysis', q: 'psicologia' });
  await page.goto(product.url(`/subscriptions/${id}`));
  await expect(heading(page, 'Os documentos da sua inscrição')).toBeVisible();
  await product.operations('POST', `/subscriptions/${id}/discipline-analysis`, {
    favourable: false,
    accepted: [],
  });
  await product.operations('POST', `/subscriptions/${id}/selection-decision`, {
    decision: 'rejected',
    reason: 'Carga horária insuficiente',
  });
  await expect(heading(page, 'Você não foi aprovado(a) desta vez.')).toBeVisible();
  await expect(page.getByText('Carga horária insuficiente')).toBeVisible();
  await look(page, 'J17 unfavourable');
});
