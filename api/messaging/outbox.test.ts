import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control, type Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';
import { storeSealed } from '../platform/files/storage.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { wakeTenants } from '../platform/wake.ts';
import { erasePerson } from '../privacy/erase.ts';
import { type Notification, notify, notifyCounted } from './notify.ts';
import { wakeOutbox } from './outbox.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

type Message = {
  channel: string;
  subject?: string;
  text: string;
  html?: string;
  template: string;
  attachments: { name: string; type: string }[];
};
const inbox = async (to: string): Promise<Message[]> =>
  (await (await control(harness, 'GET', `/outbox?to=${encodeURIComponent(to)}`)).json()) as Message[];
const write = (who: Enrolling, more: Partial<Notification> = {}) =>
  harness.platform.db.write(who.tenantId, (tx) =>
    notifyCounted(tx, harness.platform, {
      template: 'N-18',
      personId: who.personId,
      subscriptionId: who.id,
      dedupe: 'x',
      ...more,
    } as Notification),
  );
const send = () => harness.platform.jobs.run('outbox');
const rows = (who: Enrolling) =>
  harness.platform.db
    .tenant(who.tenantId)
    .many<{ state: string; attempts: number; last_error: string | null }>(sql`
    select state, attempts, last_error from notification where tenant_id = ${who.tenantId} and subscription_id = ${who.id}`);
const keysOf = (who: Enrolling) =>
  harness.platform.db.tenant(who.tenantId).many<{ key_hash: string }>(sql`
    select key_hash from access_key where tenant_id = ${who.tenantId} and subscription_id = ${who.id}`);
const linkIn = (message: Message | undefined) => /https?:\/\/\S+/.exec(message?.text ?? '')?.[0] ?? '';
/** Ends the retry delay, as if the machine's own time had passed. */
const waitOver = (who: Enrolling) =>
  harness.platform.db.tenant(who.tenantId).many(sql`
    update notification set retry_at = ${new Date(0)}::timestamptz
    where tenant_id = ${who.tenantId} and subscription_id = ${who.id} and state in ('pending', 'sending')`);

