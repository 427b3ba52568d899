import { formatReais } from '../page/format.ts';
import { html } from '../page/html.ts';
import { BANK_CODE } from './cards.ts';

const STYLE = `
body { margin: 0; padding: 1.25rem; font: 1rem/1.5 system-ui, sans-serif; color: #14213d; background: #fff; }
main { display: grid; gap: 1rem; max-width: 28rem; margin: 0 auto; }
h1 { margin: 0; font-size: 1.25rem; }
p { margin: 0; }
label { display: grid; gap: 0.25rem; font-weight: 600; }
input { font: inherit; padding: 0.75rem; border: 1px solid #5b6270; border-radius: 0.5rem; }
button { font: inherit; font-weight: 600; padding: 0.75rem; border: 1px solid #14213d; border-radius: 0.5rem; background: #fff; color: #14213d; }
button.main { background: #14213d; color: #fff; }
form { display: grid; gap: 0.75rem; }
.note { color: #5b6270; font-size: 0.875rem; }`;

const page = (body: { markup: string }): string =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Banco Exemplo</title><style>${STYLE}</style></head><body>${body.markup}</body></html>`;

/** The invented bank's page, on which a card's holder confirms a purchase with a code. Amount in cents. */
export const bankPage = (asked: { id: string; last4: string; amount: number; merchant: string }): string =>
  page(html`<main>
    <h1>Banco Exemplo</h1>
    <p>Confirme a compra de <b>${formatReais(asked.amount / 100)}</b> em ${asked.merchant} com o cartão final ${asked.last4}.</p>
    <form method="post" action="bank/answer">
      <input type="hidden" name="id" value="${asked.id}">
      <label>Código enviado por SMS
        <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6">
      </label>
      <p class="note">Simulação: o código certo é ${BANK_CODE}.</p>
      <button class="main">Confirmar compra</button>
      <button name="refuse" value="true">Não fui eu</button>
    </form>
  </main>`);

/** The bank's last page: reports to the shop's script that the check is over, without its outcome. */
export const bankDonePage = (): string =>
  `${page(html`<main><h1>Banco Exemplo</h1><p>Pronto. Voltando à loja…</p></main>`)}<script>parent.postMessage('acs-done', '*')</script>`;
