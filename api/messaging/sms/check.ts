import type { ProviderStep } from '../../platform/ports.ts';
import { trySteps } from '../../platform/provider-step.ts';
import type { SmsGateway } from '../../platform/sms-gateways.ts';
import { askGateway, textAt } from './outcome.ts';

type Read = { url: string; headers: Record<string, string>; said: (body: unknown) => string };

/** A request that shows the gateway knows us, without sending a text to anybody; undefined if there is none. */
function readOf(gateway: SmsGateway): Read | undefined {
  if (gateway.kind === 'twilio') {
    const { url, accountSid, authToken } = gateway;
    return {
      url: `${url}/2010-04-01/Accounts/${accountSid}.json`,
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      said: (body) => `The account is ${textAt(body, 'status') ?? 'there'}`,
    };
  }
  if (gateway.kind === 'zenvia')
    return {
      url: `${gateway.url}/v2/subscriptions`,
      headers: { 'x-api-token': gateway.token },
      said: () => 'The subscriptions of the account were read',
    };
  return undefined;
}

/** Tests an account with a read; does nothing for a gateway of which only the message format is known. */
export async function checkGateway(gateway: SmsGateway): Promise<ProviderStep[]> {
  const read = readOf(gateway);
  if (!read) return [];
  return trySteps([
    [
      'read',
      async () => {
        const { status, body } = await askGateway(read.url, { headers: read.headers });
        const said = textAt(body, 'message') ?? '';
        if (status !== 200) throw new Error(`The provider answered ${status} ${said.slice(0, 200)}`.trim());
        return read.said(body);
      },
    ],
  ]);
}
