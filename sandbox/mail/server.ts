import { randomUUID } from 'node:crypto';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import { listen } from '../listen.ts';
import type { World } from '../world.ts';

const MAX_BYTES = 40 * 1024 * 1024;

const refusal = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });

/** Addresses `falha@…` fail to receive (spec 2.5). */
const fails = (address: string): boolean => /^falha@/i.test(address);

const headerText = (mail: ParsedMail, name: string): string | null => {
  const value = mail.headers.get(name);
  return typeof value === 'string' ? value : null;
};

const keepMail = (world: World, mail: ParsedMail, recipients: SMTPServerAddress[]): void => {
  const messageId = mail.messageId ?? randomUUID();
  for (const { address } of recipients) {
    world.outbox.keep({
      // A client that lost the answer resends under the same Message-ID.
      key: `${messageId} ${address.toLowerCase()}`,
      channel: 'email',
      to: address,
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      ...(mail.html ? { html: mail.html } : {}),
      attachments: mail.attachments.map((part, n) => ({
        name: part.filename ?? `anexo-${n + 1}`,
        type: part.contentType,
        content: part.content,
      })),
      template: headerText(mail, 'x-template'),
      at: world.clock.now().toISOString(),
    });
  }
};

/** The mail server: plain SMTP, any credentials or none. Resolves when it listens. */
export async function startMailServer(world: World, port: number, host: string) {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anonymous' }),
    onConnect: (_session, done) =>
      done(world.faults.mode('mail') === 'down' ? refusal(421, 'Service not available') : null),
    // Connections kept open by a client's pool break as well.
    onMailFrom: (_address, _session, done) =>
      done(world.faults.mode('mail') === 'down' ? refusal(421, 'Service not available') : null),
    onRcptTo: ({ address }, _session, done) =>
      done(fails(address) ? refusal(550, 'Mailbox unavailable') : null),
    onData: (stream, session, done) => {
      simpleParser(stream)
        .then((mail) => {
          if (stream.sizeExceeded) throw refusal(552, 'Message too big');
          keepMail(world, mail, session.envelope.rcptTo);
          return world.faults.linger('mail');
        })
        .then(
          () => done(),
          (error: Error) => done(error),
        );
    },
  });
  // A client that hangs up midway is not our problem.
  server.on('error', () => undefined);
  const bound = await listen(server.server, port, host);
  return {
    port: bound,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
