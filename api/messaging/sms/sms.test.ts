import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TWILIO_ACCOUNT, TWILIO_TOKEN } from '@orbita/sandbox/sms/twilio';
import { ZENVIA_TOKEN } from '@orbita/sandbox/sms/zenvia';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantIdOf } from '../../../testing/full-person.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { until } from '../../../testing/until.ts';
import { SmsNotSent } from '../../platform/ports.ts';
import { type FormGateway, smsGateway } from '../../platform/sms-gateways.ts';
import { notify } from '../notify.ts';
import { referenceOf } from '../reference.ts';
import { sendByForm } from './form.ts';
import { kindOfStatus, textAt } from './outcome.ts';
import { twilioSignature } from './twilio.ts';

const KEY = 'chave-de-avisos-0123456789';
const TWILIO = { kind: 'twilio', accountSid: TWILIO_ACCOUNT, authToken: TWILIO_TOKEN, from: '+551140000000' };
const ZENVIA = { kind: 'zenvia', token: ZENVIA_TOKEN, from: 'faculdade' };
const FORM = {
  kind: 'form',
  report: { reference: 'aviso.ref', status: 'aviso.0', delivered: ['1'], failed: ['9'] },
  headers: { Authorization: 'Bearer chave', 'Content-Type': 'application/json' },
  body: '{"to":"{{digits}}","text":"{{text}}","reference":"{{reference}}"}',
};
const urlOf = (harness: Harness, path: string) => `${harness.sandbox.url}${path}`;

let harness: Harness;
let made = 0;
beforeAll(async () => {
  harness = await startHarness();
  const { sms } = harness.platform.config;
  sms.alfa = smsGateway.parse({ ...TWILIO, url: urlOf(harness, '/twilio'), reportKey: KEY });
  sms.beta = smsGateway.parse({ ...ZENVIA, url: urlOf(harness, '/zenvia'), reportKey: KEY });
});
afterAll(() => harness?.stop());

type Line = {
  id: number;
  state: string;
  attempts: number;
  last_error: string | null;
  delivered_at: Date | null;
};
const send = () => harness.platform.jobs.run('outbox');
/** Writes a text to a number and sends it; `line` reads its stored row. */
async function text(tenant: string, to: string) {
  const tenantId = await tenantIdOf(harness, tenant);
  const db = harness.platform.db.tenant(tenantId);
  const dedupe = `sms-${made++}`;
  await harness.platform.db.write(tenantId, async (tx) =>
    notify(tx, harness.platform, {
      ...{ template: 'N-02', personId: null, dedupe, data: { codigo: '123456' } },
      recipients: [{ channel: 'sms', to, name: 'Ana' }],
    }),
  );
  await send();
  const line = async (): Promise<Line> => {
    const row = await db.one<Line>(sql`
      select id, state, attempts, last_error, delivered_at from notification
      where tenant_id = ${tenantId} and dedupe_key = ${`N-02:${dedupe}`}`);
    if (!row) throw new Error('No such message');
    return row;
  };
  return { line, db, tenantId };
}
const referenceIn = async (tenantId: number, id: number): Promise<string> => {
  const row = await harness.platform.db.tenant(tenantId).one<Parameters<typeof referenceOf>[1]>(sql`
    select id, dedupe_key, created_at from notification where tenant_id = ${tenantId} and id = ${id}`);
  if (!row) throw new Error('No such message');
  return referenceOf(tenantId, row);
};
const received = async (to: string) =>
  (await (
    await fetch(urlOf(harness, `/control/outbox?to=${encodeURIComponent(to)}`), {
      headers: { 'x-control-key': 'control' },
    })
  ).json()) as { to: string; text: string }[];
const post = (tenant: string, body: string, headers: Record<string, string>, query = '', key = KEY) =>
  fetch(`${harness.url}/orbita/api/operations/webhooks/sms/${tenant}/${key}${query}`, {
    method: 'POST',
    headers,
    body,
  });

