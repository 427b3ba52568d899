import type { ProviderStep } from '../../platform/ports.ts';
import { trySteps } from '../../platform/provider-step.ts';
import type { WhatsAppAccount } from '../../platform/whatsapp-accounts.ts';
import { askGateway, textAt } from '../sms/outcome.ts';

/** Tests a number: reads what Meta knows about it, and registers our address for its reports. Sends no message to anybody. */
export function checkWhatsApp(account: WhatsAppAccount, address: string): Promise<ProviderStep[]> {
  const ask = async (query: string, init: RequestInit): Promise<unknown> => {
    const { url, version, phoneNumberId, token } = account;
    const { status, body } = await askGateway(`${url}/${version}/${phoneNumberId}${query}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    const code = textAt(body, 'error.code');
    if (status === 200 && code === undefined) return body;
    const said = textAt(body, 'error.message') ?? '';
    throw new Error(`The provider answered ${status}, code ${code ?? 'none'} ${said.slice(0, 200)}`.trim());
  };
  return trySteps([
    [
      'read',
      async () => {
        const read = await ask('?fields=verified_name,display_phone_number,quality_rating', {});
        const [name, phone, quality] = ['verified_name', 'display_phone_number', 'quality_rating'].map(
          (field) => (textAt(read, field) ?? 'unknown').slice(0, 80),
        );
        return `The number is ${phone} of ${name}, quality ${quality}`;
      },
    ],
    [
      'webhook',
      async () => {
        await ask('', {
          method: 'POST',
          body: JSON.stringify({
            webhook_configuration: { override_callback_uri: address, verify_token: account.verifyToken },
          }),
        });
        return 'The address of our notices is registered';
      },
    ],
  ]);
}
