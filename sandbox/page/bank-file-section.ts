import { answerFile, type FileEvent, isFileEvent, readFile } from '../bank-files/bank-files.ts';
import type { World } from '../world.ts';
import { type Act, noticeOf } from './act.ts';
import { formatReais } from './format.ts';
import { html, type Markup } from './html.ts';
import type { Section } from './layout.ts';
import { listMarkup } from './list-markup.ts';
import { callOperations, listOperations } from './operations.ts';

interface Sent {
  id: number;
  institution: string;
  sequence: number;
  entries: number;
  writeOffs: number;
  total: number;
  hasFile: boolean;
}

const BUTTONS: readonly (readonly [value: string, label: string])[] = [
  ['accept', 'Registrar'],
  ['reject', 'Recusar'],
  ['pay', 'Pagar'],
  ['pay-wrong', 'Pagar a menos'],
  ['write-off', 'Dar baixa'],
  ['reverse', 'Estornar'],
];

const card = ({ id, institution, sequence, entries, writeOffs, total }: Sent, tenant: string): Markup => html`
  <li class="card">
    <p class="amount">${formatReais(total)}</p>
    <p>Remessa ${sequence} <span class="meta">· ${institution} · ${entries} para registrar · ${writeOffs} para baixar</span></p>
    <form class="row" method="post" action="/sandbox/bank-files/${id}?tenant=${tenant}">
      <input type="hidden" name="institution" value="${institution}">
      <label class="field"><span>Boleto (vazio = todos)</span><input name="place" inputmode="numeric" size="4"></label>
      ${BUTTONS.map(([value, label]) => html`<button name="event" value="${value}">${label}</button>`)}
    </form>
  </li>`;

/** Remittances of institutions whose bank takes slips by files, and what the bank says about them. */
export async function bankFileSection({ product }: World, tenant: string): Promise<Section> {
  const sent = await listOperations<Sent>(product, tenant, '/slip-remittances?pageSize=10');
  const kept = sent.ok ? { ...sent, data: sent.data.filter(({ hasFile }) => hasFile) } : sent;
  return {
    id: 'remessas',
    title: 'Boletos por arquivo (CNAB 240)',
    lead: 'A remessa vai ao banco; cada botão faz o banco devolver um arquivo de retorno, que o produto lê.',
    body: html`
      <form class="row" method="post" action="/sandbox/bank-files?tenant=${tenant}">
        <label class="field"><span>Instituição</span><input name="institution" value="FBX01" required></label>
        <button class="main">Gerar remessa</button></form>
      ${listMarkup(kept, 'Nenhuma remessa ainda.', (one) => card(one, tenant))}`,
  };
}

const make =
  ({ product }: World): Act =>
  async ({ form, tenant }) =>
    noticeOf(
      await callOperations(product, tenant, 'POST', '/slip-remittances', { institution: form.institution }),
      'Remessa gerada.',
    );

type Read = { lines: { line: number; message: string }[] };

/** Half of what the first slip asks for. */
const lower = (cents: number): number => Math.ceil(cents / 2);

const answer =
  (world: World): Act =>
  async ({ params, form, tenant }) => {
    const { product, clock } = world;
    const wrong = form.event === 'pay-wrong';
    const event: unknown = wrong ? 'pay' : form.event;
    if (!isFileEvent(event)) return { good: false, text: 'Resposta desconhecida.' };
    const file = await callOperations<{ content: string }>(
      ...([product, tenant, 'GET', `/slip-remittances/${params.id}/file`] as const),
    );
    if (!file.ok) return { good: false, text: file.message };
    const remittance = readFile(file.data.content);
    const place = Number(form.place);
    const content = answerFile(world, remittance, {
      event: event satisfies FileEvent,
      only: place > 0 ? [place] : undefined,
      cents: wrong ? lower(remittance.slips[Math.max(0, place - 1)]?.cents ?? 0) : undefined,
      day: clock.now().toISOString().slice(0, 10),
    });
    const body = { institution: form.institution, file: content, encoding: 'text' };
    const read = await callOperations<Read>(product, tenant, 'POST', '/slip-returns', body);
    const problems = read.ok ? read.data.lines.map(({ line, message }) => `Linha ${line}: ${message}`) : [];
    return noticeOf(read, problems.slice(0, 5).join(' ') || 'Retorno lido.');
  };

/** What the forms of the section do. */
export const bankFileActs = (world: World): [path: string, anchor: string, run: Act][] => [
  ['/bank-files', 'remessas', make(world)],
  ['/bank-files/:id', 'remessas', answer(world)],
];
