// Longer than other files: consent, sending, reports and replies share one provider account and its imitation.
// One long file, because all its tests share one product with a WhatsApp number, which takes longer to start than most of these
// tests.
import { WHATSAPP_SECRET } from '@orbita/sandbox/whatsapp/chat';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf, signInCalls } from '../../../testing/codes.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { apply, bodyOf } from '../../../testing/journey.ts';
import { inventedPerson, signUpFields } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { CAPTCHA } from '../../../testing/requests.ts';
import { until } from '../../../testing/until.ts';
import {
  connectWhatsApp,
  VERIFY_TOKEN,
  whatsAppOfTenant,
  writeByWhatsApp,
} from '../../../testing/whatsapp.ts';
import { notify } from '../notify.ts';
import { hubSignature } from './signature.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ environment: (sandbox) => whatsAppOfTenant(sandbox, 'alfa') });
  expect(await connectWhatsApp(harness, 'alfa')).toBe(200);
});
afterAll(() => harness?.stop());

let made = 0;
const send = () => harness.platform.jobs.run('outbox');
const received = async (phone: string) =>
  (await (
    await fetch(`${harness.sandbox.url}/control/outbox?to=${phone}`, {
      headers: { 'x-control-key': 'control' },
    })
  ).json()) as { channel: string; text: string; template: string | null }[];
const channelsAt = async (phone: string) => (await received(phone)).map(({ channel }) => channel).sort();

/** A person of alfa with their own phone, who agreed to WhatsApp unless specified otherwise. */
async function person(ending = '0000', wants = true) {
  made += 1;
  const who = await personAt(harness, 'account', { emailConfirmed: true });
  const phone = `31977${String(made).padStart(2, '0')}${ending}`;
  const db = harness.platform.db.tenant(who.tenantId);
  await db.many(sql`
    update person set cell_phone = ${phone} where tenant_id = ${who.tenantId} and id = ${who.personId} returning id`);
  const consents = (whatsapp: boolean) =>
    who.client.call('PUT /candidate/users/{uuid}/consents', {
      params: { uuid: who.uuid },
      body: { whatsapp },
    });
  if (wants) bodyOf(await consents(true));
  const readConsents = async () =>
    bodyOf(await who.client.call('GET /candidate/users/{uuid}/consents', { params: { uuid: who.uuid } }));
  return { ...who, phone, db, consents, readConsents };
}
type Who = Awaited<ReturnType<typeof person>>;

const tell = (
  { tenantId, personId }: Who,
  template: 'N-08' | 'N-19' | 'N-26' | 'N-09',
  data: Record<string, unknown> = { valor: '10,00' },
) =>
  harness.platform.db.write(tenantId, async (tx) =>
    notify(tx, harness.platform, { template, personId, dedupe: `whatsapp-${made++}`, data }),
  );

type Line = {
  channel: string;
  state: string;
  attempts: number;
  last_error: string | null;
  delivered_at: Date | null;
  carrier_id: string | null;
};
const linesOf = ({ db, tenantId, personId }: Who) =>
  db.many<Line>(sql`
    select channel, state, attempts, last_error, delivered_at, carrier_id from notification
    where tenant_id = ${tenantId} and person_id = ${personId} and template <> 'N-01' order by id`);
const phoneLines = async (who: Who) => (await linesOf(who)).filter(({ channel }) => channel !== 'email');

