import {
  type Channel,
  mayGoByWhatsApp,
  neededData,
  type TemplateId,
  templateOf,
} from '@orbita/domain/messaging';
import sql, { join, type Sql } from 'sql-template-tag';
import { wantsWhatsApp } from '../consent/consents.ts';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { keptOrigin } from '../platform/tracing/spans.ts';
import { whatsAppTemplate } from '../platform/whatsapp-accounts.ts';
import type { KeyPurpose } from './access-key.ts';

export type { Channel };

/** A recipient instead of the person's own contacts. */
export type Recipient = {
  channel: Channel;
  to: string;
  /** Name used in the greeting, if it isn't the person's. */
  name?: string;
  /** False: no link at all, as for guardians. */
  link?: boolean;
};

/** A file in `platform.files`, by key. */
type StoredAttachment = { key: string; name: string; type: string };

/** A row of a message to staff, and the console page it links to. */
type NoticeRow = { title: string; note: string; consolePath: string };

export type Notification = {
  template: TemplateId;
  /** null: there is no person yet; then `recipients` is required. */
  personId: number | null;
  subscriptionId?: number | undefined;
  /** Institution that signs if there is no subscription: that of a brand host. */
  institutionId?: number | null | undefined;
  /** Deduplication key: repeating the same event and text writes nothing. */
  dedupe: string;
  /** Template values; never a link, which is created when the message is sent. */
  data?: Record<string, unknown> | undefined;
  recipients?: readonly Recipient[] | undefined;
  /** Page for the link, below `/orbita/candidate`, if it isn't the subscription's own. */
  path?: string | undefined;
  attachments?: readonly StoredAttachment[] | undefined;
  /** Console page for the link, for staff. */
  consolePath?: string | undefined;
  /** Rows of its list, if the template has one. */
  rows?: readonly NoticeRow[] | undefined;
  /** Purpose and lifetime of its access key, if the template doesn't define them. */
  access?: Access | undefined;
  /** The change of contacts or sign-in methods that its link reverts (spec 5.5). */
  undo?: number | undefined;
};

type Access = { purpose: KeyPurpose; ttlDays: number | null };

/** Channel on which workers are notified that there is something to send. */
export const OUTBOX_CHANNEL = 'orbita_outbox';

export type Envelope = {
  institutionId?: number;
  name?: string;
  link?: boolean;
  path?: string;
  consolePath?: string;
  rows?: readonly NoticeRow[];
  attachments?: readonly StoredAttachment[];
  access?: Access;
  undo?: number;
  /** Set if the message was sent to a given recipient rather than the person's own contact. */
  other?: true;
  /** The traced call that wrote it (W3C `traceparent`), linked from the trace of its sending. */
  trace?: string;
};

const originOf = (): Pick<Envelope, 'trace'> => {
  const trace = keptOrigin();
  return trace === undefined ? {} : { trace };
};

const envelopeOf = (notice: Omit<Notification, 'personId'>, to?: Recipient): Envelope => ({
  ...(notice.institutionId ? { institutionId: notice.institutionId } : {}),
  ...(to ? { other: true } : {}),
  ...(to?.name ? { name: to.name } : {}),
  ...(to?.link === false ? { link: false } : {}),
  ...(notice.path ? { path: notice.path } : {}),
  ...(notice.consolePath ? { consolePath: notice.consolePath } : {}),
  ...(notice.rows?.length ? { rows: notice.rows } : {}),
  ...(notice.access ? { access: notice.access } : {}),
  ...(notice.undo ? { undo: notice.undo } : {}),
  ...(notice.attachments?.length ? { attachments: notice.attachments } : {}),
  ...originOf(),
});

/** Codes are sent to the one chosen contact; without a choice, to the e-mail address. */
const channelsOf = (id: TemplateId): readonly Channel[] => {
  const { channels, either } = templateOf(id);
  return either ? channels.slice(0, 1) : channels;
};

/**
 * Tenants whose WhatsApp account can carry a message. A message that links to a specific page stays on its original channel,
 * because the address may contain a secret that is erased after sending, so another channel couldn't take over.
 */
const byWhatsApp = ({ config }: Platform, { template, data, path, undo, consolePath }: ToPerson): string[] =>
  path || undo || consolePath || data?.codigo !== undefined || !mayGoByWhatsApp(template)
    ? []
    : Object.entries(config.whatsapp).flatMap(([alias, account]) =>
        whatsAppTemplate(account, template, data?.variante?.toString()) ? [alias] : [],
      );

/** A message to the person themselves; `personId` may be an expression, for statements about several people. */
type ToPerson = Omit<Notification, 'personId'> & { personId: number | Sql | null };

/**
 * The person's own contacts: one row per channel of the template for which the contact is known. If the person agreed to
 * WhatsApp, it replaces text messages, and supplements e-mails that have no text message.
 */
