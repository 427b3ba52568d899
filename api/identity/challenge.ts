import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { CODE, maskContact, normaliseCode } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import { pageAddress } from '../messaging/address.ts';
import { sendAtOnce } from '../messaging/at-once.ts';
import type { Tx } from '../platform/database/types.ts';
import type { HostContext, TenantContext } from '../platform/http/context.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { type Answering, type Done, doneBefore, keptForRepeat, same } from './repeat.ts';

/** What a code is for. A code issued for one purpose is invalid for any other. */
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
  /** `sms`: sent to the phone. */
  channel: 'email' | 'sms';
  /** Send to the phone by WhatsApp, chosen for this code; falls back to SMS if the phone can't be reached there. */
  byWhatsApp?: boolean;
  /** Normalised e-mail address or phone number the code is sent to. */
  recipient: string;
  /** `N-02` and `N-03` address the person, `NE-02` a staff member, `N-29` a guardian (`data.nome_candidato`, `data.curso`). */
  template: 'N-02' | 'N-03' | 'N-29' | 'NE-02';
  /** First name of the recipient; '' when unknown. */
  greeted: string;
  data?: Record<string, string>;
  personId?: number;
  subscriptionId?: number;
  /** Stored until the code is used, then erased but for what a repeat needs (`Done`). */
  payload?: Record<string, unknown>;
  /** Hash of a document, counted by the hourly limit in addition to contact and person. */
  subject?: string;
  /**
   * Hash of the requester: a network, or a browser or link known to belong to the recipient. Limits count per asker first, so
   * that nobody can use up someone else's allowance. '' = everyone else, for purposes that don't identify an asker.
   */
  asker?: string;
  /**
   * How askers are limited. `each`: each asker may send one per minute and five per hour, all together twenty. `own`: the
   * recipient themselves, unaffected by codes requested by others. `free`: a network known to belong to the person; the caller
   * counts it. `late`: strangers, whose codes are delayed further the more of them there are, and stop at sixty.
   */
  pace?: 'each' | 'own' | 'free' | 'late';
  /** E-mails also contain a link to this page, followed by a secret that is stored as a hash. */
  linkPage?: '/reset-password';
  /**
   * Answer before the message is sent and never report a failure, so that the response doesn't reveal whether a document is
   * known (spec 5.1).
   */
  quiet?: boolean;
};

/** Maps a chosen channel to an order's fields. WhatsApp and SMS are the same phone, which is confirmed and limited as one. */
export const phoneOr = (
  channel: 'email' | 'sms' | 'whatsapp',
): Pick<ChallengeOrder, 'channel' | 'byWhatsApp'> =>
  channel === 'whatsapp' ? { channel: 'sms', byWhatsApp: true } : { channel };

export type SentChallenge = { challengeId: string; masked: string; expiresIn: number; resendIn: number };
type Place = Pick<HostContext, 'platform' | 'tenant' | 'host'>;
type Secrets = { id: string; code: string; link: string };

const HOUR = 3600_000;
/**
 * Codes requested by strangers for one contact within an hour: the first few are sent at once, each further one is delayed, and
 * none is sent after the last.
 */
const LATE = { atOnce: 3, stepSeconds: 20, mostSeconds: 300, most: 60 } as const;
/** After this many, strangers get fewer tries per code, so that more codes don't mean more guesses. */
const FEWER_TRIES = { after: 5, tries: 2 } as const;

/** Delay in seconds of a stranger's next code, given how many came before it. */
const delayAfter = (others: number): number =>
  others < LATE.atOnce ? 0 : Math.min((others - LATE.atOnce + 1) * LATE.stepSeconds, LATE.mostSeconds);

const linked = ({ channel, linkPage }: ChallengeOrder): boolean =>
  channel === 'email' && linkPage !== undefined;

/** Keyed, because a plain hash of six digits is trivially reversible. */
const hashOf = (secret: string, id: string, code: string): string =>
  createHmac('sha256', secret).update(`challenge:${id}:${code}`).digest('base64url');

