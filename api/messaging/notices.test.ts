import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { control, type Enrolling, type Waiting } from '../../testing/enrolling.ts';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { apply, grade, signUp, writeEssay } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt, type Step } from '../../testing/person-at.ts';
import { allJobs } from '../jobs.ts';
import { moveSubscription } from '../subscription/move.ts';

let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness();
  tenantId = (await personAt(harness, 'payment')).tenantId;
});
afterAll(() => harness?.stop());
beforeEach(() => harness.clock.set(new Date(T0)));

type Message = { channel: 'email' | 'sms'; subject?: string; text: string; template: string };
/** A person and their contacts. */
type Reader = { id: number; email: string; phone: string };

const inbox = async ({ email, phone }: Reader, template: string): Promise<Message[]> => {
  await harness.platform.jobs.run('outbox');
  const found: Message[] = [];
  for (const to of [email, phone])
    found.push(
      ...((await (
        await control(harness, 'GET', `/outbox?to=${encodeURIComponent(to)}`)
      ).json()) as Message[]),
    );
  return found.filter((message) => message.template === template);
};

let count = 20;
/** A new applicant with a confirmed e-mail address, so that links may open the application. */
async function applied(): Promise<Reader & { grade: (score: number) => Promise<unknown> }> {
  count += 1;
  const person = inventedPerson(count);
  const client = harness.visitor();
  const { personId } = await signUp(client, person);
  await harness.platform.db.tenant(tenantId).many(sql`
    update person set email_confirmed_at = ${harness.clock.now()}::timestamptz
    where tenant_id = ${tenantId} and id = ${personId} returning id`);
  const { id } = await apply(client);
  return {
    id,
    email: person.email,
    phone: person.cellPhone,
    grade: async (score) => grade(harness.operations, await writeEssay(client, id), score),
  };
}
const readerOf = async (who: Enrolling): Promise<Reader> => {
  const row = await harness.platform.db.tenant(tenantId).one<{ cell_phone: string }>(sql`
    select cell_phone from person where tenant_id = ${tenantId} and id = ${who.personId}`);
  return { id: who.id, email: who.email, phone: row?.cell_phone ?? '' };
};
type At = Waiting & { step?: Step };
const paying = async ({ step = 'payment', ...where }: At = {}) =>
  readerOf(await personAt(harness, step, { emailConfirmed: true, ...where }));
/** An applicant two days before the payment deadline. */
async function reminded(where?: At): Promise<Reader> {
  const who = await paying(where);
  at('2026-01-17T09:00:00-03:00');
  await onTwoNodes('reminders');
  await onTwoNodes('reminders');
  return who;
}
const move = (
  id: number,
  event: Parameters<typeof moveSubscription>[2]['event'],
  actor: 'candidate' | 'system' | 'operations',
  facts = {},
) =>
  harness.platform.db.write(tenantId, (tx) =>
    moveSubscription(tx, harness.platform, { subscriptionId: id, event, actor, facts, reason: 'Motivo' }),
  );
/** A cancellation request by an applicant who has paid, decided after the first day of classes. */
async function decided(body: Body<'POST /operations/cancellations/{id}/decision'>): Promise<Reader> {
  const who = await paying();
  await move(who.id, 'cancel-requested', 'candidate', { confirmedPayment: true });
  at('2026-03-02T09:00:00-03:00');
  await harness.platform.db.tenant(tenantId).many(sql`
    insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, received_cents,
      created_at, paid_at, updated_at)
    values (${tenantId}, ${who.id}, 'enrollment', 'manual', 'paid', 1, 36000, 36000, ${harness.clock.now()}::timestamptz,
      ${harness.clock.now()}::timestamptz, ${harness.clock.now()}::timestamptz) returning id`);
  const wish = await harness.platform.db.tenant(tenantId).one<{ id: number }>(sql`
    insert into cancellation (tenant_id, subscription_id, reason, state, withdrawal_right, paid_cents, requested_at,
      due_at)
    values (${tenantId}, ${who.id}, 'gave-up', 'open', false, 36000, ${harness.clock.now()}::timestamptz,
      ${harness.clock.now()}::timestamptz) returning id`);
  const answer = await harness.operations.call('POST /operations/cancellations/{id}/decision', {
    params: { id: wish?.id ?? 0 },
    body,
  });
  expect(answer.status).toBe(200);
  // Removes the message about the request itself, because only the decision is checked here.
  await harness.platform.db.tenant(tenantId).many(sql`
    delete from notification where tenant_id = ${tenantId} and subscription_id = ${who.id}
      and data->>'variante' = 'solicitado' returning id`);
  return who;
}
const at = (now: string) => harness.clock.set(new Date(now));
const keysOf = (id: number) =>
  harness.platform.db.tenant(tenantId).many(sql`
    select key_hash from access_key where tenant_id = ${tenantId} and subscription_id = ${id}`);
