import type { World } from '../world.ts';
import { formatReais } from './format.ts';
import { html, type Markup } from './html.ts';
import type { Section } from './layout.ts';
import { choices, listMarkup, withReason } from './list-markup.ts';
import { listOperations } from './operations.ts';

interface Manual {
  id: number;
  subscriptionId: number;
  purpose: string;
  amount: number;
}

interface Cancellation {
  id: number;
  subscriptionId: number;
  paidTotal: number;
  refund: number | null;
}

const manualCard = ({ id, subscriptionId, purpose, amount }: Manual, tenant: string): Markup => html`
  <li class="card">
    <p class="amount">${formatReais(amount)}</p>
    <div><h3>Inscrição ${subscriptionId}</h3>
      <p class="meta">${purpose === 'tax' ? 'Taxa de inscrição' : 'Matrícula'}, paga na instituição</p></div>
    ${choices(`/sandbox/manual-payments/${id}`, tenant, [['settled', 'Confirmar o recebimento']])}
    ${withReason(`/sandbox/manual-payments/${id}`, tenant, {
      title: 'Recusar',
      label: 'Motivo',
      text: 'O pagamento não foi localizado.',
      value: 'refused',
      button: 'Recusar o pagamento',
    })}
  </li>`;

/** Payments at the institution's counter. */
export async function manualSection({ product }: World, tenant: string): Promise<Section> {
  const found = await listOperations<Manual>(product, tenant, '/payments?method=manual&state=pending');
  return {
    id: 'manuais',
    title: 'Pagamentos na instituição',
    lead: 'O que será pago no balcão e espera a confirmação da tesouraria.',
    body: listMarkup(found, 'Nenhum pagamento na instituição em aberto.', (one) => manualCard(one, tenant)),
  };
}

const cancellationCard = (
  { id, subscriptionId, paidTotal, refund }: Cancellation,
  tenant: string,
): Markup => html`
  <li class="card">
    <div><h3>Inscrição ${subscriptionId}</h3>
      <p class="meta">Pago: ${formatReais(paidTotal)} · a devolver: ${formatReais(refund ?? 0)}</p></div>
    <form class="row" method="post" action="/sandbox/cancellations/${id}?tenant=${tenant}">
      <input type="hidden" name="refund" value="${refund ?? 0}">
      <button class="main" name="decision" value="confirmed">Confirmar o cancelamento</button></form>
    ${withReason(`/sandbox/cancellations/${id}`, tenant, {
      title: 'Negar',
      label: 'Motivo',
      text: 'As aulas já começaram.',
      value: 'denied',
      button: 'Negar o pedido',
    })}
  </li>`;

/** Wishes to leave that the institution decides. */
export async function cancellationSection({ product }: World, tenant: string): Promise<Section> {
  const found = await listOperations<Cancellation>(product, tenant, '/cancellations?state=open');
  return {
    id: 'cancelamentos',
    title: 'Pedidos de cancelamento',
    lead: 'Quem já pagou pede para sair; a devolução segue pelo banco.',
    body: listMarkup(found, 'Nenhum pedido de cancelamento.', (one) => cancellationCard(one, tenant)),
  };
}