const newSecrets = (): Secrets => ({
  id: randomUUID(),
  code: String(randomInt(10 ** CODE.length)).padStart(CODE.length, '0'),
  link: randomBytes(32).toString('base64url'),
});

/**
 * Inserts the challenge unless its asker requested one less than a minute ago or too many were sent within the hour. Returns
 * the delay of the code in seconds; undefined when none may be sent.
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
    const { asker = '', pace = 'each' } = order;
    // Locks everything the limits below count by, always in the same order, so that requests sharing any of it run one after
    // the other.
    const counted = [subject, order.recipient, order.personId ?? null]
      .filter((one) => one !== null)
      .map((one) => `${tx.tenantId}:${order.purpose}:${one}`);
    await tx.many(sql`
      select pg_advisory_xact_lock(one) from (
        select distinct hashtext(text) as one from unnest(${counted}::text[]) as text order by 1) as held`);
    const sent = sql`from code_challenge c where c.tenant_id = ${tx.tenantId} and c.purpose = ${order.purpose}
      and (c.recipient = ${order.recipient} or c.person_id = ${order.personId ?? null}::bigint
        or c.subject = ${subject}::text) and c.created_at > ${before(HOUR)}`;
    const byAsker = sql`
      not exists (select from code_challenge c where c.tenant_id = ${tx.tenantId} and c.recipient = ${order.recipient}
        and c.purpose = ${order.purpose} and c.asker = ${asker} and c.created_at > ${before(CODE.resendSeconds * 1000)})
      and (select count(*) ${sent} and c.asker = ${asker}) < ${CODE.sendsPerHour}::int`;
    const others = sql`(select count(*)::int ${sent} and c.strange)`;
    const allowed = {
      each: sql`${byAsker} and (select count(*) ${sent}) < ${CODE.sendsOfAll}::int`,
      own: byAsker,
      free: sql`true`,
      late: sql`${others} < ${LATE.most}::int`,
    }[pace];
    const row = await tx.one<{ others: number }>(sql`
      with before as (select ${others} as others)
      insert into code_challenge (tenant_id, id, purpose, person_id, subscription_id, channel, recipient, subject, asker,
        strange, tries, code_hash, link_hash, payload, created_at, expires_at)
      select ${tx.tenantId}::bigint, ${id}::uuid, ${order.purpose}::text, ${order.personId ?? null}::bigint,
        ${order.subscriptionId ?? null}::bigint, ${order.channel}::text, ${order.recipient}::text, ${subject}::text, ${asker}::text,
        ${pace === 'late'}::boolean,
        case when ${pace === 'late'}::boolean and before.others >= ${FEWER_TRIES.after}::int
          then ${CODE.tries - FEWER_TRIES.tries}::int else 0 end,
        ${hashOf(ctx.platform.config.secret, id, code)}::text, ${linked(order) ? secretHash(link) : null}::text,
        ${JSON.stringify(order.payload ?? {})}::jsonb, ${now}::timestamptz,
        ${new Date(now.getTime() + CODE.lifeSeconds * 1000)}::timestamptz
      from before where ${allowed}
      returning (select others from before) as others`);
    return row && (pace === 'late' ? delayAfter(row.others) : 0);
  });

/** Codes are sent synchronously, because the waiting person must learn when one couldn't be sent. */
function deliver(ctx: Place, order: ChallengeOrder, { id, code, link }: Secrets): Promise<void> {
  const { channel, byWhatsApp, recipient, template, greeted, linkPage } = order;
  // The SMS is rendered with the same data as the e-mail; its text contains no link.
  const links: Record<string, string> = linkPage
    ? { link: pageAddress(ctx.platform, ctx.host.name, `${linkPage}/${link}`) }
    : {};
  const reference = channel === 'email' ? `challenge.${id}` : id;
  const data = { ...order.data, codigo: code, ...links };
  const by = byWhatsApp ? 'whatsapp' : channel;
  return sendAtOnce(ctx, { channel: by, to: recipient, template, greeted, data, reference });
}

