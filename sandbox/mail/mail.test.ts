import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, speakSmtp, type TestSandbox } from '../../testing/sandbox-kit.ts';
import type { OutboxMessage } from '../outbox.ts';

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.discard());

const mail = (id: string, subject: string) =>
  [
    'From: Alfa <nao-responda@alfa.test>',
    'To: um@exemplo.test',
    `Message-ID: <${id}@alfa.test>`,
    `Subject: ${subject}`,
    'X-Template: N-05',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=X',
    '',
    '--X',
    'Content-Type: multipart/alternative; boundary=Y',
    '',
    '--Y',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Olá',
    '--Y',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Olá</p><script>alert(1)</script>',
    '--Y--',
    '--X',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename=contrato.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('%PDF-1.4').toString('base64'),
    '--X--',
    '.',
  ].join('\r\n');

const send = (to: string, content: string) =>
  speakSmtp(world.ports.smtp, [
    'EHLO teste',
    'MAIL FROM:<nao-responda@alfa.test>',
    `RCPT TO:<${to}>`,
    'DATA',
    content,
    'QUIT',
  ]);
const outbox = async (to: string) =>
  (await (await world.control('GET', `/outbox?to=${encodeURIComponent(to)}`)).json()) as OutboxMessage[];

describe('mail', () => {
  it('is stored with template, both bodies and attachments, newest first', async () => {
    await send('um@exemplo.test', mail('a1', 'Primeiro'));
    await send('um@exemplo.test', mail('a2', 'Segundo'));
    const messages = await outbox('UM@exemplo.test');
    expect(messages.map(({ subject }) => subject)).toEqual(['Segundo', 'Primeiro']);
    expect(messages[0]).toEqual({
      channel: 'email',
      to: 'um@exemplo.test',
      subject: 'Segundo',
      text: expect.stringContaining('Olá'),
      html: expect.stringContaining('<p>Olá</p>'),
      attachments: [{ name: 'contrato.pdf', type: 'application/pdf' }],
      template: 'N-05',
      at: expect.any(String),
    });
  });

  it('is one message however often it is sent', async () => {
    await send('dois@exemplo.test', mail('b1', 'Uma vez'));
    const answers = await send('dois@exemplo.test', mail('b1', 'Uma vez'));
    expect(answers[5]).toMatch(/^250/);
    expect(await outbox('dois@exemplo.test')).toHaveLength(1);
  });

  it('is refused for the failing address', async () => {
    const answers = await send('falha@exemplo.test', mail('c1', 'Nunca'));
    expect(answers[3]).toMatch(/^550/);
    expect(await outbox('falha@exemplo.test')).toEqual([]);
  });

  it('is refused on connection while mail is down', async () => {
    await world.control('PUT', '/faults', { port: 'mail', mode: 'down' });
    const answers = await speakSmtp(world.ports.smtp, ['EHLO teste', 'QUIT']);
    expect(answers[0]).toMatch(/^421/);
    await world.control('PUT', '/faults', { port: 'mail', mode: 'ok' });
  });

  it('opens on the page in a frame without scripts, with its attachment', async () => {
    await send('tres@exemplo.test', mail('d1', 'Na página'));
    const page = await (await world.call('/sandbox')).text();
    const id = /\/sandbox\/mail\/([0-9a-f-]{36})/.exec(page)?.[1];
    const message = await (await world.call(`/sandbox/mail/${id}`)).text();
    expect(message).toContain('sandbox="allow-popups');
    const frame = await world.call(`/sandbox/mail/${id}/html`);
    expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'");
    const file = await world.call(`/sandbox/mail/${id}/attachments/0`);
    expect(await file.text()).toBe('%PDF-1.4');
    expect(file.headers.get('content-disposition')).toContain('contrato.pdf');
  });
});
