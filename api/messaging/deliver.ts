import { firstName, shownName } from '@orbita/domain/foundation';
import {
  isTemplateId,
  type MessageRow,
  type NotificationData,
  neededData,
  type Rendered,
  renderNotification,
  type TemplateId,
  templateOf,
} from '@orbita/domain/messaging';
import type { ApplicationType } from '@orbita/domain/subscription';
import { DEFAULT_THEME } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import { wantsWhatsApp } from '../consent/consents.ts';
import { readSealedBytes } from '../platform/files/storage.ts';
import type { Platform } from '../platform/platform.ts';
import { WhatsAppNotSent, type WhatsAppTaken } from '../platform/ports.ts';
import { whatsAppOf, whatsAppTemplate } from '../platform/whatsapp-accounts.ts';
import { accessKeyDays, issueAccessKey, type KeyPurpose } from './access-key.ts';
import { bestHost, consolePage, pageAddress, shortAddress, subscriptionAddress } from './address.ts';
import { letterheadOf } from './letterhead.ts';
import { linkContacts } from './link-contacts.ts';
import type { Channel, Envelope } from './notify.ts';
import { referenceOf } from './reference.ts';
import { undoPath } from './undo-link.ts';
import { compose } from './whatsapp/compose.ts';

/** A due message claimed by a run. */
export type Claimed = {
  id: number;
  template: string;
  channel: Channel;
  person_id: number | null;
  subscription_id: number | null;
  recipient: string;
  data: Record<string, string | number | null>;
  envelope: Envelope;
  dedupe_key: string;
  attempts: number;
  created_at: Date;
};

/** Recipient, subject and sender of a message. */
type Surroundings = {
  tenant: string;
  tenant_name: string;
  institution_id: number | null;
  institution_name: string | null;
  host: string | null;
  theme: { primary?: string; logoLarge?: string; logoSmall?: string } | null;
  name: string | null;
  social_name: string | null;
  email: string | null;
  email_confirmed: boolean;
  cell_phone: string | null;
  cell_phone_confirmed: boolean;
  wants_whatsapp: boolean;
  application_type: ApplicationType | null;
  course_name: string | null;
};

const read = (platform: Platform, tenantId: number, message: Claimed) =>
  platform.db.tenant(tenantId).one<Surroundings>(sql`
    select t.alias as tenant, t.name as tenant_name, i.id as institution_id, i.name as institution_name, h.host, h.theme,
      p.name, p.social_name, p.email, p.email_confirmed_at is not null as email_confirmed,
      p.cell_phone, p.cell_phone_confirmed_at is not null as cell_phone_confirmed,
      ${wantsWhatsApp(tenantId, sql`${message.person_id}::bigint`)} as wants_whatsapp,
      s.application_type, c.name as course_name
    from tenant t
    left join subscription s on s.tenant_id = t.id and s.id = ${message.subscription_id}::bigint
    left join course c on c.tenant_id = t.id and c.id = s.course_id
    left join person p on p.tenant_id = t.id and p.id = ${message.person_id}::bigint
    left join institution i on i.tenant_id = t.id
      and i.id = coalesce(s.institution_id, ${message.envelope.institutionId ?? null}::bigint)
    left join lateral (${bestHost(platform, sql`t.id`, sql`i.id`)}) h on true
    where t.id = ${tenantId}`);

/** True for a contact confirmed by its owner; only then may a link open an application (spec 5.1). */
const isConfirmed = ({ channel, recipient }: Claimed, about: Surroundings): boolean =>
  channel === 'email'
    ? about.email_confirmed && about.email === recipient
    : about.cell_phone_confirmed && about.cell_phone === recipient;

/**
 * Whether a link in a message may open its application. For links requested by staff, this includes the e-mail address that
 * received the copy of the contract. Checked when the message is sent, because a contact may have changed in the meantime.
 */
async function mayOpen(
  platform: Platform,
  tenantId: number,
  message: Claimed,
  about: Surroundings,
): Promise<boolean> {
  if (isConfirmed(message, about)) return true;
  const { subscription_id: subscriptionId, person_id: personId, envelope } = message;
  if (!envelope.access || subscriptionId === null || personId === null) return false;
  const on = platform.db.tenant(tenantId);
  const contacts = await linkContacts(on, { tenantId, personId, subscriptionId });
  return contacts.some(({ channel, to }) => channel === message.channel && to === message.recipient);
}

const PURPOSES: Partial<Record<TemplateId, KeyPurpose>> = {
  'N-17': 'payment',
  'N-18': 'payment',
  'N-20': 'payment',
  'N-22': 'payment',
  'N-24': 'documents',
};
/** Pages for messages without a subscription, or about a new one. */
const PATHS: Partial<Record<TemplateId, string>> = {
  'N-03': '/reset-password',
  'N-23': '/course',
  'N-31': '/profile?aba=privacidade',
};

