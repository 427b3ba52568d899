import type { Locator, Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { CARDS, chooseCard, fillCard, payButton, typeCard } from '../support/card.ts';
import { press, type, walkTo } from '../support/keyboard.ts';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';
import {
  acceptInPage,
  approveAll,
  fillDegreeData,
  heading,
  listedFor,
  openCourse,
  sendApplication,
} from '../support/whole-way.ts';

const EPA = 'epa.alfa.orbita.test';
const FIELD = { Instituição: 'Universidade Exemplo' };

/** All ten sections, one item each, by their field names. */
const SECTIONS: Record<string, Record<string, string>> = {
  Graduação: { ...FIELD, Curso: 'Administração', Grau: 'Bacharelado', 'Ano de conclusão': '2021' },
  Especialização: { ...FIELD, Curso: 'Finanças', 'Ano de conclusão': '2022' },
  Mestrado: { ...FIELD, Programa: 'Gestão', 'Ano de conclusão': '2023' },
  Doutorado: { ...FIELD, Programa: 'Gestão', 'Ano de conclusão': '2025' },
  Residência: { ...FIELD, Especialidade: 'Clínica', 'Ano de início': '2022', 'Ano de conclusão': '2024' },
  Publicações: { Título: 'Artigo', Veículo: 'Revista', Ano: '2020' },
  'Vínculos e links acadêmicos': { Tipo: 'Currículo Lattes', Descrição: 'Meu currículo' },
  Voluntariado: { Organização: 'Abrigo', Atividade: 'Aulas', Início: '03/2015' },
  Idiomas: { Idioma: 'Inglês', Nível: 'Fluente' },
  'Informações adicionais': { 'Por que você escolheu este curso?': 'Gosto do tema.' },
};

/** Their names end with "(opcional)". */
const OPTIONAL = ['Ano', 'Por que você escolheu este curso?'];

const section = (page: Page, name: string): Locator =>
  page.locator('details').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

/** Fills in every section; the first is open, the others are opened as a person would. */
async function fillSections(page: Page): Promise<void> {
  for (const [name, fields] of Object.entries(SECTIONS)) {
    const part = section(page, name);
    if (!(await part.evaluate((one: HTMLDetailsElement) => one.open)))
      await press(page, part.locator('summary'));
    if ((await part.getByRole('textbox').count()) === 0)
      await press(page, part.getByRole('button', { name: /^Adicionar/ }));
    for (const [label, value] of Object.entries(fields))
      await type(page, part.getByLabel(label, { exact: !OPTIONAL.includes(label) }), value);
  }
}

/** J11 — postgraduate with questionnaire and interview (journeys.md), by keyboard alone. */
test('J11 from the choice of a postgraduate course to the enrolment', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(402);
  const who = await Candidate.at('signed-up', product, context, { host: EPA });

  await test.step('a candidate without a degree before classes begin is told so, and nothing is lost', async () => {
    await openCourse(page, product, 'MBA em Gestão', EPA);
    await type(page, page.getByLabel('Escolaridade'), 'Superior em andamento');
    await type(page, page.getByLabel('Ano previsto de conclusão'), '2027');
    await press(page, page.getByRole('button', { name: 'Inscrever-se' }));
    await expect(
      page.getByText('Este curso exige graduação concluída até o início das aulas.').first(),
    ).toBeVisible();
    await look(page, 'J11 refused');
    await type(page, page.getByLabel('Escolaridade'), 'Superior completo');
    who.subscriptionId = await sendApplication(page);
    await expect(heading(page, 'Questionário')).toBeFocused();
  });
  const id = who.subscriptionId;

  await test.step('all ten sections are sent, returned once and sent again', async () => {
    await fillSections(page);
    await expect(page.getByText('10 de 10 seções')).toBeVisible();
    await look(page, 'J11 questionnaire');
    const send = async () => {
      await press(page, page.getByRole('button', { name: 'Conferir e enviar' }));
      await expect(heading(page, 'Confira antes de enviar')).toBeFocused();
      await look(page, 'J11 check');
      await press(page, page.getByRole('button', { name: 'Enviar questionário' }));
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Enviar questionário' }));
      await expect(heading(page, 'Seus dados chegaram.')).toBeVisible();
    };
    await send();
    await look(page, 'J11 S-39d');
    const decide = async (decision: string, comment: string | null) =>
      product.operations(
        'POST',
        `/questionnaires/${await listedFor(product, 'questionnaires', id)}/decision`,
        {
          decision,
          comment,
        },
      );
    await decide('returned', 'Envie o nome completo da graduação.');
    await expect(
      page.getByText('A instituição pediu ajustes: Envie o nome completo da graduação.'),
    ).toBeVisible();
    const course = section(page, 'Graduação').getByLabel('Curso');
    await type(page, course, 'Administração de Empresas');
    await send();
    await decide('approved', null);
    await expect(heading(page, 'Entrevista')).toBeFocused();
  });

  await test.step('the interview is requested by WhatsApp, held and approved', async () => {
    const whatsapp = page.getByRole('radio', { name: /WhatsApp/ });
    await walkTo(page, whatsapp);
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Solicitar agendamento' }));
    const link = page.getByRole('link', { name: 'Abrir o WhatsApp' });
    await expect(link).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=.*MBA/);
    await look(page, 'J11 asked');
    const interview = `/interviews/${await listedFor(product, 'interviews', id)}`;
    await product.operations('PUT', `${interview}/appointment`, {
      at: '2026-01-15T14:00:00-03:00',
      place: 'Sala 2',
    });
    await expect(heading(page, 'Sua entrevista está marcada.')).toBeVisible();
    await product.setClock('2026-01-15T15:00:00-03:00');
    await product.operations('POST', `${interview}/outcome`, { held: true });
    await expect(heading(page, 'Seus dados chegaram.')).toBeVisible();
    await product.operations('POST', `${interview}/decision`, { decision: 'approved' });
    await expect(heading(page, 'Parabéns! Você passou na seleção.')).toBeVisible();
    await look(page, 'J11 approved');
  });

  await test.step('data, contract and payment', async () => {
    await press(page, page.getByRole('link', { name: 'Continuar matrícula' }));
    await fillDegreeData(page);
    await look(page, 'J11 review');
    await acceptInPage(page);
    await expect(heading(page, 'Pagamento')).toBeVisible();
    await look(page, 'J11 payment');
    await chooseCard(page);
    await fillCard(page, CARDS.limited, { times: '12 vezes' });
    await press(page, payButton(page, '6.600,00'));
    await expect(heading(page, 'Seu cartão não foi aprovado.')).toBeFocused();
    await expect(page.getByText('R$ 550,00 por mês no cartão, sem usar o limite todo.')).toBeVisible();
    await look(page, 'J11 denied');
  });

  await test.step('the same card pays month by month, with consent', async () => {
    await press(page, page.getByRole('button', { name: /^Pagar com recorrência/ }));
    await expect(heading(page, 'Recorrência no cartão')).toBeFocused();
    await expect(page.getByText('Depois, 11 parcelas de R$ 550,00, uma por mês.')).toBeVisible();
    await typeCard(page, CARDS.limited);
    await press(page, payButton(page, '550,00'));
    await expect(page.getByText('Obrigatório.').last()).toBeVisible();
    await walkTo(page, page.getByLabel(/^Autorizo a cobrança mensal/));
    await page.keyboard.press('Space');
    await look(page, 'J11 recurrence');
    await press(page, payButton(page, '550,00'));
    await expect(heading(page, 'Pagamento confirmado!')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Enviar documentos' }));
    await expect(heading(page, 'Documentos')).toBeVisible();
    await page.goto(product.url(`/tracking?subscription=${id}`, EPA));
    const next = page.getByRole('region', { name: 'Próxima parcela' });
    await expect(next).toContainText('R$ 550,00');
    await press(page, next.getByRole('link', { name: 'Ver todas as parcelas' }));
    const months = page.getByRole('region', { name: 'Parcelas mês a mês' });
    await expect(months).toContainText('Cartão');
    await expect(months.getByRole('row')).toHaveCount(11);
    await look(page, 'J11 months');
    // The months are charged far in the future, so refunds of two of them are simulated.
    const answer = await who.call<{ cycles: object[] }>('GET', `/candidate/subscriptions/${id}/recurrence`);
    const back = (refunded: number) => ({ state: 'paid', refunded });
    const cycles = answer.cycles.map((cycle, at) => ({ ...cycle, ...[back(550), back(50)][at] }));
    await page.route(/\/recurrence$/, (route) => route.fulfill({ json: { ...answer, cycles } }));
    await page.reload();
    await expect(months.getByRole('row').nth(0)).toContainText('Devolvida');
    await expect(months.getByRole('row').nth(1)).toContainText(/Paga, R\$\s50,00 de volta/);
    await look(page, 'J11 months back');
    await page.unroute(/\/recurrence$/);
    await page.goto(product.url(`/subscriptions/pos/${id}`, EPA));
  });

  await test.step('diploma and transcript are among the documents; then the enrolment', async () => {
    await expect(heading(page, 'Documentos')).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: 'Diploma de graduação' })).toHaveCount(1);
    await expect(page.getByRole('article').filter({ hasText: 'Histórico da graduação' })).toHaveCount(1);
    await approveAll(who, product);
    await expect(page.getByText('Sua matrícula foi concluída.')).toBeVisible();
    await look(page, 'J11 enrolled');
  });
});
