import { createHmac, timingSafeEqual } from 'node:crypto';
import { entryOf } from '@orbita/domain/foundation';
import { SmsNotSent } from '../../platform/ports.ts';
import type { TwilioGateway } from '../../platform/sms-gateways.ts';
import { askGateway, kindOfStatus, type SmsOrder, type SmsReport, textAt } from './outcome.ts';

/**
 * Twilio's error codes whose HTTP status is misleading. Errors about the number or text are permanent; errors about our
 * account, its sender or permissions can be fixed. Source: twilio.com/docs/api/errors.
 */
const CODES: Readonly<Record<string, SmsNotSent['kind']>> = {
  20003: 'temporary', // authentication
  20404: 'temporary', // no such account
  20429: 'temporary', // too many calls
  21212: 'temporary', // sender isn't a number
  21408: 'temporary', // region not enabled
  21603: 'temporary', // no sender
  21606: 'temporary', // sender isn't ours
  21608: 'temporary', // trial account, number not verified
  21611: 'temporary', // sender's queue is full
  21659: 'temporary', // sender isn't ours
  21703: 'temporary', // messaging service without numbers
};

/** Report codes in words, for whoever monitors messages. */
const REASONS: Readonly<Record<string, string>> = {
  30001: 'queue full',
  30002: 'account suspended',
  30003: 'phone not reachable',
  30004: 'blocked by its owner or operator',
  30005: 'number does not exist or is off',
  30006: 'landline or operator not reachable',
  30007: 'filtered as spam',
  30008: 'no reason given',
  21610: 'its owner wants no messages',
};

/** Sends through Twilio's Messages API. @throws SmsNotSent */
export async function sendByTwilio(
  { url, accountSid, authToken, apiKey, from, messagingServiceSid }: TwilioGateway,
  { to, text, reportUrl }: SmsOrder,
): Promise<void> {
  const { sid, secret } = apiKey ?? { sid: accountSid, secret: authToken };
  const { status, body } = await askGateway(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      To: to,
      Body: text,
      ...(messagingServiceSid ? { MessagingServiceSid: messagingServiceSid } : { From: from ?? '' }),
      ...(reportUrl ? { StatusCallback: reportUrl } : {}),
    }),
  });
  const accepted = status >= 200 && status < 300;
  if (accepted && textAt(body, 'status') !== 'failed') {
    // A response without a message id isn't theirs, for instance a proxy's page.
    if (textAt(body, 'sid')) return;
    throw new SmsNotSent('unknown', 'Twilio answered no message');
  }
  const code = textAt(body, accepted ? 'error_code' : 'code') ?? '';
  const kind = entryOf(CODES, code) ?? (accepted ? 'permanent' : kindOfStatus(status));
  throw new SmsNotSent(kind, `Twilio answered ${status}, code ${code || 'none'}`);
}

/**
 * Signature of a report (X-Twilio-Signature): HMAC-SHA1 over the address we gave, followed by the form's names and values
 * sorted by name.
 */
export function twilioSignature(
  authToken: string,
  url: string,
  form: Readonly<Record<string, string>>,
): string {
  const said = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`)
    .join('');
  return createHmac('sha1', authToken).update(`${url}${said}`).digest('base64');
}

/** Parses a report; undefined if Twilio didn't sign it for this address. */
export function readTwilioReport(
  { authToken }: TwilioGateway,
  { url, reference, body, signature }: { url: string; reference: string; body: unknown; signature: string },
): SmsReport | undefined {
  const form = Object.fromEntries(
    Object.entries((body ?? {}) as object).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  const wanted = Buffer.from(twilioSignature(authToken, url, form));
  const given = Buffer.from(signature);
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return undefined;
  const { MessageStatus: status = '', ErrorCode: code = '' } = form;
  const outcome =
    status === 'delivered'
      ? 'delivered'
      : status === 'undelivered' || status === 'failed'
        ? 'failed'
        : 'passing';
  return {
    reference,
    outcome,
    reason: entryOf(REASONS, code) ?? `code ${/^\d{1,6}$/.test(code) ? code : 'none'}`,
  };
}
