import { ACQUIRER } from '../acquirers.ts';
import type { CardPayment, PaymentState } from '../cards/types.ts';
import type { World } from '../world.ts';
import { formatInstant, formatReais } from './format.ts';
import { html, type Markup } from './html.ts';
import { emptyMarkup, type Section } from './layout.ts';

const SHOWN = 20;

const STATES: Record<PaymentState, string> = {
  authorised: 'Autorizada, sem captura',
  paid: 'Paga',
  denied: 'Negada',
  processing: 'Em processamento',
  voided: 'Cancelada',
  refunded: 'Estornada',
  chargedback: 'Contestada',
};

/** Cards of the demo and what each does (spec 2.6). */
const TEST_CARDS: readonly [string, string][] = [
  ['4000 0000 0000 0010', 'aprovado'],
  ['4000 0000 0000 0028', 'negado sempre'],
  ['4000 0000 0000 0036', 'em processamento por 5 segundos, depois aprovado'],
  ['4000 0000 0000 0044', 'a adquirente não responde'],
  ['4000 0000 0000 0051', 'negado acima de R$ 1.000,00'],
  ['4000 0000 0000 0069', 'aprovado só sem recorrência'],
  ['4000 0000 0000 0077', 'o banco pede um código (3-D Secure); o certo é 123456'],
  ['4000 0000 0000 0101', 'a confirmação 3-D Secure não responde; aprovado onde ela não é obrigatória'],
  ['4000 0000 0000 1000', 'o banco confirma sem perguntar (3-D Secure)'],
  ['4000 0000 0000 1018', 'o banco nega a confirmação sem perguntar (3-D Secure)'],
  ['4000 0000 0000 1109', 'o banco pede um código e não confirma (3-D Secure)'],
  ['4000 0000 0000 1117', 'o banco não participa do 3-D Secure'],
];

const button = (value: string, label: string): Markup =>
  html`<button name="result" value="${value}">${label}</button>`;

const card = (payment: CardPayment, tenant: string): Markup => html`
  <li class="card">
    <p class="amount">${formatReais(payment.amount / 100)}</p>
    <p>${ACQUIRER[payment.provider].label} · ${payment.installments}x · ${payment.face.brand ?? 'cartão'} final ${payment.face.last4}
      <span class="meta">· ${payment.account.split('-').slice(2).join('-')}</span></p>
    <p class="meta">${STATES[payment.state]}${payment.code ? ` (${payment.code})` : ''} · ${formatInstant(payment.updatedAt)}
      ${payment.givenBack > 0 ? ` · devolvido ${formatReais(payment.givenBack / 100)}` : ''}</p>
    <form class="row" method="post" action="/sandbox/cards/${payment.provider}/${payment.orderId}?tenant=${tenant}">
      ${payment.state === 'processing' ? html`${button('approve', 'Aprovar')}${button('deny', 'Negar')}${button('hold', 'Deixar em processamento')}` : ''}
      ${payment.state === 'paid' ? button('chargeback', 'Contestar') : ''}
      ${button('again', 'Avisar de novo')}
      ${button('outdated', 'Enviar aviso atrasado')}
      ${button('forged', 'Enviar aviso falso')}
    </form>
  </li>`;

/** Charges at the card acquirers, newest first, and the cards to try. */
export function cardSection({ acquirers }: World, tenant: string): Section {
  const mine = acquirers
    .payments()
    .filter(({ account }) => account.startsWith(`sandbox-${tenant}-`))
    .reverse();
  return {
    id: 'cartoes',
    title: 'Pagamentos com cartão',
    lead: 'O que as adquirentes receberam. O que for decidido aqui é avisado ao produto como a adquirente avisaria.',
    body: html`
      ${
        mine.length === 0
          ? emptyMarkup('Nenhum pagamento com cartão.')
          : html`<ul class="list">${mine.slice(0, SHOWN).map((payment) => card(payment, tenant))}</ul>`
      }
      <details><summary>Cartões para testar</summary>
        <p class="meta">Validade no futuro, CVV 123.</p>
        <ul>${TEST_CARDS.map(([number, what]) => html`<li><code>${number}</code> ${what}</li>`)}</ul></details>`,
  };
}
