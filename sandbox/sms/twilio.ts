import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';
import { fateOf, reportLater } from './numbers.ts';

export const TWILIO_ACCOUNT = `AC${'0'.repeat(31)}1`;
export const TWILIO_TOKEN = 'sandbox-twilio-token';
const AUTHORIZATION = `Basic ${Buffer.from(`${TWILIO_ACCOUNT}:${TWILIO_TOKEN}`).toString('base64')}`;
const E164 = /^\+[1-9]\d{6,14}$/;

type Message = Partial<Record<'To' | 'From' | 'MessagingServiceSid' | 'Body' | 'StatusCallback', string>>;

const refuse = (reply: FastifyReply, status: number, code: number, message: string): FastifyReply =>
  reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

/** The signature of a report as Twilio computes it: address, then names and values sorted by name. */
const signed = (url: string, form: Record<string, string>): string =>
  createHmac('sha1', TWILIO_TOKEN)
    .update(
      url +
        Object.entries(form)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .flat()
          .join(''),
    )
    .digest('base64');

/** Twilio's Messages API as far as a single text needs it: `POST /2010-04-01/Accounts/{sid}/Messages.json`, a form. */
export function twilioRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'sms', (reply) => refuse(reply, 503, 20503, 'Service unavailable'));

  const report = (url: string, form: Record<string, string>): void =>
    reportLater(url, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': world.strange.is('twilio-forged-reports') ? 'Zm9yamFkYQ==' : signed(url, form),
      },
      body: new URLSearchParams(form),
    });

  app.get('/2010-04-01/Accounts/:sid', async (request, reply) => {
    const { sid } = request.params as { sid: string };
    if (request.headers.authorization !== AUTHORIZATION || sid !== `${TWILIO_ACCOUNT}.json`)
      return refuse(reply, 401, 20003, 'Authenticate');
    return { sid: TWILIO_ACCOUNT, status: 'active', type: 'Full', friendly_name: 'Sandbox' };
  });

  app.post('/2010-04-01/Accounts/:account/Messages.json', async (request, reply) => {
    const { account } = request.params as { account: string };
    if (request.headers.authorization !== AUTHORIZATION || account !== TWILIO_ACCOUNT)
      return refuse(reply, 401, 20003, 'Authenticate');
    const type = request.headers['content-type'] ?? '';
    const form = (
      type.startsWith('application/x-www-form-urlencoded') ? (request.body ?? {}) : {}
    ) as Message;
    const {
      To: to = '',
      From: from,
      MessagingServiceSid: service,
      Body: text,
      StatusCallback: callback,
    } = form;
    if (world.strange.is('twilio-suspended')) return refuse(reply, 429, 20429, 'Too Many Requests');
    if (to === '') return refuse(reply, 400, 21604, "A 'To' phone number is required.");
    if (!from && !service) return refuse(reply, 400, 21603, "A 'From' phone number is required.");
    if (!text) return refuse(reply, 400, 21602, 'Message body is required.');
    if (!E164.test(to)) return refuse(reply, 400, 21211, "Invalid 'To' Phone Number");
    const fate = fateOf(to);
    if (fate === 'refused') return refuse(reply, 400, 21614, "'To' number is not a valid mobile number");
    if (fate === 'stopped') return refuse(reply, 400, 21610, 'Attempt to send to unsubscribed recipient');
    const sid = `SM${randomUUID().replaceAll('-', '')}`;
    world.outbox.keep({
      key: `twilio ${sid}`,
      channel: 'sms',
      to,
      text,
      template: null,
      at: world.clock.now().toISOString(),
    });
    if (callback) {
      const about = { MessageSid: sid, SmsSid: sid, AccountSid: account, To: to, ApiVersion: '2010-04-01' };
      const last: Record<string, string> =
        fate === 'delivered'
          ? { MessageStatus: 'delivered' }
          : { MessageStatus: 'undelivered', ErrorCode: '30006' };
      report(callback, { ...about, MessageStatus: 'sent', SmsStatus: 'sent' });
      report(callback, { ...about, ...last, SmsStatus: last.MessageStatus ?? '' });
    }
    return reply.code(201).send({
      ...{
        sid,
        account_sid: account,
        to,
        from: from ?? null,
        messaging_service_sid: service ?? null,
        body: text,
      },
      ...{
        status: 'queued',
        error_code: null,
        error_message: null,
        num_segments: '1',
        direction: 'outbound-api',
      },
    });
  });
}