/** Runs the job twice concurrently, as on two nodes. */
const onTwoNodes = async (name: string) => {
  const parts = allJobs.filter((one) => one.name === name);
  if (parts.length === 0) throw new Error(`No job ${name}`);
  for (const part of parts) await Promise.all([part.run(harness.platform), part.run(harness.platform)]);
};

type Row = {
  template: string;
  when: string;
  happens: () => Promise<Reader>;
  channels: ('email' | 'sms')[];
  subject: string;
  says: RegExp;
  link: 'access-key' | 'plain' | 'none';
  /** Start of the text message. */
  phone?: string;
  /** Pattern that the text message must not match. */
  never?: RegExp;
};

/** Spec 16.2, the rows of an application's own course. */
const TABLE: Row[] = [
  {
    template: 'N-05',
    when: 'an application is made',
    happens: applied,
    channels: ['email', 'sms'],
    subject: 'Inscrição recebida',
    says: /Sua inscrição nº \d+ em Administração chegou\. Continue por aqui: http/,
    link: 'access-key',
  },
  {
    template: 'N-09',
    when: 'somebody passes',
    happens: async () => {
      const who = await applied();
      await who.grade(913);
      return who;
    },
    channels: ['email', 'sms'],
    subject: 'Você foi aprovado(a)!',
    says: /Parabéns, \S+! Faça a matrícula até 13\/02\/2026: http/,
    link: 'access-key',
    never: /913/,
  },
  {
    template: 'N-10',
    when: 'somebody does not pass',
    happens: async () => {
      const who = await applied();
      await who.grade(17);
      return who;
    },
    channels: ['email'],
    subject: 'Resultado do processo seletivo',
    says: /Seu resultado já saiu: http/,
    link: 'access-key',
    never: /\b17\b/,
  },
  {
    template: 'N-22',
    when: 'the time to pay is over in two days',
    happens: () => reminded(),
    channels: ['email', 'sms'],
    subject: 'Seu prazo de pagamento termina em 19/01/2026',
    says: /termina em 19\/01\/2026\. Pague aqui: http/,
    link: 'access-key',
    phone: 'Seu prazo de pagamento termina em 19/01/2026. Pague: http',
  },
  {
    template: 'N-22',
    when: 'it is the fee that is to be paid in two days',
    happens: () => reminded({ offer: 'SAUDE-TAX', course: 'GSA', pole: 'SP', type: 'tax', step: 'fee' }),
    channels: ['email', 'sms'],
    subject: 'Seu prazo de pagamento termina em 19/01/2026',
    says: /pagamento da taxa de inscrição em .+ termina em 19\/01\/2026\. Pague aqui: http/,
    link: 'access-key',
    phone: 'Seu prazo de pagamento termina em 19/01/2026. Pague a taxa de inscricao: http',
  },
  {
    template: 'N-22',
    when: 'a class is to be chosen before',
    happens: () => reminded({ offer: 'EXT-EXCEL', course: 'EXC', type: 'extension', step: 'class' }),
    channels: ['email', 'sms'],
    subject: 'Seu prazo de pagamento termina em 19/01/2026',
    says: /termina em 19\/01\/2026\. Antes de pagar, escolha sua turma: http/,
    link: 'access-key',
    phone: 'Seu prazo de pagamento termina em 19/01/2026. Escolha sua turma: http',
  },
  {
    template: 'N-22',
    when: 'the intake is over tomorrow, whatever the deadline says',
    happens: async () => {
      const who = await paying();
      await harness.platform.db.tenant(tenantId).many(sql`
        update subscription set payment_deadline = null where tenant_id = ${tenantId} and id = ${who.id} returning id`);
      at('2026-02-12T09:00:00-03:00');
      await onTwoNodes('reminders');
      return who;
    },
    channels: ['email', 'sms'],
    subject: 'Seu prazo de pagamento termina em 13/02/2026',
    says: /termina em 13\/02\/2026/,
    link: 'access-key',
  },
  {
    template: 'N-23',
    when: 'the time to pay is over',
    happens: async () => {
      const who = await paying();
      at('2026-01-20T09:00:00-03:00');
      await onTwoNodes('payment-deadline');
      return who;
    },
    channels: ['email'],
    subject: 'O prazo do seu processo terminou',
    says: /Faça uma nova inscrição: http\S+\/course$/m,
    link: 'plain',
  },
  {
    template: 'N-28',
    when: 'somebody leaves who has paid nothing',
    happens: async () => {
      const who = await paying();
      await move(who.id, 'cancel-requested', 'candidate');
      return who;
    },
    channels: ['email'],
    subject: 'Cancelamento da inscrição',
    says: /Sua inscrição nº \d+ em Administração foi cancelada\.\s+Não há valores a devolver\./,
    link: 'none',
  },
  {
    template: 'N-28',
    when: 'somebody asks to leave who has paid',
    happens: async () => {
      const who = await paying();
      await move(who.id, 'cancel-requested', 'candidate', { confirmedPayment: true });
      return who;
    },
    channels: ['email'],
    subject: 'Cancelamento da inscrição',
    says: /Chegou seu pedido para cancelar a inscrição nº \d+ em Administração\. Veja como está: http/,
    link: 'access-key',
  },
  {
    template: 'N-28',
    when: 'the institution gives back what was paid',
    happens: async () => decided({ decision: 'confirmed', refund: 360, refundBy: '2026-03-30' }),
    channels: ['email'],
    subject: 'Cancelamento da inscrição',
    says: /foi cancelada\.[\s\S]*Valor a devolver: R\$ 360,00\.[\s\S]*Prazo da devolução: 30\/03\/2026\./,
    link: 'none',
  },
  {
    template: 'N-28',
    when: 'the institution denies it once classes have begun',
    happens: async () => decided({ decision: 'denied', reason: 'As aulas já começaram' }),
    channels: ['email'],
    subject: 'Cancelamento da inscrição',
    says: /não foi aceito\.[\s\S]*Motivo: As aulas já começaram[\s\S]*Acompanhe: http/,
    link: 'access-key',
  },
];

