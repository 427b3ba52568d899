import type { World } from '../world.ts';
import { formatInstant } from './format.ts';
import { html, type Markup } from './html.ts';
import type { Section } from './layout.ts';
import { choices, listMarkup } from './list-markup.ts';
import { listOperations, type Outcome } from './operations.ts';

interface Slot {
  id: number;
  offerCode: string;
  place: string;
  at: string;
  taken: number;
}

interface Booked {
  subscriptionId: number;
  name: string;
  state: string;
  slot: Slot;
}

interface LookUp {
  id: number;
  subscriptionId: number;
  registration: string | null;
  year: number;
  state: string;
}

/** Slots whose roll is read for one page. */
const MOST_SLOTS = 12;

const all = <T>(outcomes: Outcome<T[]>[]): Outcome<T[]> => {
  const refused = outcomes.find((one) => !one.ok);
  return refused ?? { ok: true, data: outcomes.flatMap((one) => (one.ok ? one.data : [])) };
};

/** Everybody who is booked for a test and has no result yet. */
async function bookedPeople({ product }: World, tenant: string): Promise<Outcome<Booked[]>> {
  const slots = await listOperations<Slot>(product, tenant, '/schedules');
  if (!slots.ok) return slots;
  const rolls = slots.data
    .filter(({ taken }) => taken > 0)
    .slice(0, MOST_SLOTS)
    .map(async (slot): Promise<Outcome<Booked[]>> => {
      const roll = await listOperations<Omit<Booked, 'slot'>>(product, tenant, `/schedules/${slot.id}/roll`);
      if (!roll.ok) return roll;
      return {
        ok: true,
        data: roll.data.filter(({ state }) => state === 'booked').map((one) => ({ ...one, slot })),
      };
    });
  return all(await Promise.all(rolls));
}

const testCard = ({ subscriptionId, name, slot }: Booked, tenant: string): Markup => {
  const action = `/sandbox/schedules/${slot.id}/${subscriptionId}`;
  return html`
  <li class="card">
    <div><h3>${name}</h3>
      <p class="meta">Inscrição ${subscriptionId} · ${slot.offerCode} · ${slot.place}, ${formatInstant(slot.at)}</p></div>
    ${choices(action, tenant, [
      ['approved', 'Compareceu e passou'],
      ['rejected', 'Compareceu e não passou'],
      ['missed', 'Faltou'],
    ])}
    <details><summary>Dar outra nota</summary>
      <form class="fields" method="post" action="${action}?tenant=${tenant}">
        <label class="field"><span>Nota (0 a 1000)</span>
          <input type="number" name="score" min="0" max="1000" value="500" required></label>
        <label class="field"><span>Nota da redação (0 a 1000)</span>
          <input type="number" name="essayScore" min="0" max="1000" value="500" required></label>
        <div><button name="decision" value="score">Registrar a nota</button></div>
      </form></details>
  </li>`;
};

/** Scheduled tests: who came, and with which score. */
export async function testSection(world: World, tenant: string): Promise<Section> {
  return {
    id: 'provas',
    title: 'Provas agendadas',
    lead: 'Quem marcou prova e ainda espera o resultado.',
    body: listMarkup(await bookedPeople(world, tenant), 'Ninguém espera resultado de prova.', (one) =>
      testCard(one, tenant),
    ),
  };
}

const STATES: Record<string, string> = {
  analysing: 'em análise',
  failed: 'a consulta falhou',
  'not-found': 'não encontrada',
};

const lookUpCard = ({ id, subscriptionId, registration, year, state }: LookUp, tenant: string): Markup => {
  const action = `/sandbox/exam-scores/${id}`;
  const none: [string, string][] = state === 'not-found' ? [] : [['not-found', 'Não encontrada']];
  return html`
  <li class="card">
    <div><h3>Inscrição ${subscriptionId}</h3>
      <p class="meta">ENEM ${year} · nº ${registration ?? '–'} · ${STATES[state] ?? state}</p></div>
    ${choices(action, tenant, [
      ['620', 'Encontrada, média 620'],
      ['380', 'Encontrada, média 380'],
      ['zero', 'Encontrada, redação zerada'],
      ...none,
    ])}
    <details><summary>Outra média</summary>
      <form class="fields" method="post" action="${action}?tenant=${tenant}">
        <label class="field"><span>Média (0 a 1000)</span>
          <input type="number" name="average" min="0" max="1000" value="500" required></label>
        <div><button name="decision" value="average">Registrar a média</button></div>
      </form></details>
  </li>`;
};

/** Look-ups of ENEM scores that have no score yet. */
export async function examScoreSection({ product }: World, tenant: string): Promise<Section> {
  const lists = Object.keys(STATES).map((state) =>
    listOperations<LookUp>(product, tenant, `/exam-scores?state=${state}`),
  );
  return {
    id: 'enem',
    title: 'Notas do ENEM',
    lead: 'Sem clique, a consulta responde em 20 minutos pelo último dígito do número: 0 não existe, 1 média 380, 2 redação zerada, 9 falha.',
    body: listMarkup(all(await Promise.all(lists)), 'Nenhuma nota sendo consultada.', (one) =>
      lookUpCard(one, tenant),
    ),
  };
}
