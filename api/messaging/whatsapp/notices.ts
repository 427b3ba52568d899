import { isTemplateId, phonesOf } from '@orbita/domain/messaging';
import sql from 'sql-template-tag';
import { recordConsents } from '../../consent/consents.ts';
import { isBounded, isBoundedText } from '../../platform/http/bounded.ts';
import type { Ctx, Reply, Tenant } from '../../platform/http/context.ts';
import { AppError, fail } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { reply } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { whatsAppOf } from '../../platform/whatsapp-accounts.ts';
import { tenantByAlias } from '../../tenancy/hosts.ts';
import { numberIn, referenceOf } from '../reference.ts';
import { readWhatsAppEvents, type WhatsAppReport, type WhatsAppWord } from './events.ts';
import { insteadOf } from './instead.ts';
import { hubSignature, sameSecret } from './signature.ts';

const REFUSED: Limit = { name: 'whatsapp-notices', max: 60, windowMs: 60_000 };
/** People who write to a number nobody reads are told so once in a while. */
const ANSWERS: Limit = { name: 'whatsapp-answers', max: 1, windowMs: 6 * 3600_000 };
const MOST_PEOPLE = 20;
const SECOND_MS = 1_000;

const STOPPED =
  'Pronto: os avisos por WhatsApp pararam. Eles continuam por e-mail e SMS. Para voltar, use o seu perfil no portal.';
const UNREAD =
  'Este número só envia avisos, e ninguém lê as respostas. Fale com a instituição pelo portal. Para não receber mais, responda PARAR.';

async function accountOf(platform: Platform, alias: string) {
  const tenant = await tenantByAlias(platform, alias);
  const account = tenant && whatsAppOf(platform.config.whatsapp, tenant.alias);
  return tenant && account ? { tenant, account } : undefined;
}

function refuse(platform: Platform, tenant: Tenant | undefined, ip: string): never {
  platform.limits.take(REFUSED, { tenant: tenant?.id ?? null, address: ip });
  return fail('UNAUTHENTICATED');
}

