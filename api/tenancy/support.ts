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
type Facts = { name: string; social_name: string | null; course: string; id: number };

/**
 * Values for the message: those of the caller's own subscription; another person's is answered with 404 like
 * an unknown one.
 */
async function factsOf(
  platform: Platform,
  tenant: Tenant,
  session: Session,
  subscriptionId: number,
): Promise<Facts> {
  if (session.scope !== 'candidate' && session.scope.subscriptionId !== subscriptionId) fail('NOT_FOUND');
  const row = await platform.db.tenant(tenant.id).one<Facts>(sql`
    select p.name, p.social_name, c.name as course, s.id
    from subscription s
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    where s.tenant_id = ${tenant.id} and s.id = ${subscriptionId} and s.person_id = ${session.personId}`);
  return row ?? fail('NOT_FOUND');
}

/** Fills `{nome}`, `{curso}` and `{inscricao}` into a message; a placeholder without a value is removed. */
export function fillMessage(message: string, facts: Facts | undefined): string {
  const values: Record<string, string> = facts
    ? {
        nome: firstName(shownName({ name: facts.name, socialName: facts.social_name })),
        curso: courseName(facts.course),
        inscricao: String(facts.id),
      }
    : {};
  return message
    .replace(/\{(nome|curso|inscricao)\}/g, (_, name: string) => values[name] ?? '')
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
}

/** Address that opens WhatsApp with an institution's phone and a prepared message. */
export const whatsappLink = (phone: string, message: string | null): string =>
  `https://wa.me/${digits(phone)}${message ? `?text=${encodeURIComponent(message)}` : ''}`;

/**
 * Support contact of an institution (spec 3.4); without a phone it is switched off, and no page fails because
 * of it.
 */
export async function supportOf(
  platform: Platform,
  tenant: Tenant,
  institutionId: number,
  who: { hostId: number; session: Session | undefined; subscriptionId: number | undefined },
): Promise<Support> {
  const [given, contact, facts] = await Promise.all([
    parameterOf(platform, tenant.id, 'SupportWhatsapp', { institutionId, hostId: who.hostId }),
    platform.db.tenant(tenant.id).one<Contact>(sql`
      select title, description, phone, message, hours from support_contact
      where tenant_id = ${tenant.id} and institution_id = ${institutionId}`),
    who.session && who.subscriptionId
      ? factsOf(platform, tenant, who.session, who.subscriptionId)
      : undefined,
  ]);
  const pick = (own: string | null | undefined, other: string | null | undefined): string | null =>
    !isBlank(own) ? (own ?? null) : !isBlank(other) ? (other ?? null) : null;
  const phone = pick(contact?.phone, given.phone);
  const template = pick(contact?.message, given.message);
  const message = template && fillMessage(template, facts);
  return {
    enabled: given.enabled && phone !== null,
    title: pick(contact?.title, given.title) ?? given.title,
    description: pick(contact?.description, given.description),
    link: phone ? whatsappLink(phone, message) : null,
    settings: { phone, message, hours: pick(contact?.hours, given.hours) },
  };
}

/** Phone of an institution's support contact, whether or not the help link is shown. Null without one. */
export const supportPhone = async (
  platform: Platform,
  tenant: Tenant,
  institutionId: number,
  hostId: number,
): Promise<string | null> => {
  const who = { hostId, session: undefined, subscriptionId: undefined };
  return (await supportOf(platform, tenant, institutionId, who)).settings.phone;
};