describe('a person who opted in', () => {
  it('gets by WhatsApp what others get by SMS, and receipts confirm delivery', async () => {
    const [wants, wantsNot] = [await person(), await person('0000', false)];
    await tell(wants, 'N-19');
    await tell(wantsNot, 'N-19');
    await send();
    expect(await channelsAt(wants.phone)).toEqual(['whatsapp']);
    expect(await channelsAt(wantsNot.phone)).toEqual(['sms']);
    const [message] = await received(wants.phone);
    expect(message?.text).toMatch(
      /^Olá, Candidata! Recebemos R\$ 10,00\. Continue por aqui: https?:\S+ Até logo\.$/,
    );
    const [line] = await until(
      () => phoneLines(wants),
      ([one]) => one?.delivered_at !== null,
    );
    expect(line).toMatchObject({
      channel: 'whatsapp',
      state: 'sent',
      last_error: null,
      carrier_id: expect.any(String),
    });
    expect((await linesOf(wants)).map(({ channel }) => channel)).toEqual(['email', 'whatsapp']);
    const listed = bodyOf(
      await wants.client.call('GET /candidate/users/{uuid}/messages', { params: { uuid: wants.uuid } }),
    );
    expect(listed.data.find(({ channel }) => channel === 'whatsapp')?.title).toBe('Pagamento confirmado');
  });

  it('also gets messages that have no SMS besides their e-mail, and by SMS those without a template', async () => {
    const who = await person();
    await tell(who, 'N-08');
    await tell(who, 'N-09', { prazo: '20/01' });
    await send();
    expect(await channelsAt(who.phone)).toEqual(['sms', 'whatsapp']);
  });

  it('is asked at sign-up, and the time and channel are recorded', async () => {
    const visitor = harness.visitor();
    const someone = inventedPerson(930_001);
    const answer = await visitor.call('POST /platform/auth/signup/tenants/{tenant}', {
      params: { tenant: 'alfa' },
      body: { ...signUpFields(someone), whatsappConsent: true, captchaToken: CAPTCHA },
    });
    expect(answer.status).toBe(201);
    const { accessToken } = answer.body as { accessToken: string };
    visitor.token = accessToken;
    const uuid = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
      .sub as string;
    const { whatsapp, history } = bodyOf(
      await visitor.call('GET /candidate/users/{uuid}/consents', { params: { uuid } }),
    );
    expect([whatsapp, history.find(({ kind }) => kind === 'whatsapp')]).toEqual([
      true,
      { kind: 'whatsapp', granted: true, version: null, channel: 'sign-up', at: expect.any(String) },
    ]);
    await apply(visitor);
    await send();
    expect((await received(someone.cellPhone)).map(({ template }) => template)).toContain(
      'inscricao_recebida',
    );
  });

  it('can opt out in the profile, which also covers waiting messages', async () => {
    const who = await person();
    await tell(who, 'N-19');
    bodyOf(await who.consents(false));
    await send();
    await send();
    expect(await channelsAt(who.phone)).toEqual(['sms']);
    expect(await phoneLines(who)).toMatchObject([
      {
        channel: 'whatsapp',
        state: 'failed',
        last_error: 'The person wants no messages by WhatsApp any more',
      },
      { channel: 'sms', state: 'sent' },
    ]);
    await tell(who, 'N-19');
    await send();
    expect(await channelsAt(who.phone)).toEqual(['sms', 'sms']);
  });
});

describe('a message that did not arrive', () => {
  it.each([
    ['8881', 'not delivered: the phone cannot be reached by WhatsApp', 1],
    ['8882', 'not delivered: held back because the person gets too many messages of businesses', 1],
    ['8884', 'WhatsApp answered 400, code 131026: the phone cannot be reached by WhatsApp', 1],
  ])('is sent by SMS once: a number ending %s', async (ending, reason, attempts) => {
    const who = await person(ending);
    await tell(who, 'N-19');
    await send();
    await until(
      () => phoneLines(who),
      ([one]) => one?.state === 'failed',
    );
    await send();
    expect(await phoneLines(who)).toMatchObject([
      { channel: 'whatsapp', state: 'failed', last_error: reason, attempts },
      { channel: 'sms', state: 'sent' },
    ]);
    expect(await channelsAt(who.phone)).toEqual(['sms']);
  });

  it('is not sent by SMS where there is no text for it: the e-mail was sent', async () => {
    const who = await person('8884');
    await tell(who, 'N-08');
    await send();
    await send();
    expect((await linesOf(who)).map(({ channel, state }) => [channel, state])).toEqual([
      ['email', 'sent'],
      ['whatsapp', 'failed'],
    ]);
  });

  it('is retried after a temporary error, and then sent by SMS', async () => {
    const who = await person('8883');
    await tell(who, 'N-19');
    const again = async () => {
      await who.db.many(sql`
        update notification set retry_at = ${new Date(0)} where tenant_id = ${who.tenantId} and state = 'pending' returning id`);
      await send();
      return phoneLines(who);
    };
    await send();
    expect(await phoneLines(who)).toMatchObject([{ state: 'pending', attempts: 1 }]);
    expect(await again()).toMatchObject([{ state: 'pending', attempts: 2 }]);
    expect(await again()).toMatchObject([{ state: 'failed', attempts: 3 }, { channel: 'sms' }]);
    await send();
    expect(await channelsAt(who.phone)).toEqual(['sms']);
  });
});