describe('messages', () => {
  it('greet by the social name, are signed by the institution, and open the application for a confirmed contact', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update person set social_name = 'Beatriz Exemplo' where tenant_id = ${who.tenantId} and id = ${who.personId}`);
    await write(who);
    await send();
    const [message] = await inbox(who.email);
    expect(message).toMatchObject({ channel: 'email', template: 'N-18', subject: 'Seu código Pix expirou' });
    expect(message?.text).toContain('Olá, Beatriz!');
    expect(message?.text).toContain('Centro Universitário Alfa Exemplo');
    const key = new URL(linkIn(message)).searchParams.get('accesskey') ?? '';
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(await keysOf(who)).toEqual([{ key_hash: secretHash(key) }]);
  });

  it('contain a plain address for an unconfirmed contact', async () => {
    const who = await personAt(harness, 'payment');
    await write(who);
    await send();
    const [message] = await inbox(who.email);
    expect(linkIn(message)).toMatch(new RegExp(`/orbita/candidate/subscriptions/essays/${who.id}$`));
    expect(await keysOf(who)).toEqual([]);
  });

  it('are sent by every channel of the template, once per event', async () => {
    const who = await personAt(harness, 'payment');
    const notice = { template: 'N-19', dedupe: '1', data: { valor: '360,00' } } as const;
    expect(await write(who, notice)).toBe(2);
    expect(await write(who, notice)).toBe(0);
    await Promise.all([send(), send()]);
    await send();
    expect(await inbox(who.email)).toHaveLength(1);
    const phone = await harness.platform.db.tenant(who.tenantId).one<{ cell_phone: string }>(sql`
      select cell_phone from person where tenant_id = ${who.tenantId} and id = ${who.personId}`);
    const sms = await inbox(phone?.cell_phone ?? '');
    expect(sms).toHaveLength(1);
    expect(sms[0]?.text).toContain('Recebemos R$ 360,00');
  });

  it('R11: are not written when their transaction is rolled back', async () => {
    const who = await personAt(harness, 'payment');
    await harness.platform.db
      .write(who.tenantId, async (tx) => {
        notify(tx, harness.platform, {
          template: 'N-18',
          personId: who.personId,
          subscriptionId: who.id,
          dedupe: 'undone',
        });
        throw new Error('undone');
      })
      .catch(() => undefined);
    await send();
    expect(await inbox(who.email)).toEqual([]);
  });

  it('R11: arrive once although the process died between sending and marking', async () => {
    const who = await personAt(harness, 'payment');
    await write(who);
    await send();
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update notification set state = 'sending' where tenant_id = ${who.tenantId} and subscription_id = ${who.id}`);
    await waitOver(who);
    await send();
    expect(await rows(who)).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(await inbox(who.email)).toHaveLength(1);
  });

  it('S28: wait while the mail server is down and are sent afterwards, although the clock stands still', async () => {
    const who = await personAt(harness, 'payment');
    await control(harness, 'PUT', '/faults', { port: 'mail', mode: 'down' });
    await write(who);
    await send();
    expect(await rows(who)).toMatchObject([{ state: 'pending', attempts: 1 }]);
    await control(harness, 'PUT', '/faults', { port: 'mail', mode: 'ok' });
    await send();
    expect(await inbox(who.email)).toEqual([]);
    await waitOver(who);
    await send();
    expect(await rows(who)).toMatchObject([{ state: 'sent', attempts: 2, last_error: null }]);
    expect(await inbox(who.email)).toHaveLength(1);
  });

  it('are retried one and five minutes after a mail server failed, not a quarter of an hour', async () => {
    const who = await personAt(harness, 'payment');
    const before = harness.clock.now();
    const later = async (minutes: number) => {
      harness.clock.set(new Date(before.getTime() + minutes * 60_000));
      await send();
      return (await rows(who))[0]?.attempts;
    };
    await control(harness, 'PUT', '/faults', { port: 'mail', mode: 'down' });
    await write(who);
    expect([await later(0), await later(0.9), await later(1), await later(4.9), await later(5)]).toEqual([
      1, 1, 2, 2, 3,
    ]);
    await control(harness, 'PUT', '/faults', { port: 'mail', mode: 'ok' });
    await later(15);
    expect(await rows(who)).toMatchObject([{ state: 'sent', attempts: 4 }]);
    harness.clock.set(before);
  });

  it('are sent without a job run where a worker listens', async () => {
    const who = await personAt(harness, 'payment');
    const stop = await wakeOutbox(harness.platform);
    await write(who);
    await until(
      () => inbox(who.email),
      (messages) => messages.length === 1,
    );
    await stop();
  });

  it('let other tenants have their turn after each batch of a busy one', async () => {
    const { db } = harness.platform;
    const left = new Map([
      [5, 4],
      [6, 2],
      [7, 1],
    ]);
    const worked: number[] = [];
    const { promise: told, resolve: begin } = Promise.withResolvers<void>();
    const heard: string[] = [];
    const stop = await wakeTenants(harness.platform, 'orbita_wake_turns', {
      job: 'outbox',
      lanes: 1,
      work: async (tenantId) => {
        await told;
        worked.push(tenantId);
        left.set(tenantId, (left.get(tenantId) ?? 0) - 1);
        return (left.get(tenantId) ?? 0) > 0;
      },
    });
    const deaf = await db.listen('orbita_wake_turns', (payload) => void heard.push(payload));
    for (const id of left.keys()) await db.notify('orbita_wake_turns', String(id));
    await until(
      async () => heard,
      (all) => all.length === 3,
    );
    begin();
    await until(
      async () => worked,
      (done) => done.length === 7,
    );
    await Promise.all([stop(), deaf()]);
    expect(worked).toEqual([5, 6, 7, 5, 6, 5, 5]);
  });

  it('wake only their own tenant, once more if others arrived meanwhile, in few lanes', async () => {
    const { db } = harness.platform;
    const worked: string[] = [];
    const open: (() => void)[] = [];
    const stop = await wakeTenants(harness.platform, 'orbita_wake_test', {
      job: 'outbox',
      lanes: 2,
      work: (tenantId) => {
        worked.push(`${tenantId}`);
        return tenantId === 7
          ? Promise.reject(new Error('broken'))
          : new Promise<boolean>((done) => void open.push(() => done(false)));
      },
    });
    const told = async (tenantIds: number[], until_: string[]) => {
      for (const id of tenantIds) await db.notify('orbita_wake_test', String(id));
      await until(
        async () => worked,
        (seen) => seen.join() === until_.join(),
      );
    };
    await told([7, 5, 5, 5, 6, 8], ['7', '5', '6']);
    open.shift()?.();
    await told([], ['7', '5', '6', '5']);
    open.shift()?.();
    await told([], ['7', '5', '6', '5', '8']);
    for (const done of open) done();
    await stop();
    await db.notify('orbita_wake_test', '9');
    expect(worked).toHaveLength(5);
  });

  it('are given up after 24 hours of failures', async () => {
    const who = await personAt(harness, 'payment', { email: `falha@exemplo.test` });
    const before = harness.clock.now();
    await write(who);
    for (let hours = 0; hours <= 28; hours += 1) {
      await send();
      harness.clock.set(new Date(harness.clock.now().getTime() + 3600_000));
    }
    expect(await rows(who)).toMatchObject([{ state: 'failed', attempts: 8 }]);
    harness.clock.set(before);
  });

  it('carry stored files as attachments, and contain no link for a guardian', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    await storeSealed(harness.platform, who.tenantId, 'contracts/test.pdf', Buffer.from('%PDF-1.7 exemplo'));
    await write(who, {
      template: 'N-16',
      dedupe: 'guardian',
      data: { variante: 'responsavel', nome_candidato: 'Candidata Teste', data: '12/01/2026' },
      recipients: [
        { channel: 'email', to: 'responsavel@exemplo.test', name: 'Responsável Exemplo', link: false },
      ],
      attachments: [{ key: 'contracts/test.pdf', name: 'contrato.pdf', type: 'application/pdf' }],
    });
    await send();
    const [message] = await inbox('responsavel@exemplo.test');
    expect(message).toMatchObject({
      subject: 'Cópia do seu contrato',
      attachments: [{ name: 'contrato.pdf', type: 'application/pdf' }],
    });
    expect(message?.text).toContain('Olá, Responsável!');
    expect(message?.text).not.toContain('http');
    expect(await inbox(who.email)).toEqual([]);
  });

  it('S14 S17: are listed to their reader in words without code and link, newest first, page by page', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const { uuid } = (await who.client.call('GET /candidate/users/check/')).body.payloadToken;
    const list = (query = {}, client = who.client) =>
      client.call('GET /candidate/users/{uuid}/messages', { params: { uuid }, query });
    expect((await list()).body).toEqual({ data: [], page: 1, pageSize: 20, total: 0 });

    const elsewhere = { channel: 'email', to: 'outra@exemplo.test', link: false } as const;
    await write(who, { template: 'N-19', dedupe: 'list', data: { valor: '360,00' } });
    await write(who, {
      template: 'N-16',
      dedupe: 'list',
      data: { variante: 'responsavel', nome_candidato: 'Candidata Teste', data: '12/01/2026' },
      recipients: [elsewhere],
    });
    await write(who, {
      template: 'N-15',
      dedupe: 'list',
      data: { variante: 'pedido', nome_candidato: 'Candidata Teste' },
      recipients: [elsewhere],
    });
    await write(who, { template: 'N-04', dedupe: 'list', recipients: [elsewhere] });
    await write(await personAt(harness, 'payment'), { template: 'N-18', dedupe: 'list' });
    await send();
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update notification set sent_at = sent_at + interval '1 minute', state = 'failed'
      where tenant_id = ${who.tenantId} and person_id = ${who.personId} and template = 'N-04' returning id`);
    await write(who, { template: 'N-18', dedupe: 'not yet sent' });

    const { body } = await list();
    expect(body).toMatchObject({
      total: 3,
      data: [
        { channel: 'email', state: 'failed', title: 'Seus dados de acesso foram alterados' },
        { channel: 'sms', state: 'sent' },
        {
          channel: 'email',
          state: 'sent',
          title: 'Pagamento confirmado',
          paragraphs: ['Recebemos R$ 360,00.'],
          subscriptionId: who.id,
          institution: 'Centro Universitário Alfa Exemplo',
        },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/exemplo\.test|http|accesskey|\/k\//);
    expect((await list({ page: 2, pageSize: 2 })).body).toMatchObject({
      total: 3,
      data: [{ state: 'sent' }],
    });
    expect((await list({ page: 9 })).body).toMatchObject({ total: 3, data: [] });
    expect((await list({}, (await personAt(harness, 'payment')).client)).status).toBe(404);
    await harness.platform.db.write(who.tenantId, (tx) => erasePerson(tx, who.personId, harness.clock.now()));
    expect(await rows(who)).toEqual([]);
  });
});
