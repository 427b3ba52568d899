import { type AcquirerProvider, isAcquirer } from '@orbita/domain/tenancy';
import { ACQUIRER } from '../acquirers.ts';
import { FAULT_MODES, FAULT_PORTS, type FaultMode, type FaultPort } from '../faults.ts';
import type { World } from '../world.ts';
import { html } from './html.ts';
import type { Section } from './layout.ts';

const PORT_LABELS: Record<Exclude<FaultPort, AcquirerProvider>, string> = {
  pix: 'Pix',
  slip: 'Boleto',
  'slip-fetch': 'Buscar boleto',
  mail: 'E-mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  zip: 'CEP',
  captcha: 'Captcha',
  scan: 'Verificação de arquivos',
  'scan-limit': 'Limite da verificação',
  google: 'Google',
  linkedin: 'LinkedIn',
  facebook: 'Facebook',
  'staff-idp': 'Conta Alfa (equipe)',
  academic: 'Sistema acadêmico',
  'academic-catalogue': 'Catálogo acadêmico',
  'exam-score': 'Nota do ENEM',
  storage: 'Gravar arquivos',
  'storage-read': 'Ler arquivos',
};

const labelOf = (port: FaultPort): string =>
  isAcquirer(port) ? `${ACQUIRER[port].label} (cartão)` : PORT_LABELS[port];

const MODE_LABELS: Record<FaultMode, string> = { ok: 'Normal', slow: 'Lento', down: 'Fora do ar' };
/** Disks are not off the air; the product notices these within a second. */
const DOWN_LABELS: Partial<Record<FaultPort, string>> = {
  'scan-limit': '25 MB',
  storage: 'Disco cheio',
  'storage-read': 'Com erro',
};

/** One row per port with its three states. */
export function faultSection({ faults }: World, tenant: string): Section {
  return {
    id: 'falhas',
    title: 'Falhas',
    lead: 'Escolha o que deixa de responder. Lento responde só depois que o produto desistiu de esperar.',
    body: html`${FAULT_PORTS.map(
      (port) => html`
      <form class="fault" method="post" action="/sandbox/faults/${port}?tenant=${tenant}">
        <span>${labelOf(port)}</span>
        <span class="modes" role="group" aria-label="${labelOf(port)}">${FAULT_MODES.map(
          (mode) =>
            html`<button name="mode" value="${mode}" aria-pressed="${faults.mode(port) === mode ? 'true' : 'false'}">${(mode === 'down' && DOWN_LABELS[port]) || MODE_LABELS[mode]}</button>`,
        )}</span>
      </form>`,
    )}`,
  };
}
