import { whatsAppTrouble } from '@orbita/domain/messaging';
import type { Config } from '../../platform/config.ts';
import {
  SmsNotSent,
  type WhatsAppMessage,
  WhatsAppNotSent,
  type WhatsAppPort,
  type WhatsAppTaken,
} from '../../platform/ports.ts';
import { type WhatsAppAccount, whatsAppOf } from '../../platform/whatsapp-accounts.ts';
import { askGateway, textAt } from '../sms/outcome.ts';
import { checkWhatsApp } from './check.ts';

/** Brazilian numbers are stored without the country code, all others with it (spec 2.4). */
const international = (phone: string): string => (phone.startsWith('+') ? phone.slice(1) : `55${phone}`);

const text = ({ name, text: said }: WhatsAppMessage['values'][number]) => ({
  type: 'text',
  ...(name === undefined ? {} : { parameter_name: name }),
  text: said,
});

/** Components of a template message: a button with an address has one value, at index 0. */
const componentsOf = ({ values, button }: Pick<WhatsAppMessage, 'values' | 'button'>) => [
  ...(values.length > 0 ? [{ type: 'body', parameters: values.map(text) }] : []),
  ...(button === undefined
    ? []
    : [{ type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: button }] }]),
];

/** The meaning of a response without a message. An error counts whatever the status, because some come with 200. */
function troubleOf(status: number, body: unknown): WhatsAppNotSent {
  const code = textAt(body, 'error.code');
  const known = code === undefined ? undefined : whatsAppTrouble(Number(code));
  const words = `WhatsApp answered ${status}, code ${code ?? 'none'}${known ? `: ${known.words}` : ''}`;
  if (known) return new WhatsAppNotSent(known.kind, words);
  // A refusal with an unknown error code means it wasn't sent.
  if (code !== undefined || (status >= 400 && status < 500)) return new WhatsAppNotSent('elsewhere', words);
  return new WhatsAppNotSent('unknown', words);
}

async function ask(account: WhatsAppAccount, message: object): Promise<unknown> {
  const { url, version, phoneNumberId, token } = account;
  try {
    const { status, body } = await askGateway(`${url}/${version}/${phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messaging_product: 'whatsapp', recipient_type: 'individual', ...message }),
    });
    if (!textAt(body, 'messages.0.id')) throw troubleOf(status, body);
    return body;
  } catch (error) {
    if (!(error instanceof SmsNotSent)) throw error;
    throw new WhatsAppNotSent(error.kind === 'unknown' ? 'unknown' : 'later', error.message);
  }
}

/** Third-party ids are stored only in their known format. */
const idOf = (given: string | undefined): string | null =>
  given !== undefined && /^[\w.=+/:-]{1,200}$/.test(given) ? given : null;

/** Messages through Meta's Cloud API, from the tenant's number. */
export function createWhatsApp(
  { whatsapp }: Pick<Config, 'whatsapp'>,
  publicUrl: () => string,
): WhatsAppPort {
  const accountOf = (tenant: string): WhatsAppAccount => {
    const account = whatsAppOf(whatsapp, tenant);
    if (!account) throw new WhatsAppNotSent('elsewhere', 'No number at WhatsApp is configured');
    return account;
  };
  return {
    async send({ tenant, to, reference, template, values, button }): Promise<WhatsAppTaken> {
      const body = await ask(accountOf(tenant), {
        to: international(to),
        type: 'template',
        template: {
          name: template.name,
          language: { code: template.language },
          components: componentsOf({ values, button }),
        },
        biz_opaque_callback_data: reference,
      });
      return {
        id: idOf(textAt(body, 'messages.0.id')) ?? '',
        user: idOf(textAt(body, 'contacts.0.user_id')),
      };
    },
    async answer({ tenant, to, text: said }) {
      await ask(accountOf(tenant), { to, type: 'text', text: { preview_url: false, body: said } });
    },
    async check(tenant) {
      const account = whatsAppOf(whatsapp, tenant);
      const address = `${publicUrl()}/orbita/api/operations/webhooks/whatsapp/${tenant}`;
      return account && checkWhatsApp(account, address);
    },
  };
}
