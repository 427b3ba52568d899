import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { forgetCatalogue } from '../tenancy/memory.ts';
import { createMailer } from './mailer.ts';
import { notify } from './notify.ts';

let harness: Harness;
let who: Enrolling;
beforeAll(async () => {
  harness = await startHarness();
  who = await personAt(harness, 'payment');
});
afterAll(() => harness?.stop());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const set = async (mail: object, file: string, type: string, content: Buffer) => {
  const db = harness.platform.db.tenant(who.tenantId);
  await db.many(
    sql`update institution set mail = ${JSON.stringify(mail)}::jsonb where tenant_id = ${who.tenantId} returning id`,
  );
  await db.many(sql`
    update tenant_host set theme = theme || ${JSON.stringify({ logoLarge: file })}::jsonb where tenant_id = ${who.tenantId} returning id`);
  await db.many(sql`
    insert into brand_asset (tenant_id, path, content_type, content, sha256)
    values (${who.tenantId}, ${`alfa/${file}`}::text, ${type}::text, ${content}, 'x') on conflict do nothing returning path`);
  forgetCatalogue(harness.platform);
};
async function sent(dedupe: string) {
  const send = vi.spyOn(harness.platform.ports.mail, 'send').mockResolvedValue();
  await harness.platform.db.write(who.tenantId, async (tx) =>
    notify(tx, harness.platform, {
      template: 'N-18',
      personId: who.personId,
      subscriptionId: who.id,
      dedupe,
    }),
  );
  await harness.platform.jobs.run('outbox');
  const message = send.mock.calls.at(-1)?.[0];
  send.mockRestore();
  return message;
}

describe('mail of an institution', () => {
  it('has its name, no reply-to address and no picture where nothing is configured', async () => {
    const message = await sent('usual');
    expect(message).toMatchObject({ fromName: 'Centro Universitário Alfa Exemplo', replyTo: null });
    expect(message?.html.includes('cid:logo')).toBe(message?.logo !== null);
  });

  it('has the sender, the address and the logo from its catalogue', async () => {
    await set(
      { fromName: 'Vestibular Alfa', replyTo: 'vestibular@alfa.test' },
      'marca.png',
      'image/png',
      PNG,
    );
    const message = await sent('own');
    expect(message).toMatchObject({ fromName: 'Vestibular Alfa', replyTo: 'vestibular@alfa.test' });
    expect(message?.logo).toEqual({ type: 'image/png', content: PNG });
    expect(message?.html).toContain('src="cid:logo"');
    expect(message?.text).toContain('Centro Universitário Alfa Exemplo');
  });

  it.each([
    ['marca.svg', 'image/svg+xml', Buffer.from('<svg/>')],
    ['grande.png', 'image/png', Buffer.alloc(101 * 1024)],
  ])('uses its name instead of a logo that few programs draw: %s', async (file, type, content) => {
    await set({}, file, type, content);
    const message = await sent(file);
    expect([message?.logo, message?.html.includes('cid:logo')]).toEqual([null, false]);
  });
});

/** A mail server that records exactly what it is sent. */
async function keeper() {
  let kept = '';
  const server = createServer((socket) => {
    let data = false;
    socket.write('220 x\r\n');
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      if (data) {
        kept += text;
        if (kept.endsWith('\r\n.\r\n')) {
          data = false;
          socket.write('250 ok\r\n');
        }
        return;
      }
      data = text.startsWith('DATA');
      socket.write(data ? '354 go\r\n' : text.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n');
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, text: () => kept, close: () => server.close() };
}

it('mail is sent as text and HTML, with a reply-to address, an inline logo, and tracking switched off', async () => {
  const server = await keeper();
  const mailer = createMailer({
    mail: { url: `smtp://127.0.0.1:${server.port}`, from: 'nao-responda@orbita.test' },
  });
  await mailer.send({
    ...{ messageId: '<a@b>', template: 'N-18', to: 'um@exemplo.test', attachments: [] },
    ...{ fromName: 'Vestibular\r\nBcc: x@y.test', replyTo: 'vestibular@alfa.test' },
    ...{
      subject: 'Assunto',
      text: 'Texto',
      html: '<p><img src="cid:logo"></p>',
      logo: { type: 'image/png', content: PNG },
    },
  });
  server.close();
  const text = server.text();
  expect(text).toMatch(/^Reply-To: vestibular@alfa\.test\r$/m);
  expect(text).not.toMatch(/^Bcc:/im);
  // A line break in a name stays within the name.
  expect(text).toMatch(/^From: =\?UTF-8\?Q\?Vestibular=0D=0ABcc/m);
  expect(text).toContain('<nao-responda@orbita.test>');
  for (const header of ['X-Mailgun-Track: no', 'X-PM-TrackLinks: None', 'X-MC-Track: none', 'X-SMTPAPI: '])
    expect(text.toLowerCase()).toContain(header.toLowerCase());
  expect(text).toContain('Content-Type: multipart/alternative');
  expect(text).toContain('Content-Type: text/plain');
  expect(text).toMatch(/Content-Id: <logo>/i);
});
