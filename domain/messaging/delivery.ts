import type { Channel } from './template.ts';

export interface Delivery {
  channel: Channel;
  /** Masked recipient. */
  masked: string;
  /** `sending` counts as queued. */
  state: string;
  /** The phone or its gateway confirmed delivery. */
  delivered: boolean;
  /** What is known about a failure, as operators read it. */
  error: string | null;
}

const CHANNELS: Readonly<Record<Channel, string>> = { email: 'E-mail', sms: 'SMS', whatsapp: 'WhatsApp' };

/** Failure reasons on which the team can act, found by words in the operators' text. */
const REASONS: readonly (readonly [string, string])[] = [
  ['cannot be reached by WhatsApp', 'este celular não recebe por WhatsApp'],
  ['wants no', 'a pessoa não quer mais receber por aqui'],
  ['held back', 'o WhatsApp segurou a mensagem'],
  ['template', 'o modelo da mensagem precisa de ajuste no WhatsApp'],
  ['token', 'a conta da instituição precisa de ajuste no WhatsApp'],
  ['the account', 'a conta da instituição precisa de ajuste no WhatsApp'],
  ['number of the institution', 'a conta da instituição precisa de ajuste no WhatsApp'],
  ['not exist or is off', 'o número não existe ou está desligado'],
  ['not reachable', 'o celular não foi alcançado'],
];

const reasonOf = (error: string | null): string => {
  const found = error === null ? undefined : REASONS.find(([words]) => error.includes(words));
  return found ? `: ${found[1]}` : '';
};

function outcomeOf({ state, delivered, error }: Delivery): string {
  if (delivered) return 'entregue';
  if (state === 'sent') return 'enviado';
  return state === 'failed' ? `não entregue${reasonOf(error)}` : 'na fila';
}

/** Delivery status of a message for the team: "WhatsApp para (31) *****-0001, entregue". */
export const shownDelivery = (delivery: Delivery): string =>
  `${CHANNELS[delivery.channel]} para ${delivery.masked}, ${outcomeOf(delivery)}`;