const timesOf = (id: string, delay: number) => ({
  challengeId: id,
  expiresIn: CODE.lifeSeconds,
  resendIn: CODE.resendSeconds + delay,
});

/** Deletes a code that wasn't sent, so that it doesn't count. */
async function forget({ platform, tenant }: Place, id: string): Promise<void> {
  await platform.db.tenant(tenant.id).one(sql`
    delete from code_challenge where tenant_id = ${tenant.id} and id = ${id}::uuid returning id`);
}

/**
 * Sends a six-digit one-time code: valid for 10 minutes and 5 tries, resendable after 60 s, at most 5 per hour for each
 * contact, purpose and asker (spec 5.1; `pace`). Waits for the mail or SMS service, so call it outside transactions.
 * @throws `RATE_LIMITED`, `SEND_FAILED` (a code that wasn't sent doesn't count).
 */
export async function createChallenge(ctx: Place, order: ChallengeOrder): Promise<SentChallenge> {
  const secrets = newSecrets();
  const { id } = secrets;
  const delay = await insert(ctx, order, secrets);
  if (delay === undefined) fail('RATE_LIMITED');
  const unsent = (error: unknown) =>
    ctx.platform.log.warn({ err: error, channel: order.channel, tenant: ctx.tenant.alias }, 'code not sent');
  if (delay > 0) setTimeout(() => void deliver(ctx, order, secrets).catch(unsent), delay * 1000).unref();
  else if (order.quiet) void deliver(ctx, order, secrets).catch(unsent);
  else {
    try {
      await deliver(ctx, order, secrets);
    } catch (error) {
      unsent(error);
      await forget(ctx, id);
      fail('SEND_FAILED');
    }
  }
  return { ...timesOf(id, delay), masked: maskContact(order.channel, order.recipient) };
}

/** Creates a challenge that has no valid code but the limits of a real one, for unknown documents (spec 5.1). */
export async function createDecoy(
  ctx: Place,
  {
    purpose,
    channel,
    subject,
    asker,
    pace,
  }: Pick<ChallengeOrder, 'purpose' | 'channel' | 'asker' | 'pace'> & { subject: string },
): Promise<Omit<SentChallenge, 'masked'>> {
  const secrets = newSecrets();
  // The code is generated and thrown away, so that this row looks like any other.
  const order: ChallengeOrder = {
    purpose,
    channel,
    subject,
    recipient: `nobody:${channel}:${subject}`,
    template: 'N-02',
    greeted: '',
    ...(asker === undefined ? {} : { asker }),
    ...(pace === undefined ? {} : { pace }),
  };
  const delay = await insert(ctx, order, { ...secrets, code: randomBytes(16).toString('hex') });
  if (delay === undefined) fail('RATE_LIMITED');
  return timesOf(secrets.id, delay);
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
  /** Set if this request repeats the one that used up the code: its action must not run again. */
  done: Done | undefined;
  /**
   * Uses up the code in the transaction of the action it confirms, before anything else; `left` is kept for a repeat.
   * @throws `CODE_EXPIRED` when another request was faster.
   */
  use(tx: Tx, left?: Record<string, unknown>): Promise<void>;
  /** Adds to what is kept for a repeat, in the same transaction. Nothing personal. */
  leave(tx: Tx, left: Record<string, unknown>): void;
};

type Expected = { purpose: ChallengePurpose; personId?: number; subscriptionId?: number; anybody?: true };

/** Another request used up the code while this one was being checked. */
class Used extends AppError {
  constructor() {
    super('CODE_EXPIRED');
  }
}

const isChallengeId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The purpose of a challenge; undefined if it doesn't exist. */
export async function purposeOf(
  { platform, tenant }: Pick<TenantContext, 'platform' | 'tenant'>,
  challengeId: string,
): Promise<ChallengePurpose | undefined> {
  if (!isChallengeId(challengeId)) return undefined;
  const row = await platform.db.tenant(tenant.id).one<{ purpose: ChallengePurpose }>(sql`
    select purpose from code_challenge where tenant_id = ${tenant.id} and id = ${challengeId}::uuid`);
  return row?.purpose;
}

