import { answerFile, type FileEvent, isFileEvent, readFile } from '../bank-files/bank-files.ts';
import type { World } from '../world.ts';
import type { Act } from './act.ts';
import { formatReais } from './format.ts';
import { html, type Markup } from './html.ts';
import { emptyMarkup, type Section, troubleMarkup } from './layout.ts';
import { callOperations } from './operations.ts';

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
      <label class="field"><span>Boleto (vazio = todos)</span><input name="place" inputmode="numeric" size="4"></label>
      ${BUTTONS.map(([value, label]) => html`<button name="event" value="${value}">${label}</button>`)}
    </form>
  </li>`;

/** Remittances that the institution generated for a bank that takes slips by file, and the bank's returns. */
export async function bankFileSection({ product }: World, tenant: string): Promise<Section> {
  const sent = await callOperations<{ data: Sent[] }>(
    product,
    tenant,
    'GET',
    '/slip-remittances?pageSize=10',
  );
  const kept = sent.ok ? sent.data.data.filter(({ hasFile }) => hasFile) : [];
  return {
    id: 'remessas',
    title: 'Boletos por arquivo (CNAB 240)',
    lead: 'As remessas geradas no console. Cada botão faz o banco entregar um arquivo de retorno: envie-o no console, em Arquivos do banco.',
    body: sent.ok
      ? kept.length > 0
        ? html`<ul class="list">${kept.map((one) => card(one, tenant))}</ul>`
        : emptyMarkup('Nenhuma remessa ainda.')
      : troubleMarkup(sent.message),
  };
}

/** Half the amount of the first slip. */
const lower = (cents: number): number => Math.ceil(cents / 2);

/** The bank's return for a remittance, as a file that the institution's team uploads. */
export const giveReturn =
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
    // Banks write one byte per character.
    return {
      name: `retorno-${params.id}-${form.event}.ret`,
      type: 'text/plain',
      content: Buffer.from(content, 'latin1'),
    };
  };