describe('the quirks of WhatsApp', () => {
  const played = async (side: Parameters<Harness['strange']>[0], run: () => Promise<void>): Promise<void> => {
    await harness.strange(side, true);
    await run().finally(() => harness.strange(side, false));
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 400));

  it.each([
    ['whatsapp-repeated', '0000'],
    ['whatsapp-disordered', '0000'],
    ['whatsapp-late-failure', '0000'],
    ['whatsapp-unreadable', '0000'],
    ['whatsapp-no-ninth', '0000'],
  ] as const)('%s: arrives once and stays delivered', (side, ending) =>
    played(side, async () => {
      const who = await person(ending);
      await tell(who, 'N-19');
      await send();
      await settled();
      await send();
      expect(await phoneLines(who)).toMatchObject([
        { channel: 'whatsapp', state: 'sent', last_error: null, delivered_at: expect.any(Date) },
      ]);
      expect(await channelsAt(who.phone)).toEqual(['whatsapp']);
    }),
  );

  it.each(['whatsapp-repeated', 'whatsapp-disordered', 'whatsapp-unreadable'] as const)(
    '%s: a failed message is sent by SMS once',
    (side) =>
      played(side, async () => {
        const who = await person('8881');
        await tell(who, 'N-19');
        await send();
        await settled();
        await send();
        expect((await phoneLines(who)).map(({ channel, state }) => [channel, state])).toEqual([
          ['whatsapp', 'failed'],
          ['sms', 'sent'],
        ]);
        expect(await channelsAt(who.phone)).toEqual(['sms']);
      }),
  );

  it('an error inside a 200 is an error, and a rate limit is temporary', async () => {
    await played('whatsapp-error-in-200', async () => {
      const who = await person();
      await tell(who, 'N-19');
      await send();
      await send();
      expect(await phoneLines(who)).toMatchObject([
        {
          state: 'failed',
          last_error: 'WhatsApp answered 200, code 131042: the account has no valid means of payment',
        },
        { channel: 'sms', state: 'sent' },
      ]);
    });
    await played('whatsapp-throttled', async () => {
      const who = await person();
      await tell(who, 'N-19');
      await send();
      expect(await phoneLines(who)).toMatchObject([{ state: 'pending', attempts: 1 }]);
    });
  });

  it('forged reports change nothing', () =>
    played('whatsapp-forged', async () => {
      const who = await person('8881');
      await tell(who, 'N-19');
      await send();
      await settled();
      expect(await phoneLines(who)).toMatchObject([{ state: 'sent', delivered_at: null }]);
    }));

  it('while it is down, the message waits', async () => {
    const fault = (mode: 'down' | 'ok') =>
      harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'whatsapp', mode } });
    const who = await person();
    await tell(who, 'N-19');
    await fault('down');
    await send();
    await fault('ok');
    expect(await phoneLines(who)).toMatchObject([{ state: 'pending', attempts: 1 }]);
  });
});

describe('a person who writes to the number', () => {
  it.each([
    ['with the ninth digit', false],
    ['by a number that is older than it', true],
  ])('opts out with PARAR, %s, and gets a confirmation', async (_how, older) => {
    const who = await person();
    await harness.strange('whatsapp-no-ninth', older);
    await writeByWhatsApp(harness, who.phone, 'Parar!');
    await harness.strange('whatsapp-no-ninth', false);
    const { whatsapp, history } = await until(who.readConsents, (one) => !one.whatsapp);
    expect([whatsapp, history[0]]).toMatchObject([
      false,
      { kind: 'whatsapp', granted: false, channel: 'whatsapp' },
    ]);
    // The answer goes to the number that wrote, with or without its ninth digit.
    const own = older ? `55${who.phone.slice(0, 2)}${who.phone.slice(3)}` : who.phone;
    const [answer] = await until(
      () => received(own),
      (all) => all.length > 0,
    );
    expect(answer?.text).toContain('os avisos por WhatsApp pararam');
    await writeByWhatsApp(harness, who.phone, 'PARAR');
    expect((await who.readConsents()).history.filter(({ channel }) => channel === 'whatsapp')).toHaveLength(
      1,
    );
    await tell(who, 'N-19');
    await send();
    expect((await received(who.phone)).some(({ channel }) => channel === 'sms')).toBe(true);
    // She may opt in again.
    expect(bodyOf(await who.consents(true)).whatsapp).toBe(true);
  });

  it('is told once that nobody reads it, and stays opted in', async () => {
    const who = await person();
    await writeByWhatsApp(harness, who.phone, 'Oi, quando posso parar de esperar?');
    await writeByWhatsApp(harness, who.phone, 'Alguém?');
    await until(
      () => received(who.phone),
      (all) => all.length > 0,
    );
    expect((await received(who.phone)).map(({ text }) => text)).toEqual([
      expect.stringContaining('ninguém lê'),
    ]);
    expect((await who.readConsents()).whatsapp).toBe(true);
  });
});

