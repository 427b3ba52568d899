import { courseName, digits, firstName, isBlank, shownName } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { Session, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { parameterOf } from './parameters.ts';

type Support = Answer<'GET /candidate/institution/{institutionId}/whatsapp-settings'>;
type Contact = {
  title: string;
  description: string;
  phone: string | null;
  message: string | null;
  hours: string | null;
};
/** What is known about the person writing: an application, or only the person. */
type Facts = { name: string; social_name: string | null; course?: string; id?: number };

/**
 * Values for the message, from the caller's own subscription or, without one, from the caller. Another person's subscription
 * gives 404, like an unknown one.
 */
async function factsOf(
  platform: Platform,
  tenant: Tenant,
  session: Session,
  subscriptionId: number | undefined,
): Promise<Facts | undefined> {
  const on = platform.db.tenant(tenant.id);
  if (subscriptionId === undefined)
    return on.one<Facts>(sql`
      select name, social_name from person where tenant_id = ${tenant.id} and id = ${session.personId}`);
  if (session.scope !== 'candidate' && session.scope.subscriptionId !== subscriptionId) fail('NOT_FOUND');
  const row = await on.one<Facts>(sql`
    select p.name, p.social_name, c.name as course, s.id
    from subscription s
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    where s.tenant_id = ${tenant.id} and s.id = ${subscriptionId} and s.person_id = ${session.personId}`);
  return row ?? fail('NOT_FOUND');
}

const PLACEHOLDER = /\{(nome|curso|inscricao)\}/g;
const GREETING = /^(ol[áa]|oi|bom dia|boa tarde|boa noite)$/i;

/** A comma-separated part with its values filled in; undefined if a value is missing, unless what is left is a greeting. */
function filledPart(part: string, values: Readonly<Record<string, string | undefined>>): string | undefined {
  const missing = [...part.matchAll(PLACEHOLDER)].some(([, name = '']) => !values[name]);
  const filled = part.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '').trim();
  return missing && !GREETING.test(filled) ? undefined : filled;
}

/** A sentence without the parts that refer to unknown values; undefined if nothing is left. */
function filledSentence(
  sentence: string,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const end = /[.!?]$/.exec(sentence)?.[0] ?? '';
  const all = sentence.slice(0, sentence.length - end.length).split(', ');
  const parts = all.map((part) => filledPart(part, values));
  const kept = parts.filter((part) => part !== undefined && part !== '');
  if (kept.length === 0) return undefined;
  const text = kept.join(', ');
  if (parts[0] !== undefined) return text + end;
  // The part after a dropped beginning now starts the sentence.
  const whole = text.replace(/^e /, '');
  return whole.charAt(0).toUpperCase() + whole.slice(1) + end;
}

/** Fills `{nome}`, `{curso}` and `{inscricao}` into a message, leaving out parts that refer to unknown values (D-88). */
export function fillMessage(message: string, facts: Facts | undefined): string {
  const values = facts
    ? {
        nome: firstName(shownName({ name: facts.name, socialName: facts.social_name })),
        curso: facts.course && courseName(facts.course),
        inscricao: facts.id === undefined ? undefined : String(facts.id),
      }
    : {};
  return message
    .split(/(?<=[.!?])\s/)
    .map((sentence) => filledSentence(sentence.trim(), values))
    .filter((sentence) => sentence)
    .join(' ');
}

/** Address that opens WhatsApp with an institution's phone and a prepared message. */
export const whatsappLink = (phone: string, message: string | null): string =>
  `https://wa.me/${digits(phone)}${message ? `?text=${encodeURIComponent(message)}` : ''}`;

/**
 * Support contact of an institution (spec 3.4). There is a single switch: a phone under `support` in the catalogue enables it,
 * the parameter only does if it contains a phone itself. A host of several institutions uses the contact of the parameter.
 * Without a phone the contact is disabled, but no page fails.
 */
export async function supportOf(
  platform: Platform,
  tenant: Tenant,
  institutionId: number | null,
  who: { hostId: number; session: Session | undefined; subscriptionId: number | undefined },
): Promise<Support> {
  const [given, contact, facts] = await Promise.all([
    parameterOf(platform, tenant.id, 'SupportWhatsapp', { institutionId, hostId: who.hostId }),
    platform.db.tenant(tenant.id).one<Contact>(sql`
      select title, description, phone, message, hours from support_contact
      where tenant_id = ${tenant.id} and institution_id = ${institutionId}::bigint`),
    who.session && factsOf(platform, tenant, who.session, who.subscriptionId),
  ]);
  const pick = (own: string | null | undefined, other: string | null | undefined): string | null =>
    !isBlank(own) ? (own ?? null) : !isBlank(other) ? (other ?? null) : null;
  const phone = pick(contact?.phone, given.phone);
  const template = pick(contact?.message, given.message);
  const message = template && fillMessage(template, facts);
  return {
    enabled: !isBlank(contact?.phone) || (given.enabled && phone !== null),
    title: pick(contact?.title, given.title) ?? given.title,
    description: pick(contact?.description, given.description),
    link: phone ? whatsappLink(phone, message) : null,
    settings: { phone, message, hours: pick(contact?.hours, given.hours) },
  };
}

/** Phone of an institution's support contact, whether or not the help link is shown; null without one. */
export const supportPhone = async (
  platform: Platform,
  tenant: Tenant,
  institutionId: number,
  hostId: number,
): Promise<string | null> => {
  const who = { hostId, session: undefined, subscriptionId: undefined };
  return (await supportOf(platform, tenant, institutionId, who)).settings.phone;
};