describe('messages of an application', () => {
  it.each(TABLE)(
    '$template when $when',
    async ({ template, happens, channels, subject, says, link, phone: begins = '', never }) => {
      const who = await happens();
      const sent = await inbox(who, template);
      expect(sent.map(({ channel }) => channel).sort()).toEqual(channels);
      const mail = sent.find(({ channel }) => channel === 'email');
      expect(mail?.subject).toBe(subject);
      expect(mail?.text).toMatch(says);
      expect(mail?.text).toMatch(/(Centro Universitário|Escola de Pós) Alfa Exemplo$/);
      expect(/accesskey=/.test(mail?.text ?? '')).toBe(link === 'access-key');
      if (link === 'none') {
        expect(mail?.text).not.toContain('http');
        // Refunded money is reported by another message, with its own link.
        const told = (await inbox(who, 'N-35')).filter(({ text }) => text.includes('accesskey='));
        expect((await keysOf(who.id)).length, 'no key that nobody has').toBe(told.length);
      }
      const phone = sent.find(({ channel }) => channel === 'sms');
      if (!phone) return;
      expect(phone.text.slice(0, begins.length)).toBe(begins);
      expect(phone.text.length).toBeLessThanOrEqual(160);
      // The phone isn't confirmed, so its message contains no access key.
      expect(phone.text).not.toContain('accesskey=');
      if (never) expect(phone.text).not.toMatch(never);
    },
  );
});

