import { formatDate } from '@orbita/domain/foundation';
import { formatLine } from '@orbita/domain/payment';
import { lastDay, type Situation, type StoredSlip } from '../bank/types.ts';
import { PaymentRefused } from '../psp/psp.ts';
import type { World } from '../world.ts';
import type { Act } from './act.ts';
import { formatReais } from './format.ts';
import { html, type Markup } from './html.ts';
import { emptyMarkup, type Section } from './layout.ts';

const SHOWN = 20;
const OPEN: readonly Situation[] = ['EM_PROCESSAMENTO', 'A_RECEBER', 'ATRASADO'];
const ENDED: readonly Situation[] = ['CANCELADO', 'EXPIRADO'];

const LABELS: Partial<Record<Situation, string>> = {
  EM_PROCESSAMENTO: 'Em registro no banco',
  A_RECEBER: 'Pode ser pago',
  ATRASADO: 'Venceu e ainda pode ser pago',
  CANCELADO: 'Cancelado',
  EXPIRADO: 'Não vale mais',
};

const button = (value: string, label: string, main = false): Markup =>
  html`<button ${main ? html`class="main"` : ''} name="result" value="${value}">${label}</button>`;

const buttons = (situation: Situation): Markup => {
  if (situation === 'EM_PROCESSAMENTO') return button('error', 'Recusar registro');
  if (ENDED.includes(situation)) return button('late', 'Pagar em atraso', true);
  return html`${button('paid', 'Pagar', true)}${button('pix', 'Pagar pelo Pix')}${button('lower', 'Pagar a menos')}${button('expired', 'Dar baixa')}`;
};

const card = (world: World, slip: StoredSlip, tenant: string): Markup => {
  const situation = world.bank.situation(slip);
  const { terms, linhaDigitavel, codigoSolicitacao, clientId } = slip;
  return html`
  <li class="card">
    <p class="amount">${formatReais(world.bank.owed(slip) / 100)}</p>
    <p>${clientId.split('-').slice(2).join('-')} <span class="meta">· ${terms.pagador.nome} · nº ${terms.seuNumero}</span></p>
    <p class="code">${formatLine(linhaDigitavel)}</p>
    <p class="meta">${LABELS[situation]} · vence em ${formatDate(terms.dataVencimento)} · aceito até ${formatDate(lastDay(slip))}</p>
    <form class="row" method="post" action="/sandbox/slips/${codigoSolicitacao}?tenant=${tenant}">
      <input type="hidden" name="clientId" value="${clientId}">${buttons(situation)}
    </form>
  </li>`;
};

/** Slips that can be paid or are being registered, then those that only a late payment can still reach. */
export function slipSection(world: World, tenant: string): Section {
  const mine = world.bank
    .slips()
    .filter((slip) => slip.clientId.startsWith(`sandbox-${tenant}-`))
    .reverse();
  const open = mine.filter((slip) => OPEN.includes(world.bank.situation(slip)));
  const ended = mine.filter((slip) => ENDED.includes(world.bank.situation(slip)));
  return {
    id: 'boletos',
    title: 'Boletos',
    lead: 'Boletos em aberto. Pagar aqui avisa o produto como o banco avisaria.',
    body: html`
      ${
        open.length === 0
          ? emptyMarkup('Nenhum boleto em aberto.')
          : html`<ul class="list">${open.slice(0, SHOWN).map((slip) => card(world, slip, tenant))}</ul>`
      }
      ${
        ended.length === 0
          ? ''
          : html`<details><summary>Encerrados (${ended.length})</summary>
              <ul class="list">${ended.slice(0, SHOWN).map((slip) => card(world, slip, tenant))}</ul></details>`
      }
      <p class="meta">Um boleto de valor terminado em 13 centavos não é registrado; em 17 centavos, fica em registro.</p>`,
  };
}

const DONE: Record<string, string> = {
  paid: 'Boleto pago.',
  pix: 'Boleto pago pelo Pix.',
  lower: 'Boleto pago a menos.',
  late: 'Boleto pago em atraso.',
  expired: 'Baixa do boleto feita.',
  error: 'Registro do boleto recusado.',
};

/** What a slip's buttons do. */
export const settleSlip =
  ({ bank }: World): Act =>
  ({ params, form }) => {
    const slip = bank.get(form.clientId ?? '', params.code ?? '');
    const { result = '' } = form;
    const done = DONE[result];
    if (!slip || !done) return { good: false, text: 'Boleto não encontrado.' };
    try {
      if (result === 'expired') bank.end(slip, 'EXPIRADO');
      else if (result === 'error') bank.end(slip, 'FALHA_EMISSAO');
      else
        bank.pay(slip, {
          byPix: result === 'pix',
          late: result === 'late',
          cents: result === 'lower' ? Math.ceil(bank.owed(slip) / 2) : undefined,
        });
    } catch (error) {
      if (error instanceof PaymentRefused) return { good: false, text: error.message };
      throw error;
    }
    return { good: true, text: done };
  };
