import { createTransport } from 'nodemailer';
import type { Config } from '../platform/config.ts';
import type { MailPort } from '../platform/ports.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Mail servers drop idle connections; a pool left open would fail the first message after a pause. */
const IDLE_MS = 1_000;

/**
 * Tells mail services not to touch links and pictures (Mailgun, Postmark, Mandrill, SendGrid): a link opens an application, and
 * a tracked one would pass through someone else's log.
 */
const UNTRACKED = {
  'X-Mailgun-Track': 'no',
  'X-PM-TrackOpens': 'false',
  'X-PM-TrackLinks': 'None',
  'X-MC-Track': 'none',
  'X-SMTPAPI': '{"filters":{"clicktrack":{"settings":{"enable":0}},"opentrack":{"settings":{"enable":0}}}}',
};

const openPool = (address: URL) =>
  createTransport({
    host: address.hostname,
    port: address.port ? Number(address.port) : address.protocol === 'smtps:' ? 465 : 587,
    secure: address.protocol === 'smtps:',
    ...(address.username
      ? { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }
      : {}),
    pool: true,
    maxConnections: 4,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Texts and attachments are our own, so fetching URLs and reading files is switched off.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Mail over SMTP. Throws if the server didn't accept a message. A repeat after a crash carries the same Message-ID. */
export function createMailer(config: Pick<Config, 'mail'>): MailPort {
  const address = config.mail.url ? new URL(config.mail.url) : undefined;
  let pool: ReturnType<typeof openPool> | undefined;
  let under = 0;
  let idle: NodeJS.Timeout | undefined;

  const close = () => {
    pool?.close();
    pool = undefined;
  };
  return {
    async send(message) {
      if (!address) throw new Error('No mail server is configured');
      clearTimeout(idle);
      pool ??= openPool(address);
      under += 1;
      try {
        await pool.sendMail({
          messageId: message.messageId,
          from: { name: message.fromName, address: config.mail.from },
          to: message.to,
          ...(message.replyTo ? { replyTo: message.replyTo } : {}),
          subject: message.subject,
          text: message.text,
          html: message.html,
          headers: { 'X-Template': message.template, 'Auto-Submitted': 'auto-generated', ...UNTRACKED },
          attachments: [
            ...message.attachments.map(({ name, type, content }) => ({
              filename: name,
              contentType: type,
              content,
            })),
            ...(message.logo
              ? [
                  {
                    filename: message.logo.type === 'image/png' ? 'logo.png' : 'logo.jpg',
                    contentType: message.logo.type,
                    content: message.logo.content,
                    contentDisposition: 'inline' as const,
                    cid: 'logo',
                  },
                ]
              : []),
          ],
        });
      } finally {
        under -= 1;
        if (under === 0) idle = setTimeout(close, IDLE_MS).unref();
      }
    },
  };
}