describe('a message that is sent again', () => {
  type Listed = { id: number; template: string; channel: string; state: string; lastError: string | null };
  const list = async (id: number): Promise<Listed[]> =>
    (await harness.operations.call('GET /operations/notifications', { query: { subscriptionId: id } })).body
      .data;
  const resend = (id: number) =>
    harness.operations.call('POST /operations/notifications/{id}/resend', {
      params: { id },
      headers: { 'x-operator': 'Atendimento' },
    });

  it('is a new one, to the current contact, with its own key', async () => {
    const who = await applied();
    await harness.platform.jobs.run('outbox');
    const first = (await list(who.id)).find(({ channel }) => channel === 'email');
    expect(first).toMatchObject({ template: 'N-05', state: 'sent', lastError: null });
    await harness.platform.db.tenant(tenantId).many(sql`
      update person set email = 'novo@exemplo.test' where tenant_id = ${tenantId} and email = ${who.email} returning id`);
    const { status, body } = await resend(first?.id ?? 0);
    expect([status, body]).toMatchObject([201, { template: 'N-05', to: 'n***@e***.test', state: 'pending' }]);
    expect(body.id).not.toBe(first?.id);
    const waiting = await resend(body.id);
    expect([waiting.status, waiting.body]).toMatchObject([409, { code: 'STATE_CONFLICT', state: 'pending' }]);
    expect(await inbox({ ...who, email: 'novo@exemplo.test' }, 'N-05')).toHaveLength(2);
    expect(await keysOf(who.id)).toHaveLength(2);
  });

  it('never contains a code', async () => {
    const who = await paying();
    const on = harness.platform.db.tenant(tenantId);
    const coded = async (template: string, data: object) =>
      (
        await on.one<{ id: number }>(sql`
          insert into notification (tenant_id, template, channel, person_id, subscription_id, recipient, data, dedupe_key,
            state, next_attempt_at, created_at)
          select tenant_id, ${template}, 'email', person_id, id, ${who.email}, ${JSON.stringify(data)}::jsonb, ${template},
            'sent', ${harness.clock.now()}::timestamptz, ${harness.clock.now()}::timestamptz
          from subscription where tenant_id = ${tenantId} and id = ${who.id} returning id`)
      )?.id ?? 0;
    for (const [template, data] of [
      ['N-02', {}],
      ['N-29', {}],
      ['N-18', { codigo: '123456' }],
      ['N-31', { variante: 'pronta' }],
    ] as const) {
      const { status, body } = await resend(await coded(template, data));
      expect([template, status, body.code]).toEqual([template, 409, 'NOT_RESENDABLE']);
    }
  });

  it('is recorded in the audit log with its operator, and so is every call, read or refused', async () => {
    const who = await paying();
    await resend(999_999);
    const narrow = await harness.operations.call('POST /operations/tokens', {
      body: { name: 'Banca', tenant: 'alfa', scopes: ['essays'], expiresAt: '2027-01-12T10:00:00-03:00' },
    });
    const client = harness.visitor('operations.test');
    client.headers = { authorization: `Bearer ${narrow.body.token}`, 'x-operator': 'Curiosa' };
    await client.call('POST /operations/subscriptions/{id}/events', {
      params: { id: who.id },
      body: { event: 'disqualified', reason: 'x' },
    });
    await client.call('GET /operations/essays', { query: { page: 0 } });
    await client.call('GET /operations/essays');
    const audit = async (query: Record<string, string | number>) =>
      (await harness.operations.call('GET /operations/audit', { query })).body.data;
    const essays = { action: 'GET /operations/essays', subject: '/orbita/api/operations/essays' };
    expect(await audit({ operator: 'Curiosa' })).toMatchObject([
      { ...essays, status: 200 },
      { ...essays, status: 422 },
      {
        token: 'Banca',
        operator: 'Curiosa',
        action: 'POST /operations/subscriptions/{id}/events',
        subject: `/orbita/api/operations/subscriptions/${who.id}/events`,
        status: 403,
      },
    ]);
    const subject = '/orbita/api/operations/notifications/999999';
    expect(await audit({ subject })).toMatchObject([{ operator: 'Atendimento', status: 404 }]);
    expect(await audit({ subject, updatedSince: '2026-01-13T00:00:00-03:00' })).toEqual([]);
    expect(await audit({ subject, pageSize: 1 })).toHaveLength(1);
  });
});
