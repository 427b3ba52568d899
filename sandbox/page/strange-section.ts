import { STRANGE_SIDES, type StrangeSide } from '../strange.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import type { Section } from './layout.ts';

const LABELS: Record<StrangeSide, string> = {
  'pix-notice-list': 'Pix: o aviso chega como lista, sem o nome "pix"',
  'pix-notice-repeated': 'Pix: o mesmo aviso duas vezes na mesma chamada',
  'pix-unreadable-entry': 'Pix: listas e avisos com itens que ninguém entende',
  'pix-wrong-code': 'Pix: copia e cola com o dígito verificador errado',
  'pix-zero-in-code': 'Pix: copia e cola com o valor zero',
  'pix-charge-late': 'Pix: a consulta ainda não mostra o que o aviso já disse',
  'pix-status-late': 'Pix: a cobrança paga continua ATIVA',
  'pix-no-future': 'Pix: recusa listas de um período que ainda corre',
  'slip-empty-parts': 'Boleto: partes vazias enquanto registra e quando falha',
  'slip-unreadable-entry': 'Boleto: listas e avisos com itens que ninguém entende',
  'card-unreadable-entry': 'Cartão: lista com pedidos que ninguém entende',
  'card-rare-notice': 'Cartão: estorno avisado de um jeito raro',
  'bank-file-touched': 'Arquivo de retorno salvo por um editor de texto',
  'linkedin-untyped-token': 'LinkedIn: resposta sem token_type',
  'facebook-throttled': 'Facebook: limite de chamadas, respondido com 400',
  'twilio-forged-reports': 'Twilio: avisos com assinatura errada',
  'twilio-suspended': 'Twilio: limite de envios, 429',
  'whatsapp-repeated': 'WhatsApp: cada aviso duas vezes',
  'whatsapp-disordered': 'WhatsApp: avisos na ordem contrária',
  'whatsapp-late-failure': 'WhatsApp: falha avisada depois da entrega',
  'whatsapp-error-in-200': 'WhatsApp: resposta 200 com erro dentro',
  'whatsapp-unreadable': 'WhatsApp: avisos com itens que ninguém entende e de números de outros',
  'whatsapp-no-ninth': 'WhatsApp: números sem o nono dígito',
  'whatsapp-forged': 'WhatsApp: avisos com assinatura errada',
  'whatsapp-throttled': 'WhatsApp: limite de envios, 429',
  'cep-odd-fields': 'CEP: campos vazios, nulos ou de outro tipo',
  'captcha-other-action': 'Captcha: resposta de outra ação',
  'captcha-other-host': 'Captcha: resposta de outro site',
  'staff-idp-basic-only': 'Conta Alfa: segredo só no cabeçalho',
  'staff-idp-no-pkce': 'Conta Alfa: recusa PKCE',
};

/** One row per provider quirk, each with a switch. */
export function strangeSection({ strange }: World, tenant: string): Section {
  return {
    id: 'estranhezas',
    title: 'Estranhezas',
    lead: 'O que fornecedores fazem além do que descrevem. Ligue para ver o produto lidar com isso.',
    body: html`${STRANGE_SIDES.map((side) => {
      const on = strange.is(side);
      const choices = [
        ['0', 'Desligado', !on],
        ['1', 'Ligado', on],
      ] as const;
      return html`
      <form class="fault" method="post" action="/sandbox/strange/${side}?tenant=${tenant}">
        <span>${LABELS[side]}</span>
        <span class="modes" role="group" aria-label="${LABELS[side]}">${choices.map(
          ([value, label, pressed]) =>
            html`<button name="on" value="${value}" aria-pressed="${pressed ? 'true' : 'false'}">${label}</button>`,
        )}</span>
      </form>`;
    })}`,
  };
}