describe('a notice', () => {
  const address = (tenant = 'alfa') => `${harness.url}/orbita/api/operations/webhooks/whatsapp/${tenant}`;
  const post = (body: string, more: { tenant?: string; signature?: string; type?: string } = {}) =>
    fetch(address(more.tenant), {
      method: 'POST',
      headers: {
        'content-type': more.type ?? 'application/json',
        'x-hub-signature-256': more.signature ?? hubSignature(WHATSAPP_SECRET, Buffer.from(body)),
      },
      body,
    });
  const noticeOf = (value: object, phone = '100000000000002') =>
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [{ field: 'messages', value: { metadata: { phone_number_id: phone }, ...value } }],
        },
      ],
    });

  it('is authenticated by the signature over its exact bytes', async () => {
    const body = noticeOf({ statuses: [] });
    const right = hubSignature(WHATSAPP_SECRET, Buffer.from(body));
    const statuses = [
      await post(body, { signature: '' }),
      await post(body, { signature: right.toUpperCase() }),
      await post(body, { signature: right.slice(0, -1) }),
      await post(`${body} `, { signature: right }),
      await post(body, { signature: hubSignature('another', Buffer.from(body)) }),
      await post(body, { tenant: 'beta' }),
      await post(body, { tenant: 'ninguem' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401]);
    expect((await post(body)).status).toBe(200);
    expect((await post(body, { type: 'text/plain' })).status).toBe(401);
  });

  it.each([
    ['nothing', '', [400, 401]],
    ['no JSON', '{"entry":', [400]],
    ['no object', '7', [200]],
    ['too deep', `${'['.repeat(500)}${']'.repeat(500)}`, [400]],
    ['too much', JSON.stringify({ entry: Array.from({ length: 30_000 }, () => 0) }), [400]],
    [
      'of another form',
      JSON.stringify({ entry: [null, 1, { changes: {} }, { changes: [null, { value: [] }] }] }),
      [200],
    ],
  ])('with %s is answered quickly and harms nothing', async (_what, body, expected) => {
    expect(expected).toContain((await post(body)).status);
  });

  it('of another number, of another message or with odd ids changes nothing', async () => {
    const who = await person();
    await tell(who, 'N-19');
    await harness.strange('whatsapp-forged', true);
    await send();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await harness.strange('whatsapp-forged', false);
    const [before] = await phoneLines(who);
    const failed = (id: unknown, more: object = {}) => ({
      statuses: [{ id, status: 'failed', errors: [{ code: 131026 }], ...more }],
    });
    for (const body of [
      noticeOf(failed(before?.carrier_id), '999999999999999'),
      noticeOf(failed("wamid.x' or 1=1")),
      noticeOf(failed({ id: before?.carrier_id })),
      noticeOf(failed(before?.carrier_id, { biz_opaque_callback_data: `1-${'0'.repeat(32)}` })),
      noticeOf(failed(before?.carrier_id, { status: '__proto__' })),
      noticeOf({ messages: [{ from: `55${who.phone}`, id: 'wamid.1', type: 'text', text: { body: 7 } }] }),
      noticeOf({ messages: [{ from: "55' or 1=1", id: 'wamid.1', type: 'text', text: { body: 'PARAR' } }] }),
    ])
      expect((await post(body)).status).toBe(200);
    expect(await phoneLines(who)).toEqual([before]);
    expect((await who.readConsents()).whatsapp).toBe(true);
    // Only by its id there, as when our reference isn't sent back.
    expect((await post(noticeOf(failed(before?.carrier_id)))).status).toBe(200);
    expect(await phoneLines(who)).toMatchObject([{ state: 'failed' }, { channel: 'sms' }]);
  });

  it('finds a person without a visible number by id, and ignores an old opt-out', async () => {
    const who = await person();
    await tell(who, 'N-19');
    await send();
    await until(
      () => phoneLines(who),
      ([one]) => one?.delivered_at !== null,
    );
    const said = (seconds: number) =>
      noticeOf({
        messages: [
          {
            ...{ from_user_id: `BR.${who.phone.slice(-8)}`, id: 'wamid.2', timestamp: String(seconds) },
            ...{ type: 'button', button: { text: 'Parar promoções' } },
          },
        ],
      });
    const now = Math.floor(harness.clock.now().getTime() / 1000);
    expect((await post(said(now - 3600))).status).toBe(200);
    expect((await who.readConsents()).whatsapp).toBe(true);
    expect((await post(said(now))).status).toBe(200);
    expect((await who.readConsents()).whatsapp).toBe(false);
  });

  it('is set up by a challenge that is echoed to callers with the verify token', async () => {
    const ask = async (query: Record<string, string>, tenant = 'alfa') => {
      const answer = await fetch(`${address(tenant)}?${new URLSearchParams(query)}`);
      return [
        answer.status,
        answer.headers.get('content-type'),
        answer.status === 200 ? await answer.text() : '',
      ];
    };
    const right = {
      'hub.mode': 'subscribe',
      'hub.verify_token': VERIFY_TOKEN,
      'hub.challenge': '1158201444',
    };
    expect(await ask(right)).toEqual([200, 'text/plain; charset=utf-8', '1158201444']);
    for (const [query, tenant] of [
      [{ ...right, 'hub.verify_token': `${VERIFY_TOKEN}x` }],
      [{ ...right, 'hub.mode': 'unsubscribe' }],
      [{ 'hub.mode': 'subscribe', 'hub.challenge': '1' }],
      [right, 'beta'],
      [right, 'ninguem'],
    ] as [Record<string, string>, string?][])
      expect((await ask(query, tenant))[0]).toBe(401);
    expect((await ask({ ...right, 'hub.challenge': '<script>alert(1)</script>' }))[0]).toBe(422);
  });
});