function toPerson(tenantId: number, platform: Platform, notice: ToPerson): Sql {
  const channels = channelsOf(notice.template);
  const aliases = byWhatsApp(platform, notice);
  if (aliases.length === 0) return toContacts(tenantId, notice, channels);
  const wanted = sql`exists (select from person p join tenant t on t.id = p.tenant_id where p.tenant_id = ${tenantId}
    and p.id = ${notice.personId}::bigint and t.alias = any(${aliases}::text[]) and ${wantsWhatsApp(tenantId, sql`p.id`)})`;
  return sql`select * from (${toContacts(tenantId, notice, [...new Set([...channels, 'sms', 'whatsapp'] as const)])})
    as c (channel, recipient, envelope) where case c.channel when 'email' then ${channels.includes('email')}::boolean
      when 'whatsapp' then ${wanted} else ${channels.includes('sms')}::boolean and not ${wanted} end`;
}

const toContacts = (tenantId: number, notice: ToPerson, channels: readonly Channel[]) => sql`
  select c.channel, case c.channel when 'email' then p.email else p.cell_phone end,
         ${JSON.stringify(envelopeOf(notice))}::jsonb
  from person p, unnest(${channels}::text[]) as c (channel)
  where p.tenant_id = ${tenantId} and p.id = ${notice.personId}::bigint and p.anonymised_at is null`;

const toOthers = (notice: Notification, recipients: readonly Recipient[]) => sql`
  values ${join(
    recipients.map(
      (one) =>
        sql`(${one.channel}::text, ${one.to}::text, ${JSON.stringify(envelopeOf(notice, one))}::jsonb)`,
    ),
  )}`;

/** A text that needs a link, for a recipient who gets none, would fail only when sent. */
function checkLinks({ template, data, recipients = [] }: Notification): void {
  const needsLink = neededData(template, data?.variante?.toString()).includes('link');
  if (needsLink && recipients.some(({ link }) => link === false))
    throw new TypeError(`${template} needs a link that its recipient does not get`);
}

/** Statement that writes a message to the outbox; undefined if there is no recipient. It returns the messages that are new. */
function noticeStatement(tx: Tx, platform: Platform, notice: Notification): Sql | undefined {
  const { recipients } = notice;
  if (recipients?.length === 0 || (!recipients && notice.personId === null)) return undefined;
  checkLinks(notice);
  const now = platform.clock.now();
  const target = recipients ? toOthers(notice, recipients) : toPerson(tx.tenantId, platform, notice);
  return sql`
    insert into notification (tenant_id, template, channel, person_id, subscription_id, recipient, data, envelope,
                              dedupe_key, next_attempt_at, created_at)
    select ${tx.tenantId}::bigint, ${notice.template}::text, t.channel, ${notice.personId}::bigint,
           ${notice.subscriptionId ?? null}::bigint, t.recipient, ${JSON.stringify(notice.data ?? {})}::jsonb,
           t.envelope, ${`${notice.template}:${notice.dedupe}`}::text, ${now}::timestamptz, ${now}::timestamptz
    from (${target}) as t (channel, recipient, envelope) where t.recipient is not null and t.recipient <> ''
    on conflict (tenant_id, dedupe_key, channel, recipient) do nothing
    returning id`;
}

/**
 * Writes a message to the outbox, in the transaction of the event it reports (spec 16.2); the job `outbox` sends it. It goes to
 * the person's e-mail and cell phone according to the template's channels, or only to `recipients`. Sends nothing itself.
 */
export function notify(tx: Tx, platform: Platform, notice: Notification): void {
  const statement = noticeStatement(tx, platform, notice);
  if (!statement) return;
  tx.alongside(statement);
  tx.notify(OUTBOX_CHANNEL, String(tx.tenantId));
}

/** Like `notify`, for callers that need to know how many messages are new. */
export async function notifyCounted(tx: Tx, platform: Platform, notice: Notification): Promise<number> {
  const statement = noticeStatement(tx, platform, notice);
  const rows = statement ? await tx.many(statement) : [];
  if (rows.length > 0) tx.notify(OUTBOX_CHANNEL, String(tx.tenantId));
  return rows.length;
}

/**
 * Channels by which a message would reach people's own contacts now, by the same rules as `notify`; includes only people it
 * would reach.
 */
export async function channelsTo(
  on: Runner,
  platform: Platform,
  tenantId: number,
  { template, data }: Pick<Notification, 'template' | 'data'>,
  people: readonly number[],
): Promise<Map<number, Channel[]>> {
  const each = toPerson(tenantId, platform, { template, data, personId: sql`asked.id`, dedupe: '' });
  const rows = await on.many<{ id: number; channels: Channel[] }>(sql`
    select asked.id, array_agg(t.channel order by t.channel) as channels
    from unnest(${people}::bigint[]) as asked (id), lateral (${each}) as t (channel, recipient, envelope)
    where t.recipient is not null and t.recipient <> '' group by asked.id`);
  return new Map(rows.map(({ id, channels }) => [id, channels]));
}
