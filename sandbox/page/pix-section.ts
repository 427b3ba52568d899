import { type Charge, expiresAt, termsOf } from '../psp/types.ts';
import type { World } from '../world.ts';
import { formatInstant, formatReais } from './format.ts';
import { html, type Markup } from './html.ts';
import { emptyMarkup, type Section } from './layout.ts';

const SHOWN = 20;

const payForm = (charge: Charge, tenant: string, late: boolean): Markup => html`
  <form class="row" method="post" action="/sandbox/pix/${charge.txid}?tenant=${tenant}">
    <input type="hidden" name="clientId" value="${charge.clientId}">
    ${late ? html`<input type="hidden" name="late" value="1">` : ''}
    <button class="main" name="result" value="paid">${late ? 'Pagar em atraso' : 'Pagar'}</button>
    ${late ? '' : html`<button name="result" value="expired">Expirar</button>`}
  </form>`;

const card = (charge: Charge, tenant: string, open: boolean): Markup => html`
  <li class="card">
    <p class="amount">${formatReais(Number(termsOf(charge).valor.original))}</p>
    <p>${charge.clientId.split('-').slice(2).join('-')} <span class="meta">· ${termsOf(charge).chave}</span></p>
    <p class="code">${charge.copyPaste.slice(0, 48)}…${charge.copyPaste.slice(-4)}</p>
    <p class="meta">${open ? 'Vale até' : 'Expirou em'} ${formatInstant(expiresAt(charge).toISOString())}</p>
    ${payForm(charge, tenant, !open)}
  </li>`;

const isLate = (charge: Charge): boolean =>
  charge.status === 'ATIVA' || charge.status === 'REMOVIDA_PELO_PSP';

/** Open charges first, then those that only a late confirmation can still pay. */
export function pixSection(world: World, tenant: string): Section {
  const mine = world.psp
    .charges()
    .filter((charge) => charge.clientId.startsWith(`sandbox-${tenant}-`))
    .reverse();
  const open = mine.filter(world.psp.isOpen);
  const late = mine.filter((charge) => !world.psp.isOpen(charge) && isLate(charge));
  return {
    id: 'pix',
    title: 'Pagamentos Pix',
    lead: 'Cobranças em aberto. Pagar aqui avisa o produto como o banco avisaria.',
    body: html`
      ${
        open.length === 0
          ? emptyMarkup('Nenhuma cobrança em aberto.')
          : html`<ul class="list">${open.slice(0, SHOWN).map((charge) => card(charge, tenant, true))}</ul>`
      }
      ${
        late.length === 0
          ? ''
          : html`<details><summary>Expiradas (${late.length})</summary>
              <ul class="list">${late.slice(0, SHOWN).map((charge) => card(charge, tenant, false))}</ul></details>`
      }
      <p class="meta">Uma devolução de valor terminado em 13 centavos é recusada pelo banco.</p>`,
  };
}