describe('Twilio', () => {
  it('gets a number with its country code, and reports deliveries', async () => {
    const { line } = await text('alfa', '31911110001');
    expect(await received('+5531911110001')).toMatchObject([{ to: '+5531911110001' }]);
    const last = await until(line, ({ delivered_at }) => delivered_at !== null);
    expect(last).toMatchObject({ state: 'sent', last_error: null });
    const { body } = await harness.operations.call('GET /operations/notifications', {
      query: { state: 'sent' },
    });
    expect(body.data.find(({ id }) => id === last.id)?.deliveredAt).toMatch(/-03:00$/);
  });

  it('says by its codes whether another attempt would help', async () => {
    for (const [to, code] of [
      ['31911119999', '21614'],
      ['31911119997', '21610'],
    ] as const)
      expect(await (await text('alfa', to)).line()).toMatchObject({
        ...{ state: 'failed', attempts: 1, last_error: `Twilio answered 400, code ${code}` },
      });
    await harness.strange('twilio-suspended', true);
    const later = await text('alfa', '31911110002');
    expect(await later.line()).toMatchObject({
      state: 'pending',
      attempts: 1,
      last_error: 'Twilio answered 429, code 20429',
    });
    await harness.strange('twilio-suspended', false);
    await later.db.many(sql`
      update notification set retry_at = ${new Date(0)} where tenant_id = ${later.tenantId} and state = 'pending' returning id`);
    await send();
    expect(await later.line()).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('reports accepted messages that were not delivered', async () => {
    const { line } = await text('alfa', '31911119998');
    const last = await until(line, ({ state }) => state === 'failed');
    expect(last).toMatchObject({
      attempts: 1,
      last_error: 'not delivered: landline or operator not reachable',
    });
  });

  it('S17 is authenticated by its signature over address and form, and by the secret of the address', async () => {
    await harness.strange('twilio-forged-reports', true);
    const { line, tenantId } = await text('alfa', '31911110003');
    const { id } = await line();
    await harness.strange('twilio-forged-reports', false);
    const reference = await referenceIn(tenantId, id);
    const query = `?message=${reference}`;
    const url = (query: string) => `${harness.url}/orbita/api/operations/webhooks/sms/alfa/${KEY}${query}`;
    const form = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+5531911110003' };
    const headers = (signature: string) => ({
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
    });
    const body = String(new URLSearchParams(form));
    const right = twilioSignature(TWILIO_TOKEN, url(query), form);
    const other = `?message=${reference.replace(/^\d+/, String(id + 1))}`;
    const statuses = [
      await post('alfa', body, headers('Zm9yamFkYQ=='), query),
      await post('alfa', body, headers(''), query),
      await post('alfa', body.replace('delivered', 'failed'), headers(right), query),
      await post('alfa', body, headers(right), other),
      await post('alfa', body, headers(right), query, `${KEY}x`),
      await post('beta', body, headers(right), query, `${KEY}x`),
      await post('ninguem', body, headers(right), query),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401]);
    expect((await line()).delivered_at).toBeNull();
    expect((await post('alfa', body, headers(right), query)).status).toBe(200);
    const arrived = await line();
    expect(arrived).toMatchObject({ state: 'sent', delivered_at: expect.any(Date) });
    const failed = { ...form, MessageStatus: 'failed', ErrorCode: '30008' };
    const late = twilioSignature(TWILIO_TOKEN, url(query), failed);
    expect((await post('alfa', String(new URLSearchParams(failed)), headers(late), query)).status).toBe(200);
    expect(await line()).toEqual(arrived);
  });
});

describe('Zenvia', () => {
  const subscribe = () =>
    fetch(urlOf(harness, '/zenvia/v2/subscriptions'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-token': ZENVIA_TOKEN },
      body: JSON.stringify({
        eventType: 'MESSAGE_STATUS',
        webhook: { url: `${harness.url}/orbita/api/operations/webhooks/sms/beta/${KEY}` },
      }),
    });

  it('gets a number without a plus, and reports deliveries and failures', async () => {
    expect((await subscribe()).status).toBe(200);
    const good = await text('beta', '31922220001');
    expect(await received('5531922220001')).toMatchObject([{ to: '5531922220001' }]);
    await until(good.line, ({ delivered_at }) => delivered_at !== null);
    const bad = await text('beta', '31922229998');
    const last = await until(bad.line, ({ state }) => state === 'failed');
    expect(last.last_error).toBe('not delivered: NOT_DELIVERED 301');
  });

  it('rejects a number permanently, and is called again after its own error', async () => {
    expect(await (await text('beta', '31922229999')).line()).toMatchObject({ state: 'failed', attempts: 1 });
    const fault = (mode: 'down' | 'ok') =>
      harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'sms', mode } });
    await fault('down');
    const waits = await text('beta', '31922220002');
    await fault('ok');
    expect(await waits.line()).toMatchObject({
      state: 'pending',
      last_error: 'Zenvia answered 500, code INTERNAL_ERROR',
    });
  });

  it('may send anything to the address: anything but a report changes nothing', async () => {
    const json = { 'content-type': 'application/json' };
    const { line, db, tenantId } = await text('beta', '31922220003');
    await until(line, ({ delivered_at }) => delivered_at !== null);
    // As if nothing was reported yet, because a delivered message never changes again.
    const { id } = await line();
    await db.one(sql`
      update notification set delivered_at = null where tenant_id = ${tenantId} and id = ${id} returning id`);
    const stored = () =>
      db.many(sql`select to_jsonb(n) as row from notification n where tenant_id = ${tenantId} order by id`);
    const externalId = await referenceIn(tenantId, id);
    const report = {
      type: 'MESSAGE_STATUS',
      message: { externalId },
      messageStatus: { code: 'NOT_DELIVERED', causes: [{ channelErrorCode: '301' }] },
    };
    const before = await stored();
    expect(before.length).toBeGreaterThan(0);
    for (const odd of [
      {},
      null,
      [],
      { type: 'MESSAGE' },
      { type: 'MESSAGE_STATUS', message: { externalId: 7 } },
      { ...report, type: 'MESSAGE' },
      { ...report, type: undefined },
      { ...report, message: undefined },
      { ...report, message: { externalId: id } },
      { ...report, message: { externalId: `${externalId}0` } },
      { ...report, message: { externalId: [externalId] } },
      { ...report, messageStatus: undefined },
      { ...report, messageStatus: { code: 'SENT' } },
      { ...report, messageStatus: { code: 'constructor' } },
      [report],
    ]) {
      const body = JSON.stringify(odd);
      expect([body, (await post('beta', body, json)).status]).toEqual([body, 200]);
      expect([body, await stored()]).toEqual([body, before]);
    }
    expect((await post('beta', JSON.stringify(report), json)).status).toBe(200);
    expect(await line()).toMatchObject({ state: 'failed', last_error: 'not delivered: NOT_DELIVERED 301' });
  });
});