async function linkOf(
  platform: Platform,
  tenantId: number,
  id: TemplateId,
  message: Claimed,
  about: Surroundings,
): Promise<string> {
  const { link: kind } = templateOf(id);
  const { host } = about;
  const { consolePath: page } = message.envelope;
  if (page) return (await consolePage(platform, tenantId, page)) ?? '';
  if (kind === 'none' || message.envelope.link === false || !host) return '';
  // No key is issued for a text without a link, because every key is a risk.
  if (!neededData(id, message.data.variante?.toString()).includes('link')) return '';
  const { undo } = message.envelope;
  if (undo) return pageAddress(platform, host, await undoPath(platform.db.tenant(tenantId), undo));
  const path = message.envelope.path ?? PATHS[id];
  const { subscription_id: subscriptionId, person_id: personId } = message;
  if (path !== undefined) return pageAddress(platform, host, path);
  if (!subscriptionId || !about.application_type || !about.institution_id)
    return pageAddress(platform, host, '/portal');
  const subscription = { id: subscriptionId, type: about.application_type };
  const short = message.channel !== 'email';
  if (kind === 'plain' || personId === null || !(await mayOpen(platform, tenantId, message, about))) {
    // A text message has room for the short portal address only; the portal shows the application first.
    return short ? pageAddress(platform, host, '/portal') : subscriptionAddress(platform, host, subscription);
  }
  const { key } = await issueAccessKey(platform.db.tenant(tenantId), platform, tenantId, {
    subscriptionId,
    purpose: message.envelope.access?.purpose ?? PURPOSES[id] ?? 'continue',
    days: message.envelope.access?.ttlDays ?? (await accessKeyDays(platform, tenantId, subscriptionId)),
    short,
  });
  return short ? shortAddress(platform, host, key) : subscriptionAddress(platform, host, subscription, key);
}

/** Rows of a message with their console addresses, if the tenant has a console host. */
async function rowsOf(
  platform: Platform,
  tenantId: number,
  { envelope: { rows = [] } }: Claimed,
): Promise<MessageRow[]> {
  if (rows.length === 0) return [];
  const start = await consolePage(platform, tenantId, '/');
  return rows.map(({ title, note, consolePath }) => ({
    title,
    note,
    ...(start ? { link: `${start}${consolePath.slice(1)}` } : {}),
  }));
}

const greeted = (message: Claimed, { name, social_name: socialName }: Surroundings): string =>
  firstName(message.envelope.name ?? (name ? shownName({ name, socialName }) : ''));

async function attachmentsOf(platform: Platform, tenantId: number, message: Claimed) {
  const stored = message.envelope.attachments ?? [];
  return Promise.all(
    stored.map(async ({ key, name, type }) => ({
      name,
      type,
      content: await readSealedBytes(platform, tenantId, key),
    })),
  );
}

/**
 * Renders and sends one message; returns WhatsApp's answer for messages sent that way.
 * @throws if it wasn't accepted; `RangeError` if it can never be rendered.
 */
export async function deliver(
  platform: Platform,
  tenantId: number,
  message: Claimed,
): Promise<WhatsAppTaken | undefined> {
  const id = message.template;
  if (!isTemplateId(id)) throw new RangeError(`Unknown template ${id}`);
  const about = await read(platform, tenantId, message);
  if (!about) throw new RangeError(`Unknown tenant ${tenantId}`);
  const institution = about.institution_name ?? about.tenant_name;
  const { head, own } = await letterheadOf(platform, tenantId, {
    template: id,
    institutionId: about.institution_id,
    name: institution,
    theme: about.theme,
  });
  if (message.channel === 'whatsapp' && !about.wants_whatsapp)
    throw new WhatsAppNotSent('elsewhere', 'The person wants no messages by WhatsApp any more');
  const data: NotificationData = {
    ...(message.subscription_id ? { id: message.subscription_id } : {}),
    ...(about.course_name ? { curso: about.course_name } : {}),
    ...message.data,
    nome: greeted(message, about),
    instituicao: institution,
    link: await linkOf(platform, tenantId, id, message, about),
  };
  const reference = referenceOf(tenantId, message);
  if (message.channel === 'whatsapp') {
    const account = whatsAppOf(platform.config.whatsapp, about.tenant);
    const template = account && whatsAppTemplate(account, id, data.variante);
    if (!template) throw new WhatsAppNotSent('elsewhere', 'The message has no template at WhatsApp');
    const { tenant } = about;
    return platform.ports.whatsapp.send({
      tenant,
      to: message.recipient,
      reference,
      ...compose(template, data),
    });
  }
  const rendered: Rendered = renderNotification(
    id,
    data,
    { brand: about.theme?.primary ?? DEFAULT_THEME.primary, logo: head.logo !== null, ...own },
    await rowsOf(platform, tenantId, message),
  );
  if (message.channel === 'sms') {
    if (!rendered.sms) throw new RangeError(`${id} has no text for phones`);
    await platform.ports.sms.send({
      tenant: about.tenant,
      to: message.recipient,
      text: rendered.sms,
      reference,
      template: id,
    });
    return undefined;
  }
  await platform.ports.mail.send({
    messageId: `<${reference}@${platform.config.mail.from.split('@')[1] ?? 'orbita'}>`,
    template: id,
    to: message.recipient,
    ...head,
    subject: rendered.subject,
    text: rendered.text,
    html: rendered.html,
    attachments: await attachmentsOf(platform, tenantId, message),
  });
  return undefined;
}