const ofChallenge = ({ tenant }: Answering, challengeId: string, expected: Expected) => sql`
  tenant_id = ${tenant.id} and id = ${challengeId}::uuid and purpose = ${expected.purpose}
  and (${expected.anybody ?? false}::boolean or person_id is not distinct from ${expected.personId ?? null}::bigint)
  and subscription_id is not distinct from ${expected.subscriptionId ?? null}::bigint`;

const verifiedOf = (ctx: Answering, row: Row, typed: string, done: Done | undefined): Verified => {
  const mine = (tx: Tx) => sql`tenant_id = ${tx.tenantId} and id = ${row.id}::uuid`;
  return {
    ...{ id: row.id, channel: row.channel, recipient: row.recipient, payload: row.payload, done },
    personId: row.person_id,
    subscriptionId: row.subscription_id,
    async use(tx, left) {
      const kept = JSON.stringify(keptForRepeat(ctx, row.id, typed, left));
      const used = await tx.one(sql`
        update code_challenge set used_at = ${ctx.platform.clock.now()}, payload = ${kept}::jsonb
        where ${mine(tx)} and used_at is null returning id`);
      if (!used) throw new Used();
    },
    leave(tx, left) {
      tx.alongside(sql`
        update code_challenge set payload = jsonb_set(payload, '{done}', payload->'done' || ${JSON.stringify(left)}::jsonb)
        where ${mine(tx)} and payload->'done' is not null returning id`);
    },
  };
};

/**
 * Checks a code and counts the try immediately, whether or not the following action succeeds. So call it outside transactions
 * (`ctx.onceAcross`), and `use(tx)` inside the action's transaction. Person and subscription must be those the code was created
 * for; `anybody` is for callers that identify the person by the code itself. A request that repeats the one that used up the
 * code, with its `Idempotency-Key` and within ten minutes, finds `done` set.
 * @throws `NOT_FOUND` (no such challenge with this purpose), `CODE_EXPIRED` (too old, used, or five tries), `CODE_INVALID`.
 */
export async function verifyChallenge(
  ctx: Answering,
  challengeId: string,
  code: string,
  expected: Expected,
): Promise<Verified> {
  const { platform, tenant } = ctx;
  const db = platform.db.tenant(tenant.id);
  if (!isChallengeId(challengeId)) fail('NOT_FOUND');
  const mine = ofChallenge(ctx, challengeId, expected);
  const typed = normaliseCode(code);
  const row = await db.one<Row>(sql`
    update code_challenge set tries = tries + 1
    where ${mine} and used_at is null and expires_at > ${platform.clock.now()} and tries < ${CODE.tries}::int
    returning *`);
  if (!row) {
    const known = await db.one<Row>(sql`select * from code_challenge where ${mine}`);
    const done = doneBefore(ctx, known, typed);
    if (known && done) return verifiedOf(ctx, known, typed, done);
    fail(known ? 'CODE_EXPIRED' : 'NOT_FOUND');
  }
  if (!platform.config.secrets.some((secret) => same(row.code_hash, hashOf(secret, row.id, typed))))
    fail('CODE_INVALID');
  return verifiedOf(ctx, row, typed, undefined);
}

/**
 * Checks a code and runs the action it confirms; a repeat runs `again` instead, also one that arrives while the first request
 * is still at work.
 */
export async function answerChallenge<T>(
  ctx: Answering,
  { challengeId, code }: { challengeId: string; code: string },
  expected: Expected,
  { first, again }: { first(verified: Verified): Promise<T>; again(of: Verified, done: Done): Promise<T> },
): Promise<T> {
  const verified = await verifyChallenge(ctx, challengeId, code, expected);
  if (verified.done) return again(verified, verified.done);
  return first(verified).catch(async (error: unknown) => {
    if (!(error instanceof Used)) throw error;
    const of = await verifyChallenge(ctx, challengeId, code, expected);
    return again(of, of.done ?? fail('CODE_EXPIRED'));
  });
}
