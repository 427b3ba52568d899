import type { Attempt, Cobr, Recurrence } from '../psp/recurrence-types.ts';
import type { World } from '../world.ts';
import { formatReais } from './format.ts';
import { html, type Markup } from './html.ts';
import { emptyMarkup, type Section } from './layout.ts';

const SHOWN = 20;

const STATUS: Record<Recurrence['status'], string> = {
  CRIADA: 'Aguarda a autorização',
  APROVADA: 'Autorizada',
  REJEITADA: 'Recusada',
  EXPIRADA: 'Expirada',
  CANCELADA: 'Cancelada',
};

const amountOf = ({ terms: { valor } }: Recurrence): string =>
  valor?.valorRec
    ? `${formatReais(Number(valor.valorRec))} por mês`
    : valor?.valorMinimoRecebedor
      ? `valor variável, limite a partir de ${formatReais(Number(valor.valorMinimoRecebedor))}`
      : 'valor variável';

const decideForm = (rec: Recurrence, tenant: string, withPayment: boolean): Markup => html`
  <form class="row" method="post" action="/sandbox/recurrences/${rec.idRec}?tenant=${tenant}">
    <input type="hidden" name="clientId" value="${rec.clientId}">
    ${
      rec.status === 'CRIADA' && withPayment
        ? html`<button class="main" name="result" value="pay-approved">Pagar e autorizar</button>
            <button name="result" value="pay-rejected">Pagar sem autorizar</button>`
        : ''
    }
    ${
      rec.status === 'CRIADA' && !withPayment
        ? html`<button class="main" name="result" value="approved">Autorizar</button>
            <button name="result" value="rejected">Recusar</button>`
        : ''
    }
    <button name="result" value="cancelled">Cancelar a autorização</button>
  </form>`;

const openAttempt = (cobr: Cobr): Attempt | undefined =>
  cobr.attempts.find(({ status }) => status === 'SOLICITADA' || status === 'AGENDADA');

const chargeMarkup = (cobr: Cobr, tenant: string): Markup => {
  const attempt = openAttempt(cobr);
  return html`
  <li>
    <p>${formatReais(Number(cobr.terms.valor.original))}
      <span class="meta">· vence em ${cobr.terms.calendario.dataDeVencimento.split('-').reverse().join('/')}
      · tentativas: ${cobr.attempts.length}</span></p>
    ${
      attempt
        ? html`<form class="row" method="post" action="/sandbox/cobrs/${cobr.txid}?tenant=${tenant}">
            <input type="hidden" name="clientId" value="${cobr.clientId}">
            <button class="main" name="result" value="paid">Pagar o mês</button>
            <button name="result" value="failed">Falhar por falta de saldo</button>
            <button name="result" value="rejected">Recusar de vez</button>
            <button name="result" value="cancelled">Cancelar este mês</button>
          </form>`
        : html`<p class="meta">Sem tentativa em aberto.</p>`
    }
  </li>`;
};

const card = (world: World, rec: Recurrence, tenant: string): Markup => {
  const first = rec.firstTxid === null ? undefined : world.psp.get(rec.clientId, rec.firstTxid);
  const withPayment = first !== undefined && world.psp.isOpen(first);
  const charges = world.psp.cobrs
    .list(rec.clientId)
    .filter((cobr) => cobr.terms.idRec === rec.idRec && cobr.status === 'ATIVA');
  return html`
  <li class="card">
    <p class="amount">${rec.terms.vinculo.objeto ?? rec.terms.vinculo.contrato}</p>
    <p>${STATUS[rec.status]} <span class="meta">· ${amountOf(rec)} · ${rec.clientId.split('-').slice(2).join('-')}</span></p>
    ${rec.status === 'CRIADA' || rec.status === 'APROVADA' ? decideForm(rec, tenant, withPayment) : ''}
    ${charges.length === 0 ? '' : html`<ul class="list">${charges.map((cobr) => chargeMarkup(cobr, tenant))}</ul>`}
  </li>`;
};

/** Authorisations of Pix Automático and the charges of their months, newest first. */
export function recurrenceSection(world: World, tenant: string): Section {
  const mine = world.psp.recurrences
    .list()
    .filter(({ clientId }) => clientId.startsWith(`sandbox-${tenant}-`))
    .reverse();
  return {
    id: 'pix-automatico',
    title: 'Pix Automático',
    lead: 'Autorizações e cobranças do mês, como a pessoa as vê no aplicativo do banco dela.',
    body:
      mine.length === 0
        ? emptyMarkup('Nenhuma autorização.')
        : html`<ul class="list">${mine.slice(0, SHOWN).map((rec) => card(world, rec, tenant))}</ul>`,
  };
}