describe('a gateway with a format of its own', () => {
  it('reports where its configuration says', async () => {
    harness.platform.config.sms.alfa = smsGateway.parse({
      ...FORM,
      url: urlOf(harness, '/sms/messages'),
      reportKey: KEY,
    });
    const { line, tenantId } = await text('alfa', '31933330001');
    const ref = await referenceIn(tenantId, (await line()).id);
    const says = (status: string, reference = ref) =>
      post('alfa', JSON.stringify({ aviso: { 0: status, ref: reference } }), {
        'content-type': 'application/json',
      });
    for (const answer of [await says('5'), await says('1', `${ref}0`), await says('1', `9${ref}`)])
      expect(answer.status).toBe(200);
    expect(await line()).toMatchObject({ state: 'sent', delivered_at: null });
    await says('9');
    expect(await line()).toMatchObject({ state: 'failed', last_error: 'not delivered: 9' });
    await says('1');
    expect(await line()).toMatchObject({ state: 'sent', last_error: null, delivered_at: expect.any(Date) });
  });

  it.each([
    ['application/json', '{"a":"{{text}}","n":"{{digits}}"}', (body: string) => JSON.parse(body).a],
    [
      'application/x-www-form-urlencoded',
      'a={{text}}&n={{to}}',
      (body: string) => new URLSearchParams(body).get('a'),
    ],
    ['text/xml', '<m to="{{digits}}">{{text}}</m>', (body: string) => /">(.*)<\/m>$/s.exec(body)?.[1]],
  ])('S3 %s cannot be injected into by a text', async (type, template, read) => {
    const hostile = 'a"b\\c&n=1{{to}}</m><x/>\n$&';
    let got = '';
    const server = createServer((request, response) => {
      request.on('data', (part) => {
        got += part;
      });
      request.on('end', () => response.end('{}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const gateway = smsGateway.parse({
      kind: 'form',
      url,
      headers: { 'content-type': type },
      body: template,
    });
    await sendByForm(gateway as FormGateway, {
      ...{ to: '+5531900000001', text: hostile, reference: 'r', template: 'N-02', reportUrl: undefined },
    });
    server.close();
    const escaped = hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(read(got)).toBe(type === 'text/xml' ? escaped.replaceAll('"', '&quot;') : hostile);
  });

  const outcome = async (
    answer: (end: (status: number, body: string) => void, cut: () => void) => void,
    accepted = true,
  ) => {
    const server = createServer((request, response) =>
      answer(
        (status, body) => response.writeHead(status).end(body),
        () => request.socket.destroy(),
      ),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const gateway = smsGateway.parse({
      ...{ kind: 'form', url, body: '{"a":"{{to}} {{text}}"}' },
      ...(accepted ? { accepted: { place: 'ok', values: ['true'] } } : {}),
    });
    const order = { to: '+551', text: 't', reference: 'r', template: 'N-02', reportUrl: undefined };
    const found = await sendByForm(gateway as FormGateway, order).catch((error: unknown) => error);
    server.close();
    return found === undefined ? 'sent' : found instanceof SmsNotSent ? found.kind : String(found);
  };

  it('fails permanently, temporarily or unknown; a dropped connection is unknown, a refused one is not', async () => {
    expect(await outcome((end) => end(200, '{"ok":true}'))).toBe('sent');
    expect(await outcome((end) => end(200, '{"ok":false}'))).toBe('permanent');
    expect(await outcome((end) => end(200, '<html>'))).toBe('unknown');
    expect(await outcome((end) => end(200, '<html>'), false)).toBe('sent');
    expect(await outcome((end) => end(302, ''))).toBe('temporary');
    expect(await outcome((_end, cut) => cut())).toBe('unknown');
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/`;
    await new Promise((resolve) => gone.close(resolve));
    const closed = smsGateway.parse({ kind: 'form', url, body: '{{to}}{{text}}' });
    await expect(
      sendByForm(closed as FormGateway, {
        to: '+5',
        text: 't',
        reference: 'r',
        template: 'N-02',
        reportUrl: undefined,
      }),
    ).rejects.toMatchObject({ kind: 'temporary' });
    const kinds = [400, 401, 402, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504].map(kindOfStatus);
    expect(kinds.join(' ')).toBe(
      'permanent temporary temporary temporary temporary temporary temporary permanent temporary unknown unknown temporary unknown',
    );
  });

  it.each<[string, object]>([
    ['a number in the address', { url: 'https://a.test/?to={{to}}', body: '{{to}}{{text}}' }],
    [
      'a number in the address, written otherwise',
      { url: 'https://a.test/?to=%7B%7Bto%7D%7D', body: '{{to}}{{text}}' },
    ],
    ['no text', { url: 'https://a.test/', body: '{{to}}' }],
    ['no number', { url: 'https://a.test/', body: '{{text}}' }],
    ['an unknown placeholder', { url: 'https://a.test/', body: '{{to}}{{text}}{{senha}}' }],
    ['a short key', { url: 'https://a.test/', body: '{{to}}{{text}}', reportKey: 'curta' }],
  ])('S1 a configuration with %s is refused at the start', (_what, given) => {
    expect(smsGateway.safeParse({ kind: 'form', ...given }).success).toBe(false);
  });

  it('finds a value by its own property names only', () => {
    expect(textAt({ a: [{ b: 1 }] }, 'a.0.b')).toBe('1');
    for (const place of ['a.length', 'constructor.name', 'a.b.c', '__proto__.x'])
      expect(textAt({ a: 'x' }, place)).toBeUndefined();
  });
});