describe('a code', () => {
  it('is sent by WhatsApp where the person chooses it, and by SMS where that fails', async () => {
    const entry = signInCalls(harness);
    const someone = await entry.newcomer(931_001);
    const asked = await entry.ask(someone.cpf);
    expect('channels' in asked.body ? asked.body.channels.map(({ channel }) => channel) : []).toEqual([
      'email',
      'sms',
      'whatsapp',
    ]);
    const sent = await entry.ask(someone.cpf, { channel: 'whatsapp' });
    const [message] = await received(someone.cellPhone);
    expect(message).toMatchObject({ channel: 'whatsapp', template: 'codigo_de_acesso' });
    const code = /\*(\d{6})\*/.exec(message?.text ?? '')?.[1] ?? '';
    expect((await entry.verify(idOf(sent.body), code)).status).toBe(200);
    // The number has no account there, which is known at once.
    const other = await entry.newcomer(931_002);
    const phone = '31977778884';
    await harness.platform.db.tenant(1).many(sql`
      update person set cell_phone = ${phone} where tenant_id = 1 and cpf = ${other.cpf} returning id`);
    expect((await entry.ask(other.cpf, { channel: 'whatsapp' })).status).toBe(202);
    expect(await channelsAt(phone)).toEqual(['sms']);
  });

  it('cannot be chosen where the institution has no template for codes', async () => {
    const visitor = harness.visitor('beta.orbita.test');
    const answer = await visitor.call('POST /platform/auth/code/tenants/{tenant}/challenges', {
      params: { tenant: 'beta' },
      body: { documentType: 'cpf', document: inventedPerson(931_003).cpf, channel: 'whatsapp' },
    });
    expect(answer.status).toBe(422);
  });
});

describe('without a number', () => {
  it('nobody is asked, and nobody can opt in', async () => {
    const settings = async (host: string) => {
      const call = 'GET /platform/settings/applications/{application}/hostname/{host}' as const;
      const params = { application: 'orbita', host };
      return bodyOf(await harness.visitor(host).call(call, { params })).whatsapp;
    };
    expect([await settings('cua.alfa.orbita.test'), await settings('beta.orbita.test')]).toEqual([
      true,
      false,
    ]);
    const who = await personAt(harness, 'account', { tenant: 'beta', host: 'beta.orbita.test' });
    const answer = await who.client.call('PUT /candidate/users/{uuid}/consents', {
      params: { uuid: who.uuid },
      body: { whatsapp: true },
    });
    expect(bodyOf(answer)).toMatchObject({ whatsapp: false, history: [] });
  });
});
