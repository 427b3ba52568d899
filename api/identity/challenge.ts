import { createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { CODE, maskContact, normaliseCode } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import { pageAddress } from '../messaging/address.ts';
import { sendAtOnce } from '../messaging/at-once.ts';
import type { Tx } from '../platform/database/types.ts';
import type { HostContext, TenantContext } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';

/** What a code is for; a code of one purpose is invalid for another. */
export type ChallengePurpose =
  | 'sign-in'
  | 'sign-up'
  | 'reset'
  | 'contact-change'
  | 'proof'
  | 'contract-acceptance'
  | 'staff';

export type ChallengeOrder = {
  purpose: ChallengePurpose;
  channel: 'email' | 'sms';
  /** Normalised e-mail or phone the code is sent to. */
  recipient: string;
  /**
   * `N-02` and `N-03` address the person, `NE-02` somebody of the team, `N-29` a guardian (`data.nome_candidato`,
   * `data.curso`).
   */
  template: 'N-02' | 'N-03' | 'N-29' | 'NE-02';
  /** First name of the recipient; '' when it is not known. */
  greeted: string;
  data?: Record<string, string>;
  personId?: number;
  subscriptionId?: number;
  /** Stored until the code is used, then erased. */
  payload?: Record<string, unknown>;
  /** Hash of a document, counted by the hourly limit besides contact and person. */
  subject?: string;
  /** E-mails also get a link to this page, followed by a secret that is stored as a hash. */
  linkPage?: '/reset-password';
  /**
   * Answers before the message is sent and never reports a failure, so that nobody learns whether a document
   * is known (spec 5.1).
   */
  quiet?: boolean;
};

export type SentChallenge = { challengeId: string; masked: string; expiresIn: number; resendIn: number };
type Place = Pick<HostContext, 'platform' | 'tenant' | 'host'>;
type Secrets = { id: string; code: string; link: string };

const HOUR = 3600_000;

const linked = ({ channel, linkPage }: ChallengeOrder): boolean =>
  channel === 'email' && linkPage !== undefined;

/** Keyed, because a plain hash of six digits could be reversed in a moment. */
const hashOf = (platform: Platform, id: string, code: string): string =>
  createHmac('sha256', platform.config.secret).update(`challenge:${id}:${code}`).digest('base64url');

const newSecrets = (): Secrets => ({
  id: randomUUID(),
  code: String(randomInt(10 ** CODE.length)).padStart(CODE.length, '0'),
  link: randomBytes(32).toString('base64url'),
});

/**
 * Writes the challenge unless the last code was sent less than a minute ago, or too many were sent within the
 * hour.
 */
const insert = (
  ctx: Pick<TenantContext, 'platform' | 'tenant'>,
  order: ChallengeOrder,
  { id, code, link }: Secrets,
) =>
  ctx.platform.db.write(ctx.tenant.id, async (tx) => {
    const now = ctx.platform.clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    const subject = order.subject ?? null;
    // Locks everything the limits below count by, always in one order, so that requests that share any of it
    // run one after the other.
    const counted = [subject, order.recipient, order.personId ?? null]
      .filter((one) => one !== null)
      .map((one) => `${tx.tenantId}:${order.purpose}:${one}`);
    await tx.many(sql`
      select pg_advisory_xact_lock(one) from (
        select distinct hashtext(text) as one from unnest(${counted}::text[]) as text order by 1) as held`);
    return tx.one(sql`
      insert into code_challenge (tenant_id, id, purpose, person_id, subscription_id, channel, recipient, subject,
        code_hash, link_hash, payload, created_at, expires_at)
      select ${tx.tenantId}::bigint, ${id}::uuid, ${order.purpose}::text, ${order.personId ?? null}::bigint,
        ${order.subscriptionId ?? null}::bigint, ${order.channel}::text, ${order.recipient}::text, ${subject}::text,
        ${hashOf(ctx.platform, id, code)}::text, ${linked(order) ? secretHash(link) : null}::text,
        ${JSON.stringify(order.payload ?? {})}::jsonb, ${now}::timestamptz,
        ${new Date(now.getTime() + CODE.lifeSeconds * 1000)}::timestamptz
      where not exists (select from code_challenge c where c.tenant_id = ${tx.tenantId}
          and c.recipient = ${order.recipient} and c.purpose = ${order.purpose}
          and c.created_at > ${before(CODE.resendSeconds * 1000)})
        and (select count(*) from code_challenge c where c.tenant_id = ${tx.tenantId}
          and (c.recipient = ${order.recipient} or c.person_id = ${order.personId ?? null}::bigint
            or c.subject = ${subject}::text)
          and c.purpose = ${order.purpose} and c.created_at > ${before(HOUR)}) < ${CODE.sendsPerHour}::int
      returning id`);
  });

/** Codes are sent at once, because the waiting person must learn when one could not be sent. */
function deliver(ctx: Place, order: ChallengeOrder, { id, code, link }: Secrets): Promise<void> {
  const { channel, recipient, template, greeted, linkPage } = order;
  // The SMS is rendered with the same data as the e-mail; its text names no link.
  const links: Record<string, string> = linkPage
    ? { link: pageAddress(ctx.platform, ctx.host.name, `${linkPage}/${link}`) }
    : {};
  const reference = channel === 'email' ? `challenge.${id}` : id;
  const data = { ...order.data, codigo: code, ...links };
  return sendAtOnce(ctx, { channel, to: recipient, template, greeted, data, reference });
}

const timesOf = (id: string) => ({
  challengeId: id,
  expiresIn: CODE.lifeSeconds,
  resendIn: CODE.resendSeconds,
});

/** Deletes a code that was not sent, so that it does not count. */
async function forget({ platform, tenant }: Place, id: string): Promise<void> {
  await platform.db.tenant(tenant.id).one(sql`
    delete from code_challenge where tenant_id = ${tenant.id} and id = ${id}::uuid returning id`);
}

/**
 * Sends a one-time code of six digits: valid for 10 minutes and 5 tries, again after 60 s, 5 an hour per
 * contact and purpose (spec 5.1). Waits for the mail or SMS service, so it is called outside transactions.
 * @throws `RATE_LIMITED`, `SEND_FAILED` (a code that was not sent does not count).
 */
export async function createChallenge(ctx: Place, order: ChallengeOrder): Promise<SentChallenge> {
  const secrets = newSecrets();
  const { id } = secrets;
  if (!(await insert(ctx, order, secrets))) fail('RATE_LIMITED');
  const unsent = (error: unknown) =>
    ctx.platform.log.warn({ err: error, channel: order.channel, tenant: ctx.tenant.alias }, 'code not sent');
  if (order.quiet) void deliver(ctx, order, secrets).catch(unsent);
  else {
    try {
      await deliver(ctx, order, secrets);
    } catch (error) {
      unsent(error);
      await forget(ctx, id);
      fail('SEND_FAILED');
    }
  }
  return { ...timesOf(id), masked: maskContact(order.channel, order.recipient) };
}

/** A challenge without a valid code, with the limits of a real one: for documents nobody has (spec 5.1). */
export async function createDecoy(
  ctx: Place,
  { purpose, channel, subject }: { purpose: ChallengePurpose; channel: 'email' | 'sms'; subject: string },
): Promise<Omit<SentChallenge, 'masked'>> {
  const secrets = newSecrets();
  // The code is made and thrown away, so that this row looks like any other.
  const order: ChallengeOrder = {
    purpose,
    channel,
    subject,
    recipient: `nobody:${channel}:${subject}`,
    template: 'N-02',
    greeted: '',
  };
  if (!(await insert(ctx, order, { ...secrets, code: randomBytes(16).toString('hex') })))
    fail('RATE_LIMITED');
  return timesOf(secrets.id);
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
  id: string;
  personId: number | null;
  subscriptionId: number | null;
  channel: 'email' | 'sms';
  recipient: string;
  payload: Record<string, unknown>;
  /**
   * Uses up the code in the transaction of the action it confirms; `CODE_EXPIRED` when another request was
   * faster.
   */
  use(tx: Tx): Promise<void>;
};

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const isChallengeId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** What a challenge was made for; undefined for one that does not exist. */
export async function purposeOf(
  { platform, tenant }: Pick<TenantContext, 'platform' | 'tenant'>,
  challengeId: string,
): Promise<ChallengePurpose | undefined> {
  if (!isChallengeId(challengeId)) return undefined;
  const row = await platform.db.tenant(tenant.id).one<{ purpose: ChallengePurpose }>(sql`
    select purpose from code_challenge where tenant_id = ${tenant.id} and id = ${challengeId}::uuid`);
  return row?.purpose;
}

/**
 * Checks a code and counts the try at once, whether or not the following action succeeds; so it is called
 * outside transactions (`ctx.onceAcross`), and `use(tx)` inside the one of the action. Person and
 * subscription must be those the code was made for; `anybody` is for callers whom the code itself will
 * identify.
 * @throws `NOT_FOUND` (no such challenge of this purpose), `CODE_EXPIRED` (old, used, five tries),
 * `CODE_INVALID`.
 */
export async function verifyChallenge(
  ctx: Pick<TenantContext, 'platform' | 'tenant'>,
  challengeId: string,
  code: string,
  expected: { purpose: ChallengePurpose; personId?: number; subscriptionId?: number; anybody?: true },
): Promise<Verified> {
  const { platform, tenant } = ctx;
  const db = platform.db.tenant(tenant.id);
  if (!isChallengeId(challengeId)) fail('NOT_FOUND');
  const mine = sql`tenant_id = ${tenant.id} and id = ${challengeId}::uuid and purpose = ${expected.purpose}
    and (${expected.anybody ?? false}::boolean or person_id is not distinct from ${expected.personId ?? null}::bigint)
    and subscription_id is not distinct from ${expected.subscriptionId ?? null}::bigint`;
  const row = await db.one<Row>(sql`
    update code_challenge set tries = tries + 1
    where ${mine} and used_at is null and expires_at > ${platform.clock.now()} and tries < ${CODE.tries}::int
    returning *`);
  if (!row) {
    const known = await db.one(sql`select id from code_challenge where ${mine}`);
    fail(known ? 'CODE_EXPIRED' : 'NOT_FOUND');
  }
  if (!same(row.code_hash, hashOf(platform, row.id, normaliseCode(code)))) fail('CODE_INVALID');
  return {
    id: row.id,
    personId: row.person_id,
    subscriptionId: row.subscription_id,
    channel: row.channel,
    recipient: row.recipient,
    payload: row.payload,
    async use(tx) {
      const used = await tx.one(sql`
        update code_challenge set used_at = ${platform.clock.now()}, payload = '{}'::jsonb
        where tenant_id = ${tx.tenantId} and id = ${row.id}::uuid and used_at is null returning id`);
      if (!used) fail('CODE_EXPIRED');
    },
  };
}
