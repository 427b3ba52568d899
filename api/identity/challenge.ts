import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { CODE, maskContact, normaliseCode } from '@orbita/domain/identity';
import { renderNotification } from '@orbita/domain/messaging';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import type { Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { hostFacts } from '../tenancy/index.ts';

/** What a code is good for; a code of one purpose opens nothing of another. */
export type ChallengePurpose = 'sign-in' | 'sign-up' | 'contact-change' | 'contract-acceptance';

export type ChallengeOrder = {
  purpose: ChallengePurpose;
  channel: 'email' | 'sms';
  /** Normalised e-mail or phone the code is sent to. */
  recipient: string;
  /** `N-02` speaks to the person, `N-29` to a guardian (`data.nome_candidato`, `data.curso`). */
  template: 'N-02' | 'N-29';
  /** First name of who reads the message; '' when it is not known. */
  greeted: string;
  data?: Record<string, string>;
  personId?: number;
  subscriptionId?: number;
  /** Kept until the code is used, then erased. */
  payload?: Record<string, unknown>;
};

export type SentChallenge = { challengeId: string; masked: string; expiresIn: number; resendIn: number };

const HOUR = 3600_000;

/** Keyed, because six digits behind a plain hash are read back in a moment. */
const hashOf = (house: House, id: string, code: string): string =>
  createHmac('sha256', house.config.secret).update(`challenge:${id}:${code}`).digest('base64url');

/** Writes the challenge unless a code went there a moment ago, or too many within the hour. */
const insert = (ctx: Pick<Ctx, 'house' | 'tenant'>, order: ChallengeOrder, id: string, code: string) =>
  ctx.house.db.write(ctx.tenant.id, async (tx) => {
    const now = ctx.house.clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    await tx.one(
      sql`select pg_advisory_xact_lock(hashtext(${`${tx.tenantId}:${order.purpose}:${order.recipient}`}))`,
    );
    return tx.one(sql`
      insert into code_challenge (tenant_id, id, purpose, person_id, subscription_id, channel, recipient, code_hash,
        payload, created_at, expires_at)
      select ${tx.tenantId}::bigint, ${id}::uuid, ${order.purpose}::text, ${order.personId ?? null}::bigint,
        ${order.subscriptionId ?? null}::bigint, ${order.channel}::text, ${order.recipient}::text,
        ${hashOf(ctx.house, id, code)}::text, ${JSON.stringify(order.payload ?? {})}::jsonb, ${now}::timestamptz,
        ${new Date(now.getTime() + CODE.lifeSeconds * 1000)}::timestamptz
      where not exists (select from code_challenge c where c.tenant_id = ${tx.tenantId}
          and c.recipient = ${order.recipient} and c.purpose = ${order.purpose}
          and c.created_at > ${before(CODE.resendSeconds * 1000)})
        and (select count(*) from code_challenge c where c.tenant_id = ${tx.tenantId}
          and (c.recipient = ${order.recipient} or c.person_id = ${order.personId ?? null}::bigint)
          and c.purpose = ${order.purpose} and c.created_at > ${before(HOUR)}) < ${CODE.sendsPerHour}::int
      returning id`);
  });

/** Codes go out at once: who waits for one is told when it could not be sent. */
async function deliver(
  ctx: Pick<Ctx, 'house' | 'tenant' | 'host'>,
  order: ChallengeOrder,
  id: string,
  code: string,
) {
  const { house } = ctx;
  const { settings, brandName } = await hostFacts(house, { tenant: ctx.tenant, host: ctx.host });
  const data = { ...order.data, nome: order.greeted, instituicao: brandName, codigo: code };
  const message = renderNotification(order.template, data, { brand: settings.theme.primary });
  if (order.channel === 'sms') {
    await house.ports.sms.send({
      to: order.recipient,
      text: message.sms ?? message.subject,
      reference: id,
      template: order.template,
    });
    return;
  }
  await house.ports.mail.send({
    messageId: `<challenge.${id}@${ctx.host.name}>`,
    template: order.template,
    to: order.recipient,
    fromName: brandName,
    subject: message.subject,
    text: message.text,
    html: message.html,
    attachments: [],
  });
}

/**
 * Sends a one-time code of six digits: good for 10 minutes and 5 tries, again after 60 s, 5 an hour per contact and
 * purpose (spec 5.1). Waits for the mail or SMS service, so it is called outside transactions.
 * @throws `RATE_LIMITED`, `SEND_FAILED` (a code that was not sent does not count).
 */
export async function createChallenge(
  ctx: Pick<Ctx, 'house' | 'tenant' | 'host'>,
  order: ChallengeOrder,
): Promise<SentChallenge> {
  const id = randomUUID();
  const code = String(randomInt(10 ** CODE.length)).padStart(CODE.length, '0');
  if (!(await insert(ctx, order, id, code))) fail('RATE_LIMITED');
  try {
    await deliver(ctx, order, id, code);
  } catch (error) {
    ctx.house.log.warn({ err: error, channel: order.channel, tenant: ctx.tenant.alias }, 'code not sent');
    await ctx.house.db.tenant(ctx.tenant.id).one(sql`
      delete from code_challenge where tenant_id = ${ctx.tenant.id} and id = ${id}::uuid returning id`);
    fail('SEND_FAILED');
  }
  return {
    challengeId: id,
    masked: maskContact(order.channel, order.recipient),
    expiresIn: CODE.lifeSeconds,
    resendIn: CODE.resendSeconds,
  };
}

type Row = {
  id: string;
  code_hash: string;
  person_id: number | null;
  subscription_id: number | null;
  channel: 'email' | 'sms';
  recipient: string;
  payload: Record<string, unknown>;
};

export type Verified = {
  personId: number | null;
  subscriptionId: number | null;
  channel: 'email' | 'sms';
  recipient: string;
  payload: Record<string, unknown>;
  /** Uses the code up in the transaction of what it confirms; `CODE_EXPIRED` when another one was faster. */
  use(tx: Tx): Promise<void>;
};

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Checks a code and counts the try at once, whatever becomes of what follows; so it is called outside transactions
 * (`ctx.onceAcross`), and `use(tx)` inside the one that acts on it. Person and subscription must be those the code
 * was made for.
 * @throws `NOT_FOUND` (no such challenge of this purpose), `CODE_EXPIRED` (old, used, five tries), `CODE_INVALID`.
 */
export async function verifyChallenge(
  ctx: Pick<Ctx, 'house' | 'tenant'>,
  challengeId: string,
  code: string,
  expected: { purpose: ChallengePurpose; personId?: number; subscriptionId?: number },
): Promise<Verified> {
  const { house, tenant } = ctx;
  const db = house.db.tenant(tenant.id);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(challengeId)) fail('NOT_FOUND');
  const mine = sql`tenant_id = ${tenant.id} and id = ${challengeId}::uuid and purpose = ${expected.purpose}
    and person_id is not distinct from ${expected.personId ?? null}::bigint
    and subscription_id is not distinct from ${expected.subscriptionId ?? null}::bigint`;
  const row = await db.one<Row>(sql`
    update code_challenge set tries = tries + 1
    where ${mine} and used_at is null and expires_at > ${house.clock.now()} and tries < ${CODE.tries}::int
    returning *`);
  if (!row) {
    const known = await db.one(sql`select id from code_challenge where ${mine}`);
    fail(known ? 'CODE_EXPIRED' : 'NOT_FOUND');
  }
  if (!same(row.code_hash, hashOf(house, row.id, normaliseCode(code)))) fail('CODE_INVALID');
  return {
    personId: row.person_id,
    subscriptionId: row.subscription_id,
    channel: row.channel,
    recipient: row.recipient,
    payload: row.payload,
    async use(tx) {
      const used = await tx.one(sql`
        update code_challenge set used_at = ${house.clock.now()}, payload = '{}'::jsonb
        where tenant_id = ${tx.tenantId} and id = ${row.id}::uuid and used_at is null returning id`);
      if (!used) fail('CODE_EXPIRED');
    },
  };
}
