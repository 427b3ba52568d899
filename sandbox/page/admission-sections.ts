import type { World } from '../world.ts';
import { formatInstant } from './format.ts';
import { html, type Markup } from './html.ts';
import type { Section } from './layout.ts';
import { choices, listMarkup, withReason } from './list-markup.ts';
import { listOperations, type Outcome } from './operations.ts';

interface Questionnaire {
  id: number;
  subscriptionId: number;
  sections?: { label: string; rows: unknown[] }[];
}

interface Interview {
  id: number;
  subscriptionId: number;
  state: string;
  appointment: { at: string; place: string | null } | null;
}

const questionnaireCard = ({ id, subscriptionId, sections = [] }: Questionnaire, tenant: string): Markup => {
  const action = `/sandbox/questionnaires/${id}`;
  const filled = sections.filter(({ rows }) => rows.length > 0).map(({ label }) => label);
  return html`
  <li class="card">
    <div><h3>Inscrição ${subscriptionId}</h3>
      <p class="meta">Questionário ${id} · ${filled.join(', ')}</p></div>
    ${choices(action, tenant, [['approved', 'Aprovar']])}
    ${withReason(action, tenant, {
      title: 'Devolver para ajustes',
      label: 'O que ajustar',
      text: 'Complete os dados da sua graduação.',
      value: 'returned',
      button: 'Devolver',
    })}
    ${withReason(action, tenant, {
      title: 'Recusar',
      label: 'Motivo',
      text: 'A formação não atende ao edital.',
      value: 'rejected',
      button: 'Recusar a inscrição',
    })}
  </li>`;
};

/** Questionnaires that wait for the coordination. */
export async function questionnaireSection({ product }: World, tenant: string): Promise<Section> {
  const found = await listOperations<Questionnaire>(product, tenant, '/questionnaires?state=submitted');
  return {
    id: 'questionarios',
    title: 'Questionários para avaliar',
    lead: 'A coordenação aprova, devolve para ajustes ou recusa.',
    body: listMarkup(found, 'Nenhum questionário para avaliar.', (one) => questionnaireCard(one, tenant)),
  };
}

const interviewActs = ({ id, state }: Interview, tenant: string): Markup => {
  const action = `/sandbox/interviews/${id}`;
  if (state === 'requested') return choices(action, tenant, [['appoint', 'Marcar para amanhã']]);
  if (state === 'scheduled')
    return choices(action, tenant, [
      ['held', 'Entrevista realizada'],
      ['missed', 'Não compareceu'],
    ]);
  return html`${choices(action, tenant, [
    ['approved', 'Aprovar'],
    ['repeat', 'Pedir outra entrevista'],
  ])}${withReason(action, tenant, {
    title: 'Recusar',
    label: 'Motivo',
    text: 'O perfil não corresponde ao curso.',
    value: 'rejected',
    button: 'Recusar a inscrição',
  })}`;
};

const INTERVIEW_STATES: Record<string, string> = {
  requested: 'pedida',
  scheduled: 'marcada',
  held: 'realizada',
};

const interviewCard = (interview: Interview, tenant: string): Markup => html`
  <li class="card">
    <div><h3>Inscrição ${interview.subscriptionId}</h3>
      <p class="meta">Entrevista ${INTERVIEW_STATES[interview.state] ?? interview.state}${
        interview.appointment ? ` · ${formatInstant(interview.appointment.at)}` : ''
      }</p></div>
    ${interviewActs(interview, tenant)}
  </li>`;

/** Interviews from the request to the decision. */
export async function interviewSection({ product }: World, tenant: string): Promise<Section> {
  const lists = await Promise.all(
    Object.keys(INTERVIEW_STATES).map((state) =>
      listOperations<Interview>(product, tenant, `/interviews?state=${state}`),
    ),
  );
  const found: Outcome<Interview[]> = lists.find((one) => !one.ok) ?? {
    ok: true,
    data: lists.flatMap((one) => (one.ok ? one.data : [])),
  };
  return {
    id: 'entrevistas',
    title: 'Entrevistas',
    lead: 'Do pedido de quem se candidata até a decisão.',
    body: listMarkup(found, 'Nenhuma entrevista em andamento.', (one) => interviewCard(one, tenant)),
  };
}
