import { entryOf } from '@orbita/domain/foundation';
import { SmsNotSent } from '../../platform/ports.ts';
import type { ZenviaGateway } from '../../platform/sms-gateways.ts';
import { askGateway, kindOfStatus, type SmsOrder, type SmsReport, textAt } from './outcome.ts';

const TAKEN = 409;
/** Zenvia asks to repeat calls it answered with 500 (zenvia.github.io/zenvia-openapi-spec, "Error Handling"). */
const AGAIN = 500;

/** Sends through version 2 of Zenvia's API, where numbers have no plus sign. @throws SmsNotSent */
export async function sendByZenvia(
  { url, token, from }: ZenviaGateway,
  { to, text, reference }: SmsOrder,
): Promise<void> {
  const { status, body } = await askGateway(`${url}/v2/channels/sms/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-token': token },
    body: JSON.stringify({
      from,
      to: to.replace(/\D/g, ''),
      contents: [{ type: 'text', text }],
      externalId: reference,
    }),
  });
  if (status === TAKEN) return;
  if (status >= 200 && status < 300) {
    if (textAt(body, 'id')) return;
    throw new SmsNotSent('unknown', 'Zenvia answered no message');
  }
  const code = textAt(body, 'code') ?? 'none';
  throw new SmsNotSent(
    status === AGAIN ? 'temporary' : kindOfStatus(status),
    `Zenvia answered ${status}, code ${code.slice(0, 40)}`,
  );
}

const OUTCOMES: Readonly<Record<string, SmsReport['outcome']>> = {
  DELIVERED: 'delivered',
  READ: 'delivered',
  REJECTED: 'failed',
  NOT_DELIVERED: 'failed',
};

/** Parses a report (event MESSAGE_STATUS); undefined for anything else sent to the address. */
export function readZenviaReport(body: unknown): SmsReport | undefined {
  const reference = textAt(body, 'message.externalId');
  if (textAt(body, 'type') !== 'MESSAGE_STATUS' || !reference) return undefined;
  const code = textAt(body, 'messageStatus.code') ?? '';
  const cause = textAt(body, 'messageStatus.causes.0.channelErrorCode');
  return {
    reference,
    outcome: entryOf(OUTCOMES, code) ?? 'passing',
    reason: `${code} ${cause ?? ''}`.trim().slice(0, 80),
  };
}
