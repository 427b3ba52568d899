import type { Locator, Page } from '@playwright/test';
import { pressAct } from '../support/acts.ts';
import { Candidate } from '../support/candidate.ts';
import { confirmEmail } from '../support/confirm-email.ts';
import { pdfOf } from '../support/content.ts';
import { chooseFromDisk } from '../support/files.ts';
import { press } from '../support/keyboard.ts';
import { atBothWidths } from '../support/look.ts';
import { otherSteps, questionnaireStep } from '../support/other-steps.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl, enterTeam, inviteToTeam } from '../support/team.ts';
import { expect, test } from '../support/test.ts';

/** E-02: what the institution corrects, and what it does on a candidate's behalf (spec 25.6.2, 25.6.3). */
async function member(
  product: Product,
  page: Page,
  name: string,
  role: string,
  institutions = ['CUA01'],
): Promise<void> {
  const email = `${role}.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const { url } = await inviteToTeam(product, name, email, [{ role, institutions }]);
  await enterTeam(page, product, url, email);
}

const timeline = (page: Page) => page.getByRole('region', { name: 'Linha do tempo' });

/** Opens an action by keyboard, wherever it is in the list. */
async function open(page: Page, label: string, dialog = label): Promise<Locator> {
  await pressAct(page, label);
  const asked = page.getByRole('dialog', { name: dialog });
  await expect(asked).toBeVisible();
  return asked;
}

test('staff correct a candidate’s identity and course', async ({ page, product, browser }) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('contract-accepted', product, other);
  // Identity data can be corrected only once the account has a confirmed contact.
  await confirmEmail(product, candidate);
  await member(product, page, 'Bia Modelo', 'secretaria');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));

  const identity = await open(page, 'Corrigir dados');
  await expect(identity.getByText(/^O contrato foi aceito em /)).toBeVisible();
  await identity.getByRole('button', { name: 'Corrigir dados' }).click();
  await expect(identity.getByText('Mude ao menos um dado.')).toBeVisible();
  await expect(identity.getByText('Escreva o motivo.')).toBeVisible();
  await atBothWidths(page, 'corrigir-dados', true);
  await identity.getByLabel('Número do documento').fill('123.456.789-00');
  await identity.getByLabel('Nome civil').fill('Candidata Corrigida');
  await identity.getByText('Comprovante do CPF').click();
  await identity.getByLabel('Motivo').fill('Nome trocado na inscrição.');
  await identity.getByRole('button', { name: 'Corrigir dados' }).click();
  await expect(identity.getByText('CPF inválido.')).toBeVisible();
  await identity.getByLabel('Número do documento').fill(candidate.person.cpf);
  await expect(identity.getByText('Seus dados foram corrigidos')).toBeVisible();
  await identity.getByRole('button', { name: 'Corrigir dados' }).click();
  await expect(page.getByText('Dados corrigidos.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Candidata Corrigida' })).toBeVisible();
  await expect(timeline(page).getByText('Dados corrigidos: nome civil')).toBeVisible();
  await expect
    .poll(async () => (await product.outbox(candidate.person.email)).map(({ subject }) => subject))
    .toContain('Seus dados foram corrigidos');

  const course = await open(page, 'Trocar curso ou polo');
  await course.getByRole('button', { name: 'Trocar' }).click();
  await expect(course.getByText('Escolha o polo.')).toBeVisible();
  await atBothWidths(page, 'trocar-curso', true);
  const pole = course.getByText(/Contagem/);
  await pole.click();
  await course.getByLabel('Motivo').fill('Mudou de cidade.');
  await press(page, course.getByRole('button', { name: 'Trocar' }));
  await expect(page.getByText('Curso ou polo trocado.')).toBeVisible();
  await expect(page.locator('.head .chip')).toContainText('Aprovado');
  await expect(timeline(page).getByText('A instituição trocou seu curso ou polo')).toBeVisible();
  await expect(timeline(page).getByText('Mudou de cidade.')).toBeVisible();
  await other.close();
});

test('staff send a document for a candidate, who sees who sent it', async ({ page, product, browser }) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('paid', product, other);
  await member(product, page, 'Hana Modelo', 'atendimento');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  const ask = await open(page, 'Enviar documento');
  await ask.getByRole('button', { name: 'Enviar documento' }).click();
  await expect(ask.getByText('Escolha o arquivo.')).toBeVisible();
  await atBothWidths(page, 'enviar-documento', true);
  await chooseFromDisk(ask.getByLabel('Arquivo', { exact: true }), ['rg.pdf', pdfOf(2000)]);
  await ask.getByLabel('Motivo').fill('Trouxe o papel no balcão.');
  await ask.getByRole('button', { name: 'Enviar documento' }).click();
  await expect(page.getByText('Documento enviado.')).toBeVisible();
  const sent = timeline(page).getByText(/^Documento enviado: /);
  await expect(sent).toBeVisible();

  const own = await other.newPage();
  await own.goto(product.url(`/tracking?subscription=${candidate.subscriptionId}`, candidate.host));
  await own.getByText('Tudo o que aconteceu').click();
  await expect(own.getByText(/^Documento enviado: /)).toBeVisible();
  await expect(own.getByText(/Feito pela instituição/)).toBeVisible();
  await expect(own.getByText('Trouxe o papel no balcão.')).toHaveCount(0);
  await other.close();
});

test('staff mark a candidate’s document as already shown in another one', async ({
  page,
  product,
  browser,
}) => {
  const other = await browser.newContext();
  const candidate = await Candidate.at('paid', product, other);
  await member(product, page, 'Lara Modelo', 'atendimento');
  await page.goto(consoleUrl(product, `/inscricoes/${candidate.subscriptionId}`));
  const ask = await open(page, 'Enviar documento');
  await ask.getByLabel('Documento', { exact: true }).selectOption({ label: 'CPF' });
  await ask.getByText('Ele já consta em outro documento').click();
  await expect(ask.getByText('A pessoa diria: “Meu CPF consta no documento de identidade”.')).toBeVisible();
  await expect(ask.getByLabel('Arquivo', { exact: true })).toHaveCount(0);
  await expect(
    ask.getByText(/^Este documento fica dispensado quando “Documento de identidade/),
  ).toBeVisible();
  await atBothWidths(page, 'consta-em-outro', true);
  await ask.getByRole('button', { name: 'Salvar' }).click();
  await expect(ask.getByText('Escreva o motivo.')).toBeVisible();
  await ask.getByLabel('Motivo').fill('O CPF está no RG dela.');
  await press(page, ask.getByRole('button', { name: 'Salvar' }));
  await expect(page.getByText('Documento marcado como já presente em outro.')).toBeVisible();
  await expect(timeline(page).getByText(/CPF/).first()).toBeVisible();
  await other.close();
});

test('staff book a test, request a score and choose electives for a candidate', async ({
  page,
  product,
  browser,
}) => {
  const other = await browser.newContext();
  const [booking, exam, transfer] = await otherSteps(product, other);
  const numberOf = (path: string | undefined) => Number(/\d+/.exec(path ?? '')?.[0]);
  await member(product, page, 'Iara Modelo', 'atendimento');

  await page.goto(consoleUrl(product, `/inscricoes/${numberOf(booking?.path)}`));
  const slot = await open(page, 'Agendar prova');
  await expect(slot.getByLabel('Local')).toBeVisible();
  await slot.getByRole('button', { name: 'Agendar prova' }).click();
  await expect(slot.getByText('Escolha o horário.')).toBeVisible();
  await atBothWidths(page, 'agendar-prova', true);
  await slot.getByRole('radio', { disabled: false }).first().check();
  await expect(slot.getByText(/Leve documento com foto/)).toBeVisible();
  await slot.getByLabel('Motivo').fill('Pediu pelo telefone.');
  await slot.getByRole('button', { name: 'Agendar prova' }).click();
  await expect(page.getByText('Prova agendada.')).toBeVisible();
  await expect(timeline(page).getByText('A instituição marcou o dia da sua prova')).toBeVisible();

  await page.goto(consoleUrl(product, `/inscricoes/${numberOf(exam?.path)}`));
  const score = await open(page, 'Consultar ENEM');
  await score.getByRole('button', { name: 'Consultar' }).click();
  await atBothWidths(page, 'consultar-enem', true);
  await score.getByLabel('Número de inscrição no ENEM').fill('251000000005');
  await score.getByLabel('Ano da prova').fill('2025');
  await score.getByLabel('Motivo').fill('Sem acesso à página.');
  await score.getByRole('button', { name: 'Consultar' }).click();
  await expect(page.getByText('Nota pedida.')).toBeVisible();
  await expect(timeline(page).getByText('Sua nota do ENEM foi pedida')).toBeVisible();

  await page.goto(consoleUrl(product, `/inscricoes/${numberOf(transfer?.path)}`));
  const electives = await open(page, 'Escolher disciplinas');
  await expect(electives.getByRole('checkbox').first()).toBeVisible();
  await atBothWidths(page, 'escolher-disciplinas', true);
  await electives.getByRole('checkbox').first().check();
  await electives.getByLabel('Motivo').fill('Escolheu pelo telefone.');
  await electives.getByRole('button', { name: 'Salvar escolha' }).click();
  await expect(page.getByText('Disciplinas escolhidas.')).toBeVisible();
  await expect(timeline(page).getByText('Suas disciplinas foram escolhidas')).toBeVisible();
  await other.close();
});

test('staff answer a questionnaire for a candidate, one section at a time', async ({
  page,
  product,
  browser,
}) => {
  const other = await browser.newContext();
  const id = Number(/(\d+)$/.exec(await questionnaireStep(product, other))?.[1]);
  await member(product, page, 'Joana Modelo', 'atendimento', ['EPA01']);
  await page.goto(consoleUrl(product, `/inscricoes/${id}`));
  const ask = await open(page, 'Responder questionário');
  await expect(ask.getByLabel('Parte')).toHaveValue('graduate');
  await ask.getByRole('button', { name: 'Salvar parte' }).click();
  await expect(ask.getByText('Escreva o motivo.')).toBeVisible();
  await atBothWidths(page, 'responder-questionario', true);
  await ask.getByLabel(/^Curso/).fill('Administração');
  await ask.getByLabel(/^Instituição/).fill('Universidade Exemplo');
  await ask.getByLabel(/^Ano de conclusão/).fill('1850');
  await ask.getByLabel('Motivo').fill('Sem acesso à página.');
  await ask.getByRole('button', { name: 'Salvar parte' }).click();
  await expect(ask.getByText('O ano de conclusão deve ser posterior ao ano de nascimento.')).toBeVisible();
  await ask.getByLabel(/^Ano de conclusão/).fill('2024');
  await ask.getByRole('button', { name: 'Salvar parte' }).click();
  await expect(ask.getByText('Parte salva: Graduação. Ainda falta o que está marcado.')).toBeVisible();
  await ask.getByLabel(/^Grau/).selectOption({ index: 1 });
  await ask.getByRole('button', { name: 'Salvar parte' }).click();
  await expect(ask.getByText('Parte salva: Graduação.', { exact: true })).toBeVisible();
  await ask.getByLabel('Parte').selectOption('all');
  await ask.getByRole('button', { name: 'Enviar questionário' }).click();
  await expect(page.getByText('Questionário enviado.')).toBeVisible();
  await expect(timeline(page).getByText('A instituição enviou suas respostas')).toBeVisible();
  await expect(timeline(page).getByText('Parte do seu questionário respondida: Graduação')).toHaveCount(2);
  await other.close();
});

test('staff register an analysis and grant more time for the essay', async ({ page, product, browser }) => {
  const other = await browser.newContext();
  const who = await Candidate.at('applied', product, other);
  const essay = who.subscriptionId;
  const transfer = await who.apply({ type: 1, ingress: 'document-analysis', q: 'psicologia' });
  await member(product, page, 'Nina Modelo', 'secretaria');
  await page.goto(consoleUrl(product, `/inscricoes/${transfer}`));
  const analysis = await open(page, 'Registrar análise de disciplinas');
  await analysis.getByRole('button', { name: 'Registrar análise' }).click();
  await expect(analysis.getByText('Escolha o resultado.')).toBeVisible();
  await analysis.getByText('Favorável', { exact: true }).click();
  await analysis.getByRole('checkbox').first().check();
  await analysis.getByLabel(/^Período em que ela começa/).fill('2');
  await atBothWidths(page, 'analise', true);
  await analysis.getByRole('button', { name: 'Registrar análise' }).click();
  await expect(page.getByText('Análise registrada.')).toBeVisible();
  await expect(timeline(page).getByText('Análise de disciplinas: favorável')).toBeVisible();

  const lead = await browser.newContext();
  const own = await lead.newPage();
  await member(product, own, 'Fábio Modelo', 'coordenacao');
  await own.goto(consoleUrl(product, `/inscricoes/${essay}`));
  const more = await open(own, 'Recursos de acessibilidade');
  await expect(more.getByText('A pessoa não pediu nada na inscrição.')).toBeVisible();
  await more.getByLabel('Minutos a mais para a redação').fill('90');
  await expect(more.getByText('De 0 a 60.')).toBeVisible();
  await atBothWidths(own, 'recursos', true);
  await more.getByLabel('Minutos a mais para a redação').fill('30');
  await more.getByRole('button', { name: 'Salvar recursos' }).click();
  await expect(own.getByText('Recursos salvos.')).toBeVisible();
  await lead.close();
  await other.close();
});
