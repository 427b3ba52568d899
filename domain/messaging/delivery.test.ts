import { expect, it } from 'vitest';
import { type Delivery, shownDelivery } from './delivery.ts';

const sent: Delivery = {
  channel: 'whatsapp',
  masked: '(31) *****-0001',
  state: 'sent',
  delivered: false,
  error: null,
};

it.each<[Partial<Delivery>, string]>([
  [{}, 'WhatsApp para (31) *****-0001, enviado'],
  [{ delivered: true }, 'WhatsApp para (31) *****-0001, entregue'],
  [{ state: 'sending' }, 'WhatsApp para (31) *****-0001, na fila'],
  [{ channel: 'email', masked: 'a***@e***.br', state: 'pending' }, 'E-mail para a***@e***.br, na fila'],
  [{ state: 'failed' }, 'WhatsApp para (31) *****-0001, não entregue'],
  [
    { state: 'failed', error: 'not delivered: the phone cannot be reached by WhatsApp' },
    'WhatsApp para (31) *****-0001, não entregue: este celular não recebe por WhatsApp',
  ],
  [
    { state: 'failed', error: 'WhatsApp answered 400, code 132015: the template is paused' },
    'WhatsApp para (31) *****-0001, não entregue: o modelo da mensagem precisa de ajuste no WhatsApp',
  ],
  [
    { channel: 'sms', state: 'failed', error: 'Twilio answered 400, code 21614' },
    'SMS para (31) *****-0001, não entregue',
  ],
])('%j is shown as %j', (part, words) => {
  expect(shownDelivery({ ...sent, ...part })).toBe(words);
});