/** Echoes Meta's challenge that verifies our address; only for callers that know the token configured there. */
export async function confirmWhatsAppAddress(
  ctx: Ctx<'GET /operations/webhooks/whatsapp/{tenant}'>,
): Promise<Reply> {
  const { platform, params, query, ip } = ctx;
  const found = await accountOf(platform, params.tenant);
  const { 'hub.mode': mode, 'hub.verify_token': token = '', 'hub.challenge': challenge } = query;
  if (!found || mode !== 'subscribe' || !challenge || !sameSecret(found.account.verifyToken, token))
    return refuse(platform, found?.tenant, ip);
  return reply(200, Buffer.from(challenge), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

/** The parsed body of a notice, once its bytes have been verified. */
function parsed(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  try {
    const body: unknown = isBoundedText(text) ? JSON.parse(text) : undefined;
    if (body !== undefined && isBounded(body)) return body;
  } catch {
    // Reported below, along with input nested too deeply.
  }
  throw new AppError('MALFORMED');
}

/**
 * Receives WhatsApp's reports on messages, and what people write to the number. Reports about messages outside the outbox, such
 * as a code sent at once, change nothing.
 */
export async function receiveWhatsApp(
  ctx: Ctx<'POST /operations/webhooks/whatsapp/{tenant}'>,
): Promise<Reply> {
  const { platform, params, ip } = ctx;
  const found = await accountOf(platform, params.tenant);
  const bytes = ctx.body();
  const signature = ctx.header('x-hub-signature-256') ?? '';
  if (
    !found ||
    !Buffer.isBuffer(bytes) ||
    !sameSecret(hubSignature(found.account.appSecret, bytes), signature)
  )
    return refuse(platform, found?.tenant, ip);
  const { tenant, account } = found;
  const { reports, words } = readWhatsAppEvents(parsed(bytes), account.phoneNumberId);
  for (const report of reports) await note(platform, tenant.id, report);
  for (const word of words) await hear(platform, tenant, word);
  return reply(200);
}

type Row = {
  id: number;
  template: string;
  data: Record<string, unknown>;
  dedupe_key: string;
  created_at: Date;
};

/** The message a report is about: by our reference, or by its id at WhatsApp. */
async function messageOf(platform: Platform, tenantId: number, { reference, carrier }: WhatsAppReport) {
  const id = reference === null ? undefined : numberIn(reference);
  const row = await platform.db.tenant(tenantId).one<Row>(sql`
    select id, template, data, dedupe_key, created_at from notification
    where tenant_id = ${tenantId} and channel = 'whatsapp'
      and ${id === undefined ? sql`carrier_id = ${carrier}` : sql`id = ${id}`} limit 1`);
  if (!row || (reference !== null && referenceOf(tenantId, row) !== reference)) return undefined;
  return row;
}

/**
 * Delivered is final, whatever arrives before or after it. A failure is replaced by a text message, once. A report may arrive
 * before the response to our own call; marking the call as sent then leaves it unchanged.
 */
async function note(platform: Platform, tenantId: number, report: WhatsAppReport): Promise<void> {
  const row = await messageOf(platform, tenantId, report);
  if (!row || !isTemplateId(row.template)) return;
  const now = platform.clock.now();
  const known = sql`carrier_id = ${report.carrier}, carrier_user = coalesce(${report.user}::text, carrier_user)`;
  const mine = sql`tenant_id = ${tenantId} and id = ${row.id}`;
  const arrived = sql`state = 'sent', sent_at = coalesce(sent_at, ${now}::timestamptz), last_error = null, retry_at = null`;
  await platform.db.tenant(tenantId).many(
    {
      sent: sql`update notification set ${known}, ${arrived} where ${mine} and state in ('pending', 'sending') returning id`,
      delivered: sql`update notification set ${known}, ${arrived}, delivered_at = coalesce(delivered_at, ${now}::timestamptz)
        where ${mine} returning id`,
      failed: sql`
        with marked as (update notification set ${known}, state = 'failed',
            last_error = ${`not delivered: ${report.reason}`}::text, retry_at = null
          where ${mine} and delivered_at is null and state <> 'failed' returning *),
        other as (${insteadOf(sql`marked`, row, now)})
        select id from marked`,
    }[report.outcome],
  );
}

/** People who own the phone, or who received the message that was answered. Several people may share a phone. */
const whoWrote = (platform: Platform, tenantId: number, { from, user, answers }: WhatsAppWord) =>
  platform.db.tenant(tenantId).many<{ id: number }>(sql`
    select p.id from person p
    where p.tenant_id = ${tenantId} and p.anonymised_at is null and (
      p.cell_phone = any(${from === null ? [] : phonesOf(from)}::text[])
      or p.id in (select n.person_id from notification n where n.tenant_id = ${tenantId} and n.carrier_id = ${answers}::text)
      or p.id in (select n.person_id from notification n where n.tenant_id = ${tenantId} and n.carrier_user = ${user}::text))
    order by p.id limit ${MOST_PEOPLE}::int`);

/** Withdraws a consent given before the message; an old message that arrives late doesn't affect a newer consent. */
async function stop(platform: Platform, tenantId: number, personId: number, said: Date): Promise<void> {
  const now = platform.clock.now();
  await platform.db.write(tenantId, async (tx) => {
    const given = await tx.one<{ granted: boolean; at: Date }>(sql`
      select granted, at from consent where tenant_id = ${tenantId} and person_id = ${personId} and kind = 'whatsapp'
      order by id desc limit 1`);
    // Their clock counts whole seconds.
    if (!given?.granted || given.at.getTime() >= said.getTime() + SECOND_MS) return;
    await recordConsents(tx, { personId, accountId: null, channel: 'whatsapp' }, now, { whatsapp: false });
  });
}

async function hear(platform: Platform, tenant: Tenant, word: WhatsAppWord): Promise<void> {
  const people = await whoWrote(platform, tenant.id, word);
  if (word.stops)
    for (const { id } of people) await stop(platform, tenant.id, id, word.at ?? platform.clock.now());
  const [first] = people;
  if (!first || !word.wrote || word.from === null) return;
  const limit = word.stops ? { ...ANSWERS, name: `${ANSWERS.name}-stopped` } : ANSWERS;
  const who = { tenant: tenant.id, person: first.id };
  if (platform.limits.isFull(limit, who)) return;
  platform.limits.note(limit, who);
  // Nothing waits for it: the notice itself has been processed.
  void platform.ports.whatsapp
    .answer({ tenant: tenant.alias, to: word.from, text: word.stops ? STOPPED : UNREAD })
    .catch((error: unknown) => platform.log.warn({ err: error, tenant: tenant.alias }, 'answer not sent'));
}
